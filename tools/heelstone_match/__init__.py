"""A controller of matches between GTP engines.

    cli        the command line; a module for each sub-command
    conductor  one match: deals pairs to a crew, writes their records, knows when to stop
    dealer     the order of the pairs
    tune       parameters moved by the results of pairs
    crew       the workers: threads, or a cluster
    check      checks how well an engine keeps to the protocol
    report     lines, tables, pages and records
    stats      the pairs that count, and figures from them
    openings   the openings of games
    journal    the plan and the pairs that were played, on disk
    play       one pair between two players under a referee
    gtp        one engine as a process, every wait with a deadline

Packages use those below them; `play.pair` makes the records of `journal`.
"""
