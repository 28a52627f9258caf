"""The journal of a match: the only truth about it, a line of JSON for each finished pair."""
