"""Who does the work of a match: threads of this process, or a cluster."""
