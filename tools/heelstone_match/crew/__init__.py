"""The workers of a match: threads of this process, or a cluster."""
