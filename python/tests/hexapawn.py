"""Hexapawn: a whole game as a class."""

import heelstone

NAMES = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]


class Hexapawn(heelstone.Rules):
    name = "hexapawn"
    about = "Take a pawn to the other end, or leave the other side without a move."

    def __init__(self, squares="OOO...XXX", turn="black"):
        self.squares = squares
        self.turn = turn

    def steps(self):
        own, other, row = ("X", "O", -3) if self.turn == "black" else ("O", "X", 3)
        for start, piece in enumerate(self.squares):
            for aside, onto in [(0, "."), (-1, other), (1, other)]:
                end = start + row + aside
                is_near = abs(start % 3 - end % 3) < 2
                if piece == own and is_near and 0 <= end < 9 and self.squares[end] == onto:
                    yield start, end

    def legal_moves(self):
        return [NAMES[start] + NAMES[end] for start, end in self.steps()]

    def after(self, move):
        squares = list(self.squares)
        start, end = NAMES.index(move[:2]), NAMES.index(move[2:])
        squares[start], squares[end] = ".", squares[start]
        return Hexapawn("".join(squares), "white" if self.turn == "black" else "black")

    def result(self):
        if "X" in self.squares[:3]:
            return 1
        if "O" in self.squares[6:]:
            return -1
        if not self.legal_moves():
            return -1 if self.turn == "black" else 1
        return None

    def __str__(self):
        return f"{self.squares} {self.turn}"

    @classmethod
    def parse(cls, text):
        squares, turn = text.split()
        return cls(squares, turn)

    def board(self):
        return [self.squares[start : start + 3] for start in (0, 3, 6)]

    def evaluate(self):
        return self.squares.count("X") - self.squares.count("O")


GAME = Hexapawn
