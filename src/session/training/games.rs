//! Games of searches against themselves, from which a network learns.

use fastrand::Rng;

use super::trial::best_move;
use crate::game::{Game, Score, Side, Turn, Value};
use crate::learn::{Board, LONGEST, Labels, OPENING, Sample, roll, shared};
use crate::search::{Searcher, Table};
use crate::session::services::Start;

/// The games of a round.
const ROUND: u64 = 256;
/// The nodes of a search.
const NODES: u64 = 100;
/// One move in so many is chosen at random.
const RARITY: u32 = 40;

/// Who plays, and what is made of the games.
pub(super) struct Games<'a, G: Game> {
    pub(super) teacher: &'a dyn Searcher<G>,
    /// What its evaluation counts for an expected result of tanh(1), if that is known.
    pub(super) unit: Option<f32>,
    pub(super) board: &'a Board,
    pub(super) labels: Labels,
    pub(super) start: &'a Start<G>,
    pub(super) seed: u64,
}

impl<G: Game> Games<'_, G> {
    /// The positions of the games of a round from number `played` on, on so many threads but no more than up to number
    /// `most`, game by game.
    pub(super) fn round(&self, played: u64, most: u64, threads: usize) -> Vec<Vec<Sample>> {
        let end = most.min((played - played % ROUND).saturating_add(ROUND));
        shared(played..end, threads, |number| self.record(number))
    }

    /// The positions of the game of this number.
    fn record(&self, number: u64) -> Vec<Sample> {
        // Each game has a seed of its own: whoever goes on later plays the same.
        let mut rng = Rng::with_seed(self.seed.rotate_left(32) ^ number);
        let table = Table::new(1).expect("there is a mebibyte");
        let opening = rng.usize(OPENING);
        let mut position = (self.start)();
        let mut samples = Vec::new();
        // The samples before this one have no result: the move there was not meant.
        let mut meant = 0;
        let mut plies = 0;
        let result = loop {
            if let Some(outcome) = position.outcome() {
                break self.labels.of_result(outcome);
            }
            if plies == LONGEST {
                break 0.0;
            }
            let side = match position.turn() {
                Turn::Chance => {
                    position = roll(&position, &mut rng);
                    continue;
                }
                turn => turn.side(),
            };
            plies += 1;
            let best = if plies > opening {
                best_move(self.teacher, &position, NODES, &table)
            } else {
                None
            };
            let Some((mv, score)) = best else {
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
                continue;
            };
            let number = sign(side) * self.number(score, side);
            if position.is_settled() {
                samples.push(Sample {
                    planes: self.board.planes(&position),
                    to_move: side,
                    result: None,
                    score: self.unit.map(|_| number),
                    part: plies as f32,
                });
            }
            if score.is_proved() {
                break number;
            }
            if position.is_settled() && rng.u32(..RARITY) == 0 {
                meant = samples.len();
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            } else {
                position.play(mv);
            }
        };
        for (at, sample) in samples.iter_mut().enumerate() {
            sample.result = (at >= meant).then_some(result);
            sample.part /= (plies + 1) as f32;
        }
        samples
    }

    /// The number for a score of the side.
    fn number(&self, score: Score, side: Side) -> f32 {
        if !score.is_proved() {
            let unit = self.unit.unwrap_or(1.0);
            return (f32::from(score.units()) / unit).tanh();
        }
        let margin = score.proved_margin().filter(|_| G::SCALE.has_margin());
        let won = Value(score.units().signum());
        let seen_from_black = margin.unwrap_or(won).seen_by(side);
        sign(side) * self.labels.of_result(seen_from_black)
    }
}

/// 1 if what is seen from the side is seen from Black.
fn sign(side: Side) -> f32 {
    if side == Side::Black { 1.0 } else { -1.0 }
}
