"""The connection of a crew to a Dask cluster: an embedded one, or one with a running scheduler."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager
from dataclasses import dataclass

from distributed import Client, LocalCluster
from distributed.security import Security

CONNECT_TIMEOUT = 10.0
CLOSE_TIMEOUT = 3.0
LOOPBACK = "127.0.0.1:0"


class Unreachable(Exception):
    """There is no cluster to work on."""


@dataclass(frozen=True)
class Place:
    """The address of the cluster. Without one it is embedded, with this number of threads."""

    address: str | None
    threads: int
    security: Security | None = None

    def __str__(self) -> str:
        return self.address or "the embedded cluster"


@asynccontextmanager
async def connected(place: Place) -> AsyncIterator[Client]:
    """A client, and also the cluster if it is embedded. Raises Unreachable."""
    cluster = await _embedded(place.threads) if place.address is None else None
    client = Client(
        cluster or place.address,
        security=place.security,
        timeout=CONNECT_TIMEOUT,
        set_as_default=False,
        asynchronous=True,
    )
    try:
        try:
            await client
        except (OSError, TimeoutError, ValueError) as error:
            raise Unreachable(f"{place} cannot be reached: {error}") from error
        yield client
    finally:
        # From now on, losses are intended.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
        await _close(client, cluster)


async def _embedded(threads: int) -> LocalCluster:
    # All in this process, so that nothing can be sent to it. Dask always serves a page about its
    # own health: on this machine only, and without details of the work.
    return await LocalCluster(
        n_workers=1,
        threads_per_worker=threads,
        processes=False,
        dashboard_address=LOOPBACK,
        worker_dashboard_address=LOOPBACK,
        scheduler_kwargs={"dashboard": False},
        memory_limit=0,
        silence_logs=logging.ERROR,
        asynchronous=True,
    )


async def _close(client: Client, cluster: LocalCluster | None) -> None:
    for closed in (client, cluster):
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                if closed is not None and (closing := closed.close()) is not None:
                    await closing
        except (OSError, TimeoutError, CancelledError, ValueError):
            # A cluster that is gone needs no goodbye.
            pass
    # A client that could not be closed must not try again when it is collected.
    client.status = "closed"
