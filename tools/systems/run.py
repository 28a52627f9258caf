#!/usr/bin/env python3
"""Build the program for other systems, and test the builds on this one.

    run.py [SYSTEM ...] [--native PROGRAM] [--only CHECK] [--packages] [--targets]

The Windows build runs under Wine, that for Linux on aarch64 under qemu-user. Each is compared with
a build for this system, which is made unless it is given. The output ends with a list of the checks
that were made and of those that were not, with the reasons; the exit code is 1 if anything failed.
`--packages` prints the required packages of Debian, and `--targets` the required targets of rustup.
"""

import argparse
import os
import shutil
import subprocess
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path

import checks
from processes import Build, Failed, Skipped

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TARGET = ROOT / "target/systems"
PROFILE = "systems"


@dataclass
class System:
    """Another system, and its emulator here."""

    name: str
    target: str
    program: str
    linker: str
    emulator: list[str]
    packages: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    witness: str | None = None
    unable: dict[str, str] = field(default_factory=dict)

    def variables(self) -> dict[str, str]:
        """The environment of cargo and of started programs, without tuning for this processor."""
        of_target = "CARGO_TARGET_" + self.target.upper().replace("-", "_")
        return {
            **os.environ,
            "RUSTFLAGS": "",
            f"{of_target}_LINKER": self.linker,
            **self.environment,
        }

    def build(self) -> Build:
        """Build the program."""
        for program in (self.linker, self.emulator[0]):
            if not shutil.which(program):
                packages = " ".join(self.packages)
                raise Skipped(f"{program} is not there; Debian has it in {packages}")
        cargo("build", "--bin", "heelstone", *self.options(), environment=self.variables())
        return Build(
            self.name,
            [*self.emulator, str(TARGET / self.target / PROFILE / self.program)],
            self.variables(),
            TARGET / "scratch" / self.name,
            self.witness,
            self.unable,
        )

    def options(self) -> list[str]:
        return ["--profile", PROFILE, "--target", self.target, "--target-dir", str(TARGET)]


PREFIX = TARGET / "wine"
# The helpers written in C: a library that Wine may lack, and the program that closes the pipe.
HELPERS = TARGET / "wine-helpers"


def as_wine_names(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


WINDOWS = System(
    name="windows",
    target="x86_64-pc-windows-gnu",
    program="heelstone.exe",
    linker="x86_64-w64-mingw32-gcc",
    emulator=["wine"],
    packages=["wine", "wine64", "gcc-mingw-w64-x86-64"],
    environment={
        "WINEPREFIX": str(PREFIX),
        "WINEDEBUG": "-all",
        # Do not offer to install Mono or a browser.
        "WINEDLLOVERRIDES": "mscoree,mshtml=",
        "WINEPATH": as_wine_names(HELPERS),
    },
    witness=as_wine_names(HELPERS / "hangup.exe"),
    unable={
        "signalled": "Wine passes no signal on as Ctrl-C",
        "screen": "Wine's console does not draw on a terminal of this system",
    },
)

AARCH64 = System(
    name="linux-aarch64",
    target="aarch64-unknown-linux-gnu",
    program="heelstone",
    linker="aarch64-linux-gnu-gcc",
    emulator=["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    packages=["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
)

SYSTEMS = [WINDOWS, AARCH64]


def cargo(*arguments, environment=os.environ):
    """Run cargo, and raise `Failed` if it fails."""
    print("$ cargo", *arguments, flush=True)
    if subprocess.run(["cargo", *arguments], cwd=ROOT, env=environment).returncode != 0:
        raise Failed(f"cargo {' '.join(arguments)} failed")


def prepare_wine():
    """Set Wine up in a folder of its own, with the library that some versions lack."""
    environment = WINDOWS.variables()
    PREFIX.mkdir(parents=True, exist_ok=True)
    HELPERS.mkdir(exist_ok=True)
    subprocess.run(["wine", "wineboot", "--init"], env=environment, capture_output=True, check=True)
    if not (PREFIX / "drive_c/windows/system32/bcryptprimitives.dll").exists():
        compile_c("prng.c", "-shared", "bcryptprimitives.dll")
    compile_c("hangup.c", "hangup.exe")


def compile_c(source: str, *words: str):
    """Compile a helper for Windows; the last word is its name."""
    *options, name = words
    command = [WINDOWS.linker, "-O2", "-Wall", *options, "-o", str(HELPERS / name)]
    subprocess.run([*command, str(HERE / source), "-ladvapi32"], check=True)


class Results:
    """The result of each check, printed at once and again at the end."""

    def __init__(self):
        self.of_kind = {"ok": [], "skipped": [], "FAILED": []}
        # True if a whole system could not be tested.
        self.lacks_a_system = False

    def add(self, kind: str, what: str, remark: str):
        line = f"{kind:8} {what}: {remark}"
        self.of_kind[kind].append(line)
        print(line, flush=True)

    def attempt(self, what: str, check):
        """Run a check, which returns a remark, and record the result."""
        try:
            self.add("ok", what, check())
        except Skipped as reason:
            self.add("skipped", what, str(reason))
        except Failed as reason:
            self.add("FAILED", what, str(reason))
        except Exception:
            self.add("FAILED", what, traceback.format_exc())

    def tell(self) -> int:
        """Print the summary, and return the exit code."""
        print("\n== " + ", ".join(f"{len(lines)} {kind}" for kind, lines in self.of_kind.items()))
        for lines in self.of_kind.values():
            print(*lines, sep="\n", end="\n" if lines else "")
        must_have_all = bool(os.environ.get("HEELSTONE_NO_SKIP"))
        return int(bool(self.of_kind["FAILED"]) or (must_have_all and self.lacks_a_system))


def try_system(system: System, native: Build, only: list[str], results: Results):
    """Build for a system, and run all checks."""
    print(f"\n== {system.name}: {system.target} by {system.emulator[0]}", flush=True)
    try:
        build = system.build()
        if system is WINDOWS:
            prepare_wine()
    except (Skipped, Failed, subprocess.CalledProcessError) as reason:
        results.lacks_a_system = True
        results.add(
            "skipped" if isinstance(reason, Skipped) else "FAILED", system.name, str(reason)
        )
        return
    shutil.rmtree(build.scratch, ignore_errors=True)
    for check in checks.CHECKS:
        name = check.__name__
        if only and name not in only:
            continue

        def made(check=check, name=name):
            if name in system.unable:
                raise Skipped(system.unable[name])
            return check(build, native)

        results.attempt(f"{system.name}, {check.__doc__}", made)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [system.name for system in SYSTEMS]
    parser.add_argument("system", nargs="*", help=f"all of them without: {', '.join(names)}")
    parser.add_argument("--native", type=Path, help="a build for this system")
    parser.add_argument("--only", action="append", default=[], help="a check, by its function")
    parser.add_argument("--packages", action="store_true", help="print the needed Debian packages")
    parser.add_argument("--targets", action="store_true", help="print the required rustup targets")
    args = parser.parse_args()
    if unknown := set(args.system) - set(names):
        parser.error(f"unknown system: {', '.join(unknown)}")
    chosen = [system for system in SYSTEMS if not args.system or system.name in args.system]
    if args.packages or args.targets:
        for system in chosen:
            print(*(system.packages if args.packages else [system.target]), end=" ")
        return 0
    results = Results()
    program = args.native or ROOT / "target/debug/heelstone"
    if not args.native:
        try:
            cargo("build", "--bin", "heelstone")
        except Failed as reason:
            sys.exit(str(reason))
    native = Build("native", [str(program.resolve())], dict(os.environ), TARGET / "scratch/native")
    shutil.rmtree(native.scratch, ignore_errors=True)
    for system in chosen:
        try_system(system, native, args.only, results)
    return results.tell()


if __name__ == "__main__":
    sys.exit(main())
