"""The files of a package beside the programs: manual pages, completions, documents and licences."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .archives import File, Tree
from .builds import NAME, Crate, Failed, Source

# The sub-commands that have a manual page of their own.
PAGES = ("solve", "bench", "perft", "review", "play", "web", "book", "train", "tree", "puzzles")
# The shells, and the names that each looks for.
SHELLS = {"bash": NAME, "zsh": f"_{NAME}", "fish": f"{NAME}.fish", "powershell": f"_{NAME}.ps1"}
DOCUMENTS = ("README.md", "CHANGELOG.md", "protocol.md", "LICENSE-MIT", "LICENSE-APACHE")
LICENCES = ("licen[cs]e*", "LICEN[CS]E*", "COPYING*", "NOTICE*", "UNLICENSE*")

HEADING = """\
Heelstone itself is under the MIT licence or Apache 2.0, as you prefer: see LICENSE-MIT and
LICENSE-APACHE. The programs contain the standard library of Rust (MIT or Apache 2.0), those for
Linux musl (MIT), and the following libraries, whose licences come after the list.
"""


def printed(program: Path, *arguments: str) -> bytes:
    """What a program prints."""
    found = subprocess.run([program, *arguments], capture_output=True)
    if found.returncode != 0:
        raise Failed(f"{NAME} {' '.join(arguments)}: {found.stderr.decode()}")
    return found.stdout


def manual(program: Path) -> Tree:
    """The manual pages, as the program prints them."""
    pages = {f"{NAME}.1": File(printed(program, "man"))}
    for page in PAGES:
        pages[f"{NAME}-{page}.1"] = File(printed(program, "man", page))
    return pages


def completions(program: Path) -> Tree:
    """The completions, by shell."""
    return {shell: File(printed(program, "completions", shell)) for shell in SHELLS}


def third_parties(crates: list[Crate]) -> File:
    """The licences of all libraries that are part of a program; those with one text share it."""
    users: dict[str, list[str]] = {}
    for crate in crates:
        files = sorted({file for pattern in LICENCES for file in crate.folder.glob(pattern)})
        for file in files:
            if file.is_file():
                text = file.read_text(encoding="utf-8", errors="replace").strip()
                users.setdefault(text, []).append(f"{crate.name} {crate.version}")
    listed = "".join(f"- {crate.name} {crate.version}: {crate.licence}\n" for crate in crates)
    texts = "".join(
        f"\n{'-' * 80}\n{', '.join(dict.fromkeys(names))}:\n\n{text}\n"
        for text, names in sorted(users.items(), key=lambda item: item[1])
    )
    return File(f"{HEADING}\n{listed}{texts}".encode())


def archive_tree(source: Source, programs: Tree, pages: Tree, shells: Tree, licences: File) -> Tree:
    """What an archive holds."""
    tree = dict(programs)
    for name in DOCUMENTS:
        tree[name] = File(source.read(name))
    tree["INSTALL.md"] = File(source.read("docs/installing.md"))
    tree["LICENSES-OF-LIBRARIES.txt"] = licences
    tree |= {f"man/{name}": page for name, page in pages.items()}
    tree |= {f"completions/{SHELLS[shell]}": text for shell, text in shells.items()}
    return tree
