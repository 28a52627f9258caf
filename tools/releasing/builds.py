"""The builds of the program for each system, from the sources of a commit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

NAME = "heelstone"


class Failed(Exception):
    """A sentence that says why there is no release."""


@dataclass(frozen=True)
class Build:
    """A build for the processors of one level."""

    # As the program calls it, and rustc; none where all processors are alike.
    level: str | None
    # False for a build that another one hands over to.
    is_first: bool = True


@dataclass(frozen=True)
class System:
    """A system that there are packages for."""

    name: str
    target: str
    builds: tuple[Build, ...]
    linker: str | None = None
    flags: tuple[str, ...] = ()
    suffix: str = ""
    # What Debian calls the processor, if there is a package for it.
    debian: str | None = None


LEVELS = (
    Build("x86-64-v2"),
    Build("x86-64-v3", is_first=False),
    Build("x86-64-v4", is_first=False),
)
SYSTEMS = (
    System("x86_64-linux", "x86_64-unknown-linux-musl", LEVELS, debian="amd64"),
    System(
        "aarch64-linux",
        "aarch64-unknown-linux-musl",
        (Build(None),),
        # A part of Rust, which has all that such a program is linked with.
        linker="rust-lld",
        debian="arm64",
    ),
    System(
        "x86_64-windows",
        "x86_64-pc-windows-gnu",
        LEVELS,
        linker="x86_64-w64-mingw32-gcc",
        # The linker would write the time of the build into the program.
        flags=("-C", "link-arg=-Wl,--no-insert-timestamp"),
        suffix=".exe",
    ),
)


@dataclass
class Source:
    """The sources of a commit, in a folder of their own."""

    folder: Path
    commit: str
    # The time of the commit, in seconds since 1970.
    moment: int
    version: str = field(init=False)

    def __post_init__(self) -> None:
        manifest = tomllib.loads((self.folder / "Cargo.toml").read_text(encoding="utf-8"))
        self.version = manifest["package"]["version"]

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()


def git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode != 0:
        raise Failed(f"git {' '.join(words)}: {found.stderr.strip()}")
    return found.stdout.strip()


def check_out(repository: Path, commit: str, folder: Path) -> Source:
    """Put the files of a commit into a folder."""
    commit = git(repository, "rev-parse", f"{commit}^{{commit}}")
    moment = int(git(repository, "show", "--no-patch", "--format=%ct", commit))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    archive = subprocess.Popen(["git", "-C", repository, "archive", commit], stdout=subprocess.PIPE)
    unpacked = subprocess.run(["tar", "-x", "-C", folder], stdin=archive.stdout)
    if archive.wait() or unpacked.returncode:
        raise Failed(f"the files of {commit} cannot be written to {folder}")
    return Source(folder, commit, moment)


def packed(repository: Path, source: Source, folder: str) -> bytes:
    """The files of the commit as a tar file, in a folder of that name."""
    command = ["git", "-C", str(repository), "archive", f"--prefix={folder}/", source.commit]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def cargo_home() -> Path:
    return Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")).resolve()


def environment(source: Source, system: System, build: Build) -> dict[str, str]:
    """All that a build depends on beside the sources, Rust and the linker."""
    flags = [f"--remap-path-prefix={cargo_home()}=/cargo", "-C", "strip=symbols", *system.flags]
    if build.level:
        flags += ["-C", f"target-cpu={build.level}"]
    of_target = "CARGO_TARGET_" + system.target.upper().replace("-", "_")
    linker = {f"{of_target}_LINKER": system.linker} if system.linker else {}
    return {
        **os.environ,
        **linker,
        "RUSTFLAGS": " ".join(flags),
        "HEELSTONE_COMMIT": source.commit[:12],
        "SOURCE_DATE_EPOCH": str(source.moment),
        "CARGO_INCREMENTAL": "0",
    }


def compile_program(
    source: Source, system: System, build: Build, target: Path, profile: str
) -> bytes:
    """Build the program and return its bytes."""
    # Files of a commit have its time: cargo would take those of an older one for built already.
    folder = target / source.commit[:12] / (build.level or "all")
    command = ["cargo", "build", "--locked", "--bin", NAME, "--profile", profile]
    command += ["--target", system.target, "--target-dir", str(folder)]
    print("$", *command, flush=True)
    variables = environment(source, system, build)
    if subprocess.run(command, cwd=source.folder, env=variables).returncode != 0:
        raise Failed(f"the build for {system.name} has failed")
    return (folder / system.target / profile / (NAME + system.suffix)).read_bytes()


def file_name(source: Source, system: System, build: Build) -> str:
    """The name of a program; one that another hands over to has its release and level."""
    handed = "" if build.is_first else f"-{source.version}-{build.level}"
    return NAME + handed + system.suffix


def missing_targets(systems: list[System]) -> list[str]:
    """The targets that Rust has no standard library for here."""
    found = subprocess.run(
        ["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True
    )
    libraries = Path(found.stdout.strip()) / "lib/rustlib"
    return [system.target for system in systems if not (libraries / system.target / "lib").is_dir()]


@dataclass(frozen=True)
class Crate:
    """A library that the program is built from."""

    name: str
    version: str
    licence: str
    folder: Path


def crates(source: Source, system: System) -> list[Crate]:
    """The libraries that are part of a program, but not those that only its build uses."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    command += ["--filter-platform", system.target]
    found = subprocess.run(command, cwd=source.folder, capture_output=True, text=True, check=True)
    metadata = json.loads(found.stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    edges = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    root = next(name for name in metadata["workspace_members"] if packages[name]["name"] == NAME)
    reached: set[str] = set()
    waiting = [root]
    while waiting:
        package = waiting.pop()
        if package in reached:
            continue
        reached.add(package)
        is_macro = any("proc-macro" in target["kind"] for target in packages[package]["targets"])
        for edge in [] if is_macro else edges[package]:
            if any(kind["kind"] is None for kind in edge["dep_kinds"]):
                waiting.append(edge["pkg"])
    reached.discard(root)
    return sorted(
        (
            Crate(
                package["name"],
                package["version"],
                package["license"] or "see its files",
                Path(package["manifest_path"]).parent,
            )
            for package in (packages[name] for name in reached)
        ),
        key=lambda crate: (crate.name, crate.version),
    )
