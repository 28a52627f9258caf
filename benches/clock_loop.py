#!/usr/bin/env python3
"""An engine that looks at the clock and at nothing else until the time of a move is over.

    benches/move_times.py --moves 100000 --time 0.01 --engines 2 --most 0.012 benches/clock_loop.py

The moves that take it too much processor time are the machine's share of those of other engines.
"""

import sys
import time

# What an engine keeps back of its time for the way of the reply.
MARGIN = 0.0004


def spend(limit):
    """Uses up the time of a move."""
    end = time.perf_counter() + limit - MARGIN
    while time.perf_counter() < end:
        pass


def main():
    limit = 0.0
    for line in sys.stdin:
        command, *arguments = line.split()
        reply = ""
        if command == "timelimit":
            limit = float(arguments[0])
        elif command == "genmove":
            spend(limit)
        elif command == "legal_moves":
            reply = "pass"
        elif command == "result":
            reply = "unfinished"
        print(f"= {reply}\n", flush=True)


if __name__ == "__main__":
    main()
