#!/usr/bin/env python3
"""Build the page with the program inside it, as files for any web host: static_page.py FOLDER.

The program is compiled to WebAssembly twice: once for all browsers, and once with threads and
vectors for pages that are isolated. The large files of the games lie beside it, and are fetched
when a game is opened.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src/web/page"
STATIC = ROOT / "src/web/static"
GAMES = ROOT / "src/games"
DATA = ("*.book", "*.weights")

# The most memory of the program, in MiB, and the size of a search's table.
MEMORY = 512
FIRST_MEMORY = 64
TABLE = 64

MIB = 1 << 20

# The same as the server sends, and the program itself.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEAD = f"""<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<link rel="manifest" href="manifest.json">
"""


@dataclass(frozen=True)
class Build:
    """A build of the program."""

    file: str
    target: str
    flags: tuple[str, ...]


BUILDS = (
    Build("heelstone.wasm", "wasm32-wasip1", (f"-zstack-size={16 * MIB}",)),
    Build(
        "heelstone-threads.wasm",
        "wasm32-wasip1-threads",
        (
            f"-zstack-size={4 * MIB}",
            f"--initial-memory={FIRST_MEMORY * MIB}",
            f"--max-memory={MEMORY * MIB}",
            "--export=__wasi_init_tp",
        ),
    ),
)


def missing_targets() -> list[str]:
    """The targets that no Rust here has a standard library for."""
    found = subprocess.run(
        ["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True
    )
    libraries = Path(found.stdout.strip()) / "lib/rustlib"
    return [build.target for build in BUILDS if not (libraries / build.target / "lib").is_dir()]


def compile_program(build: Build, target_folder: Path) -> Path:
    """Compile the program and return its file."""
    home = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
    flags = [f"--remap-path-prefix={home}=/cargo", "-C strip=symbols"]
    if build.target.endswith("-threads"):
        flags.append("-C target-feature=+simd128")
    command = ["cargo", "rustc", "--release", "--locked", "--lib", "--crate-type", "cdylib"]
    command += ["--no-default-features", "--features", "apart,tab"]
    command += ["--target", build.target, "--target-dir", str(target_folder)]
    command += ["--", *(f"-Clink-arg={flag}" for flag in build.flags)]
    environment = os.environ | {"RUSTFLAGS": " ".join(flags), "CARGO_INCREMENTAL": "0"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return target_folder / build.target / "release/heelstone.wasm"


def copy_page(folder: Path) -> None:
    """Copy the page; what is different without a server takes the place of the server's."""
    for source in (PAGE, STATIC):
        for file in source.iterdir():
            shutil.copy(file, folder / file.name)
    index = folder / "index.html"
    before, mark, after = index.read_text(encoding="utf-8").partition("<title>")
    index.write_text(before + HEAD + mark + after, encoding="utf-8")


def copy_data(folder: Path) -> list[str]:
    """Copy the large files of the games and return their names."""
    names = []
    for pattern in DATA:
        for file in sorted(GAMES.rglob(pattern)):
            name = file.relative_to(GAMES).as_posix()
            copy = folder / "data" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, copy)
            names.append(f"data/{name}")
    return names


def version(folder: Path) -> str:
    """A name for what the folder holds."""
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]


def write_constants(folder: Path, page: list[str], data: list[str]) -> None:
    """Tell the page and its service worker which files there are."""
    plain, threaded = (build.file for build in BUILDS)
    constants = {
        "VERSION": version(folder),
        "PAGE": ["./", *page, "built.js"],
        "FILES": data,
        "PROGRAMS": {"plain": plain, "threaded": threaded},
        "TABLE": TABLE,
    }
    lines = [f"const {name} = {json.dumps(value)};" for name, value in constants.items()]
    module = "".join(f"export {line}\n" for line in lines)
    (folder / "built.js").write_text(module, encoding="utf-8")
    # Not every browser has service workers that import.
    service = folder / "service.js"
    text = service.read_text(encoding="utf-8")
    service.write_text("\n".join([*lines, text]), encoding="utf-8")


def build(folder: Path, target_folder: Path) -> None:
    """Build the page into a folder."""
    programs = [(build.file, compile_program(build, target_folder)) for build in BUILDS]
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    copy_page(folder)
    page = sorted(
        file.name for file in folder.iterdir() if file.name not in ("service.js", "index.html")
    )
    data = copy_data(folder)
    for name, program in programs:
        shutil.copy(program, folder / name)
    write_constants(folder, page, data)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folder", type=Path, help="where the files go; what is there now is removed"
    )
    parser.add_argument(
        "--target-dir", type=Path, default=ROOT / "target/static", help="where cargo builds"
    )
    arguments = parser.parse_args()
    missing = missing_targets()
    if missing:
        print(f"missing: rustup target add {' '.join(missing)}", file=sys.stderr)
        return 2
    folder = arguments.folder.resolve()
    if folder.exists() and any(folder.iterdir()) and not (folder / "built.js").exists():
        print(f"{folder} holds other files", file=sys.stderr)
        return 2
    build(folder, arguments.target_dir.resolve())
    print(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
