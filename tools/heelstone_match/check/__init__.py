"""Checks how well an engine keeps to the Go Text Protocol, in nearly eighty steps."""
