"""A controller of matches between GTP engines.

    cli       arguments, output, exit code
    schedule  who plays what when: pairs, workers, events
    game      one game between two players under a referee
    player    an engine that takes part: its game, its limits, its restarts
    referee   the engine that knows the rules
    openings  random openings, distinct while there are any
    engine    a GTP conversation with deadlines
    framing   the bytes of a reply
    process   a child process: pipes, stderr, its end
    faults    what can go wrong with an engine
    report    counting and text
    sgf       records

Each module uses only those that stand below it in this list (`faults` is used by all).
"""
