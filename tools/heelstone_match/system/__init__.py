"""The services of the operating system for a match: child processes, locks, signals, command lines.

POSIX systems poll the pipes of a child; on Windows, where pipes cannot be polled, threads serve
them. Both modules have the same names, and nothing else in this package asks where it runs.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import posix as _here
elif os.name != "posix":
    from . import windows as _here
elif os.environ.get("HEELSTONE_MATCH_SYSTEM") == "portable":
    # For the tests: the threads of Windows, as far as they run elsewhere.
    from . import portable as _here
else:
    from . import posix as _here

Child = _here.Child
# The clock of every deadline: the finest that never goes backwards.
clock = _here.clock
# The lateness in seconds with which any sleeper may wake up by this clock.
PUNCTUAL = _here.PUNCTUAL
# The signals that end a match.
SIGNALS = _here.SIGNALS
# The reason why a process cannot be ended by a signal; empty if it can.
NO_SIGTERM = _here.NO_SIGTERM
# The reason why a cluster cannot be used; empty if it can.
NO_CLUSTER = _here.NO_CLUSTER
# The reason why processes cannot be kept on chosen processors; empty if they can.
NO_PINNING = _here.NO_PINNING
# The reason why the memory of a process cannot be bounded; empty if it can.
NO_MEMORY_CAP = _here.NO_MEMORY_CAP
# For `os.open`: bytes as they are, and no child inherits the file.
OPEN_FLAGS = _here.OPEN_FLAGS

processors = _here.processors
end_descendants = _here.end_descendants
lock = _here.lock
publish = _here.publish
reader_is_gone = _here.reader_is_gone
widen = _here.widen
find_program = _here.find_program
split_command = _here.split_command
join_command = _here.join_command
