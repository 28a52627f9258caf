"""Discs and corners: an engine for matches."""

GAME = "othello"
CORNERS = ["A1", "A8", "H1", "H8"]


def evaluate(position):
    board = position.board
    sides = list(board.values())
    corners = [board[corner] for corner in CORNERS]

    def worth(side):
        return sides.count(side) + 25 * corners.count(side)

    return worth("black") - worth("white")
