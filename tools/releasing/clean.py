"""A clean tree of Debian, without Rust and a network, in which packages are installed and play."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from . import templates
from .builds import NAME, SYSTEMS, Failed, Source
from .trials import Skipped, Trials, needed, output, plays

RELEASE = "bookworm"
# What a wheel is installed with.
PYTHON = "python3,python3-venv"
# The most seconds that the tree may take to make: a network and a processor may be slow.
PATIENCE = 3600
# From the file to the end of the first game, in seconds.
MOST_SECONDS = 30
GAME = ["newgame connect4", "timelimit none", "nodes 1000", *["genmove"] * 42, "result", "quit"]
BY_MODULE = """
import heelstone
game = heelstone.Game("connect4")
while game.legal_moves:
    game.play(game.best_move(nodes=1000))
assert game.result is not None
"""


def make(tree: Path) -> None:
    """Put a small Debian into a folder, unless it is there."""
    if os.geteuid() != 0:
        raise Skipped("only root can have a tree of Debian")
    if (tree / "made").exists():
        return
    needed("debootstrap")
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    print(f"$ debootstrap {RELEASE} {tree}", flush=True)
    # Whatever it mounts and starts ends with it, also if it is killed.
    contained = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    bootstrap = ["debootstrap", "--variant=minbase", f"--include={PYTHON}", RELEASE, str(tree)]
    output([*contained, *bootstrap], patience=PATIENCE)
    if (tree / "usr/bin/rustc").exists():
        raise Failed("the tree has Rust")
    output(inside(tree, "python3", "-m", "venv", "/venv"))
    (tree / "made").touch()


@contextlib.contextmanager
def copied(tree: Path, package: Path) -> Iterator[Path]:
    """A tree of its own for a package, which lies at its root."""
    with tempfile.TemporaryDirectory(dir=tree.parent) as scratch:
        root = Path(scratch) / "root"
        subprocess.run(["cp", "--archive", tree, root], check=True)
        shutil.copy2(package, root)
        yield root


def inside(root: Path, *words: str) -> list[str]:
    """A command in the tree, without a network and without the variables of this machine."""
    variables = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8"]
    return ["unshare", "--net", "--root", str(root), "/usr/bin/env", "-i", *variables, *words]


def tried(trials: Trials, tree: Path, package: Path, install: list[str], program: str) -> str:
    """Install, play a game, and then compare with the other builds."""
    make(tree)
    with copied(tree, package) as root:
        before = time.monotonic()
        output(inside(root, *install))
        told = output(inside(root, program), "\n".join(GAME) + "\n")
        seconds = time.monotonic() - before
        if not ({"= B+1", "= W+1", "= 0"} & set(told.splitlines())):
            raise Failed(f"it played no game: {told}")
        if seconds > MOST_SECONDS:
            raise Failed(f"it took {seconds:.0f} s, more than {MOST_SECONDS}")
        if package.suffix == ".whl":
            output(inside(root, "/venv/bin/python", "-c", BY_MODULE))
        plays(trials, inside(root, program))
        return f"installed and played in {seconds:.1f} s"


def run(trials: Trials, source: Source, folder: Path, tree: Path) -> None:
    """Try the archive, the package of Debian and, if there is one, the wheel."""
    system = SYSTEMS[0]
    stem = templates.stem(source.version, system)
    unpacked = ["tar", "-xzf", f"/{stem}.tar.gz", "-C", "/opt"]
    debian = f"{NAME}_{source.version}_{system.debian}.deb"
    wanted = [
        (folder / f"{stem}.tar.gz", unpacked, f"/opt/{stem}/{NAME}"),
        (folder / debian, ["dpkg", "--install", f"/{debian}"], f"/usr/bin/{NAME}"),
    ]
    for wheel in sorted(folder.glob(f"{NAME}-{source.version}-*.whl")):
        install = ["/venv/bin/pip", "install", "--no-index", f"/{wheel.name}"]
        wanted.append((wheel, install, f"/venv/bin/{NAME}"))
    for package, install, program in wanted:

        def attempt(
            package: Path = package, install: list[str] = install, program: str = program
        ) -> str:
            return tried(trials, tree, package, install, program)

        trials.attempt(f"{package.name} in a clean Debian", attempt)
