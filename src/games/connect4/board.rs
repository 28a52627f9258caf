//! The geometry of the bit boards.
//!
//! A board is a `u64` with one bit a cell, column after column, and one bit that stays empty above
//! each column, so that a shift never carries a line around an edge. For seven columns of six:
//!
//! ```text
//!  6 13 20 27 34 41 48   always empty
//!  5 12 19 26 33 40 47   row 6
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42   row 1
//! ```
//!
//! The layout is the one that Fhourstones made common [Tromp 2004].

/// The number of columns that the lookahead of [`super::expansion`] handles at once.
pub(super) const LANES: usize = 8;

/// The largest number of columns: with more, four rows would not fit in 64 bits.
const MAX_COLUMNS: usize = 12;

/// The masks of a board of `COLUMNS` by `ROWS` cells.
pub(super) struct Geometry<const COLUMNS: usize, const ROWS: usize>;

impl<const COLUMNS: usize, const ROWS: usize> Geometry<COLUMNS, ROWS> {
    /// The distance of neighbouring columns, in bits.
    pub(super) const HEIGHT: usize = {
        assert!(COLUMNS > 0 && COLUMNS <= MAX_COLUMNS, "too many columns");
        assert!(
            ROWS > 0 && COLUMNS * (ROWS + 1) <= 64,
            "the board does not fit in 64 bits"
        );
        ROWS + 1
    };

    /// The number of bits that a board uses, including those above the columns.
    pub(super) const BITS: u32 = (COLUMNS * Self::HEIGHT) as u32;

    /// The lowest cell of each column.
    pub(super) const BOTTOM: u64 = {
        let (mut bottom, mut column) = (0, 0);
        while column < COLUMNS {
            bottom |= 1 << (column * Self::HEIGHT);
            column += 1;
        }
        bottom
    };

    /// The cells of the first column.
    pub(super) const FIRST_COLUMN: u64 = (1 << ROWS) - 1;

    /// All cells.
    pub(super) const CELLS: u64 = Self::BOTTOM * Self::FIRST_COLUMN;

    /// The rows 1, 3, 5 ...
    pub(super) const ODD_ROWS: u64 = Self::BOTTOM * (0x5555_5555_5555_5555 & Self::FIRST_COLUMN);

    /// The rows 2, 4, 6 ...
    pub(super) const EVEN_ROWS: u64 = Self::CELLS & !Self::ODD_ROWS;

    /// The distances to the next cell of a line, in bits: upwards, to the right, and along the two
    /// diagonals.
    pub(super) const DIRECTIONS: [usize; 4] = [1, Self::HEIGHT, Self::HEIGHT - 1, Self::HEIGHT + 1];

    /// The first cells of the windows of four on the board, for each direction.
    pub(super) const WINDOWS: [u64; 4] = {
        let (mut windows, mut i) = ([0; 4], 0);
        while i < 4 {
            let step = Self::DIRECTIONS[i] as u32;
            windows[i] = Self::CELLS
                & Self::CELLS.unbounded_shr(step)
                & Self::CELLS.unbounded_shr(2 * step)
                & Self::CELLS.unbounded_shr(3 * step);
            i += 1;
        }
        windows
    };

    /// The columns from the centre to the edges, as masks of cells; empty masks fill the rest.
    pub(super) const CENTRE_FIRST: [u64; 2 * LANES] = {
        let (mut masks, mut i) = ([0; 2 * LANES], 0);
        while i < COLUMNS {
            masks[i] = Self::FIRST_COLUMN << (Self::centre_first(i) * Self::HEIGHT);
            i += 1;
        }
        masks
    };

    /// The column at an index of the order from the centre to the edges.
    pub(super) const fn centre_first(place: usize) -> usize {
        let middle = (COLUMNS - 1) / 2;
        // Of two equally central columns, the left one comes first: 3 4 2 5 1 6 0.
        if place % 2 == 1 {
            middle + place.div_ceil(2)
        } else {
            middle - place / 2
        }
    }

    /// The cells of a column.
    pub(super) const fn column(column: usize) -> u64 {
        Self::FIRST_COLUMN << (column * Self::HEIGHT)
    }

    /// The rows that the first player gets if the columns fill up one after the other: White starts
    /// the last column if the others have an odd number of cells.
    pub(super) const FIRST_PLAYER_ROWS: u64 = if ((COLUMNS - 1) * ROWS).is_multiple_of(2) {
        Self::ODD_ROWS
    } else {
        Self::EVEN_ROWS
    };

    /// Returns true if four stones are in a row.
    #[inline]
    pub(super) fn has_four(stones: u64) -> bool {
        let fours = Self::DIRECTIONS.map(|step| {
            let pairs = stones & stones.unbounded_shr(step as u32);
            pairs & pairs.unbounded_shr(2 * step as u32)
        });
        fours[0] | fours[1] | fours[2] | fours[3] != 0
    }

    /// The cells, including occupied ones and those off the board, where one more stone would make
    /// four in a row; upwards, the three below must be there.
    #[inline]
    pub(super) fn completions(stones: u64) -> u64 {
        // Upwards, a three can only be completed on top.
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        for step in [Self::HEIGHT, Self::HEIGHT - 1, Self::HEIGHT + 1] {
            let step = step as u32;
            let (left, right) = (stones.unbounded_shl(step), stones.unbounded_shr(step));
            let left_pair = left & stones.unbounded_shl(2 * step);
            let right_pair = right & stones.unbounded_shr(2 * step);
            cells |= left_pair & (stones.unbounded_shl(3 * step) | right);
            cells |= right_pair & (stones.unbounded_shr(3 * step) | left);
        }
        cells
    }

    /// All cells above the given ones.
    #[inline]
    pub(super) fn above(cells: u64) -> u64 {
        let (mut all, mut higher) = (0, cells);
        for _ in 1..ROWS {
            higher = (higher << 1) & Self::CELLS;
            all |= higher;
        }
        all
    }

    /// The number of windows of four with one, two and three stones of `own`, which has no four,
    /// and none of `other`.
    #[inline]
    pub(super) fn open_windows(own: u64, other: u64) -> [i32; 3] {
        let mut counts = [0; 3];
        for (step, all) in Self::DIRECTIONS.into_iter().zip(Self::WINDOWS) {
            let at = |stones: u64, place: usize| stones.unbounded_shr((place * step) as u32);
            let blocked = at(other, 0) | at(other, 1) | at(other, 2) | at(other, 3);
            let open = all & !blocked;
            // Adds up the four cells of all windows at once; each word holds one bit of every sum.
            let (odd_left, both_left) = (at(own, 0) ^ at(own, 1), at(own, 0) & at(own, 1));
            let (odd_right, both_right) = (at(own, 2) ^ at(own, 3), at(own, 2) & at(own, 3));
            let ones = odd_left ^ odd_right;
            let twos = both_left ^ both_right ^ (odd_left & odd_right);
            for (count, held) in counts
                .iter_mut()
                .zip([ones & !twos, twos & !ones, ones & twos])
            {
                *count += (held & open).count_ones() as i32;
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Standard = Geometry<7, 6>;

    #[test]
    fn the_standard_board_has_69_windows() {
        let windows: u32 = Standard::WINDOWS.iter().map(|w| w.count_ones()).sum();
        assert_eq!(windows, 69);
        assert_eq!(Standard::CELLS.count_ones(), 42);
        let windows: u32 = Geometry::<8, 7>::WINDOWS
            .iter()
            .map(|w| w.count_ones())
            .sum();
        assert_eq!(windows, 35 + 32 + 20 + 20);
    }

    #[test]
    fn rows_are_told_apart() {
        assert_eq!(Standard::ODD_ROWS & Standard::FIRST_COLUMN, 0b010101);
        assert_eq!(Standard::EVEN_ROWS & Standard::FIRST_COLUMN, 0b101010);
        assert_eq!(Geometry::<8, 7>::ODD_ROWS.count_ones(), 32);
        assert_eq!(Geometry::<8, 7>::EVEN_ROWS.count_ones(), 24);
    }

    #[test]
    fn the_centre_comes_first() {
        let order = |count| {
            (0..count)
                .map(Geometry::<7, 6>::centre_first)
                .collect::<Vec<_>>()
        };
        assert_eq!(order(7), [3, 4, 2, 5, 1, 6, 0]);
        let order: Vec<usize> = (0..8).map(Geometry::<8, 7>::centre_first).collect();
        assert_eq!(order, [3, 4, 2, 5, 1, 6, 0, 7]);
    }

    /// The same, computed cell by cell.
    fn completions_by_windows(stones: u64) -> u64 {
        let mut cells = 0;
        for (first_cells, step) in Standard::WINDOWS.into_iter().zip(Standard::DIRECTIONS) {
            for first in (0..64).filter(|bit| first_cells >> bit & 1 != 0) {
                let window = (0..4).fold(0, |w, i| w | 1 << (first + i * step));
                let last = if step == 1 { 1 << (first + 3) } else { window };
                if (stones & window).count_ones() == 3 {
                    cells |= last & !stones;
                }
            }
        }
        cells
    }

    #[test]
    fn completions_are_the_fourth_cells_of_the_windows() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let stones = rng.u64(..) & rng.u64(..) & Standard::CELLS;
            let cells = Standard::completions(stones) & Standard::CELLS & !stones;
            assert_eq!(cells, completions_by_windows(stones));
            let four = (0..64).map(|bit| 1u64 << bit).any(|cell| {
                stones & cell != 0 && completions_by_windows(stones & !cell) & cell != 0
            });
            assert_eq!(Standard::has_four(stones), four);
        }
    }
}
