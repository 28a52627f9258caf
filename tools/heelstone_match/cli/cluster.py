"""The options that choose the workers: threads of this process, or a Dask cluster."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ..crew.events import Crew, RecordT, TaskT
from ..crew.local import LocalCrew
from ..crew.shipment import ShipmentError, load
from ..crew.work import Work
from ..system import NO_CLUSTER, NO_PINNING, processors
from . import values
from .values import UsageError

TLS = ("tls_ca", "tls_cert", "tls_key")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of everything that can be distributed."""
    add = parser.add_argument
    add("--concurrency", type=values.count, default=1, metavar="K",
        help="games at a time (%(default)s)")  # fmt: skip
    add("--pin", nargs="?", const="", metavar="PROCESSORS",
        help="keep the engines of each game at a time on processors of their own, of all or of"
        " these, such as 0-3,6")  # fmt: skip
    add("--cluster", nargs="?", const="", metavar="ADDRESS",
        help="work on the Dask cluster of that scheduler, or on one in this process")  # fmt: skip
    add("--engine-on-worker", action="store_true",
        help="send no engines: each worker has the same files in the same places")  # fmt: skip
    add("--tls-ca", type=Path, metavar="FILE", help="for a scheduler tls://...: who is trusted")
    add("--tls-cert", type=Path, metavar="FILE", help="the certificate of this client")
    add("--tls-key", type=Path, metavar="FILE", help="the key of this client")
    add("--insecure", action="store_true",
        help="talk to a scheduler on another machine without TLS")  # fmt: skip


def new_crew(
    work: Work[TaskT, RecordT],
    tasks: int,
    identity: str,
    journal: Path | None,
    typed: argparse.Namespace,
) -> Crew[TaskT, RecordT]:
    """The crew that the options choose, for a number of tasks. Raises UsageError."""
    threads = max(1, min(typed.concurrency, tasks))
    address = refuse_mistakes(typed)
    if typed.cluster is None:
        return LocalCrew(work, threads, _pins(typed, threads))
    import socket

    from distributed.security import Security

    from ..crew.cluster import ClusterCrew
    from ..crew.connection import Place

    security = None
    if address and address.startswith("tls://"):
        ca, certificate, key = (str(getattr(typed, name)) for name in TLS)
        security = Security(
            tls_ca_file=ca, tls_client_cert=certificate, tls_client_key=key, require_encryption=True
        )
    try:
        shipment = load(work.commands, not typed.engine_on_worker, work.folders)
    except ShipmentError as error:
        raise UsageError(str(error)) from error
    place = Place(address, threads, security)
    owner = f"{socket.gethostname()}:{journal.absolute() if journal else os.getpid()}"
    return ClusterCrew(work, shipment, place, identity, owner)


def refuse_mistakes(typed: argparse.Namespace) -> str | None:
    """The address of the scheduler, if one is given. Raises UsageError, before anything starts, if
    the options make no sense or Dask is missing."""
    address = _address(typed)
    if typed.pin is not None:
        _pins(typed, typed.concurrency)
    if typed.cluster is not None:
        if typed.pin is not None:
            raise UsageError("--pin is for games on this machine, and not for --cluster")
        if NO_CLUSTER:
            raise UsageError(NO_CLUSTER)
        try:
            import distributed  # noqa: F401
        except ImportError as error:
            raise UsageError(
                f"--cluster needs Dask ({error}): `pip install distributed`, or the extra of this"
                ' tool, `pip install "tools/[cluster]"`'
            ) from error
    return address


def _pins(typed: argparse.Namespace, games: int) -> list[frozenset[int]]:
    """The processors of each game at a time; none if they are not chosen. Raises UsageError."""
    if typed.pin is None:
        return []
    if NO_PINNING:
        raise UsageError(f"--pin: {NO_PINNING}")
    there = processors()
    chosen = sorted(values.processors(typed.pin) if typed.pin else there)
    if missing := [number for number in chosen if number not in there]:
        raise UsageError(f"--pin {typed.pin}: there is no processor {missing[0]} for this process")
    if games > len(chosen):
        raise UsageError(
            f"--pin: {games} games at a time need as many processors, not {len(chosen)}"
        )
    ends = [place * len(chosen) // games for place in range(games + 1)]
    return [frozenset(chosen[first:last]) for first, last in zip(ends, ends[1:])]


def _address(typed: argparse.Namespace) -> str | None:
    given = [name for name in TLS if getattr(typed, name) is not None]
    if given and len(given) < len(TLS):
        raise UsageError("TLS needs --tls-ca, --tls-cert and --tls-key")
    for name in given:
        if not os.access(getattr(typed, name), os.R_OK):
            raise UsageError(f"{getattr(typed, name)} cannot be read")
    if not typed.cluster:
        return None
    scheme, separator, rest = typed.cluster.rpartition("://")
    scheme = scheme if separator else "tls" if given else "tcp"
    address = f"{scheme}://{rest}"
    host, colon, port = rest.rpartition(":")
    if not (host and colon and port.isdigit()):
        raise UsageError(f"--cluster {typed.cluster}: an address is [tcp://]HOST:PORT")
    if scheme == "tls" and not given:
        raise UsageError(f"{address} needs --tls-ca, --tls-cert and --tls-key")
    if scheme != "tls" and not typed.insecure and not _is_loopback(host):
        raise UsageError(
            f"{address} is another machine, and Dask runs whatever it is sent: use a scheduler with"
            " TLS (--tls-ca, --tls-cert, --tls-key), or --insecure where the network is trusted"
        )
    return address


def _is_loopback(host: str) -> bool:
    import ipaddress

    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
