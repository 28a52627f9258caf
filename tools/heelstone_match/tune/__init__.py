"""Better values for an engine's parameters, by SPSA over pairs of games against itself."""
