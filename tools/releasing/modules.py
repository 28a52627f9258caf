"""Tries the wheel and the npm package on this machine."""

from __future__ import annotations

import sys
import tarfile
import tempfile
from pathlib import Path

from .builds import NAME, Failed, Source
from .others import npm_name
from .trials import AS_IT_IS, OLD, Trials, best_level, needed, output

# Plays against itself, and tells the moves after the file that the module is loaded from.
IN_PYTHON = """
import heelstone
from heelstone import _heelstone
print(_heelstone.__file__)
game = heelstone.Game("othello", book=False)
for _ in range(6):
    game.play(game.best_move(nodes=500))
print(*game.moves, game.evaluate(), heelstone.Game("connect4").perft(4).sequences)
"""
IN_NODE = """
import { Engine } from 'heelstone';
const engine = await Engine.start();
await engine.open('connect4');
while (engine.state.result === null) await engine.genmove({ depth: 4 });
console.log(engine.state.moves.length, 'moves');
await engine.end();
"""


def wheel(trials: Trials, path: Path, venv: Path) -> str:
    """Install the wheel, and play with both builds of its module."""
    output([sys.executable, "-m", "venv", str(venv)])
    output([str(venv / "bin/pip"), "install", "--quiet", "--no-index", str(path)])
    python = [str(venv / "bin/python"), "-c", IN_PYTHON]
    file, moves = output(python).splitlines()
    if best_level() and "/_fast." not in file:
        raise Failed(f"the module is {file}, and not the fast one")
    trials.same("moves of the module", moves)
    file, moves = output(python, variables=AS_IT_IS).splitlines()
    if "/_fast." in file:
        raise Failed(f"the module is {file} all the same")
    trials.same("moves of the module", moves)
    return moves


def wheel_on_an_old_processor(trials: Trials, venv: Path) -> str:
    """Play with the wheel that was installed."""
    needed("qemu-x86_64")
    python = [str(venv / "bin/python"), "-c", IN_PYTHON]
    file, moves = output(["qemu-x86_64", "-cpu", OLD, *python]).splitlines()
    if "/_fast." in file:
        raise Failed(f"the module is {file} all the same")
    return trials.same("moves of the module", moves)


def npm(path: Path, folder: Path) -> str:
    """Unpack the package where Node.js looks for it, and play."""
    needed("node")
    with tarfile.open(path) as packed:
        packed.extractall(folder, filter="data")
    modules = folder / "node_modules"
    modules.mkdir()
    (folder / "package").rename(modules / NAME)
    script = folder / "play.mjs"
    script.write_text(IN_NODE, encoding="utf-8")
    return output(["node", str(script)]).strip()


def run(trials: Trials, source: Source, folder: Path) -> None:
    """Try what there is."""
    for path in sorted(folder.glob(f"{NAME}-{source.version}-*.whl")):
        with tempfile.TemporaryDirectory() as scratch:
            venv = Path(scratch) / "venv"
            trials.attempt(path.name, lambda path=path, venv=venv: wheel(trials, path, venv))  # type: ignore[misc]
            trials.attempt(
                f"{path.name} on {OLD}",
                lambda venv=venv: wheel_on_an_old_processor(trials, venv),  # type: ignore[misc]
            )
    packed = folder / npm_name(source)
    if packed.exists():
        with tempfile.TemporaryDirectory() as scratch:
            trials.attempt(packed.name, lambda: npm(packed, Path(scratch)))
