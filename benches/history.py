#!/usr/bin/env python3
r"""Adds a line to benches/history.csv for the program of today, and draws docs/history.svg.

    benches/history.py target/release/heelstone --solve Test_L2_R2 --bitbully venv/bin/python \
        --build --tests

A line has the release, its commit, the date and the processor; the speed and the signature that
`heelstone bench` tells; the seconds for the positions of Connect 4 in a file, of Heelstone and of
each peer that is given (see benches/solvers.py; the table is of Test_L2_R2); the seconds of
`cargo build --release` from nothing, and of `cargo test` once it is built; the size of the program;
and the Elo above the release before, by the journal of a match whose first engine is the new one.
All seconds are processor time. A figure that was not measured stays empty. The line of a release
that is there already is replaced. The checksums of both files in docs/provenance.md are renewed.

`--draw` measures nothing.
"""

import argparse
import csv
import datetime
import hashlib
import io
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import solvers

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = (
    "release", "commit", "date", "processor", "signature", "million_nodes_per_second",
    "connect4_seconds", "pons_seconds", "bitbully_seconds", "build_seconds", "test_seconds",
    "bytes", "elo", "elo_low", "elo_high",
)  # fmt: skip
# What is drawn: the title of a panel, its column, and what a unit of the axis is of it.
PANELS = (
    ("Speed of the search, million nodes/s", "million_nodes_per_second", 1),
    ("Connect 4, Test_L2_R2, s", "connect4_seconds", 1),
    ("Release build, s of processor time", "build_seconds", 1),
    ("Tests, s of processor time", "test_seconds", 1),
    ("Size of the program, MB", "bytes", 1e6),
    ("Elo above the release before", "elo", 1),
)
WIDTH, HEIGHT, GAP = 300, 130, 40


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def identity(engine):
    """The release and the commit of `0.2.0 (67ddae2a1b2c)`."""
    version = output(engine, "--version")
    found = re.fullmatch(r"\S+ (\S+)(?: \((.*)\))?\n", version)
    if not found:
        sys.exit(f"{engine}: no version: {version}")
    return found[1], found[2] or ""


def processor():
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor()
    return re.search(r"model name\s*: (.*)", text)[1]


def bench(engine, nodes):
    """The signature, which is the number of nodes, and the millions of them in a second."""
    limit = ("--nodes", str(nodes)) if nodes else ()
    seconds, text = solvers.timed([str(engine), "bench", *limit])
    signature = re.search(r"^signature: (\d+)$", text, re.MULTILINE)[1]
    return signature, f"{int(signature) / seconds / 1e6:.2f}"


def solving(args):
    """The least seconds of Heelstone and of each peer, over all positions."""
    programs = {"connect4_seconds": lambda name: solvers.heelstone(str(args.engine), name)}
    if args.pons:
        programs["pons_seconds"] = lambda name: solvers.pons(args.pons, name)
    if args.bitbully:
        programs["bitbully_seconds"] = lambda name: solvers.bitbully(args.bitbully, "mtdf", name)
    figures = {}
    for column, solve in programs.items():
        runs = [solve(str(args.solve)) for _ in range(args.runs)]
        if any(wrong for _, wrong in runs):
            sys.exit(f"{column}: wrong scores")
        figures[column] = f"{min(seconds for seconds, _ in runs):.3f}"
    return figures


def cpu(command, **settings):
    """The processor time of a command with all its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, cwd=ROOT, **settings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return f"{after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime:.0f}"


def build_seconds():
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"CARGO_TARGET_DIR": folder, "CARGO_INCREMENTAL": "0"}
        return cpu(["cargo", "build", "--release", "--locked"], env=environment)


def test_seconds():
    subprocess.run(["cargo", "test", "--no-run"], check=True, cwd=ROOT)
    return cpu(["cargo", "test"])


def elo(journal):
    command = (sys.executable, str(ROOT / "tools/match.py"), "stats", "--json", str(journal))
    stats = json.loads(output(*command))
    figures = (stats["elo"], *stats["elo_ci"])
    return {name: f"{value:.1f}" for name, value in zip(("elo", "elo_low", "elo_high"), figures)}


def measure(args):
    release, commit = identity(args.engine)
    signature, per_second = bench(args.engine, args.nodes)
    figures = {
        "release": release,
        "commit": commit,
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "signature": signature,
        "million_nodes_per_second": per_second,
        "bytes": str(args.engine.stat().st_size),
    }
    if args.solve:
        figures |= solving(args)
    if args.build:
        figures["build_seconds"] = build_seconds()
    if args.tests:
        figures["test_seconds"] = test_seconds()
    if args.elo:
        figures |= elo(args.elo)
    return {column: figures.get(column, "") for column in COLUMNS}


def read(path):
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def write(path, rows):
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    path.write_text(text.getvalue())


def add(rows, row):
    """The rows with that of a release in its old place, or at the end."""
    releases = [old["release"] for old in rows]
    if row["release"] not in releases:
        return [*rows, row]
    place = releases.index(row["release"])
    # What was measured of another commit holds no longer.
    kept = rows[place] if rows[place]["commit"] == row["commit"] else {}
    row = {column: row[column] or kept.get(column, "") for column in COLUMNS}
    return [*rows[:place], row, *rows[place + 1 :]]


def panel(rows, title, column, unit):
    """A curve by release, from 0 or from the lowest figure below it."""
    points = [(n, float(row[column]) / unit) for n, row in enumerate(rows) if row.get(column)]
    texts = [f'<text x="0" y="-12" class="title">{title}</text>']
    texts.append(f'<path class="axis" d="M0 0V{HEIGHT}H{WIDTH}"/>')
    if not points:
        texts.append(f'<text x="8" y="{HEIGHT / 2}">not measured yet</text>')
    low = min([0, *(value for _, value in points)])
    high = max([0, *(value for _, value in points)])
    place = [
        (
            (n + 0.5) * WIDTH / len(rows),
            HEIGHT - (value - low) / ((high - low) or 1) * (HEIGHT - 20),
            value,
        )
        for n, value in points
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in place)
    texts.append(f'<polyline points="{line}"/>')
    for x, y, value in place:
        texts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>')
        texts.append(f'<text x="{x:.1f}" y="{y - 7:.1f}" class="value">{value:.3g}</text>')
    for n, row in enumerate(rows):
        x = (n + 0.5) * WIDTH / len(rows)
        texts.append(f'<text x="{x:.1f}" y="{HEIGHT + 14}" class="value">{row["release"]}</text>')
    return texts


def draw(rows):
    columns = 2
    lines = -(-len(PANELS) // columns)
    width, height = columns * (WIDTH + GAP) + GAP, lines * (HEIGHT + 60) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<title>Figures by release</title>",
        "<style>text{font:11px sans-serif;fill:#555}.title{font-weight:bold}"
        ".value{text-anchor:middle}.axis,polyline{fill:none;stroke:#999}"
        "polyline{stroke:#36c}circle{fill:#36c}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, (title, column, unit) in enumerate(PANELS):
        line, place = divmod(number, columns)
        x, y = GAP + place * (WIDTH + GAP), 40 + line * (HEIGHT + 60)
        parts += [f'<g transform="translate({x} {y})">', *panel(rows, title, column, unit), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def renew_checksums(page, files):
    text = page.read_text()
    for file in files:
        name = file.resolve().relative_to(ROOT).as_posix()
        sum_ = hashlib.sha256(file.read_bytes()).hexdigest()
        text = re.sub(rf"^[0-9a-f]{{64}}  {re.escape(name)}$", f"{sum_}  {name}", text, flags=re.M)
    page.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine", nargs="?", type=Path, help="the program")
    parser.add_argument("--solve", type=Path, metavar="FILE", help="positions and scores")
    parser.add_argument("--pons", help="Pons's program for Connect 4")
    parser.add_argument("--bitbully", help="a Python that has BitBully")
    parser.add_argument("--build", action="store_true", help="build it from nothing")
    parser.add_argument("--tests", action="store_true", help="run all tests")
    parser.add_argument("--elo", type=Path, metavar="JOURNAL", help="against the release before")
    parser.add_argument("--runs", type=int, default=3, help="of which the fastest counts")
    parser.add_argument("--nodes", type=int, help="of bench, for each position")
    parser.add_argument("--draw", action="store_true", help="draw, and measure nothing")
    parser.add_argument("--csv", type=Path, default=ROOT / "benches/history.csv")
    parser.add_argument("--svg", type=Path, default=ROOT / "docs/history.svg")
    args = parser.parse_args()
    if not args.draw and not args.engine:
        parser.error("an engine, or --draw")
    rows = read(args.csv)
    if not args.draw:
        rows = add(rows, measure(args))
        write(args.csv, rows)
    args.svg.write_text(draw(rows))
    if args.csv == parser.get_default("csv") and args.svg == parser.get_default("svg"):
        renew_checksums(ROOT / "docs/provenance.md", (args.csv, args.svg))


if __name__ == "__main__":
    main()
