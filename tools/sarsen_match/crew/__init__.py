"""Who plays the pairs of a match: threads of this process, or a cluster."""
