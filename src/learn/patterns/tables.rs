//! Patterns as they are read in play. With the sides exchanged, White sees in one group what Black sees in another, so
//! one index for each group serves both sides if each side has its own tables.

use super::features::Features;
use super::groups::MOST_GROUPS;
use super::plan::Plan;
use crate::game::Side;
use crate::learn::accumulator::{Accumulator, BLOCK, Blocks, Rows};
use crate::learn::board::Board;
use crate::learn::symmetries::Exchange;

/// The contents that a table has room for.
const CONTENTS: usize = 1 << 14;
/// The size of a table, which is not a power of two: otherwise equal contents of all groups would share a few lines of
/// the processor's cache.
const SIZE: usize = CONTENTS + 32;
/// The most tables; each takes 32 KiB.
const MOST: usize = 1024;
/// The number of indices that 16 bits can hold.
const INDICES: usize = 1 << u16::BITS;

/// The number of tables of a set is a multiple of this.
const STEP: usize = 8;
/// The functions that add up the weights of 8 tables, 16, 24 and so on. Their numbers are constants, so the compiler checks no
/// index.
static SUMS: [fn(&[i16], &Blocks) -> i32; MOST_GROUPS.div_ceil(STEP)] = [
    sum::<8>, sum::<16>, sum::<24>, sum::<32>, sum::<40>, sum::<48>, sum::<56>, sum::<64>,
    sum::<72>, sum::<80>, sum::<88>, sum::<96>,
];

/// The tables of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tables {
    rows: Rows,
    /// One after the other, and zeros as far as the last one would reach if its index were any number of 16 bits.
    tables: Vec<i16>,
    /// The tables of a set: one for each group, and empty ones up to the next [`STEP`].
    each: usize,
    /// The sets of a side.
    sets: usize,
}

/// The group whose weights count for another one.
struct Image {
    /// The number of this group.
    group: usize,
    /// Its digit for each digit of the other one.
    digits: Vec<usize>,
}

impl Tables {
    /// The tables with these weights; `None` if they would be too large, or if the exchanged groups are others.
    pub(super) fn new(board: &Board, features: &Features, numbers: &[i16]) -> Option<Tables> {
        let plan = &features.plan;
        let as_it_is = Exchange::none(board);
        let exchange = plan.exchange.as_ref().unwrap_or(&as_it_is);
        let each = plan.groups.len().next_multiple_of(STEP);
        let count = 2 * plan.sets() * each;
        let is_small = |places: usize| (plan.grouped + 1).pow(places as u32) <= CONTENTS;
        if count > MOST || !plan.groups.iter().all(|group| is_small(group.places.len())) {
            return None;
        }
        let mut tables = vec![0; count * SIZE + INDICES];
        let mut sets = tables.chunks_exact_mut(each * SIZE);
        for (side, seen) in [(Side::Black, &as_it_is), (Side::White, exchange)] {
            let images = images(plan, seen)?;
            for (set, tables) in sets.by_ref().take(plan.sets()).enumerate() {
                let numbers = &numbers[features.first(side, set)..];
                for (image, table) in images.iter().zip(tables.chunks_exact_mut(SIZE)) {
                    let start = features.starts[image.group] as usize;
                    image.fill(table, &numbers[start..], plan, seen);
                }
            }
        }
        Some(Tables {
            rows: plan.rows(board, &[Side::Black]),
            tables,
            each,
            sets: plan.sets(),
        })
    }

    #[inline]
    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The sum of the weights of all groups in a set.
    #[inline]
    pub(super) fn sum(&self, accumulator: &Accumulator, to_move: Side, set: usize) -> i32 {
        let first = (to_move.index() * self.sets + set) * self.each;
        let tables = self.tables.get(first * SIZE..).unwrap_or_default();
        let sum = SUMS.get((self.each / STEP).wrapping_sub(1));
        sum.map_or(0, |sum| sum(tables, &accumulator.blocks))
    }
}

/// The sum of the weights with these indices in N tables.
fn sum<const N: usize>(tables: &[i16], indices: &Blocks) -> i32 {
    let Some(tables) = tables.get(..(N - 1) * SIZE + INDICES) else {
        return 0;
    };
    let mut sum = 0;
    for table in 0..N {
        let index = indices[table / BLOCK].0[table % BLOCK];
        sum += i32::from(tables[table * SIZE + usize::from(index)]);
    }
    sum
}

/// The image of each group on the exchanged board; `None` if they are not the same groups again.
fn images(plan: &Plan, exchange: &Exchange) -> Option<Vec<Image>> {
    let is_seen = |&kind: &u8| usize::from(kind) < plan.grouped;
    if !exchange.kinds[..plan.grouped].iter().all(is_seen) {
        return None;
    }
    let image_of = |places: &[u8]| {
        let mut groups = plan.groups.iter().enumerate();
        groups.find_map(|(group, other)| {
            let digit = |&place: &u8| {
                let there = exchange.places[usize::from(place)];
                other.places.iter().position(|&other| other == there)
            };
            let digits: Vec<usize> = places.iter().map(digit).collect::<Option<_>>()?;
            let is_whole = is_each_once(digits.iter().copied(), other.places.len());
            is_whole.then_some(Image { group, digits })
        })
    };
    let groups = plan.groups.iter();
    let images: Vec<Image> = groups
        .map(|group| image_of(&group.places))
        .collect::<Option<_>>()?;
    is_each_once(images.iter().map(|image| image.group), plan.groups.len()).then_some(images)
}

/// Returns true if each number below `length` is there once.
fn is_each_once(numbers: impl Iterator<Item = usize>, length: usize) -> bool {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.into_iter().eq(0..length)
}

impl Image {
    /// Fills the table of the other group with the weights of this one.
    fn fill(&self, table: &mut [i16], numbers: &[i16], plan: &Plan, exchange: &Exchange) {
        let base = plan.grouped + 1;
        let contents = base.pow(self.digits.len() as u32);
        for (mut here, weight) in table[..contents].iter_mut().enumerate() {
            let mut there = 0;
            for &digit in &self.digits {
                if let Some(kind) = (here % base).checked_sub(1) {
                    there += (usize::from(exchange.kinds[kind]) + 1) * base.pow(digit as u32);
                }
                here /= base;
            }
            *weight = numbers[there];
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::game::{Game, Turn};
    use crate::games::connect4::Connect4;
    use crate::games::draughts::Checkers;
    use crate::games::othello::Othello;
    use crate::games::tictactoe::TicTacToe;
    use crate::learn::explore;
    use crate::learn::patterns::Patterns;

    /// Returns whether a game has tables, after checking that its positions have the values that the weights give.
    fn agree<G: Game>(phases: usize) -> bool {
        let positions = explore(G::start);
        let board = Board::of(&positions).expect("a board");
        let mut plan = Plan::of(&board, &positions).expect("a plan");
        plan.phases = phases;
        let features = Features::new(&board, plan);
        let mut rng = Rng::with_seed(7);
        let numbers: Vec<i16> = (0..features.weights()).map(|_| rng.i16(..)).collect();
        let patterns = Patterns::new(&board, features.clone(), numbers.clone());
        for position in &positions[..positions.len().min(500)] {
            let planes = board.planes(position);
            let to_move = Turn::side(position.turn());
            let mut sum = 0;
            features.for_each(&features.rows.accumulator(&planes), to_move, |weight| {
                sum += i32::from(numbers[weight])
            });
            let accumulator = patterns.rows().accumulator(&planes);
            let value = features.sign(to_move) * sum;
            assert_eq!(patterns.sum(&accumulator, to_move), value);
        }
        patterns.tables.is_some()
    }

    #[test]
    fn tables_say_the_same_as_the_weights_in_their_own_order() {
        assert!(agree::<Checkers>(0), "the board is turned");
        assert!(agree::<Checkers>(3), "the board is turned");
        assert!(agree::<Connect4<7, 6>>(0), "each side has its weights");
        assert!(agree::<Connect4<7, 6>>(2), "each side has its weights");
        assert!(!agree::<Othello>(6), "its groups are too large");
        assert!(!agree::<TicTacToe>(0), "its groups are too large");
    }

    #[test]
    fn each_number_of_tables_is_added_up() {
        let most = SUMS.len() * STEP;
        let mut tables = vec![0; most * SIZE + INDICES];
        let mut indices = Accumulator::EMPTY.blocks;
        for table in 0..most {
            tables[table * SIZE + 2 * table] = 1;
            indices[table / BLOCK].0[table % BLOCK] = 2 * table as u16;
        }
        for (step, sum) in SUMS.iter().enumerate() {
            assert_eq!(sum(&tables, &indices), ((step + 1) * STEP) as i32);
        }
    }

    #[test]
    fn groups_and_places_that_a_file_names_twice_have_no_tables() {
        let positions = explore(Checkers::start);
        let board = Board::of(&positions).expect("a board");
        let tables = |edit: &dyn Fn(&mut Plan)| {
            let mut plan = Plan::of(&board, &positions).expect("a plan");
            edit(&mut plan);
            assert!(plan.fits(&board));
            let features = Features::new(&board, plan);
            let numbers = vec![1; features.weights()];
            Tables::new(&board, &features, &numbers)
        };
        assert!(tables(&|_| {}).is_some());
        assert!(tables(&|plan| plan.groups.push(plan.groups[0].clone())).is_none());
        assert!(tables(&|plan| plan.groups[0].places[1] = plan.groups[0].places[0]).is_none());
    }
}
