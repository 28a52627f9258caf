"""What a release has beside the programs: the wheel, the page without a server, the npm package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import archives
from .archives import File, Tree
from .builds import NAME, SYSTEMS, Failed, Source, cargo_home, file_name

HERE = SYSTEMS[0]


def tool(source: Source, name: str, *words: str | Path) -> None:
    """Run a tool of the commit."""
    command = [sys.executable, str(source.folder / "tools" / name), *map(str, words)]
    print("$", *command, flush=True)
    flags = f"--remap-path-prefix={cargo_home()}=/cargo -C strip=symbols"
    variables = {
        **os.environ,
        "RUSTFLAGS": flags,
        "HEELSTONE_COMMIT": source.commit[:12],
        "SOURCE_DATE_EPOCH": str(source.moment),
        "CARGO_INCREMENTAL": "0",
    }
    if subprocess.run(command, cwd=source.folder, env=variables).returncode != 0:
        raise Failed(f"tools/{name} has failed")


def wheel(source: Source, programs: Tree, work: Path, folder: Path, is_quick: bool) -> Path:
    """Make the wheel for this system, with the programs of its package."""
    staged, made = work / "wheel-programs", work / "wheel"
    for old in (staged, made):
        shutil.rmtree(old, ignore_errors=True)
        old.mkdir(parents=True)
    for name, file in programs.items():
        (staged / name).write_bytes(file.content)
        (staged / name).chmod(file.mode)
    first = next(build for build in HERE.builds if build.is_first)
    program = staged / file_name(source, HERE, first)
    kind = ["--debug"] if is_quick else []
    built = work / "target" / source.commit[:12] / "wheel"
    options: list[str | Path] = ["--portable", "--zig", "--program", program, "--target-dir", built]
    tool(source, "wheel.py", made, *options, *kind)
    (found,) = made.glob(f"{NAME}-{source.version}-*.whl")
    path = folder / found.name
    shutil.copy2(found, path)
    return path


def tree_of(folder: Path) -> Tree:
    """The files of a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): File(path.read_bytes()) for path in files}


def page(source: Source, work: Path, folder: Path) -> list[Path]:
    """Make the page without a server, and the npm package, which has the same program."""
    built, package = work / "page", work / "npm"
    shutil.rmtree(built, ignore_errors=True)
    target = work / "target" / source.commit[:12] / "page"
    tool(source, "static_page.py", built, "--target-dir", target)
    tool(source, "npm_package.py", package, "--page", built)
    stem = f"{NAME}-{source.version}-page"
    zipped = folder / f"{stem}.zip"
    zipped.write_bytes(archives.zipped(tree_of(built), source.moment, f"{stem}/"))
    packed = folder / npm_name(source)
    # As `npm pack` does.
    content = archives.tar(tree_of(package), source.moment, "package/")
    packed.write_bytes(archives.gzipped(content))
    return [zipped, packed]


def npm_name(source: Source) -> str:
    """The name of the npm package, as `npm pack` has it."""
    return f"{NAME}-{source.version}.tgz"
