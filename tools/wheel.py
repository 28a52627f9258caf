#!/usr/bin/env python3
"""Makes the wheel: the module `heelstone`, the program and the match tool.

    tools/wheel.py [FOLDER] [--portable] [--zig] [--program FILE] [--debug]

It wants Rust and maturin (`pip install maturin`). The wheel is put into FOLDER, by default
`target/wheels`. On x86-64 it is for processors since 2013; with --portable it is for those since
2009, and has a faster build of the module beside, which it takes where it can. With --zig it is for
older Linux, too (`pip install ziglang`). The builds that lie beside FILE come along.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STAGE = ROOT / "target" / "wheel"
PROGRAM = "heelstone" + (sysconfig.get_config_var("EXE") or "")
# The module, and its build for newer processors, which heelstone/fastest.py takes.
MODULE, FAST_MODULE = "_heelstone.", "_fast."


# The build of the module for all processors, and the one for newer ones.
PORTABLE, FAST = "x86-64-v2", "x86-64-v3"
# The oldest Linux that Rust and Python 3.11 are for.
OLDEST_LINUX = "manylinux2014"
# macOS has one wheel for machines of both kinds.
HAS_LEVELS = platform.system() != "Darwin" and platform.machine().lower() in ("x86_64", "amd64")


def main() -> None:
    """Builds and packs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "target" / "wheels")
    parser.add_argument("--program", type=Path, help="a program that is built already")
    parser.add_argument("--portable", action="store_true", help="for older processors, too")
    parser.add_argument("--zig", action="store_true", help="for older Linux, too")
    parser.add_argument("--debug", action="store_true", help="a build that is quick and slow")
    parser.add_argument("--target-dir", type=Path, default=ROOT / "target", help="cargo's folder")
    arguments = parser.parse_args()
    profile = "dev" if arguments.debug else "release"
    target: Path = arguments.target_dir.resolve() / ("portable" if arguments.portable else "")
    env = dict(os.environ)
    if arguments.portable:
        env = flags_for(PORTABLE if HAS_LEVELS else None)
    stage(arguments.program or program(profile, target, env))
    options = ["--profile", profile]
    if arguments.zig:
        options += ["--zig", "--compatibility", OLDEST_LINUX]
    if arguments.portable and HAS_LEVELS:
        add_fast_module([*options, "--target-dir", str(target / FAST)])
    maturin([*options, "--target-dir", str(target)], arguments.folder.resolve(), env)


def flags_for(level: str | None) -> dict[str, str]:
    """The environment of a build for such processors, in place of what .cargo/config.toml says."""
    flags = os.environ.get("RUSTFLAGS", "")
    return {**os.environ, "RUSTFLAGS": f"{flags} -C target-cpu={level}" if level else flags}


def program(profile: str, target: Path, env: dict[str, str]) -> Path:
    """Builds the program, and returns its file."""
    what = ["--bin", "heelstone", "--profile", profile, "--target-dir", str(target)]
    subprocess.run(["cargo", "build", *what], cwd=ROOT, env=env, check=True)
    return target / ("debug" if profile == "dev" else profile) / PROGRAM


def maturin(options: list[str], folder: Path, env: dict[str, str]) -> None:
    """Makes a wheel of all that lies in the stage."""
    found = shutil.which("maturin")
    command = [found] if found else [sys.executable, "-m", "maturin"]
    subprocess.run([*command, "build", *options, "--out", folder], cwd=STAGE, env=env, check=True)


def add_fast_module(options: list[str]) -> None:
    """Puts a build of the module for newer processors onto the stage."""
    with tempfile.TemporaryDirectory() as folder:
        maturin(options, Path(folder), flags_for(FAST))
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as packed:
            modules = (name for name in packed.namelist() if name.endswith((".so", ".pyd")))
            (name,) = (name for name in modules if name.startswith(f"heelstone/{MODULE}"))
            content = packed.read(name)
    (STAGE / name.replace(MODULE, FAST_MODULE)).write_bytes(content)


def stage(program_file: Path) -> None:
    """Puts all parts of the wheel into one folder, as maturin wants them."""
    shutil.rmtree(STAGE, ignore_errors=True)
    scripts = STAGE / "data" / "scripts"
    scripts.mkdir(parents=True)
    shutil.copy2(program_file, scripts / PROGRAM)
    # Where the program looks for them, and nobody calls them by mistake.
    handed = STAGE / "data" / "data" / "lib" / "heelstone"
    for build in sorted(program_file.parent.glob("heelstone-*-x86-64-v*")):
        handed.mkdir(parents=True, exist_ok=True)
        shutil.copy2(build, handed)
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
