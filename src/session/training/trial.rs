//! Matches between two evaluations while a training goes on, by pairs of games that begin alike.

use std::sync::Arc;

use fastrand::Rng;

use crate::game::{Game, Score, Side, Value};
use crate::learn::{roll, shared};
use crate::search::{Limits, Request, Search, Searcher, Stop, Table};
use crate::session::services::Start;

/// The plies at random that a pair begins with.
const OPENING: std::ops::RangeInclusive<usize> = 2..=8;
/// A game without end is given up as a draw.
const LONGEST: usize = 300;
/// The pairs between two looks at what they tell, and the most of all.
const BATCH: u64 = 20;
const MOST: u64 = 200;

/// The nodes of a move in a match of what searches learn from.
pub(super) const NODES: u64 = 1_000;

/// The two sides of a match, by who plays them.
pub(super) struct Match<'a, G: Game> {
    players: [Arc<dyn Searcher<G>>; 2],
    start: &'a Start<G>,
    seed: u64,
    /// The nodes of a move.
    nodes: u64,
}

impl<'a, G: Game> Match<'a, G> {
    pub(super) fn new(
        players: [Arc<dyn Searcher<G>>; 2],
        start: &'a Start<G>,
        seed: u64,
        nodes: u64,
    ) -> Match<'a, G> {
        Match {
            players,
            start,
            seed,
            nodes,
        }
    }

    /// Plays pairs on so many threads until they tell whether the first player is weaker; returns how many there were
    /// by its half points in them, and whether it is not.
    pub(super) fn play(&self, threads: usize) -> ([u32; 5], bool) {
        let mut pairs = [0; 5];
        for begin in (0..MOST).step_by(BATCH as usize) {
            for halves in self.batch(begin, threads) {
                pairs[halves] += 1;
            }
            let ratio = likelihood_ratio(pairs);
            if ratio.abs() >= BOUND {
                return (pairs, ratio > 0.0);
            }
        }
        (pairs, likelihood_ratio(pairs) >= 0.0)
    }

    /// The first player's half points in the pairs from this one on. How many threads play makes no difference.
    fn batch(&self, begin: u64, threads: usize) -> Vec<usize> {
        shared(begin..begin + BATCH, threads, |number| self.pair(number))
    }

    /// The first player's half points in two games from one opening.
    fn pair(&self, number: u64) -> usize {
        let mut rng = Rng::with_seed(self.seed ^ number.rotate_left(48));
        let opening = self.opening(&mut rng);
        Side::BOTH
            .into_iter()
            .map(|side| {
                let result = self.game(opening.clone(), side, &mut rng).seen_by(side);
                1 + result.0.signum()
            })
            .sum::<i16>() as usize
    }

    /// A position that is not finished, after some moves at random.
    fn opening(&self, rng: &mut Rng) -> G {
        let opening = |rng: &mut Rng| {
            let mut position = (self.start)();
            for _ in 0..rng.usize(OPENING) {
                let moves = position.legal_moves();
                position.play(*rng.choice(&moves)?);
            }
            position.outcome().is_none().then_some(position)
        };
        let tries = (0..100).find_map(|_| opening(rng));
        tries.unwrap_or_else(|| (self.start)())
    }

    /// Plays a game in which the first player has this side; returns the result.
    fn game(&self, mut position: G, first: Side, rng: &mut Rng) -> Value {
        let tables = [(); 2].map(|()| Table::new(1).expect("there is a mebibyte"));
        for _ in 0..LONGEST {
            if let Some(outcome) = position.outcome() {
                return outcome;
            }
            if position.is_chance() {
                position = roll(&position, rng);
                continue;
            }
            let player = usize::from(position.to_move() != first);
            let searcher = &*self.players[player];
            match best_move(searcher, &position, self.nodes, &tables[player]) {
                Some((mv, _)) => position.play(mv),
                None => break,
            }
        }
        Value::DRAW
    }
}

/// Searches up to this number of nodes. Returns the best move and its score for the side to move, or `None` if the game
/// is over.
pub(super) fn best_move<G: Game>(
    searcher: &dyn Searcher<G>,
    position: &G,
    nodes: u64,
    table: &Table,
) -> Option<(G::Move, Score)> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::none()
    };
    let search = Search {
        position,
        table,
        past: &[],
        among: &[],
        request: Request::within(limits),
    };
    let outcome = searcher.search(&search, &Stop::new(), &mut |_| {});
    let line = outcome.lines.first()?;
    Some((line.pv.first().copied()?, line.score))
}

/// Where a match ends: both errors are made in one of twenty cases [Wald 1945].
const BOUND: f64 = 2.944;
/// What is tested: that the first player is 30 points of Elo weaker, or as strong. It has learnt from more games, so
/// that the benefit of the doubt is its.
const SCORES: [f64; 2] = [0.456_9, 0.5];

/// The logarithm of how much likelier the second hypothesis makes these pairs, as if their scores were normally
/// distributed.
fn likelihood_ratio(pairs: [u32; 5]) -> f64 {
    /// Keeps the variance from being 0 where all pairs came out alike.
    const DOUBT: f64 = 0.1;
    let counts = pairs.map(|count| f64::from(count) + DOUBT);
    let all: f64 = counts.iter().sum();
    let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mean_of = |of: &dyn Fn(f64) -> f64| {
        let weighted = counts
            .iter()
            .zip(scores)
            .map(|(count, score)| count * of(score));
        weighted.sum::<f64>() / all
    };
    let mean = mean_of(&|score| score);
    let variance = mean_of(&|score| (score - mean) * (score - mean));
    let [weaker, equal] = SCORES;
    all * (equal - weaker) * (2.0 * mean - weaker - equal) / (2.0 * variance)
}

#[cfg(test)]
mod tests {
    use super::likelihood_ratio;

    #[test]
    fn a_match_tells_who_is_weaker_and_leaves_the_doubtful_open() {
        for (pairs, told) in [
            ([0, 0, 0, 0, 20], 1),
            ([20, 0, 0, 0, 0], -1),
            // As good as equal.
            ([0, 0, 20, 0, 0], 1),
            ([4, 4, 4, 4, 4], 0),
            ([40, 40, 40, 40, 40], 0),
            ([60, 50, 40, 30, 20], -1),
            ([20, 30, 40, 50, 60], 1),
        ] {
            let ratio = likelihood_ratio(pairs);
            let found = if ratio.abs() < super::BOUND {
                0
            } else {
                ratio.signum() as i32
            };
            assert_eq!(found, told, "{pairs:?}: {ratio}");
        }
    }
}
