//! The evaluation `patterns`: the contents of rows, diagonals and corners, and the present and
//! potential moves of both sides, weighted by game stage.

mod forecasts;
mod shapes;
mod weights;

use std::sync::OnceLock;

use super::super::bits::mobility;
use super::super::ending;
use super::super::geometry::with_neighbours;
use super::super::rules::{Othello, Square};
use super::{SELECTIVITY, seen_from_black};
use crate::game::{
    Data, Evaluation, Forecast, LinearEvaluation, Rules, Selectivity, Side, Unpacked, embedded,
};
use crate::learn::linear_weights;
pub(in crate::games::othello) use shapes::shapes;
use shapes::{ADDED, LANES, PLACES, START};
use weights::{COUNTS, EACH, ORDER, Order, ROOM, STAGES, Weights, of_count, stage};

/// The sum of the weights of all patterns and counts; 100 is a disc.
#[derive(Clone)]
pub struct Patterns(Unpacked<Weights>);

/// The weights that ship; of a program that is built without them, once they were supplied.
fn shipped() -> Option<Unpacked<Weights>> {
    static SHIPPED: OnceLock<Unpacked<Weights>> = OnceLock::new();
    let bytes = embedded!("../../patterns.weights").or_else(|| Patterns::DATA.supplied())?;
    let unpack = || {
        // Before the numbers: an allocator then gives all of it back.
        let order = Order::new();
        let numbers = linear_weights::<Othello, Patterns>("patterns", bytes);
        Weights::from_numbers(&order, &numbers.expect("the weights that ship are whole"))
    };
    Some(SHIPPED.get_or_init(|| Unpacked::new(unpack)).clone())
}

/// Knows nothing in a program that still waits for the weights.
impl Default for Patterns {
    fn default() -> Patterns {
        Patterns(shipped().unwrap_or_else(|| Weights::zero().into()))
    }
}

impl Patterns {
    /// The file of the weights.
    pub(crate) const DATA: Data = Data::weights("othello/patterns.weights");
}

/// The number of empty squares, of both sides' moves, and of both sides' potential moves: empty
/// squares beside a disc of the other side. The side to move comes first.
#[inline]
fn counts(position: &Othello) -> [u32; COUNTS] {
    let (own, opponent, empty) = (position.own(), position.opponent(), position.empty());
    [
        empty,
        mobility(own, opponent),
        mobility(opponent, own),
        with_neighbours(opponent) & empty,
        with_neighbours(own) & empty,
    ]
    .map(u64::count_ones)
}

/// The index of each pattern instance's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices([u16; LANES]);

impl Indices {
    fn of(position: &Othello) -> Indices {
        let mut indices = Indices([0; LANES]);
        for (side, times) in [(Side::Black, 1), (Side::White, 2)] {
            indices.add(position.discs(side), times);
        }
        indices
    }

    /// Adds the digits of discs on these squares, multiplied by `times`.
    #[inline]
    fn add(&mut self, mut squares: u64, times: u16) {
        let mut sum = [0u16; LANES];
        while squares != 0 {
            let added = &ADDED[squares.trailing_zeros() as usize & 63];
            squares &= squares - 1;
            for (sum, added) in sum.iter_mut().zip(added) {
                *sum = sum.wrapping_add(*added);
            }
        }
        for (index, sum) in self.0.iter_mut().zip(sum) {
            *index = index.wrapping_add(sum.wrapping_mul(times));
        }
    }
}

impl Evaluation<Othello> for Patterns {
    type Accumulator = Indices;

    fn start(&self, position: &Othello) -> Indices {
        Indices::of(position)
    }

    #[inline]
    fn update(&self, before: &Indices, from: &Othello, mv: Square, to: &Othello) -> Indices {
        let mut indices = *before;
        if mv != Square::PASS {
            let placed = 1 << (mv.0 & 63);
            let turned = from.opponent() & !to.own();
            // A white disc's digit is twice a black one's.
            match from.to_move() {
                Side::Black => {
                    indices.add(turned, u16::MAX);
                    indices.add(placed, 1);
                }
                Side::White => {
                    indices.add(turned, 1);
                    indices.add(placed, 2);
                }
            }
        }
        indices
    }

    fn value(&self, position: &Othello, indices: &Indices) -> i32 {
        let empty = position.empty().count_ones();
        let value = self.at_sight(position, indices);
        let value = if empty <= ending::LAST {
            100 * ending::margin(position, value / 100)
        } else {
            value
        };
        seen_from_black(position, value)
    }

    fn knows_last(&self) -> u32 {
        // With so few empty squares the game is played out.
        ending::LAST
    }

    fn per_margin(&self) -> Option<u16> {
        Some(100)
    }

    fn grain(&self) -> i16 {
        100
    }

    fn selectivity(&self) -> Selectivity {
        Selectivity {
            reduction: 0,
            confidence: 100,
            ..SELECTIVITY
        }
    }

    fn forecasts(&self, position: &Othello, depth: u32) -> &[Forecast] {
        forecasts::forecasts(position.empty().count_ones(), depth)
    }
}

impl LinearEvaluation<Othello> for Patterns {
    const STAGES: usize = STAGES;

    fn weights() -> usize {
        EACH
    }

    fn stage(position: &Othello) -> usize {
        stage(position.empty().count_ones()).min(STAGES - 1)
    }

    fn features(position: &Othello, count: &mut dyn FnMut(usize, i16)) {
        let Indices(indices) = Indices::of(position);
        let is_white = position.to_move() == Side::White;
        for (start, index) in START.into_iter().zip(indices).take(PLACES) {
            count(
                ORDER.of_index(start as usize + usize::from(index), is_white),
                1,
            );
        }
        for (kind, number) in counts(position).into_iter().enumerate() {
            count(of_count(kind, number), 1);
        }
    }

    fn with_weights(weights: &[i16]) -> Patterns {
        Patterns(Weights::from_numbers(&Order::new(), weights).into())
    }

    fn ahead(stage: usize) -> Option<u16> {
        // The weights of these stages order the moves of the solver, too, which meets all margins.
        Some(if (2..4).contains(&stage) { 1_500 } else { 600 })
    }
}

impl Patterns {
    /// The sum of the weights, seen from the side to move.
    #[inline]
    fn at_sight(&self, position: &Othello, Indices(indices): &Indices) -> i32 {
        let stage = stage(position.empty().count_ones()).min(STAGES - 1);
        let side = position.to_move().index();
        let all = &*self.0;
        let weights = &all.shapes[stage];
        let mut places = START;
        for (place, &index) in places.iter_mut().zip(indices) {
            *place += u32::from(index);
        }
        let of_place = |&place: &u32| i32::from(weights[place as usize % ROOM][side]);
        let sum: i32 = places[..PLACES].iter().map(of_place).sum();
        let tables = all.counts[stage].iter().zip(counts(position));
        let of_counts = tables.map(|(weights, count)| i32::from(weights[count as usize & 63]));
        let value = sum + of_counts.sum::<i32>();
        value.clamp(-LARGEST, LARGEST)
    }
}

/// The largest value: a little more than the margin of a wipe-out.
const LARGEST: i32 = 6_500;

#[cfg(test)]
mod tests {
    use super::super::super::symmetry;
    use super::*;

    fn value(patterns: &Patterns, position: &Othello) -> i32 {
        patterns.value(position, &patterns.start(position))
    }

    fn at_sight(patterns: &Patterns, position: &Othello) -> i32 {
        let value = patterns.at_sight(position, &patterns.start(position));
        seen_from_black(position, value)
    }

    /// Weights that differ as far as such small numbers can.
    fn random_weights(rng: &mut fastrand::Rng) -> (Vec<i16>, Patterns) {
        let numbers: Vec<i16> = (0..STAGES * EACH).map(|_| rng.i16(-100..100)).collect();
        let patterns = Patterns::with_weights(&numbers);
        (numbers, patterns)
    }

    #[test]
    fn the_value_is_the_sum_of_the_weights_that_the_trainer_fits_however_the_board_lies() {
        let mut rng = fastrand::Rng::with_seed(9);
        let (numbers, patterns) = random_weights(&mut rng);
        for _ in 0..20 {
            let mut position = Othello::START;
            while position.outcome().is_none() {
                let of_stage = &numbers[Patterns::stage(&position) * EACH..][..EACH];
                let mut sum = 0;
                Patterns::features(&position, &mut |weight, times| {
                    sum += i32::from(of_stage[weight]) * i32::from(times);
                });
                let seen = seen_from_black(&position, sum);
                let (side, boards) = (
                    position.to_move(),
                    Side::BOTH.map(|side| position.discs(side)),
                );
                for image in symmetry::images(boards) {
                    let image = Othello::from_discs(image, side);
                    assert_eq!(at_sight(&patterns, &image), seen);
                }
                let swapped = Othello::from_discs([boards[1], boards[0]], !side);
                assert_eq!(at_sight(&patterns, &swapped), -seen);
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
    }

    #[test]
    fn moves_and_the_squares_of_later_ones_are_counted_for_both_sides() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut position = Othello::START;
        while position.outcome().is_none() {
            let side = position.to_move();
            let boards = Side::BOTH.map(|side| position.discs(side));
            let discs = |side: Side| boards[side.index()];
            let has = |board: u64, column: i32, row: i32| {
                (0..8).contains(&column)
                    && (0..8).contains(&row)
                    && board >> (8 * row + column) & 1 == 1
            };
            let is_empty = |square: i32| !has(boards[0] | boards[1], square % 8, square / 8);
            let beside = |board: u64, square: i32| {
                (0..9).any(|n| has(board, square % 8 + n % 3 - 1, square / 8 + n / 3 - 1))
            };
            let count = |fits: &dyn Fn(i32) -> bool| {
                (0..64).filter(|&n| is_empty(n) && fits(n)).count() as u32
            };
            let moves = |side: Side| {
                let moves = Othello::from_discs(boards, side).legal_moves();
                moves.into_iter().filter(|&mv| mv != Square::PASS).count() as u32
            };
            let expected = [
                count(&|_| true),
                moves(side),
                moves(!side),
                count(&|square| beside(discs(!side), square)),
                count(&|square| beside(discs(side), square)),
            ];
            assert_eq!(counts(&position), expected, "{position:?}");
            let moves = position.legal_moves();
            position.play(moves[rng.usize(..moves.len())]);
        }
    }

    /// Plain minimax; the margin is seen from Black.
    fn margin(position: &Othello) -> i32 {
        if let Some(margin) = position.outcome_for_mover() {
            return seen_from_black(position, margin.0.into());
        }
        let moves = position.legal_moves().into_iter();
        let margins = moves.map(|mv| margin(&position.after(mv)));
        match position.to_move() {
            Side::Black => margins.max().expect("a move"),
            Side::White => margins.min().expect("a move"),
        }
    }

    #[test]
    fn the_last_squares_are_played_out() {
        let mut rng = fastrand::Rng::with_seed(10);
        let patterns = Patterns::default();
        let mut seen = 0;
        for _ in 0..20 {
            let mut position = Othello::START;
            while position.outcome().is_none() {
                if position.empty().count_ones() <= patterns.knows_last() {
                    assert_eq!(value(&patterns, &position), 100 * margin(&position));
                    seen += 1;
                }
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
        assert!(seen > 50, "only {seen} positions");
    }
}
