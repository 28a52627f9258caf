#!/usr/bin/env python3
"""Plays matches between engines that speak GTP. See tools/README.md."""

import signal
import sys

# Until a match handles it, an interrupt ends the program at once, without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)

from heelstone_match.cli import program  # noqa: E402  (what is above comes first)

if __name__ == "__main__":
    sys.exit(program())
