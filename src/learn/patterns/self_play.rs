//! Games of patterns against themselves, from which they learn.

use std::ops::Range;

use fastrand::Rng;

use super::fit::{Game, PatternsFit, Seen};
use crate::game::{Notation, Side, Turn, Value};
use crate::learn::accumulator::Accumulator;
use crate::learn::board::Board;
use crate::learn::errors::Errors;
use crate::learn::labels::Labels;
use crate::learn::shares::shared;
use crate::learn::{LONGEST, OPENING, roll};

/// The share of the other moves that are chosen at random.
const AT_RANDOM: f32 = 0.1;

/// The parts of the game that self-play needs.
pub(crate) struct Games<'a, R> {
    pub(crate) board: &'a Board,
    pub(crate) labels: Labels,
    /// Makes the first position.
    pub(crate) start: &'a (dyn Fn() -> R + Sync),
    pub(crate) seed: u64,
}

impl<R: Notation> Games<'_, R> {
    /// Plays the games with these numbers, a round, on `threads` threads, learns from them and returns their number.
    /// `errors` takes those of the predictions in some of them.
    ///
    /// All of them are played with what was learnt before the round, so the number of threads makes no difference.
    pub(crate) fn play(
        &self,
        fit: &mut PatternsFit,
        errors: &mut Errors,
        numbers: Range<u64>,
        threads: usize,
    ) -> u64 {
        let games = shared(numbers, threads, |number| self.record(fit, number));
        for game in Errors::of_round(&games) {
            fit.compare(game, errors);
        }
        for game in &games {
            fit.learn(game);
        }
        games.len() as u64
    }

    /// Plays the game of this number.
    fn record(&self, fit: &PatternsFit, number: u64) -> Game {
        // Each game has a seed of its own: whoever goes on later plays the same.
        let mut rng = Rng::with_seed(self.seed.rotate_left(32) ^ number);
        let opening = rng.usize(OPENING);
        let mut position = (self.start)();
        let mut seen = Vec::new();
        let result = loop {
            if let Some(outcome) = position.outcome() {
                break self.labels.of_result(outcome);
            }
            if seen.len() == LONGEST {
                break 0.0;
            }
            position = match position.turn() {
                Turn::Chance => roll(&position, &mut rng),
                turn => {
                    let is_settled = position.is_settled();
                    // Captures that are due are no choice to explore.
                    let at_random = seen.len() < opening || is_settled && rng.f32() < AT_RANDOM;
                    let planes = self.board.planes(&position);
                    seen.push(Seen {
                        planes,
                        to_move: turn.side(),
                        is_settled,
                        at_random,
                    });
                    if at_random {
                        let moves = position.legal_moves();
                        position.after(moves[rng.usize(..moves.len())])
                    } else {
                        self.best(fit, &position, &fit.features.rows.accumulator(&planes))
                    }
                }
            };
        };
        Game { seen, result }
    }

    /// The position after the best move, as far as the learner knows.
    fn best(&self, fit: &PatternsFit, position: &R, accumulator: &Accumulator) -> R {
        let nexts = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.after(mv));
        let sign = sign_of(position.turn().side());
        let ranked = nexts.map(|next| (sign * self.worth(fit, &next, accumulator, FARTHEST), next));
        let best = ranked.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.map_or_else(|| position.clone(), |(_, next)| next)
    }

    /// The worth of a position after it was played on until it is settled, seen from Black. The accumulator is that of an
    /// earlier position.
    fn worth(&self, fit: &PatternsFit, position: &R, accumulator: &Accumulator, left: u32) -> f32 {
        if let Some(outcome) = position.outcome() {
            // More than all that is not certain; a draw is worth 0.
            return sign(outcome) * f32::MAX;
        }
        let turn = position.turn();
        if left == 0 || turn == Turn::Chance || position.is_settled() {
            let planes = self.board.planes(position);
            return fit.sum(&fit.features.rows.moved(accumulator, &planes), turn.side());
        }
        let sign = sign_of(turn.side());
        let nexts = position.legal_moves().into_iter();
        let worths =
            nexts.map(|mv| sign * self.worth(fit, &position.after(mv), accumulator, left - 1));
        sign * worths.max_by(f32::total_cmp).unwrap_or(0.0)
    }
}

fn sign(value: Value) -> f32 {
    f32::from(value.0.signum())
}

/// The most plies until a position is judged as it is.
const FARTHEST: u32 = 16;

/// 1 if more is better for the side.
fn sign_of(side: Side) -> f32 {
    if side == Side::Black { 1.0 } else { -1.0 }
}
