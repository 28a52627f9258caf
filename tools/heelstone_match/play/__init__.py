"""One game between two engines under a referee."""
