"""Keys of positions and values of evaluations, by what docs/formats.md says and nothing else. A
position is in the notation of the command `position`."""

from __future__ import annotations

import re
from itertools import product

import formats

WORD = (1 << 64) - 1

# Columns and rows of a square board, as one of its eight symmetries sees them.
SYMMETRIES = [
    lambda x, y, last, n=n: ((x, y), (last - x, y), (x, last - y), (last - x, last - y))[n % 4][
        :: -1 if n > 3 else 1
    ]
    for n in range(8)
]


def image(square: int, symmetry: int, side: int) -> int:
    column, row = SYMMETRIES[symmetry](square % side, square // side, side - 1)
    return side * row + column


def turned(squares: set[int], symmetry: int, side: int) -> int:
    return sum(1 << image(square, symmetry, side) for square in squares)


def tictactoe_key(position: str) -> int:
    rows = position.split()[0].split("/")[::-1]
    black, white = ({n for n, c in enumerate("".join(rows)) if c == stone} for stone in "XO")
    return min(turned(black, n, 3) | turned(white, n, 3) << 9 for n in range(8))


def connect4(position: str) -> tuple[list[str], str]:
    """The columns from below, and the side to move."""
    board, side = position.split()
    rows = board.split("/")[::-1]
    return ["".join(row[c] for row in rows) for c in range(len(rows[0]))], side


def connect4_key(position: str) -> int:
    columns, side = connect4(position)
    own = "X" if side == "b" else "O"

    def number(columns: list[str]) -> int:
        found = 0
        for place, column in enumerate(columns):
            stones = column.rstrip(".")
            bits = [stone == own for stone in stones] + [True]
            found |= sum(bit << n for n, bit in enumerate(bits)) << place * (len(column) + 1)
        return found

    return min(number(columns), number(columns[::-1]))


def othello(position: str) -> tuple[set[int], set[int], str]:
    """The discs of the side to move and of the other one, and that side."""
    board, side = position.split()
    own, other = (
        {n for n, c in enumerate(board) if c == disc} for disc in (side, "XO"[side == "X"])
    )
    return own, other, side


def othello_key(position: str) -> int:
    discs, others, side = othello(position)
    own, other = min((turned(discs, n, 8), turned(others, n, 8)) for n in range(8))
    mask = 0xA0761D6478BD642F if side == "X" else 0x8EBC6AF09C88C6E3
    p = (own ^ mask) * (other ^ 0xE7037ED1A0B428DB)
    rotated = (other << 32 | other >> 32) & WORD
    return p >> 64 ^ (p + rotated & WORD)


LINES = [
    *([1, 2], [3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13, 14], [15, 16, 17, 18]),
    *([1, 3, 6, 10], [2, 4, 7, 11, 15], [5, 8, 12, 16], [9, 13, 17], [14, 18]),
    *([10, 15], [6, 11, 16], [3, 7, 12, 17], [1, 4, 8, 13, 18], [2, 5, 9, 14]),
]
SETS = [frozenset(cell - 1 for cell in line) for line in LINES]


def triangle_symmetries(chosen: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """The permutations of the cells that take lines to lines."""
    if len(chosen) == 18:
        return [chosen]
    found = []
    for cell in set(range(18)) - set(chosen):
        more = (*chosen, cell)
        whole = [line for line in SETS if max(line) < len(more)]
        part = [line & frozenset(range(len(more))) for line in SETS]
        sizes = [len(line) for line in SETS]
        fits = all(frozenset(more[c] for c in line) in SETS for line in whole) and all(
            any(len(other) == size and {more[c] for c in cells} <= other for other in SETS)
            for cells, size in zip(part, sizes)
        )
        found += triangle_symmetries(more) if fits else []
    return found


def random(n: int) -> int:
    x = (n + 1) * 0x9E3779B97F4A7C15 & WORD
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def stonehenge(position: str) -> tuple[dict[int, int], str, list[list[int]]]:
    """The stones by cell, White's below 0; the owners of the lines; the stones left to both."""
    cells, owners, _ = position.split()
    values = {n: ord(c.upper()) - 64 for n, c in enumerate(cells) if c != "."}
    stones = {n: value if cells[n].isupper() else -value for n, value in values.items()}
    hands = []
    for sign in (1, -1):
        hand = [6, 5, 4, 3, 3, 2, 2, 1, 1]
        for value in stones.values():
            if value * sign > 0:
                hand.remove(value * sign)
        hands.append(hand)
    return stones, owners, hands


def stonehenge_key(position: str, symmetries: list[tuple[int, ...]]) -> int:
    stones, owners, hands = stonehenge(position)
    open_lines = [line for line, owner in zip(SETS, owners) if owner == "."]
    crossed = frozenset().union(*open_lines) - stones.keys()
    sums = []
    for symmetry in symmetries:
        total = 0
        for line in open_lines:
            balance = sum(stones.get(cell, 0) for cell in line)
            target = SETS.index(frozenset(symmetry[cell] for cell in line))
            total += (64 + balance) * (random(target) | 1)
        total += sum(random(50 + symmetry[cell]) for cell in crossed)
        sums.append(total & WORD)
    sides = []
    for hand, stone in zip(hands, "XO"):
        low = sum(hand.count(value) << 2 * (value - 1) for value in (1, 2, 3))
        high = sum(hand.count(value) << value + 2 for value in (4, 5, 6))
        sides.append(low + high + 512 * owners.count(stone))
    p = (min(sums) ^ random(102)) * ((sides[0] | sides[1] << 16) ^ random(103))
    return p >> 64 ^ p & WORD


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the table of the page whose head begins like that."""
    rows = page.partition(f"\n| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


class Patterns:
    """The evaluation `patterns` of Othello."""

    def __init__(self, data: bytes, page: str):
        _, self.numbers = formats.learnt(data)
        self.places: list[tuple[list[int], dict[tuple[int, ...], int]]] = []
        count = 0
        for squares in (list(map(int, row[1].split())) for row in table(page, "shape")):
            images = [[image(square, n, 8) for square in squares] for n in range(8)]
            own = [i for i in images if set(i) == set(squares) and i != squares]
            order = [own[0].index(square) for square in squares] if own else range(len(squares))
            weights: dict[tuple[int, ...], int] = {}
            for digits in product(range(3), repeat=len(squares)):
                mirrored = tuple(digits[n] for n in order)
                weights[digits] = weights[mirrored] if mirrored < digits else count
                count += weights[digits] == count
            self.places += {frozenset(i): (i, weights) for i in images}.values()

    def value(self, position: str) -> int:
        """Their values, seen from Black."""
        own, other, side = othello(position)
        empty = set(range(64)) - own - other
        stage = self.numbers[(len(empty) - 1) // 4 * 144_041 :][:144_041]
        digit = {**dict.fromkeys(own, 1), **dict.fromkeys(other, 2)}
        total = sum(
            stage[weights[tuple(digit.get(square, 0) for square in squares)]]
            for squares, weights in self.places
        )
        counts = [
            len(empty),
            *(sum(turns(n, a, b) for n in empty) for a, b in ((own, other), (other, own))),
            *(sum(bool(beside(n) & discs) for n in empty) for discs in (other, own)),
        ]
        total += sum(stage[143_721 + 64 * kind + count] for kind, count in enumerate(counts))
        total = min(max(total, -6500), 6500)
        return total if side == "X" else -total


DIRECTIONS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def ray(square: int, dx: int, dy: int) -> list[int]:
    steps = ((square % 8 + dx * n, square // 8 + dy * n) for n in range(1, 8))
    return [8 * y + x for x, y in steps if 0 <= x < 8 and 0 <= y < 8]


def beside(square: int) -> set[int]:
    return {squares[0] for step in DIRECTIONS if (squares := ray(square, *step))}


def turns(square: int, own: set[int], other: set[int]) -> bool:
    """True if a disc of `own` there turns one of `other`."""
    for step in DIRECTIONS:
        marks = "".join(
            "oxe"[0 if n in other else 1 if n in own else 2] for n in ray(square, *step)
        )
        if re.match("o+x", marks):
            return True
    return False


class Learnt:
    """What was learnt of draughts or checkers, as docs/formats.md describes it."""

    def __init__(self, data: bytes):
        self.head, self.numbers = formats.learnt(data)
        plan = self.head["features"]
        self.grouped, self.alone, self.groups = plan["grouped"], plan["alone"], plan["groups"]
        self.exchange = plan["exchange"]
        tables: dict[int, int] = {}
        for group in self.groups:
            tables[group["table"]] = (self.grouped + 1) ** len(group["places"])
        sizes = [tables[table] for table in sorted(tables)]
        self.starts = [sum(sizes[:table]) for table in range(len(sizes) + 1)]

    def value(self, state: dict) -> int:
        """The value of a position as `state json` tells it, seen from Black."""
        points = self.head["board"]["points"]
        things = things_of(state, points)
        sign = 1
        if state["to_move"] == "white":
            sign = -1
            places, kinds = self.exchange["places"], self.exchange["kinds"]
            things = {places[place]: kinds[kind] for place, kind in things.items()}
        total = 0
        for group in self.groups:
            digits = [things.get(place, self.grouped) for place in group["places"]]
            digits = [digit + 1 if digit < self.grouped else 0 for digit in digits]
            index = sum(digit * (self.grouped + 1) ** n for n, digit in enumerate(digits))
            total += self.numbers[self.starts[group["table"]] + index]
        for place, kind in things.items():
            if kind >= self.grouped:
                other = (kind - self.grouped) * len(points) + self.alone[place]
                total += self.numbers[self.starts[-1] + other]
        return sign * total


class LearntNetwork:
    """A network that was learnt, as docs/formats.md describes it."""

    def __init__(self, data: bytes):
        self.head, self.numbers = formats.learnt(data)
        self.network = self.head["network"]
        self.points, self.kinds = self.head["board"]["points"], self.head["board"]["kinds"]
        self.exchange = self.network["exchange"]

    def view(self, seen: list[tuple[int, int]], side: int) -> list[int]:
        """What the neurons of a side count that see this, before they are weighted."""
        neurons = self.network["neurons"]
        rows = [0] + [1 + kind * len(self.points) + place for place, kind in seen]
        if not self.exchange:
            rows = [row + side * (1 + self.kinds * len(self.points)) for row in rows]
        sums = (
            sum(self.numbers[row * neurons + neuron] for row in rows) for neuron in range(neurons)
        )
        return [(min(max(x, 0), 255) ** 2 + 128) // 256 for x in sums]

    def value(self, state: dict) -> int:
        """The value of a position as `state json` tells it, seen from Black."""
        neurons = self.network["neurons"]
        things = things_of(state, self.points)
        seen = list(things.items())
        if self.head["board"].get("facts"):
            seen += fourths(things, self.points)
        turned = seen
        if self.exchange:
            places, kinds = self.exchange["places"], self.exchange["kinds"]
            turned = [(places[place], kinds[kind]) for place, kind in seen]
        black = state["to_move"] == "black"
        views = [self.view(seen, 0), self.view(turned, 1)]
        counted = [*views[not black], *views[black], 254]
        phase = min(4 * len(things) // (self.network["most"] + 1), 3)
        sides = 1 if self.exchange else 2
        if not self.exchange and not black:
            phase += 4
        inputs = sides * neurons * (1 + self.kinds * len(self.points))
        start = inputs + phase * (2 * neurons + 1)
        total = sum(x * y for x, y in zip(counted, self.numbers[start:], strict=False))
        value = abs(total) * 1000 // (254 * 2048)
        return value if (total > 0) == black else -value


def fourths(things: dict[int, int], points: list[list[int]]) -> list[tuple[int, int]]:
    """The facts of Connect 4: the empty cells where Black, and where White, would complete four."""
    at = {(x, y): place for place, (x, y) in enumerate(points)}
    lines = [
        [(2 * dx * k, dy * k) for k in range(first, first + 4) if k]
        for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1))
        for first in range(-3, 1)
    ]
    empty = [(point, place) for point, place in at.items() if place not in things]
    return [
        (place, 2 + side)
        for (x, y), place in empty
        for side in (0, 1)
        if any(
            all(things.get(at.get((x + dx, y + dy), -1)) == side for dx, dy in line)
            for line in lines
        )
    ]


def things_of(state: dict, points: list[list[int]]) -> dict[int, int]:
    """The kind of each piece of draughts, or disc of Connect 4, by its place."""
    things: dict[int, int] = {}
    for place in state["places"]:
        if place["kind"] == "cell" and place["owner"]:
            kind = ["black", "white"].index(place["owner"]) + 2 * place["text"].endswith("K")
            things[points.index([place["x"], place["y"]])] = kind
    return things
