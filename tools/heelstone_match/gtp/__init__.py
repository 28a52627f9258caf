"""A GTP engine as a process: framing, deadlines, faults."""
