"""The packages of a release: their bytes, their names, and the files that lead to them."""

import gzip
import io
import re
import tarfile
import tempfile
import tomllib
import unittest
import zipfile
from pathlib import Path

from support import TOOLS
from releasing import archives, builds, debian, templates
from releasing.archives import File
from releasing.builds import SYSTEMS, Source

ROOT = TOOLS.parent
MOMENT = 1_700_000_000
PROGRAM = File(b"\x7fELF", True)


def cargo() -> dict:
    return tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]


class Archives(unittest.TestCase):
    def test_the_order_in_which_files_were_found_changes_no_byte(self):
        tree = {"b/z": File(b"1"), "a": PROGRAM}
        for pack in (archives.tar, archives.zipped):
            other = dict(reversed(tree.items()))
            self.assertEqual(pack(tree, MOMENT, "p/"), pack(other, MOMENT, "p/"))

    def test_a_tar_file_has_folders_rights_and_one_time(self):
        packed = archives.tar({"bin/x": PROGRAM, "README": File(b"text")}, MOMENT, "p/")
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            entries = {entry.name: entry for entry in archive}
            self.assertEqual(set(entries), {"p", "p/bin", "p/bin/x", "p/README"})
            self.assertEqual({entry.mtime for entry in entries.values()}, {MOMENT})
            self.assertEqual(entries["p/bin/x"].mode, 0o755)
            self.assertEqual(entries["p/README"].mode, 0o644)
            content = archive.extractfile("p/README")
            assert content
            self.assertEqual(content.read(), b"text")

    def test_a_zip_file_holds_what_was_put_in(self):
        packed = archives.zipped({"x.exe": PROGRAM}, MOMENT, "p/")
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            self.assertEqual(archive.namelist(), ["p/x.exe"])
            self.assertEqual(archive.read("p/x.exe"), PROGRAM.content)

    def test_checksums_are_those_that_sha256sum_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a"
            path.write_bytes(b"abc")
            self.assertEqual(
                archives.checksums([path]),
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a\n",
            )


def members(package: bytes) -> dict[str, bytes]:
    """The members of an archive of `ar`, read as its manual page describes it."""
    assert package.startswith(b"!<arch>\n")
    found, at = {}, 8
    while at < len(package):
        header = package[at : at + 60]
        assert header.endswith(b"`\n")
        size = int(header[48:58])
        found[header[:16].decode().strip()] = package[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
    return found


class Debian(unittest.TestCase):
    def test_it_has_the_parts_and_the_places_that_dpkg_wants(self):
        source = Source(ROOT, "0" * 40, MOMENT)
        handed = builds.file_name(source, SYSTEMS[0], SYSTEMS[0].builds[-1])
        shells = {shell: File(b"") for shell in debian.COMPLETIONS}
        programs = {"heelstone": PROGRAM, handed: PROGRAM}
        tree = debian.installed(programs, {"heelstone.1": File(b"page")}, shells, {})
        parts = members(debian.package(source, SYSTEMS[0], tree))
        self.assertEqual(list(parts), ["debian-binary", "control.tar.gz", "data.tar.xz"])
        self.assertEqual(parts["debian-binary"], b"2.0\n")
        with tarfile.open(fileobj=io.BytesIO(parts["control.tar.gz"])) as archive:
            control = archive.extractfile("./control")
            assert control
            fields = control.read().decode()
        self.assertIn(f"Version: {cargo()['version']}\nArchitecture: amd64\n", fields)
        with tarfile.open(fileobj=io.BytesIO(parts["data.tar.xz"])) as archive:
            names = archive.getnames()
            page = archive.extractfile("./usr/share/man/man1/heelstone.1.gz")
            assert page
            self.assertEqual(gzip.decompress(page.read()), b"page")
        self.assertIn("./usr/bin/heelstone", names)
        # Where the program looks for it: beside its folder.
        self.assertIn(f"./usr/lib/heelstone/{handed}", names)


class Names(unittest.TestCase):
    def test_the_program_is_the_one_that_cargo_builds(self):
        self.assertEqual(builds.NAME, cargo()["name"])

    def test_the_program_finds_the_builds_that_it_hands_over_to(self):
        """Both sides have the release and the level in the name, in this order."""
        source = Source(ROOT, "0" * 40, MOMENT)
        start = (ROOT / "src/start.rs").read_text(encoding="utf-8")
        self.assertIn('"-{RELEASE}-{level}{}"', start)
        known = (ROOT / "src/system/processor.rs").read_text(encoding="utf-8")
        levels = re.findall(r'\("(x86-64-v\d)", has', known)
        self.assertEqual(
            {builds.file_name(source, SYSTEMS[0], build) for build in SYSTEMS[0].builds},
            {"heelstone", *(f"heelstone-{cargo()['version']}-{level}" for level in levels)},
        )


class Templates(unittest.TestCase):
    """The files of other package managers, filled in for packages that are not the real ones."""

    def setUp(self):
        self.version = cargo()["version"]
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.names = [templates.source_name(self.version)]
        self.names += [templates.archive_name(self.version, system) for system in SYSTEMS]
        for name in self.names:
            (self.folder / name).write_bytes(name.encode())
        written = templates.write(Source(ROOT, "0" * 40, MOMENT), self.folder, "https://x.org/h/")
        self.texts = {path.name: path.read_text(encoding="utf-8") for path in written}

    def test_there_is_one_for_each_manager(self):
        winget = {f"Heelstone.Heelstone{part}.yaml" for part in ("", ".installer", ".locale.en-US")}
        self.assertEqual(set(self.texts), {"heelstone.rb", "PKGBUILD", "flake.nix"} | winget)

    def test_every_address_is_of_a_package_and_followed_by_its_checksum(self):
        addresses = 0
        for name, text in self.texts.items():
            found = re.findall(r"https://x\.org/h/([^\s'\"]+)", text)
            sums = re.findall(r"\b[0-9a-f]{64}\b", text)
            self.assertEqual(sums, [archives.sha256(file.encode()) for file in found], name)
            self.assertLessEqual(set(found), set(self.names), name)
            addresses += len(found)
        self.assertGreaterEqual(addresses, 8)

    def test_version_and_licence_are_those_of_the_crate(self):
        stated = re.compile(r"(?:pkgver=|PackageVersion: |version \"|version = \")([\d.]+)")
        for name, text in self.texts.items():
            self.assertEqual(set(stated.findall(text)), {self.version}, name)
            for found in re.findall(r"heelstone-(\d[\d.]*\d)", text):
                self.assertEqual(found, self.version, name)
            template = next((ROOT / "packaging").rglob(f"{name}.in"))
            self.assertNotIn(self.version, template.read_text(encoding="utf-8"), name)
        licence = cargo()["license"]
        self.assertIn(f"license=('{licence}')", self.texts["PKGBUILD"])
        self.assertIn(f"License: {licence}\n", self.texts["Heelstone.Heelstone.locale.en-US.yaml"])
        parts = ", ".join(f'"{part}"' for part in licence.split(" OR "))
        self.assertIn(f"license any_of: [{parts}]", self.texts["heelstone.rb"])

    def test_a_mark_that_nobody_knows_is_refused(self):
        with self.assertRaises(KeyError):
            templates.fill("@VERSIONS@", templates.values("1", self.folder, "u"))

    def test_a_file_that_leads_to_a_missing_package_is_not_written(self):
        (self.folder / templates.archive_name(self.version, SYSTEMS[-1])).unlink()
        written = templates.write(Source(ROOT, "0" * 40, MOMENT), self.folder, "u")
        names = [path.name for path in written]
        self.assertNotIn("Heelstone.Heelstone.installer.yaml", names)
        self.assertIn("PKGBUILD", names)


class Systems(unittest.TestCase):
    def test_one_build_of_each_system_is_the_one_that_people_call(self):
        for system in SYSTEMS:
            self.assertEqual(sum(build.is_first for build in system.builds), 1, system.name)


if __name__ == "__main__":
    unittest.main()
