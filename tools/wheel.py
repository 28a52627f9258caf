#!/usr/bin/env python3
"""Makes the wheel: the module `heelstone`, the program and the match tool.

    tools/wheel.py [FOLDER] [--portable] [--program FILE] [--debug]

It wants Rust and maturin (`pip install maturin`). The wheel is put into FOLDER, by default
`target/wheels`. On x86-64 it is for processors since 2013, or with --portable for those since 2009.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STAGE = ROOT / "target" / "wheel"
SUFFIX = sysconfig.get_config_var("EXE") or ""


def main() -> None:
    """Builds and packs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "target" / "wheels")
    parser.add_argument("--program", type=Path, help="a program that is built already")
    parser.add_argument("--portable", action="store_true", help="for older processors, too")
    parser.add_argument("--debug", action="store_true", help="a build that is quick and slow")
    arguments = parser.parse_args()
    release = [] if arguments.debug else ["--release"]
    target = ROOT / "target" / ("portable" if arguments.portable else "")
    # In place of what .cargo/config.toml says.
    is_x86 = platform.machine().lower() in ("x86_64", "amd64")
    portable = {"RUSTFLAGS": "-C target-cpu=x86-64-v2" if is_x86 else ""}
    env = {**os.environ, **(portable if arguments.portable else {})}
    program = arguments.program
    if program is None:
        cargo: list[str | Path] = [
            "cargo",
            "build",
            "--bin",
            "heelstone",
            "--target-dir",
            target,
            *release,
        ]
        subprocess.run(cargo, cwd=ROOT, env=env, check=True)
        kind = "debug" if arguments.debug else "release"
        program = target / kind / f"heelstone{SUFFIX}"
    stage(program)
    maturin = shutil.which("maturin")
    command = [maturin] if maturin else [sys.executable, "-m", "maturin"]
    options = ["--out", arguments.folder.resolve(), "--target-dir", target]
    profile = ["--profile", "dev"] if arguments.debug else release
    subprocess.run([*command, "build", *profile, *options], cwd=STAGE, env=env, check=True)


def stage(program: Path) -> None:
    """Puts all parts of the wheel into one folder, as maturin wants them."""
    shutil.rmtree(STAGE, ignore_errors=True)
    scripts = STAGE / "data" / "scripts"
    scripts.mkdir(parents=True)
    shutil.copy2(program, scripts / f"heelstone{SUFFIX}")
    ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "python" / "heelstone", STAGE / "heelstone", ignore=ignore)
    match_tool = ROOT / "tools" / "heelstone_match"
    shutil.copytree(match_tool, STAGE / "heelstone_match", ignore=ignore)
    for file in (ROOT / "python" / "README.md", *ROOT.glob("LICENSE-*")):
        shutil.copy2(file, STAGE)
    (STAGE / "pyproject.toml").write_text(project(), encoding="utf-8")


def project() -> str:
    """The project of the module with the parts that the match tool's adds to it."""
    own = (ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8")
    tools = (ROOT / "tools" / "pyproject.toml").read_text(encoding="utf-8")
    match_tool = tomllib.loads(tools)["project"]
    maturin = f"""[tool.maturin]
manifest-path = "{(ROOT / "python" / "Cargo.toml").as_posix()}"
data = "data"
"""
    own = own.replace("[tool.maturin]\n", maturin)
    own = own.replace('["heelstone"]', '["heelstone", "heelstone_match"]')
    extras = match_tool["optional-dependencies"]
    extras = {name: packages for name, packages in extras.items() if name != "dev"}
    own = own.replace("[project]\n", '[project]\nlicense-files = ["LICENSE-*"]\n')
    heading = "[project.optional-dependencies]\n"
    own = own.replace(heading, heading + entries(extras))
    return own + "\n[project.scripts]\n" + entries(match_tool["scripts"])


def entries(table: dict[str, object]) -> str:
    """The entries of a table of TOML; texts and lists of texts are written as in Python."""
    return "".join(f"{key} = {value!r}\n" for key, value in table.items())


if __name__ == "__main__":
    main()
