#!/usr/bin/env python3
"""Engines for the tests: a GTP engine that plays tic-tac-toe well enough, and can fail in every way
that a match must survive. It is also the referee where the real one is not built.

    zoo.py [--mode MODE] [--at N] [--once FILE] [--log FILE] [--name NAME] [--foreign]
           [--lacks WORD] [--best N] [--sin NAME]

MODE happens at the Nth `genmove` of a process (1), or at the start, or in `play`; with `--once`
only if FILE does not exist yet. `--foreign` leaves the commands out that only Heelstone has,
`--lacks` one. `--scores` are what it says of its moves in a game, the last of them for all that
follow (`_` for a blank). `--also` adds commands that do nothing. `--best` gives it parameters, of
which `skill` is best at N: the further away, the more it blunders. The sins are those of
zoo_protocol.py.
"""

# A module of its own is compiled once, not in each of the thousands of processes of the tests.
import zoo_engine

if __name__ == "__main__":
    zoo_engine.run()
