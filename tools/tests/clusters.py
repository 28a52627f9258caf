"""A Dask cluster of processes on this machine, for the tests."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

HAS_DASK = importlib.util.find_spec("distributed") is not None


def needs_dask(test):
    """Skips without Dask, unless skipping is a failure."""
    if not HAS_DASK and os.environ.get("HEELSTONE_NO_SKIP"):
        return test
    return unittest.skipUnless(HAS_DASK, "Dask is not installed")(test)


class Cluster:
    """A scheduler and two workers with a thread each, which can be killed and started again."""

    ROLES = ("scheduler", "worker 1", "worker 2")

    def __init__(self, cwd: Path | None = None):
        """Its processes work in the folder `cwd`."""
        self.cwd = cwd
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = Path(tempfile.mkdtemp())
        self.running: dict[str, subprocess.Popen] = {}
        self.closed = False
        self.supervisor: threading.Thread | None = None
        for role in self.ROLES:
            self.start(role)

    def start(self, role: str) -> None:
        """Starts that process."""
        if role == "scheduler":
            words = ["dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port)]
        else:
            folder = ["--local-directory", str(self.folder / role)]
            words = ["dask_worker", self.address, "--nthreads", "1", "--no-nanny", *folder]
            words += ["--memory-limit", "0", "--name", role.replace(" ", "-")]
        module, *options = words
        command = [sys.executable, "-m", f"distributed.cli.{module}", *options, "--no-dashboard"]
        with open(self.folder / f"{role}.log", "ab") as log:
            self.running[role] = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.cwd)

    def kill(self, role: str) -> None:
        """Kills that process with -9."""
        self.running[role].send_signal(signal.SIGKILL)
        self.running[role].wait()

    def revive(self) -> None:
        """Starts again what has ended."""
        for role in self.ROLES:
            if self.running[role].poll() is not None:
                self.start(role)

    def supervise(self) -> None:
        """Revives from now on, as whatever runs a real cluster does."""

        def keep() -> None:
            while not self.closed:
                self.revive()
                time.sleep(0.1)

        self.supervisor = threading.Thread(target=keep)
        self.supervisor.start()

    def close(self) -> None:
        """Ends it all."""
        self.closed = True
        if self.supervisor:
            self.supervisor.join()
        for role in reversed(self.ROLES):
            if self.running[role].poll() is None:
                self.kill(role)
        shutil.rmtree(self.folder, ignore_errors=True)
