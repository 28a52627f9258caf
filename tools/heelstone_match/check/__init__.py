"""Whether an engine keeps the Go Text Protocol: nearly eighty steps, each with a verdict."""
