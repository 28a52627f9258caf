//! The dark squares of a board as bits, with gaps between the rows, so that a step in any direction is a
//! single shift: what leaves the board lands on a gap [Letouzey n.d.].
//!
//! A pair of rows takes `2 · half + 3` bits, `half` being the squares of a row. On 10 x 10:
//!
//! ```text
//!    0   1   2   3   4        5 is a gap
//!  6   7   8   9  10         11 and 12 are gaps
//!   13  14  15  16  17       ...
//! ```

/// The bits of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The dark squares of a row.
    pub(super) half: u8,
    /// All dark squares.
    pub(super) squares: u64,
    /// The two steps downwards, towards larger bits; upwards they are the opposite.
    pub(super) down: [i32; 2],
    /// From a square to the next one in the same column, and in the same row.
    pub(super) straight: [i32; 2],
}

impl Board {
    /// The board with so many dark squares in a row.
    pub(super) const fn new(half: u8) -> Board {
        let mut board = Board {
            half,
            squares: 0,
            down: [half as i32 + 1, half as i32 + 2],
            straight: [2 * half as i32 + 3, 1],
        };
        let mut row = 0;
        while row < 2 * half {
            board.squares |= board.row(row);
            row += 1;
        }
        board
    }

    /// The number of squares.
    pub(super) const fn len(&self) -> u8 {
        2 * self.half * self.half
    }

    /// The columns and rows.
    pub(super) const fn side(&self) -> u8 {
        2 * self.half
    }

    /// The squares of a row, the uppermost being 0.
    pub(super) const fn row(&self, row: u8) -> u64 {
        ((1 << self.half) - 1) << self.first_of_row(row)
    }

    const fn first_of_row(&self, row: u8) -> u8 {
        row / 2 * (2 * self.half + 3) + row % 2 * (self.half + 1)
    }

    /// The bit of the square with this number, counted from 0, row by row from the top left.
    pub(super) const fn bit(&self, square: u8) -> u8 {
        self.first_of_row(square / self.half) + square % self.half
    }

    /// The row of a bit, and its place in the row.
    pub(super) const fn row_and_place(&self, bit: u8) -> (u8, u8) {
        let in_pair = bit % (2 * self.half + 3);
        let lower = (in_pair > self.half) as u8;
        let row = bit / (2 * self.half + 3) * 2 + lower;
        (row, in_pair - lower * (self.half + 1))
    }

    /// The column of a bit: in even rows the dark squares begin in the second one.
    pub(super) const fn column(&self, bit: u8) -> u8 {
        let (row, place) = self.row_and_place(bit);
        2 * place + (row + 1) % 2
    }

    /// The squares in the first and the last column.
    pub(super) const fn edges(&self) -> u64 {
        self.squares_where(0, self.side() - 1, true)
    }

    /// The squares around the middle.
    pub(super) const fn centre(&self) -> u64 {
        let (first, last) = (self.half / 2 + 1, self.side() - self.half / 2 - 2);
        let mut rows = 0;
        let mut row = first;
        while row <= last {
            rows |= self.row(row);
            row += 1;
        }
        self.squares_where(first, last, false) & rows
    }

    /// The squares in these two columns, or else in those between them as well.
    const fn squares_where(&self, first: u8, last: u8, only_ends: bool) -> u64 {
        let mut found = 0;
        let mut bit = 0;
        while bit < 64 {
            let column = self.column(bit);
            let is_in = if only_ends {
                column == first || column == last
            } else {
                first <= column && column <= last
            };
            if self.squares >> bit & 1 == 1 && is_in {
                found |= 1 << bit;
            }
            bit += 1;
        }
        found
    }

    /// The squares between two corners.
    pub(super) const fn long_diagonal(&self) -> u64 {
        let mut found = 0;
        let mut bit = 0;
        while bit < 64 {
            let (row, _) = self.row_and_place(bit);
            if self.squares >> bit & 1 == 1 && row + self.column(bit) == self.side() - 1 {
                found |= 1 << bit;
            }
            bit += 1;
        }
        found
    }

    /// The steps of a king from one square to another.
    pub(super) fn distance(&self, from: u8, to: u8) -> i32 {
        let rows = [from, to].map(|bit| self.row_and_place(bit).0);
        let columns = [from, to].map(|bit| self.column(bit));
        let apart = |[a, b]: [u8; 2]| i32::from(a.abs_diff(b));
        apart(rows).max(apart(columns))
    }

    /// The square in a column and a row, if it is a dark one of the board.
    pub(super) fn at(&self, column: u8, row: u8) -> Option<u8> {
        let is_dark = (column + row) % 2 == 1;
        let on_board = column < self.side() && row < self.side();
        (is_dark && on_board).then(|| self.first_of_row(row) + column / 2)
    }
}

/// The squares a step away.
#[inline(always)]
pub(super) const fn step(squares: u64, by: i32) -> u64 {
    if by >= 0 {
        squares << by
    } else {
        squares >> -by
    }
}

/// The bits that are set, from the lowest.
#[inline]
pub(super) fn bits(mut squares: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (squares != 0).then(|| squares.trailing_zeros() as u8)?;
        squares &= squares - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_reaches_the_neighbour_or_leaves_the_board() {
        for board in [Board::new(4), Board::new(5)] {
            assert_eq!(board.squares.count_ones(), u32::from(board.len()));
            for square in 0..board.len() {
                let bit = board.bit(square);
                let (row, place) = board.row_and_place(bit);
                assert_eq!(row * board.half + place, square);
                let column = board.column(bit);
                assert_eq!(board.at(column, row), Some(bit));
                let [left, right] = board.down;
                let [vertical, horizontal] = board.straight;
                for (by, x, y) in [
                    (left, -1, 1),
                    (right, 1, 1),
                    (-left, 1, -1),
                    (-right, -1, -1),
                    (vertical, 0, 2),
                    (-vertical, 0, -2),
                    (horizontal, 2, 0),
                    (-horizontal, -2, 0),
                ] {
                    let reached = step(1 << bit, by) & board.squares;
                    let to = |at: u8, by: i8| at.checked_add_signed(by);
                    let expected = to(column, x).zip(to(row, y));
                    let expected = expected.and_then(|(column, row)| board.at(column, row));
                    assert_eq!(bits(reached).next(), expected, "{square} by {by}");
                }
            }
        }
    }
}
