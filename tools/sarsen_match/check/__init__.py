"""Whether an engine keeps the Go Text Protocol: about sixty steps, each with a verdict."""
