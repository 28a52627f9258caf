//! The evaluation `threats`, the default: who will win when the columns fill up.

use super::board::Geometry;
use super::judge_fours;
use super::rules::Connect4;
use crate::game::{Evaluation, Rules, Side};

/// Counts the cells where a side would complete four in a row, apart for odd and even rows (who
/// can wait for them is decided by zugzwang), and the windows of four cells in which it has one
/// or two discs and the other side none.
///
/// The weights come from a logistic regression on the exact results of 12 800 quiet positions of
/// 12 to 28 plies; it tells winners from losers in 80 % of 3 200 others (windows alone
/// do so in 71 %). A hundred units are a factor of e in the odds.
///
/// Every position counts as stable: with 3000 and with 20 000 nodes a move, to follow threats
/// beyond the nominal depth cost more (42 % of the points in matches) than it gave.
#[derive(Clone, Copy, Debug)]
pub struct Threats;

/// The worth of a threat, in the rows that suit the first player and in the others.
#[derive(Clone, Copy)]
struct Worth {
    first_rows: i32,
    second_rows: i32,
}

const BLACK_THREAT: Worth = Worth {
    first_rows: 200,
    second_rows: 65,
};
const WHITE_THREAT: Worth = Worth {
    first_rows: 105,
    second_rows: 150,
};
const ONE_DISC: i32 = 15;
const TWO_DISCS: i32 = 44;

/// What it is worth to be on the move (the regression has 128, but less plays better: the search
/// follows forced replies, so that it compares positions with either side to move), and what else
/// the quiet positions of 12 to 28 plies have in common.
const MOVE: i32 = 80;
const FIRST: i32 = -65;

impl<const COLUMNS: usize, const ROWS: usize> Evaluation<Connect4<COLUMNS, ROWS>> for Threats {
    type Accumulator = ();

    fn start(&self, _: &Connect4<COLUMNS, ROWS>) {}

    #[inline]
    fn value(&self, position: &Connect4<COLUMNS, ROWS>, (): &()) -> i32 {
        let stones = position.stones();
        if let Some(value) = judge_fours::<COLUMNS, ROWS>(stones) {
            return value;
        }
        let empty = position.empty();
        if empty == 0 {
            return 0;
        }
        let tempo = match position.to_move() {
            Side::Black => MOVE,
            Side::White => -MOVE,
        };
        let judged = threats::<COLUMNS, ROWS>(stones, empty) + windows::<COLUMNS, ROWS>(stones);
        FIRST + tempo + judged
    }

    fn grain(&self) -> i16 {
        60
    }
}

/// What the threats are worth. One that lies above a threat of the other side does not count: that
/// column will not grow so high.
#[inline]
pub(super) fn threats<const COLUMNS: usize, const ROWS: usize>(
    stones: [u64; 2],
    empty: u64,
) -> i32 {
    let [black, white] = stones.map(|own| Geometry::<COLUMNS, ROWS>::completions(own) & empty);
    let first_rows = Geometry::<COLUMNS, ROWS>::FIRST_PLAYER_ROWS;
    let worth = |cells: u64, worth: Worth| {
        worth.first_rows * (cells & first_rows).count_ones() as i32
            + worth.second_rows * (cells & !first_rows).count_ones() as i32
    };
    let above = Geometry::<COLUMNS, ROWS>::above;
    worth(black & !above(white), BLACK_THREAT) - worth(white & !above(black), WHITE_THREAT)
}

/// What the windows with one or two discs are worth.
#[inline]
fn windows<const COLUMNS: usize, const ROWS: usize>([black, white]: [u64; 2]) -> i32 {
    let counts = |own, other| {
        let [one, two, _] = Geometry::<COLUMNS, ROWS>::open_windows(own, other);
        ONE_DISC * one + TWO_DISCS * two
    };
    counts(black, white) - counts(white, black)
}
