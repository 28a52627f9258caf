#!/usr/bin/env python3
"""Make a site of the documents with mdBook: book.py [--mdbook PROGRAM].

The pages of docs/SUMMARY.md and the files that they lead to are copied to `target/book/pages`, in
folders as here, and mdBook makes `target/book/site` of them, as book.toml says. Then every link of
the site is followed; the exit code is 1 if one leads nowhere.
"""

from __future__ import annotations

import argparse
import html.parser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]
SUMMARY = ROOT / "docs/SUMMARY.md"
PAGES = ROOT / "target/book/pages"
SITE = ROOT / "target/book/site"
LINK = re.compile(r"\]\(([^)\s]+)\)")


def linked(page: Path) -> list[Path]:
    """The files of the project that a page leads to."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    targets = (link.partition("#")[0] for link in LINK.findall(text) if "://" not in link)
    return [Path(os.path.normpath(page.parent / target)) for target in targets if target]


def indexed(name: str) -> str:
    """The name of a page: mdBook makes `index.html` of a README, and follows no link to it."""
    return re.sub(r"\bREADME\.md\b", "index.md", name)


def with_indices(text: str) -> str:
    return LINK.sub(lambda link: link[0] if "://" in link[1] else indexed(link[0]), text)


def stage() -> int:
    """Copy the pages and what they lead to, and return how many files these are."""
    shutil.rmtree(PAGES, ignore_errors=True)
    pages = linked(SUMMARY)
    files = dict.fromkeys(pages)
    for page in pages:
        for target in linked(page):
            inside = sorted(target.iterdir()) if target.is_dir() else [target]
            files |= dict.fromkeys(file for file in inside if file.is_file())
    for file in files:
        copy = PAGES / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file in pages:
            text = file.read_text(encoding="utf-8")
            copy.with_name(indexed(copy.name)).write_text(with_indices(text), encoding="utf-8")
        else:
            shutil.copy(file, copy)
    text = SUMMARY.read_text(encoding="utf-8")
    moved = LINK.sub(lambda link: f"]({os.path.normpath('docs/' + link[1])})", text)
    (PAGES / "SUMMARY.md").write_text(with_indices(moved), encoding="utf-8")
    return len(files)


class Links(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            if value and (tag, name) in {("a", "href"), ("img", "src")}:
                self.links.append(value)


def dead_links() -> list[str]:
    """The links of the site that lead nowhere."""
    # The page for wrong addresses and the one for printers have links of their own kind.
    pages = [path for path in SITE.rglob("*.html") if path.name not in {"404.html", "print.html"}]
    read = {page: Links(page) for page in pages}
    dead = []
    for page, found in read.items():
        for link in found.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            path = page
            if parts.path:
                path = Path(os.path.normpath(page.parent / unquote(parts.path)))
            fragment = unquote(parts.fragment)
            if not path.exists() or (
                fragment and path in read and fragment not in read[path].anchors
            ):
                dead.append(f"{page.relative_to(SITE)}: {link}")
    return dead


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mdbook", default="mdbook", help="the program, if it is not on the path")
    mdbook = shutil.which(parser.parse_args().mdbook)
    if mdbook is None:
        print("book.py: mdbook is not there (cargo install mdbook --locked)", file=sys.stderr)
        return 1
    print(f"{stage()} files")
    subprocess.run([mdbook, "build", ROOT], check=True)
    dead = dead_links()
    for link in dead:
        print(f"leads nowhere: {link}", file=sys.stderr)
    return int(bool(dead))


if __name__ == "__main__":
    sys.exit(main())
