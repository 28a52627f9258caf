//! The evaluation `alignments`, from a student project in Lush [Eichen 2006].

use super::board::Geometry;
use super::rules::Connect4;
use super::{FOUR, judge_fours};
use crate::game::{Evaluation, Param, Side};

/// Counts 1000 for each three and 100 for each pair by default, Black's less White's; four in a row
/// is worth ±10 000 exactly.
///
/// The report leaves open what exactly is counted. Here a three or a pair is a run of three or two
/// adjacent discs in one of the four directions, whether or not it touches the surface; it counts
/// once. It must lie in a window of four cells without a disc of the other side, or it could not
/// become four. Pairs inside a three are not counted. An unfinished position is worth less than a
/// four.
#[derive(Clone, Copy, Debug)]
pub struct Alignments {
    three: Param,
    pair: Param,
}

impl Default for Alignments {
    fn default() -> Alignments {
        Alignments {
            three: Param::new("three", 1000, 0..=5000),
            pair: Param::new("pair", 100, 0..=1000),
        }
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Evaluation<Connect4<COLUMNS, ROWS>> for Alignments {
    type Accumulator = ();

    fn start(&self, _: &Connect4<COLUMNS, ROWS>) {}

    fn value(&self, position: &Connect4<COLUMNS, ROWS>, (): &()) -> i32 {
        let stones = position.stones();
        judge_fours::<COLUMNS, ROWS>(stones).unwrap_or_else(|| {
            let empty = position.empty();
            let [black, white] =
                Side::BOTH.map(|side| self.worth::<COLUMNS, ROWS>(stones[side.index()], empty));
            (black - white).clamp(1 - FOUR, FOUR - 1)
        })
    }

    fn grain(&self) -> i16 {
        100
    }

    fn params(&mut self) -> Vec<&mut Param> {
        vec![&mut self.three, &mut self.pair]
    }
}

impl Alignments {
    /// The value of one side's runs, while it has no four.
    fn worth<const COLUMNS: usize, const ROWS: usize>(&self, own: u64, empty: u64) -> i32 {
        let directions = Geometry::<COLUMNS, ROWS>::DIRECTIONS;
        let windows = Geometry::<COLUMNS, ROWS>::WINDOWS;
        let worth = |(step, all): (usize, u64)| {
            let step = step as u32;
            // A set of windows or runs is the set of their first cells.
            let pairs = own & own.unbounded_shr(step);
            let threes = pairs & pairs.unbounded_shr(step);
            let lone_pairs = pairs & !own.unbounded_shl(step) & !own.unbounded_shr(2 * step);
            let free = own | empty;
            let free_pairs = free & free.unbounded_shr(step);
            let open = all & free_pairs & free_pairs.unbounded_shr(2 * step);
            let open_second = open | open.unbounded_shl(step);
            let open_third = open_second | open.unbounded_shl(2 * step);
            let count = |runs: u64| runs.count_ones() as i32;
            self.three.get() * count(threes & open_second)
                + self.pair.get() * count(lone_pairs & open_third)
        };
        directions.into_iter().zip(windows).map(worth).sum()
    }
}
