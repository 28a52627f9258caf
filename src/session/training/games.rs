//! Games of searches against themselves, to learn from.

use std::ops::Range;

use fastrand::Rng;

use super::manner::Manner;
use super::record::{Elsewhere, Maker, Step};
use super::teacher::Teacher;
use super::trial::best_move;
use crate::game::{Game, Score, Side, Value};
use crate::learn::{LONGEST, Labels, Sample, roll, shared};
use crate::search::{Limits, Stop, Table};
use crate::session::services::Start;
use crate::solve::Solver;

/// The nodes of a search.
const NODES: u64 = 500;

/// Who plays, and how.
pub(super) struct Games<G: Game> {
    pub(super) teacher: Teacher<G>,
    pub(super) labels: Labels,
    pub(super) start: Start<G>,
    pub(super) manner: Manner,
    /// Identifies the games: whoever has the same maker plays the same ones.
    pub(super) maker: Maker,
}

impl<G: Game> Games<G> {
    /// Plays the games with these numbers on `threads` threads, except those that were played elsewhere, and returns the
    /// positions of each as `see` sees them.
    pub(super) fn round<S: Send>(
        &self,
        numbers: Range<u64>,
        threads: usize,
        elsewhere: &Elsewhere,
        see: impl Fn(&G) -> S + Sync,
    ) -> Vec<Vec<Sample<S>>> {
        shared(numbers, threads, |number| {
            let known = elsewhere.game(number, &self.maker);
            let steps = known.unwrap_or_else(|| self.play(number));
            steps.iter().map(|step| step.sample(&see)).collect()
        })
    }

    /// The positions of the game of this number.
    pub(super) fn play(&self, number: u64) -> Vec<Step<G>> {
        // Each game has a seed of its own: whoever goes on later plays the same.
        let mut rng = Rng::with_seed(self.maker.seed.rotate_left(32) ^ number);
        let mut table = Table::new(1).expect("there is a mebibyte");
        let (mut position, mut plies) = self.opening(&mut rng, &table);
        let mut steps = Vec::new();
        let result = loop {
            if let Some(outcome) = position.outcome() {
                break self.labels.of_result(outcome);
            }
            if plies == LONGEST {
                break 0.0;
            }
            if position.is_chance() {
                position = roll(&position, &mut rng);
                continue;
            }
            plies += 1;
            let best = best_move(&*self.teacher.searcher, &position, NODES, &table);
            let Some((mv, score)) = best else {
                play_at_random(&mut position, &mut rng);
                continue;
            };
            let number = self.number(score, position.turn().side());
            let is_settled = position.is_settled();
            let at_random = is_settled && !score.is_proved() && rng.u32(..self.manner.rarity) == 0;
            if is_settled {
                steps.push(Step {
                    position: position.clone(),
                    result: None,
                    score: self.teacher.is_understood().then_some(number),
                    is_exact: false,
                    at_random,
                    part: plies as f32,
                });
            }
            if score.is_proved() && !self.manner.to_the_end {
                break number;
            }
            if at_random {
                play_at_random(&mut position, &mut rng);
            } else {
                position.play(mv);
            }
        };
        for step in &mut steps {
            step.part /= (plies + 1) as f32;
        }
        self.work_back(&mut steps, result, &mut table);
        steps
    }

    /// Gives each position its result, as far as the solver finds them exact ones.
    fn work_back(&self, steps: &mut [Step<G>], result: f32, table: &mut Table) {
        let limits = Limits {
            nodes: Some(self.manner.solving),
            ..Limits::none()
        };
        let stop = Stop::new();
        let foresight = self.teacher.searcher.foresight();
        let solver = Solver::new(G::Knowledge::default(), table, &limits, &stop);
        let solver = solver.with_foresight(foresight);
        look_back(self.labels, steps, result, solver);
    }

    /// The position that a game begins with, after so many plies at random.
    fn opening(&self, rng: &mut Rng, table: &Table) -> (G, usize) {
        /// After so many tries any position will do.
        const TRIES: u32 = 20;
        let mut tries = 0;
        loop {
            tries += 1;
            let (plies, is_late) = self.manner.plies(rng);
            let (mut position, mut played) = ((self.start)(), 0);
            while played < plies && position.outcome().is_none() {
                if position.is_chance() {
                    position = roll(&position, rng);
                } else {
                    play_at_random(&mut position, rng);
                    played += 1;
                }
            }
            let is_fit =
                || position.outcome().is_none() && (is_late || self.is_even(&position, table));
            if !self.manner.is_varied() || tries == TRIES || is_fit() {
                return (position, played);
            }
        }
    }

    /// True if a search does not see a side far ahead.
    fn is_even(&self, position: &G, table: &Table) -> bool {
        /// The numbers that are far from 0: of a share of the largest margin, and of an expected result.
        const FAR: [f32; 2] = [0.16, 0.6];
        if position.is_chance() || !self.teacher.is_understood() {
            return true;
        }
        let found = best_move(&*self.teacher.searcher, position, NODES, table);
        let far = FAR[usize::from(self.labels.largest().is_none())];
        found.is_none_or(|(_, score)| self.number(score, position.turn().side()).abs() < far)
    }

    /// The number for a score of the side, seen from Black.
    fn number(&self, score: Score, side: Side) -> f32 {
        if !score.is_proved() {
            return sign(side) * self.teacher.number(score.units(), self.labels);
        }
        let margin = score.proved_margin().filter(|_| G::SCALE.has_margin());
        let won = Value(score.units().signum());
        self.labels.of_result(margin.unwrap_or(won).seen_by(side))
    }
}

/// Plays any move.
fn play_at_random<G: Game>(position: &mut G, rng: &mut Rng) {
    let moves = position.legal_moves();
    position.play(moves[rng.usize(..moves.len())]);
}

/// Gives each position its result, from the last one back: the exact one as long as the solver finds it, and before that
/// the one of the next position. A move at random was not meant, so that what came of it is no result.
fn look_back<G: Game>(
    labels: Labels,
    steps: &mut [Step<G>],
    result: f32,
    mut solver: Solver<'_, G, G::Knowledge>,
) {
    let mut is_solving = !G::CHANCE && !G::REPETITION.is_possible();
    let mut result = Some(result);
    for step in steps.iter_mut().rev() {
        if step.at_random {
            result = None;
        }
        let exact = is_solving
            .then(|| solver.value(&step.position).ok())
            .flatten();
        is_solving = exact.is_some();
        if let Some(exact) = exact {
            let side = step.position.turn().side();
            result = Some(labels.of_result(exact.value.seen_by(side)));
            step.score = result;
            step.is_exact = true;
        }
        step.result = result;
    }
}

/// 1 if what is seen from the side is seen from Black.
fn sign(side: Side) -> f32 {
    if side == Side::Black { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::draughts::Checkers;
    use crate::games::tictactoe::TicTacToe;

    /// The results and scores that `look_back` gives these positions in a game that Black won. `at_random` tells where
    /// the next move was random.
    fn results<G: Game>(positions: Vec<G>, at_random: &[bool]) -> Vec<(Option<f32>, Option<f32>)> {
        let labels = Labels::of(&positions);
        let step = |(position, &at_random): (G, &bool)| Step {
            position,
            result: None,
            score: None,
            is_exact: false,
            at_random,
            part: 0.0,
        };
        let mut steps: Vec<_> = positions.into_iter().zip(at_random).map(step).collect();
        let mut table = Table::new(1).expect("a mebibyte");
        let (limits, stop) = (Limits::none(), Stop::new());
        let solver = Solver::new(G::Knowledge::default(), &mut table, &limits, &stop);
        look_back(labels, &mut steps, 1.0, solver);
        let told = steps.iter().map(|step| (step.result, step.score));
        told.collect()
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
