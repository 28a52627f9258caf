"""Archives whose bytes depend on their contents alone: sorted, of one owner, at one time."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class File:
    """A file to be packed."""

    content: bytes
    executable: bool = False

    @property
    def mode(self) -> int:
        return 0o755 if self.executable else 0o644


# The files of an archive by their names in it.
Tree = dict[str, File]


def folders(tree: Tree) -> list[str]:
    """All folders that the files lie in, each before those inside it."""
    parts = (name.split("/") for name in tree)
    parents = ("/".join(path[:depth]) for path in parts for depth in range(1, len(path)))
    return sorted(set(parents))


def tar(tree: Tree, moment: int, prefix: str = "") -> bytes:
    """A tar file; the time of each entry is `moment`, in seconds since 1970."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in folders({prefix + name: file for name, file in tree.items()}):
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            add(archive, entry, b"", moment)
        for name, file in sorted(tree.items()):
            entry = tarfile.TarInfo(prefix + name)
            entry.mode, entry.size = file.mode, len(file.content)
            add(archive, entry, file.content, moment)
    return out.getvalue()


def add(archive: tarfile.TarFile, entry: tarfile.TarInfo, content: bytes, moment: int) -> None:
    entry.mtime = moment
    entry.uname = entry.gname = "root"
    archive.addfile(entry, io.BytesIO(content))


def gzipped(content: bytes) -> bytes:
    """Compressed without a name and a time."""
    return gzip.compress(content, 9, mtime=0)


def zipped(tree: Tree, moment: int, prefix: str = "") -> bytes:
    """A zip file, for Windows."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(tree.items()):
            entry = zipfile.ZipInfo(prefix + name, time.gmtime(moment)[:6])
            entry.external_attr = (0o100000 | file.mode) << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.content)
    return out.getvalue()


def ar(members: list[tuple[str, bytes]], moment: int) -> bytes:
    """An archive of `ar`, as Debian's packages are, with its members in this order."""
    out = b"!<arch>\n"
    for name, content in members:
        out += f"{name:<16}{moment:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode()
        out += content + b"\n" * (len(content) % 2)
    return out


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def checksums(files: list[Path]) -> str:
    """What `sha256sum --check` reads."""
    return "".join(f"{sha256(file.read_bytes())}  {file.name}\n" for file in sorted(files))
