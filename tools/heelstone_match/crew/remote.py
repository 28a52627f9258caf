"""The code that runs inside a Dask worker. It is sent as it is, so it must need nothing but
Dask."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from typing import IO, TYPE_CHECKING, cast

from distributed import WorkerPlugin, get_worker

if TYPE_CHECKING:
    from dask.typing import Key
    from distributed import Worker

    from .shipment import Item, Shipment

# A runner without work ends after so many seconds: its client may be gone.
IDLE = 60.0
# How often idle runners and abandoned tasks are looked for.
ROUND = 0.5
# How long a runner may take to end politely.
PATIENCE = 2.0
# The time that an interpreter has to tell its version.
VERSION_PATIENCE = 10.0
LOG_SHOWN = 400

# A file of a folder: its name there, its hash, True for a program, and its bytes if they are sent.
_SentFile = tuple[str, str, bool, bytes | None]


def work_at(name: str, requests: list[str]) -> list[str]:
    """The answers to these lines of one runner of this worker, the last one `{"lost": WHY}` where
    it could not go on."""
    worker = get_worker()
    pool = worker.plugins.get(name)
    if pool is None:
        return [_lost(f"{worker.address} has not been told of this work yet")]
    # Its class came here apart from this function, and may be another copy.
    return cast("RunnerPool", pool).answer(requests, worker.get_current_task())


class NotHere(Exception):
    """A file is missing that this machine should have."""


class RunnerProcess:
    """A process that answers lines; `key` is the Dask task that it works for."""

    def __init__(self, command: list[str], order: str, log: str):
        self._log = log
        self.key: Key | None = None
        self.idle_since = time.monotonic()
        with open(log, "wb") as errors:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        assert self._popen.stdin and self._popen.stdout
        self._input: IO[bytes] = self._popen.stdin
        self._output: IO[bytes] = self._popen.stdout
        self._send(order)

    def ask(self, request: str) -> str:
        """The answer. Raises RuntimeError when the process ends instead."""
        self._send(request)
        answer = self._output.readline()
        if not answer.endswith(b"\n"):
            raise RuntimeError(f"a runner ended with {self._popen.wait()}: {self._last_words()}")
        return answer.decode()

    def close(self) -> None:
        """Ends the engines politely."""
        self._send('{"close": true}')
        self._end()

    def kill(self) -> None:
        """Ends it with its engines, which are killed when its input ends."""
        self._end()

    def _send(self, line: str) -> None:
        # If it has ended, reading will tell.
        with contextlib.suppress(OSError, ValueError):
            self._input.write(line.encode() + b"\n")
            self._input.flush()

    def _end(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._input.close()
        try:
            self._popen.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self._output.close()

    def _last_words(self) -> str:
        with open(self._log, "rb") as log:
            return log.read()[-LOG_SHOWN:].decode("utf-8", "replace").strip() or "it said nothing"


class RunnerPool(WorkerPlugin):
    """The runners of one client on one worker: as many as it has threads."""

    # For Dask: a plugin with the same name is the same, and stays.
    idempotent = True

    def __init__(self, order: dict[str, object], shipment: Shipment, idle: float = IDLE):
        self._order = order
        self._idle_after = idle
        # Plain data: nothing of ours can be unpacked there.
        self._commands = [
            (command.words, command.folder, command.interpreter) for command in shipment.commands
        ]
        self._items = [_plain(item) for item in shipment.items]
        self._package = shipment.package

    def setup(self, worker: Worker) -> None:
        """Called by Dask."""
        self._worker = worker
        self._lock = threading.Lock()
        self._ready: tuple[list[str], str] | None = None
        self._idle: list[RunnerProcess] = []
        self._busy: list[RunnerProcess] = []
        self._runners = 0
        self._closed = threading.Event()
        threading.Thread(target=self._look_after, daemon=True).start()

    def teardown(self, worker: Worker) -> None:
        """Called by Dask when the client or the worker ends."""
        self._closed.set()
        with self._lock:
            idle, self._idle = self._idle, []
            busy = list(self._busy)
        ends = [*(runner.kill for runner in busy), *(runner.close for runner in idle)]
        threads = [threading.Thread(target=end, daemon=True) for end in ends]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(2 * PATIENCE)

    def answer(self, requests: list[str], key: Key) -> list[str]:
        """The answers of one runner, for one task of Dask."""
        answers: list[str] = []
        try:
            runner = self._take(key)
        except NotHere as error:
            return [json.dumps({"failed": str(error), "code": 2})]
        except (RuntimeError, OSError) as error:
            return [_lost(f"{self._worker.address}: {error}")]
        try:
            answers.extend(map(runner.ask, requests))
        except RuntimeError as error:
            self._drop(runner)
            return [*answers, _lost(f"{self._worker.address}: {error}")]
        self._give_back(runner)
        return answers

    def _give_back(self, runner: RunnerProcess) -> None:
        with self._lock:
            self._busy.remove(runner)
            runner.key, runner.idle_since = None, time.monotonic()
            closed = self._closed.is_set()
            if not closed:
                self._idle.append(runner)
        if closed:
            runner.close()

    def _take(self, key: Key) -> RunnerProcess:
        # The lock is held while a file is written: a process that is born meanwhile would keep it
        # open for writing, and so keep it from being run.
        with self._lock:
            if self._closed.is_set():
                raise RuntimeError("the client has ended")
            runner = self._idle.pop() if self._idle else self._open()
            runner.key = key
            self._busy.append(runner)
            return runner

    def _open(self) -> RunnerProcess:
        if self._ready is None:
            self._ready = self._unpack()
        program, order = self._ready
        self._runners += 1
        log = os.path.join(self._worker.local_directory, f"runner-{id(self)}-{self._runners}.log")
        return RunnerProcess(program, order, log)

    def _drop(self, runner: RunnerProcess) -> None:
        runner.kill()
        with self._lock:
            self._busy.remove(runner)

    def _unpack(self) -> tuple[list[str], str]:
        places = [getattr(self, f"_place_{kind}")(*told) for kind, *told in self._items]
        commands, folders, versions = [], [], []
        for words, folder, interpreter in self._commands:
            commands.append(
                ["".join(places[p] if isinstance(p, int) else p for p in word) for word in words]
            )
            folders.append(None if folder is None else places[folder])
            versions.append(None if interpreter is None else _version(places[interpreter]))
        digest = hashlib.sha256(self._package).hexdigest()
        package = self._write("match.zip", digest, self._package)
        told = {
            "commands": commands,
            "folders": folders,
            "worker": {"name": str(self._worker.name), "interpreters": versions},
        }
        return [sys.executable, "-S", "-E", package], json.dumps({**self._order, **told})

    def _place_file(self, path: str, sha256: str, data: bytes | None) -> str:
        """The path of the file on this machine: its own path if it has the same bytes there."""
        if _hash_of(path) == sha256:
            return path
        return self._write(os.path.basename(path), sha256, self._sent(data, path, sha256))

    def _place_folder(self, path: str, sha256: str, files: list[_SentFile]) -> str:
        """The path of the folder on this machine: its own path if all files are the same there."""
        differing = [
            (os.path.join(path, name), digest, data)
            for name, digest, _, data in files
            if _hash_of(os.path.join(path, name)) != digest
        ]
        if files and not differing:
            return path
        for name, digest, data in differing:
            self._sent(data, name, digest)
        root = os.path.join(f"engine-{sha256}", os.path.basename(path))
        os.makedirs(os.path.join(self._worker.local_directory, root), exist_ok=True)
        for name, digest, is_program, data in files:
            sent = self._sent(data, name, digest)
            self._write(name, digest, sent, root, 0o755 if is_program else 0o644)
        return os.path.join(self._worker.local_directory, root)

    def _place_interpreter(self, word: str) -> str:
        """The path of the interpreter that this machine has by that name."""
        found = shutil.which(word) or shutil.which(os.path.basename(word))
        if found is None and os.path.basename(word).startswith("python"):
            found = sys.executable
        if found is None:
            raise NotHere(f"{self._worker.address} has no {os.path.basename(word)}")
        return found

    def _sent(self, data: bytes | None, path: str, sha256: str) -> bytes:
        """The bytes of a file that differs here. Raises NotHere if none were sent."""
        if data is None:
            found = _hash_of(path)
            what = "is not there" if found is None else f"has the hash {found[:16]}"
            raise NotHere(
                f"{path} {what} on {self._worker.address}, the client's has {sha256[:16]}"
                " (without --engine-on-worker it is sent)"
            )
        return data

    def _write(
        self, name: str, sha256: str, data: bytes, root: str | None = None, mode: int = 0o755
    ) -> str:
        root = f"engine-{sha256}" if root is None else root
        path = os.path.join(self._worker.local_directory, root, name)
        if _hash_of(path) != sha256:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            draft = f"{path}.{os.getpid()}.new"
            with open(draft, "wb") as file:
                file.write(data)
            os.chmod(draft, mode)
            os.replace(draft, path)
            if _hash_of(path) != sha256:
                raise RuntimeError(f"{path} on {self._worker.address} is not what was sent")
        return path

    def _look_after(self) -> None:
        """Lets runners go that nobody needs: idle ones, and those whose task nobody waits for."""
        while not self._closed.wait(ROUND):
            now = time.monotonic()
            with self._lock:
                old = [
                    runner for runner in self._idle if now - runner.idle_since > self._idle_after
                ]
                self._idle = [runner for runner in self._idle if runner not in old]
                lost = [runner for runner in self._busy if self._is_abandoned(runner.key)]
            for runner in old:
                runner.close()
            for runner in lost:
                runner.kill()

    def _is_abandoned(self, key: Key | None) -> bool:
        state = None if key is None else self._worker.state.tasks.get(key)
        return state is None or state.state == "cancelled"


def _plain(item: Item) -> tuple[object, ...]:
    """An item of a shipment as the kind and arguments of `_place_...`."""
    if hasattr(item, "word"):
        return "interpreter", item.word
    if hasattr(item, "files"):
        files = [(file.name, file.sha256, file.is_program, file.data) for file in item.files]
        return "folder", item.path, item.sha256, files
    return "file", item.path, item.sha256, item.data


def _version(interpreter: str) -> str:
    """The first line of its `--version`; empty if it does not tell."""
    try:
        told = subprocess.run(
            [interpreter, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=VERSION_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = [line.strip() for line in told.stdout.decode("utf-8", "replace").splitlines()]
    return next(filter(None, lines), "")[:80] if told.returncode == 0 else ""


def _lost(why: str) -> str:
    return json.dumps({"lost": why})


def _hash_of(path: str) -> str | None:
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
