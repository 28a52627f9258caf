"""A package for Debian and its like, written without their tools."""

from __future__ import annotations

import hashlib
import lzma

from .archives import File, Tree, ar, gzipped, tar
from .builds import NAME, Source, System

COMPLETIONS = {
    "bash": f"usr/share/bash-completion/completions/{NAME}",
    "zsh": f"usr/share/zsh/vendor-completions/_{NAME}",
    "fish": f"usr/share/fish/vendor_completions.d/{NAME}.fish",
}

CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: The Heelstone developers <heelstone@localhost>
Installed-Size: {kilobytes}
Section: games
Priority: optional
Description: engine that plays and solves two-player board games
 Heelstone plays tic-tac-toe, Connect 4, Othello, Stonehenge and draughts, finds the exact
 value of positions, and analyses games. It has a page to play on in a browser ("heelstone web"),
 a terminal ("heelstone play"), and speaks the Go Text Protocol to other programs.
"""


def installed(programs: Tree, pages: Tree, shells: Tree, documents: Tree) -> Tree:
    """The files of the package where they are installed."""
    tree = {}
    for name, program in programs.items():
        # What the program hands over to is for nobody to call.
        folder = "usr/bin" if name == NAME else f"usr/lib/{NAME}"
        tree[f"{folder}/{name}"] = program
    for name, page in pages.items():
        tree[f"usr/share/man/man1/{name}.gz"] = File(gzipped(page.content))
    for shell, place in COMPLETIONS.items():
        tree[place] = shells[shell]
    for name, document in documents.items():
        tree[f"usr/share/doc/{NAME}/{name}"] = document
    return tree


def copyright_of(source: Source, licences: File) -> File:
    own = "\n\n".join(source.read(f"LICENSE-{name}").decode() for name in ("MIT", "APACHE"))
    return File(f"{own}\n\n{licences.content.decode()}".encode())


def package(source: Source, system: System, tree: Tree) -> bytes:
    """The bytes of the package."""
    size = sum(len(file.content) for file in tree.values())
    control = CONTROL.format(
        name=NAME,
        version=source.version,
        architecture=system.debian,
        kilobytes=-(-size // 1024),
    )
    sums = "".join(
        f"{hashlib.md5(file.content).hexdigest()}  {name}\n" for name, file in sorted(tree.items())
    )
    about = {"control": File(control.encode()), "md5sums": File(sums.encode())}
    data = tar(tree, source.moment, "./")
    return ar(
        [
            ("debian-binary", b"2.0\n"),
            ("control.tar.gz", gzipped(tar(about, source.moment, "./"))),
            ("data.tar.xz", lzma.compress(data, preset=9)),
        ],
        source.moment,
    )
