"""Where games begin: the same openings for the same seed, none twice while there are others."""
