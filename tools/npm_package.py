#!/usr/bin/env python3
"""Put the package for npm together: npm_package.py FOLDER [--page FOLDER].

The program is that of the page without a server, which is built unless --page says where it is.
`npm pack FOLDER` makes the file to publish.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import static_page

ROOT = Path(__file__).resolve().parents[1]
# What the page and the package have in common.
SHARED = ("engine.js", "worker.js", "thread.js", "wasi.js")


def put_together(page: Path, folder: Path) -> None:
    """Copy everything to where the package has it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "npm", folder)
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        shutil.copy(ROOT / name, folder)
    program = folder / "program"
    program.mkdir()
    for name in SHARED:
        shutil.copy(static_page.STATIC / name, program)
    for build in static_page.BUILDS:
        shutil.copy(page / build.file, program)
    shutil.copytree(page / "data", program / "data")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--page", type=Path, help="a page without a server that is built already")
    given = parser.parse_args()
    page: Path = given.page or ROOT / "target/static/page"
    if not given.page:
        static_page.build(page, ROOT / "target/static")
    put_together(page, given.folder)


if __name__ == "__main__":
    main()
