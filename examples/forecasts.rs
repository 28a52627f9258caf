//! Measures how well shallow searches foretell deep ones, for the hook `Evaluation::forecasts`:
//!
//!     cargo run --release --features tuning --example forecasts -- othello patterns 600 10
//!
//! plays 600 games with random openings and, for each phase of the game, fits the scores of the
//! depths up to 10 by those of the smaller depths. Each line is `depth shallow slope offset
//! deviation`, after the first and last ply of the phase and the number of positions. At the end it
//! fits laws for the deviation between depths that are both even or both odd, `spread(phase) ·
//! (depth - shallow)^a · depth^b · shallow^c`, and from the static value, `spread(phase) · depth^a`.

use std::collections::BTreeMap;
use std::env;

use heelstone::game::{Evaluation, EvaluationVisitor, Game, GameVisitor, Side};
use heelstone::search::{Limits, Request, Search, Searcher, Stop, Table, Tuning, searcher};

#[path = "../src/session/forecasting/fit.rs"]
mod fit;

use fit::{Law, Sums};

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
            measure::<G>(
                &*searcher(G::Knowledge::default(), evaluation, 0),
                self.0.games,
                self.0.depth,
            );
        }
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
    let mut searched = Vec::new();
    let mut at_sight = Vec::new();
    for ((phase, depth, shallow), sums) in &sums {
        let fit::Line {
            slope,
            offset,
            deviation,
        } = sums.fit();
        let [deep, less] = [depth, shallow].map(|&plies| f64::from(plies));
        if sums.count < LEAST_TO_FIT {
        } else if *shallow == 0 {
            at_sight.push((*phase, [deep.ln()], deviation));
        } else if (depth - shallow) % 2 == 0 {
            let logarithms = [deep - less, deep, less].map(f64::ln);
            searched.push((*phase, logarithms, deviation));
        }
        let (first, count) = (phase * PHASE, sums.count);
        let last = first + PHASE - 1;
        println!(
            "{first:>3}-{last:<3} {count:>6}  {depth:>2} {shallow:>2}  {slope:.3} {offset:>5.0} {deviation:>5.0}"
        );
    }
    print_law("from a search", &searched);
    print_law("at sight", &at_sight);
}

/// Phases with fewer positions say too little about the laws.
const LEAST_TO_FIT: f64 = 250.0;

/// Prints the law of what was measured.
fn print_law<const N: usize>(name: &str, measured: &[fit::Measured<N>]) {
    let Some(Law { powers, spreads }) = Law::of(measured, [0.0; N]) else {
        return println!("{name}: too few positions");
    };
    let powers = powers.map(|power| format!("{power:.3}"));
    let spreads = spreads.iter();
    let spreads: Vec<String> = spreads
        .map(|(phase, spread)| format!("{}: {spread:.0}", phase * PHASE))
        .collect();
    println!(
        "{name}: powers {}; spread from ply {}",
        powers.join(" "),
        spreads.join(", ")
    );
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
        past: &[],
        among: &[],
        request: Request {
            tuning,
            ..Request::within(Limits {
                depth: Some(deepest),
                ..Limits::none()
            })
        },
    };
    table.clear();
    searcher.search(&search, &Stop::new(), &mut |line| {
        if !line.score.is_proved() {
            scores.push((line.score.units().into(), line.pv.first().copied()));
        }
    });
    scores
}

fn main() {
    let mut args = env::args().skip(1);
    let mut next = |or: &str| args.next().unwrap_or_else(|| or.to_string());
    let (game, evaluation) = (next("othello"), next("patterns"));
    let mut number = |or: &str| next(or).parse().unwrap_or(0);
    let (games, depth) = (number("600"), number("8"));
    let mut wanted = Wanted {
        game,
        evaluation,
        games: games as usize,
        depth,
    };
    heelstone::games::visit_all(&mut wanted);
}
