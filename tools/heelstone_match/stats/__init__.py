"""What the counts of a match say: ratings with intervals, and the test that stops it. No process,
no clock, and never a nan: what is not bounded is None."""
