"""The files of other package managers, made from `packaging/` for the packages of a release."""

from __future__ import annotations

import re
from pathlib import Path

from .archives import sha256
from .builds import NAME, SYSTEMS, Failed, Source, System

# Whoever publishes the packages says where.
URL = "https://example.org/heelstone"
MARK = re.compile(r"@([A-Z0-9]+(?:_[a-z0-9_-]+)?)@")


def stem(version: str, system: System) -> str:
    """The name of an archive without its ending."""
    return f"{NAME}-{version}-{system.name}"


def archive_name(version: str, system: System) -> str:
    return stem(version, system) + (".zip" if system.suffix else ".tar.gz")


def source_name(version: str) -> str:
    return f"{NAME}-{version}-source.tar.gz"


def values(version: str, folder: Path, url: str) -> dict[str, str]:
    """What the marks of the templates stand for; only packages that are there have a checksum."""
    found = {"VERSION": version, "URL": url.rstrip("/")}
    names = {system.name: archive_name(version, system) for system in SYSTEMS}
    for key, name in {"source": source_name(version), **names}.items():
        found[f"FILE_{key}"] = name
        if (folder / name).exists():
            found[f"SHA256_{key}"] = sha256((folder / name).read_bytes())
    return found


def fill(text: str, known: dict[str, str]) -> str:
    """The text with values in place of its marks.

    Raises `KeyError` for a mark that is not known.
    """
    return MARK.sub(lambda mark: known[mark[1]], text)


def write(source: Source, folder: Path, url: str) -> list[Path]:
    """Fill the templates in; those that lead to packages which were not made are left out."""
    known = values(source.version, folder, url)
    written = []
    for template in sorted((source.folder / "packaging").rglob("*.in")):
        name = template.relative_to(source.folder / "packaging").with_suffix("")
        path = folder / "packaging" / name
        try:
            text = fill(template.read_text(encoding="utf-8"), known)
        except KeyError as missing:
            if not str(missing).startswith("'SHA256_"):
                raise Failed(f"{template.name} has the unknown mark {missing}") from missing
            print(f"{name} is left out: it leads to a package that was not made")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written
