"""A controller of matches between GTP engines.

    cli        what was typed; a module for each sub-command
    conductor  one match: deals pairs to a crew, writes what becomes of them, knows when to stop
    dealer     which pair is next
    tune       parameters moved by the results of pairs
    crew       who does the work: threads, or a cluster
    check      whether an engine keeps the protocol
    report     lines, tables, pages and records
    stats      which pairs count, and what they say
    openings   where games begin
    journal    the plan and the pairs that were played, on disk
    play       one pair between two players under a referee
    gtp        one engine as a process, every wait with a deadline

Packages use what stands below them; `play.pair` makes the records of `journal`.
"""
