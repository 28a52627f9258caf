"""The openings of games: the same ones for the same seed, without repeats while there are
others."""
