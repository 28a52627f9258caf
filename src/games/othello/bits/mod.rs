//! Moves on bit boards: the squares where a side may play, and the discs that a move turns.
//!
//! Bit n is square n: A1 is 0, B1 is 1, A2 is 8, H8 is 63. The four axes (rows, columns and the two
//! diagonals) are computed side by side: by vector instructions if the build has AVX2, else in
//! plain Rust. Both give the same results.

#[cfg(target_feature = "avx2")]
mod avx2;
mod portable;

#[cfg(target_feature = "avx2")]
pub(super) use avx2::{flips, mobility};
#[cfg(not(target_feature = "avx2"))]
pub(super) use portable::{flips, mobility};

/// The distances of neighbouring squares along a row, a column and the two diagonals.
pub(super) const STEPS: [u64; 4] = [1, 8, 9, 7];

/// The columns B to G. A disc in column A or H can be enclosed only within its column; masking
/// those columns keeps shifted rows from running into the next one.
const INNER_COLUMNS: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The squares in each direction from a square, by axis.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays {
    /// Towards H8: bits above the square.
    up: [u64; 4],
    /// Towards A1: bits below the square.
    down: [u64; 4],
}

static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    let mut rays = [Rays {
        up: [0; 4],
        down: [0; 4],
    }; 64];
    let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (x, y) = directions[axis];
            rays[square].up[axis] = ray(square, x, y);
            rays[square].down[axis] = ray(square, -x, -y);
            axis += 1;
        }
        square += 1;
    }
    rays
}

const fn ray(square: usize, x: i32, y: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % 8 + x, square as i32 / 8 + y);
    let mut squares = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += x;
        row += y;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule of the rule book, square by square.
    fn slow_flips(square: usize, own: u64, opponent: u64) -> u64 {
        let mut turned = 0;
        for (x, y) in [-1, 0, 1].map(|x| [-1, 0, 1].map(|y| (x, y))).concat() {
            let (mut column, mut row, mut line) = (square as i32 % 8, square as i32 / 8, 0);
            loop {
                (column, row) = (column + x, row + y);
                if (x, y) == (0, 0) || !(0..8).contains(&column) || !(0..8).contains(&row) {
                    break;
                }
                let bit = 1u64 << (row * 8 + column);
                if own & bit != 0 {
                    turned |= line;
                }
                if opponent & bit == 0 {
                    break;
                }
                line |= bit;
            }
        }
        turned
    }

    /// Boards of every density, and full lines from edge to edge.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        let mut rng = fastrand::Rng::with_seed(1);
        (0..4000).map(move |n| {
            let (own, opponent) = (rng.u64(..), rng.u64(..));
            match n % 4 {
                0 => (own & !opponent, opponent),
                1 => (own & rng.u64(..) & !opponent, opponent),
                2 => (own & rng.u64(..) & rng.u64(..), !own),
                _ => (own & rng.u64(..) & !opponent, opponent & rng.u64(..)),
            }
        })
    }

    #[test]
    fn a_move_turns_what_the_rule_book_says() {
        for (own, opponent) in boards() {
            for square in (0..64).filter(|s| (own | opponent) >> s & 1 == 0) {
                let expected = slow_flips(square, own, opponent);
                let what = (square, own, opponent);
                assert_eq!(flips(square, own, opponent), expected, "{what:?}");
                assert_eq!(portable::flips(square, own, opponent), expected, "{what:?}");
            }
        }
    }

    #[test]
    fn a_move_is_legal_exactly_when_it_turns_a_disc() {
        for (own, opponent) in boards() {
            let expected = (0..64)
                .filter(|s| (own | opponent) >> s & 1 == 0)
                .filter(|&s| slow_flips(s, own, opponent) != 0)
                .fold(0, |moves, s| moves | 1 << s);
            assert_eq!(mobility(own, opponent), expected, "{own:#x} {opponent:#x}");
            assert_eq!(
                portable::mobility(own, opponent),
                expected,
                "{own:#x} {opponent:#x}"
            );
        }
    }
}
