#!/usr/bin/env python3
"""Print the contents of a file that Heelstone wrote or comes with: docs/formats.md in code.

formats.py FILE          a book, the journal of a build or of a match, or weights
formats.py FILE KEY      the value of one position; KEY is the reply of `position_key`
"""

import gzip
import json
import lzma
import struct
import sys
import zlib
from bisect import bisect_right
from collections import Counter
from itertools import chain, pairwise
from pathlib import Path

BOOKS = (b"\x93HSBOOK\n", b"\x93SRBOOK\n")
PARTS = (b"\x93HSPART\n", b"\x93SRPART\n")
FORMS = ("margins", "wins and losses with their distances", "wins and losses", "scores")


class FormatError(ValueError):
    """The file does not have the form described in docs/formats.md."""


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise FormatError(what)


def text_of(data: bytes, start: int, length: int) -> tuple[dict[str, str], int]:
    """The lines of the text of a book or a journal, and the offset of the end of its checksum."""
    end = start + length
    expect(len(data) >= end + 4, "the text is longer than the file")
    (checksum,) = struct.unpack_from("<I", data, end)
    expect(zlib.crc32(data[:end]) == checksum, "the head does not match its checksum")
    lines = data[start:end].decode().splitlines()
    return dict(line.split(" ", 1) for line in lines), end + 4


class Book:
    """The header and the index of a book; blocks are read when needed."""

    def __init__(self, data: bytes):
        head = struct.unpack_from("<IIQQBBHI", data, 8)
        version, text, self.count, size, self.form, self.width, self.per_block, checksum = head
        expect(version == 2, f"version {version} is not known")
        widths = (3,) if self.form == 3 else (1, 2)
        expect(self.form < 4 and self.width in widths, "values of this form are not known")
        expect(self.per_block > 0, "its blocks are empty")
        self.text, index = text_of(data, 40, text)
        expect(size == len(data), f"the file should have {size} bytes")
        blocks = -(-self.count // self.per_block)
        self.data, entries = data, data[index : index + 16 * blocks]
        expect(zlib.crc32(entries) == checksum, "the index does not match its checksum")
        self.firsts = [first for first, _ in struct.iter_unpack("<QQ", entries)]
        self.offsets = [offset for _, offset in struct.iter_unpack("<QQ", entries)] + [size]

    def block(self, number: int) -> list[tuple[int, tuple[int, int]]]:
        """The keys and values of a block; a value is a number and the depth of the search."""
        start, end = self.offsets[number : number + 2]
        block, checksum = self.data[start : end - 4], self.data[end - 4 : end]
        expect(
            zlib.crc32(block) == int.from_bytes(checksum, "little"), f"block {number} is damaged"
        )
        count = min(self.per_block, self.count - number * self.per_block)
        at, key = -(-count // 8), self.firsts[number]
        entries: list[tuple[int, tuple[int, int]]] = []
        marks = int.from_bytes(block[:at], "little")
        values = [(0, 0)] * count
        for place in range(count):
            if marks >> place & 1:
                raw = block[at : at + self.width]
                depth = raw[2] if self.width == 3 else 0
                values[place] = (int.from_bytes(raw[:2], "little", signed=True), depth)
                at += self.width
        for value in values:
            if entries:
                step = shift = 0
                while True:
                    step |= (block[at] & 0x7F) << shift
                    at, shift = at + 1, shift + 7
                    if not block[at - 1] & 0x80:
                        break
                expect(step > 0, f"the keys of block {number} do not ascend")
                key += step
            entries.append((key, value))
        expect(at == len(block) and key < 1 << 64, f"block {number} has another length")
        return entries

    def entries(self) -> dict[int, tuple[int, int]]:
        expect(all(a < b for a, b in pairwise(self.firsts)), "the index does not ascend")
        return dict(entry for number in range(len(self.firsts)) for entry in self.block(number))

    def find(self, key: int) -> tuple[int, int] | None:
        """The value of one position; it reads one block."""
        number = bisect_right(self.firsts, key) - 1
        return dict(self.block(number)).get(key) if number >= 0 else None


def records_of(data: bytes) -> tuple[dict[str, str], dict[int, tuple[int, int]]]:
    """The text and the values of a build's journal."""
    text, start = text_of(data, 12, int.from_bytes(data[8:12], "little"))
    whole = len(data) - (len(data) - start) % 15
    records = (data[at : at + 15] for at in range(start, whole, 15))
    sound = (r for r in records if zlib.crc32(r[:11]) == int.from_bytes(r[11:], "little"))
    values = (struct.unpack_from("<QhB", record) for record in sound)
    return text, {key: (number, depth) for key, number, depth in values}


def said(form: int, number: int, depth: int) -> str:
    """A value in words."""
    size, result = abs(number), "win" if number > 0 else "loss"
    if form == 3 and size <= 20_000:
        return f"score {number} depth {depth}"
    if form == 3:
        end = f"{32_000 - size}" if size >= 31_000 else f"{number - 25_000 * (number // size):+}"
        return f"score {result} {end} depth {depth}"
    more = {0: f" {number:+}", 1: f" in {size}", 2: ""}[form]
    return result + more if number else "draw"


def form_of(text: dict[str, str]) -> int:
    """The form of the values in a build's journal."""
    if text["values"].startswith("proof"):
        return 2
    exact = {"othello": 0, "stonehenge": 2}.get(text["game"], 1)
    return exact if text["values"] == "exact" else 3


def show_values(data: bytes, key: str | None) -> None:
    """Print a book, or the journal of a build."""
    if data[:8] in BOOKS:
        book = Book(data)
        text, form = book.text, book.form
        found = {int(key, 16): book.find(int(key, 16))} if key else book.entries()
    else:
        text, found = records_of(data)
        form = form_of(text)
    if key:
        there = found.get(int(key, 16))
        return print(said(form, *there) if there else "not there")
    numbers = Counter((value[0] > 0) - (value[0] < 0) for value in found.values() if value)
    for word, value in text.items():
        print(f"{word}: {value}")
    print(f"positions: {len(found)}")
    print(f"form: {FORMS[form]}")
    print(f"above 0: {numbers[1]}\n0: {numbers[0]}\nbelow 0: {numbers[-1]}")


def show_answers(header: dict, lines: list[dict]) -> None:
    """Print the answers to a question about many positions."""
    print(f"run: {header['run']}\ngame: {header['spread']['contest']['game']}")
    print(f"ask: {header['spread']['ask']}\npositions: {header['positions']['count']}")
    for kind in ("reply", "error", "fault"):
        print(f"{kind}: {len({line['position'] for line in lines if kind in line})}")


def show_games(data: bytes) -> None:
    """Print the games of a training."""
    games = [json.loads(line) for line in data.split(b"\n")[:-1]]
    print(f"game: {games[0]['of']}\ngames: {len({game['game'] for game in games})}")
    print(f"positions: {sum(len(game['positions']) for game in games)}")


def show_match(data: bytes) -> None:
    """Print the journal of a match."""
    header, *lines = (json.loads(line) for line in data.split(b"\n")[:-1])
    expect(header.get("journal") == 1, "this version is not known")
    plan = header.get("plan", {})
    pairs: dict[int, dict] = {}
    for line in lines:
        for name in ("names", "host", "void", "decision", "halt"):
            if name in line:
                print(f"{name}: {line[name]}")
        if "pair" in line:
            pairs.setdefault(line["pair"], line)
    if "spread" in header:
        return show_answers(header, lines)
    games = [game for pair in pairs.values() for game in pair["games"]]
    print(f"run: {header['run']}\ngame: {plan.get('contest', {}).get('game')}")
    print(f"pairs: {len(pairs)}\ngames: {len(games)}")
    for player, engine in header["engines"].items():
        won = sum(game["winner"] == player for game in games)
        print(f"{player}: {won} won: {' '.join(engine['command'])}")
    print(f"draws: {sum(game['winner'] is None for game in games)}")


def learnt(data: bytes) -> tuple[dict, tuple]:
    """The head of a file of learnt weights, or of a training, and its numbers."""
    expect(zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little"), "it is damaged")
    kind, head, packed = data[:-4].split(b"\n", 2)
    found = json.loads(head)
    expect(found["format"] == 1, "this version is not known")
    numbers = zlib.decompress(packed, wbits=-15)
    floats = "ffff" if "network" in found else "fff"
    form = "<h" if kind == b"heelstone weights" else f"<{floats}h"
    return found, tuple(chain.from_iterable(struct.iter_unpack(form, numbers)))


def show_learnt(data: bytes) -> None:
    """Print a summary of what was learnt."""
    head, numbers = learnt(data)
    print(f"game: {head['game']} {head['size']}\ngames: {head['games']}, seed {head['seed']}")
    if head.get("batch"):
        print("learnt from all games at once")
    if "linear" in head:
        linear = head["linear"]
        print(f"evaluation: {linear['evaluation']}")
        print(f"stages: {linear['stages']}\nweights of each: {linear['weights']}")
    elif "network" in head:
        print(f"neurons: {head['network']['neurons']} for each side")
    else:
        print(f"groups: {len(head['features']['groups'])}")
    print(f"places: {len(head['board']['points'])}")
    if "facts" in head["board"]:
        print(f"facts: {head['board']['facts']} kinds")
    print(f"numbers: {len(numbers)}, {min(numbers)} to {max(numbers)}")


def main(words: list[str]) -> None:
    if len(words) not in (1, 2) or words[0] in ("-h", "--help"):
        sys.exit(__doc__)
    unpack = {".gz": gzip.decompress, ".xz": lzma.decompress}.get(Path(words[0]).suffix, bytes)
    data, key = unpack(Path(words[0]).read_bytes()), words[1] if words[1:] else None
    if data[:8] in BOOKS + PARTS:
        show_values(data, key)
    elif data.startswith(b'{"journal":'):
        show_match(data)
    elif data.startswith(b'{"game":'):
        show_games(data)
    elif data.startswith((b"heelstone weights\n", b"heelstone training\n")):
        show_learnt(data)
    else:
        raise FormatError("this is not a file of heelstone")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (OSError, EOFError, ValueError, LookupError, struct.error, lzma.LZMAError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
