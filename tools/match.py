#!/usr/bin/env python3
"""Plays matches between two engines that speak GTP. See tools/README.md."""

import os
import sys

if os.name != "posix":
    sys.exit("match.py needs a POSIX system: it kills process groups and polls pipes.")

from sarsen_match.cli import main  # noqa: E402  (the check above comes first)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
