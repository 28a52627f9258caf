"""Statistics of the counts of a match: ratings with intervals, and the test that stops it. It has
no process and no clock, and never returns a nan: unbounded figures are None."""
