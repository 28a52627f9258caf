#!/usr/bin/env python3
"""Make the packages of a release from a commit, and try them: release.py [FOLDER].

    release.py [FOLDER] [--commit C] [--system NAME ...] [--quick] [--url URL] [--try-only]

There are archives for Linux on x86-64 and on 64-bit ARM, one for Windows, packages for Debian, the
wheel for Python, the page without a server, the npm package, the files for Homebrew, Nix, Arch
Linux and winget that lead to the archives, and SHA256SUMS. The programs for Linux are static. The
same commit gives the same bytes with the same Rust, linkers and Python. Wheel and page are made
where all systems are; they want `pip install maturin ziglang` and the targets of static_page.py.

Each package is tried on this machine as far as it can be: unpacked into a folder that is then the
root of the program, with nothing else in it; for other systems and older processors under Wine and
qemu-user; and, for root, installed in a clean tree of Debian. The exit code is 1 if something does
not work, and with HEELSTONE_NO_SKIP if something cannot be tried.
--quick makes builds that are made sooner and play slowly, to test this tool.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from releasing import archives, builds, clean, contents, debian, modules, others, templates, trials
from releasing.archives import File, Tree
from releasing.builds import NAME, SYSTEMS, Failed, Source, System

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "target/release-of-commit"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "target/packages")
    parser.add_argument("--commit", default="HEAD", help="what to release; HEAD without it")
    names = [system.name for system in SYSTEMS]
    parser.add_argument("--system", action="append", choices=names, help="all without it")
    parser.add_argument("--quick", action="store_true", help="builds for tests")
    parser.add_argument(
        "--url", default=templates.URL, help="the folder that the packages will be in"
    )
    parser.add_argument("--try-only", action="store_true", help="packages made before")
    return parser.parse_args()


def programs_of(source: Source, system: System, profile: str) -> Tree:
    """The programs of a package."""
    return {
        builds.file_name(source, system, build): File(
            builds.compile_program(source, system, build, WORK / "target", profile), True
        )
        for build in system.builds
    }


def pack(source: Source, system: System, programs: Tree, own: Path, folder: Path) -> list[Path]:
    """Write the packages of a system, with the texts that the program `own` prints."""
    pages, shells = contents.manual(own), contents.completions(own)
    licences = contents.third_parties(builds.crates(source, system))
    tree = contents.archive_tree(source, programs, pages, shells, licences)
    stem = templates.stem(source.version, system)
    if system.suffix:
        path = folder / f"{stem}.zip"
        path.write_bytes(archives.zipped(tree, source.moment, f"{stem}/"))
    else:
        path = folder / f"{stem}.tar.gz"
        path.write_bytes(archives.gzipped(archives.tar(tree, source.moment, f"{stem}/")))
    written = [path]
    if system.debian:
        documents = {
            "copyright": debian.copyright_of(source, licences),
            "changelog.gz": File(archives.gzipped(source.read("CHANGELOG.md"))),
            "README.md": File(source.read("README.md")),
            "protocol.md": File(source.read("protocol.md")),
        }
        files = debian.installed(programs, pages, shells, documents)
        path = folder / f"{NAME}_{source.version}_{system.debian}.deb"
        path.write_bytes(debian.package(source, system, files))
        written.append(path)
    return written


def write_source(source: Source, folder: Path) -> Path:
    """Write the archive of the sources, for those who build themselves."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / templates.source_name(source.version)
    packed = builds.packed(ROOT, source, f"{NAME}-{source.version}")
    path.write_bytes(archives.gzipped(packed))
    return path


def make(source: Source, systems: list[System], profile: str, folder: Path) -> list[Path]:
    """Build and pack for each system, and for Python and browsers if all systems are wanted."""
    if missing := builds.missing_targets(systems):
        raise Failed(f"rustup target add {' '.join(missing)}")
    built = {system.name: programs_of(source, system, profile) for system in systems}
    with tempfile.TemporaryDirectory() as scratch:
        # Any build for this machine prints the same texts.
        own = Path(scratch) / NAME
        here = SYSTEMS[0]
        if here in systems:
            own.write_bytes(built[here.name][NAME].content)
        else:
            only_first = replace(here, builds=here.builds[:1])
            own.write_bytes(programs_of(source, only_first, profile)[NAME].content)
        own.chmod(0o755)
        written = []
        for system in systems:
            written += pack(source, system, built[system.name], own, folder)
    if len(systems) == len(SYSTEMS):
        written.append(others.wheel(source, built[here.name], WORK, folder, profile != "release"))
        written += others.page(source, WORK, folder)
    return written


def main() -> int:
    given = arguments()
    systems = [system for system in SYSTEMS if not given.system or system.name in given.system]
    try:
        source = builds.check_out(ROOT, given.commit, WORK / "source")
        if not given.try_only:
            profile = "systems" if given.quick else "release"
            if given.quick:
                os.environ["CARGO_PROFILE_SYSTEMS_OPT_LEVEL"] = "0"
            packages = [write_source(source, given.folder)]
            packages += make(source, systems, profile, given.folder)
            packages += templates.write(source, given.folder, given.url)
            sums = given.folder / "SHA256SUMS"
            files = [path for path in packages if path.parent == given.folder]
            sums.write_text(archives.checksums(files), encoding="utf-8")
            print(sums.read_text(encoding="utf-8"), end="")

        def more(found: trials.Trials) -> None:
            if SYSTEMS[0] in systems:
                modules.run(found, source, given.folder)
                tree = ROOT / "target/clean-debian"
                clean.run(found, source, given.folder, tree)

        return trials.run(source, systems, given.folder, more)
    except Failed as reason:
        print(f"release.py: {reason}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
