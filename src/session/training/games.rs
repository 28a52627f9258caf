//! Games of searches against themselves, from which a network learns.

use std::ops::Range;

use fastrand::Rng;

use super::trial::best_move;
use crate::game::{Game, Score, Side, Turn, Value};
use crate::learn::{Board, LONGEST, Labels, OPENING, Sample, roll, shared};
use crate::search::{Limits, Searcher, Stop, Table};
use crate::session::services::Start;
use crate::solve::Solver;

/// The nodes of a search.
const NODES: u64 = 500;
/// The nodes of the solver for the last positions of a game.
const SOLVING: u64 = 20_000;
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

/// A position of a game.
struct Step<G> {
    position: G,
    sample: Sample,
    /// True if the move there was chosen at random.
    at_random: bool,
}

impl<G: Game> Games<'_, G> {
    /// Plays the games with these numbers on `threads` threads, and returns the positions of each.
    pub(super) fn round(&self, numbers: Range<u64>, threads: usize) -> Vec<Vec<Sample>> {
        shared(numbers, threads, |number| self.record(number))
    }

    /// The positions of the game of this number.
    fn record(&self, number: u64) -> Vec<Sample> {
        // Each game has a seed of its own: whoever goes on later plays the same.
        let mut rng = Rng::with_seed(self.seed.rotate_left(32) ^ number);
        let mut table = Table::new(1).expect("there is a mebibyte");
        let opening = rng.usize(OPENING);
        let mut position = (self.start)();
        let mut steps = Vec::new();
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
            let is_settled = position.is_settled();
            let at_random = is_settled && !score.is_proved() && rng.u32(..RARITY) == 0;
            if is_settled {
                let sample = Sample {
                    planes: self.board.planes(&position),
                    to_move: side,
                    result: None,
                    score: self.unit.map(|_| number),
                    part: plies as f32,
                };
                steps.push(Step {
                    position: position.clone(),
                    sample,
                    at_random,
                });
            }
            if score.is_proved() {
                break number;
            }
            if at_random {
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            } else {
                position.play(mv);
            }
        };
        look_back(self.labels, &mut steps, result, &mut table);
        let samples = steps.into_iter().map(|step| step.sample);
        let part = |mut sample: Sample| {
            sample.part /= (plies + 1) as f32;
            sample
        };
        samples.map(part).collect()
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

/// Gives each position its result, from the last one back: the exact one as long as the solver finds it, and before that
/// the one of the next position. A move at random was not meant, so that what came of it is no result.
fn look_back<G: Game>(labels: Labels, steps: &mut [Step<G>], result: f32, table: &mut Table) {
    let limits = Limits {
        nodes: Some(SOLVING),
        ..Limits::none()
    };
    let stop = Stop::new();
    let mut solver = Solver::new(G::Knowledge::default(), table, &limits, &stop);
    let mut is_solving = !G::CHANCE && !G::REPETITION.is_possible();
    let mut result = Some(result);
    for Step {
        position,
        sample,
        at_random,
    } in steps.iter_mut().rev()
    {
        if *at_random {
            result = None;
        }
        let exact = is_solving.then(|| solver.value(position).ok()).flatten();
        is_solving = exact.is_some();
        if let Some(exact) = exact {
            result = Some(labels.of_result(exact.value.seen_by(sample.to_move)));
            sample.score = result;
        }
        sample.result = result;
    }
}

/// 1 if what is seen from the side is seen from Black.
fn sign(side: Side) -> f32 {
    if side == Side::Black { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Planes};
    use crate::games::draughts::Checkers;
    use crate::games::tictactoe::TicTacToe;

    /// The results and scores that `look_back` gives these positions in a game that Black won. `at_random` tells where
    /// the next move was random.
    fn results<G: Game>(positions: Vec<G>, at_random: &[bool]) -> Vec<(Option<f32>, Option<f32>)> {
        let labels = Labels::of(&positions);
        let step = |(position, &at_random): (G, &bool)| {
            let sample = Sample {
                planes: Planes::EMPTY,
                to_move: position.turn().side(),
                result: None,
                score: None,
                part: 0.0,
            };
            Step {
                position,
                sample,
                at_random,
            }
        };
        let mut steps: Vec<_> = positions.into_iter().zip(at_random).map(step).collect();
        let mut table = Table::new(1).expect("a mebibyte");
        look_back(labels, &mut steps, 1.0, &mut table);
        let told = steps.iter().map(|step| &step.sample);
        told.map(|sample| (sample.result, sample.score)).collect()
    }

    #[test]
    fn results_are_exact_where_the_solver_finds_them() {
        let read = |text| TicTacToe::parse_position(text).expect("a position");
        // Nobody has won; X wins; O wins.
        let positions = [".../.X./... w", "XX./OO./... b", "XX./O.O/X.. w"].map(read);
        let exact = [0.0, 1.0, -1.0].map(|number| (Some(number), Some(number)));
        assert_eq!(results(positions.into(), &[true; 3]), exact);
    }

    #[test]
    fn what_came_of_a_move_at_random_is_no_result_of_the_positions_before() {
        let positions = vec![Checkers::start(); 4];
        let told = results(positions, &[false, true, false, false]);
        let none = (None, None);
        let won = (Some(1.0), None);
        assert_eq!(told, [none, none, won, won]);
    }
}
