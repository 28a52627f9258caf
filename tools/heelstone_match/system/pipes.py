"""The pipes of a process that was started with them."""

from __future__ import annotations

from typing import IO


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """The stream of a `Popen`, which has it because it was asked for."""
    assert stream is not None
    return stream
