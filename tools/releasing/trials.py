"""Each package, unpacked where nothing else is and started there, as far as this machine can."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from . import templates
from .builds import NAME, SYSTEMS, Failed, Source, System, file_name

# A whole game of the machine against itself, and a few more commands: every build prints the same.
SETTINGS = ["timelimit none", "nodes 2000", "seed 1", "book off"]
DIALOGUE = [
    "newgame tictactoe",
    *SETTINGS,
    *["genmove"] * 9,
    "board",
    "history",
    "newgame othello",
    *SETTINGS,
    *["genmove"] * 4,
    "solve nodes 2000",
    "newgame connect4",
    *["genmove"] * 4,
    "position",
    "quit",
]
BENCH = ("bench", "--nodes", "2000")
PATIENCE = 600
# Keeps the program from handing over to a build for newer processors.
AS_IT_IS = {"HEELSTONE_CPU": "any"}
OLD = "Nehalem"


class Skipped(Exception):
    """Why something cannot be tried here."""


@dataclass
class Trials:
    """What was tried and what came of it."""

    lines: list[str] = field(default_factory=list)
    failed: bool = False
    skipped: bool = False
    # What the first build printed, to compare with.
    expected: dict[str, str] = field(default_factory=dict)

    def attempt(self, what: str, trial: Callable[[], str]) -> None:
        try:
            self.add(f"ok       {what}: {trial()}")
        except Skipped as reason:
            self.skipped = True
            self.add(f"skipped  {what}: {reason}")
        except (Failed, OSError, subprocess.SubprocessError) as reason:
            self.failed = True
            self.add(f"FAILED   {what}: {reason}")

    def add(self, line: str) -> None:
        self.lines.append(line)
        print(line, flush=True)

    def same(self, what: str, text: str) -> str:
        """The text, which has to be what the first build printed."""
        if text != self.expected.setdefault(what, text):
            raise Failed(
                f"its {what} is\n{text}\nand that of the first build\n{self.expected[what]}"
            )
        return text


def output(
    command: list[str],
    text: str = "",
    code: int = 0,
    variables: dict[str, str] | None = None,
    patience: float = PATIENCE,
) -> str:
    """What a program prints, errors included."""
    found = subprocess.run(
        command,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=patience,
        env={**os.environ, **(variables or {})},
    )
    if found.returncode != code:
        printed = found.stdout[-800:]
        raise Failed(f"{' '.join(command)} ended with {found.returncode}, not {code}: {printed}")
    return found.stdout


def needed(*programs: str) -> None:
    for program in programs:
        if not shutil.which(program):
            raise Skipped(f"{program} is not there")


def plays(trials: Trials, command: list[str], variables: dict[str, str] | None = None) -> str:
    """Play and measure through the pipe, and compare with the first build."""
    text = output(command, "\n".join(DIALOGUE) + "\n", variables=variables)
    if text.count("=") < len(DIALOGUE) - 4:
        raise Failed(f"commands were refused: {text}")
    trials.same("dialogue", re.sub(r"time [\d.]+", "time", text))
    signature = output([*command, *BENCH], variables=variables).splitlines()[-1]
    return trials.same("bench", signature)


def alone(root: Path, program: str) -> list[str]:
    """The command for a program whose root is a folder, with nothing but what lies there."""
    needed("unshare")
    return ["unshare", "--user", "--map-root-user", "--root", str(root), f"/{program}"]


@contextlib.contextmanager
def running(command: list[str]) -> Iterator[str]:
    """The file that a program which waits for commands runs from."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write("name\n")
        process.stdin.flush()
        process.stdout.readline()
        yield os.readlink(f"/proc/{process.pid}/exe")
        process.stdin.close()


def best_level() -> str:
    """The best level for which there is a build that this processor can run."""
    flags = set(Path("/proc/cpuinfo").read_text(encoding="utf-8").split())
    if {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"} <= flags:
        return "x86-64-v4"
    if {"avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"} <= flags:
        return "x86-64-v3"
    raise Skipped("this processor has no AVX2")


def hands_over(command: list[str]) -> str:
    """The program runs the best build for this processor."""
    level = best_level()
    with running(command) as file:
        if not file.endswith(level):
            raise Failed(f"{file} runs, and not the build for {level}")
        return Path(file).name


def of_this_processor(trials: Trials, name: str, root: Path, first: str, system: System) -> None:
    """An unpacked package for Linux on x86-64."""
    command = alone(root, first)
    trials.attempt(f"{name} alone", lambda: plays(trials, command))
    trials.attempt(f"{name}, the build it runs", lambda: hands_over(command))
    trials.attempt(f"{name} as it is", lambda: plays(trials, command, AS_IT_IS))

    def old() -> str:
        needed("qemu-x86_64")
        return plays(trials, ["qemu-x86_64", "-cpu", OLD, str(root / first)])

    trials.attempt(f"{name} on {OLD}", old)


def refuses(program: Path) -> str:
    """The build for newer processors says on an old one what is missing."""
    needed("qemu-x86_64")
    text = output(["qemu-x86_64", "-cpu", OLD, str(program)], code=1)
    if "this one lacks" not in text:
        raise Failed(f"it says {text}")
    return text.strip()


def linux(trials: Trials, name: str, root: Path, first: str, system: System) -> None:
    if system is SYSTEMS[0]:
        of_this_processor(trials, name, root, first, system)
        return

    def emulated() -> str:
        emulator = f"qemu-{system.name.split('-')[0]}"
        needed(emulator)
        return plays(trials, [emulator, str(root / first)])

    trials.attempt(f"{name} under qemu", emulated)


def archive(trials: Trials, source: Source, system: System, folder: Path) -> None:
    stem = templates.stem(source.version, system)
    first = f"{stem}/{NAME}{system.suffix}"
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        root.chmod(0o755)
        if system.suffix:
            with zipfile.ZipFile(folder / f"{stem}.zip") as packed:
                packed.extractall(root)
            trials.attempt(f"{stem}.zip under Wine", lambda: windows(trials, root / first))
            return
        with tarfile.open(folder / f"{stem}.tar.gz") as packed_files:
            packed_files.extractall(root, filter="data")
        linux(trials, f"{stem}.tar.gz", root, first, system)
        for build in system.builds:
            if build.level and not build.is_first:
                newer = root / stem / file_name(source, system, build)
                for_newer_processors(trials, newer, build.level)


def for_newer_processors(trials: Trials, program: Path, level: str) -> None:
    """A build that the program hands over to, by itself."""

    def here() -> str:
        if best_level() < level:
            raise Skipped("this processor is too old for it")
        return plays(trials, [str(program)])

    trials.attempt(f"{program.name} here", here)
    trials.attempt(f"{program.name} on {OLD}", lambda: refuses(program))


def windows(trials: Trials, program: Path) -> str:
    """The program under Wine, and its faster build, which it starts."""
    needed("wine")
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "systems"))
    import run as systems  # type: ignore[import-not-found]

    systems.prepare_wine()
    variables = systems.WINDOWS.variables()
    alone = plays(trials, ["wine", str(program)], {**variables, **AS_IT_IS})
    if plays(trials, ["wine", str(program)], variables) != alone:
        raise Failed("its two builds differ")
    return alone


def debian(trials: Trials, source: Source, system: System, folder: Path) -> None:
    name = f"{NAME}_{source.version}_{system.debian}.deb"
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        root.chmod(0o755)

        def unpacked() -> str:
            needed("dpkg-deb")
            output(["dpkg-deb", "--extract", str(folder / name), str(root)])
            return output(["dpkg-deb", "--show", str(folder / name)]).strip().replace("\t", " ")

        trials.attempt(name, unpacked)
        if (root / "usr/bin" / NAME).exists():
            linux(trials, name, root, f"usr/bin/{NAME}", system)


def run(source: Source, systems: list[System], folder: Path, more: Callable[[Trials], None]) -> int:
    """Try the packages, then what `more` tries, and return the exit code."""
    trials = Trials()
    for system in systems:
        archive(trials, source, system, folder)
        if system.debian:
            debian(trials, source, system, folder)
    more(trials)
    print("\n== what was tried", *trials.lines, sep="\n")
    must_have_all = bool(os.environ.get("HEELSTONE_NO_SKIP"))
    return int(trials.failed or (must_have_all and trials.skipped))
