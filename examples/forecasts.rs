//! Measures how well shallow searches foretell deep ones, for the hook `Evaluation::forecasts`:
//!
//!     cargo run --release --example forecasts -- othello mobility 400 10
//!
//! plays 400 games with random openings and, for each phase of the game, fits the scores of the
//! depths up to 10 by those of the smaller depths. Each line is `depth shallow slope offset
//! deviation`, after the first and last ply of the phase and the number of positions.

use std::collections::BTreeMap;
use std::env;

use sarsen::game::{Evaluation, EvaluationVisitor, Game, GameVisitor, Side};
use sarsen::search::{Limits, Search, Searcher, Stop, Table, Tuning, searcher};

/// The plies that are fitted together.
const PHASE: usize = 8;

struct Wanted {
    game: String,
    evaluation: String,
    games: usize,
    depth: u32,
}

impl GameVisitor for Wanted {
    fn visit<G: Game>(&mut self) {
        // A game may have several sizes; the first is the default.
        if G::NAME == self.game {
            G::evaluations(&mut Measured::<G>(self, std::marker::PhantomData));
            self.game.clear();
        }
    }
}

struct Measured<'a, G>(&'a Wanted, std::marker::PhantomData<G>);

impl<G: Game> EvaluationVisitor<G> for Measured<'_, G> {
    fn visit<E: Evaluation<G>>(&mut self, name: &'static str, _: &'static str, evaluation: E) {
        if name == self.0.evaluation {
            measure::<G>(&*searcher(evaluation, 0), self.0.games, self.0.depth);
        }
    }
}

/// The sums of a regression of y by x.
#[derive(Default)]
struct Sums {
    count: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Sums {
    fn add(&mut self, x: f64, y: f64) {
        self.count += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
    }

    /// Slope, offset and the standard deviation of what is left.
    fn fit(&self) -> (f64, f64, f64) {
        let (x, y) = (self.x / self.count, self.y / self.count);
        let variance = (self.xx / self.count - x * x).max(1e-9);
        let covariance = self.xy / self.count - x * y;
        let slope = covariance / variance;
        let rest = self.yy / self.count - y * y - slope * covariance;
        (slope, y - slope * x, rest.max(0.0).sqrt())
    }
}

fn measure<G: Game>(searcher: &dyn Searcher<G>, games: usize, deepest: u32) {
    let mut sums = BTreeMap::<(usize, u32, u32), Sums>::new();
    let mut rng = fastrand::Rng::with_seed(1);
    let table = Table::new(16).expect("a table");
    for _ in 0..games {
        let mut position = G::start();
        let random = rng.usize(4..16);
        for ply in 0.. {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let scores = if moves.len() > 1 && ply + 2 >= random {
                scores(
                    searcher,
                    &position,
                    &table,
                    if rng.u8(..4) == 0 { deepest } else { 2 },
                )
            } else {
                Vec::new()
            };
            let best = scores.last().map(|&(_, mv)| mv);
            for (depth, shallow) in pairs(scores.len(), deepest) {
                let key = (ply / PHASE, depth, shallow);
                let score = |depth: u32| scores[depth as usize].0;
                sums.entry(key)
                    .or_default()
                    .add(score(shallow), score(depth));
            }
            let any = moves[rng.usize(..moves.len())];
            position.play(best.flatten().filter(|_| ply >= random).unwrap_or(any));
        }
    }
    for ((phase, depth, shallow), sums) in &sums {
        let (slope, offset, deviation) = sums.fit();
        let (first, count) = (phase * PHASE, sums.count);
        let last = first + PHASE - 1;
        println!(
            "{first:>3}-{last:<3} {count:>6}  {depth:>2} {shallow:>2}  {slope:.3} {offset:>5.0} {deviation:>5.0}"
        );
    }
}

/// Each depth with the smaller ones of both kinds, odd and even.
fn pairs(known: usize, deepest: u32) -> impl Iterator<Item = (u32, u32)> {
    let last = if known > deepest as usize { deepest } else { 0 };
    (1..=last).flat_map(|depth| (0..depth).map(move |shallow| (depth, shallow)))
}

/// The scores of the depths from 0 on, seen from the side to move, each with the best move: none
/// beyond the first proved one.
fn scores<G: Game>(
    searcher: &dyn Searcher<G>,
    position: &G,
    table: &Table,
    deepest: u32,
) -> Vec<(f64, Option<G::Move>)> {
    let value = searcher.evaluate(position);
    let value = if position.to_move() == Side::Black {
        value
    } else {
        -value
    };
    let mut scores = vec![(f64::from(value), None)];
    let mut tuning = Tuning::default();
    for param in tuning.params() {
        if ["reduction", "futility", "null_move", "confidence"].contains(&param.name()) {
            param.set(0);
        }
    }
    let search = Search {
        position,
        table,
        limits: Limits {
            depth: Some(deepest),
            ..Limits::none()
        },
        threads: 1,
        plain: false,
        lines: 1,
        margin: 0,
        tuning,
    };
    table.clear();
    searcher.search(&search, &Stop::new(), &mut |line| {
        if !line.score.is_proved() {
            scores.push((line.score.get().into(), line.pv.first().copied()));
        }
    });
    scores
}

fn main() {
    let mut args = env::args().skip(1);
    let mut next = |or: &str| args.next().unwrap_or_else(|| or.to_string());
    let (game, evaluation) = (next("othello"), next("mobility"));
    let mut number = |or: &str| next(or).parse().unwrap_or(0);
    let (games, depth) = (number("400"), number("8"));
    let mut wanted = Wanted {
        game,
        evaluation,
        games: games as usize,
        depth,
    };
    sarsen::games::visit_all(&mut wanted);
}
