"""Work other than games: a question about each of many positions, in threads or on a cluster."""
