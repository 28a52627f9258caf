//! Measuring how well shallow searches foretell deep ones in a game, and making forecasts of it.

mod fit;

use std::collections::BTreeMap;

use self::fit::{Law, Sums};
use super::services::Start;
use crate::game::{Evaluation, Forecast, Game, Side};
use crate::learn::{Board, Evaluator, Forecasts, Weights, explore};
use crate::search::{Limits, Request, Search, Searcher, Stop, Table, Tuning, searcher};

/// The deepest search that is measured.
const MEASURED: u32 = 8;
/// The powers of the law of deviations, as Othello has them, where too few depths were reached to tell.
const POWERS: [f64; 3] = [0.45, -0.16, -0.18];
/// The deepest search that there are forecasts of.
const DEEPEST: u32 = 30;
/// The deepest one that the static value foretells.
const AT_SIGHT: u32 = 5;
/// Fewer positions say too little.
const LEAST: f64 = 100.0;
/// One position in so many is searched deeply; in the others two plies choose the move.
const RARITY: u8 = 4;
/// Scores further away than so many times the evaluation's grain are of games that are decided.
const DECIDED: f64 = 60.0;
/// Where more of the deep searches than one in so many find a win or loss, scores foretell too little.
const PROVED: f64 = 10.0;
/// A game without end is given up.
const LONGEST: usize = 300;

/// Fits forecasts for these weights, from searches of so many nodes at most in as many games as `goes_on` wants, which
/// is told their number.
///
/// # Errors
/// A sentence if the games tell too little.
pub(super) fn fit<G: Game>(
    start: &Start<G>,
    mut weights: Weights,
    nodes: u64,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<u8>, String> {
    weights.check::<G>()?;
    let learned = match Evaluator::from(weights.clone()) {
        Evaluator::Learned(learned) => learned,
        Evaluator::Linear(_) => {
            return Err("only patterns and networks can have forecasts in their file".into());
        }
    };
    let grain = Evaluation::<G>::grain(&learned);
    let mut samples = Samples {
        searcher: &*searcher(G::Knowledge::default(), learned, 0),
        grain: grain.into(),
        start,
        nodes,
        board: Board::of(&explore(&**start))?,
        table: Table::new(16).map_err(|error| error.to_string())?,
        rng: fastrand::Rng::with_seed(weights.origin.seed),
        sums: BTreeMap::new(),
        proved: BTreeMap::new(),
    };
    let mut games = 0;
    while goes_on(games) {
        samples.play();
        games += 1;
    }
    let forecasts = samples.forecasts();
    weights.forecasts = forecasts
        .ok_or("too few positions were searched to fit forecasts: more --games are needed")?;
    Ok(weights.to_bytes())
}

/// Positions with the scores of their searches, added up.
struct Samples<'a, G: Game> {
    searcher: &'a dyn Searcher<G>,
    grain: f64,
    start: &'a Start<G>,
    /// The most nodes of a search.
    nodes: u64,
    board: Board,
    table: Table,
    rng: fastrand::Rng,
    /// For each phase, deep and shallow depth.
    sums: BTreeMap<(usize, [u32; 2]), Sums>,
    /// For each phase, the deep searches, and those of them that found a win or loss.
    proved: BTreeMap<usize, [f64; 2]>,
}

/// What the searches of a position came to.
struct Scores<M> {
    /// The scores of the depths from 0 on, seen from the side to move, each with the best move: none beyond the
    /// first proved one.
    by_depth: Vec<(f64, Option<M>)>,
    is_proved: bool,
}

impl<'a, G: Game> Samples<'a, G> {
    /// Plays a game that begins with random moves.
    fn play(&mut self) {
        let mut position = (self.start)();
        let random = self.rng.usize(2..16);
        for ply in 0..LONGEST {
            if position.outcome().is_some() || position.is_chance() {
                return;
            }
            let moves = position.legal_moves();
            let mut best = None;
            if moves.len() > 1 && ply >= random {
                let deep = self.rng.u8(..RARITY) == 0;
                let scores = self.scores(&position, if deep { MEASURED } else { 2 });
                best = scores.by_depth.last().and_then(|&(_, mv)| mv);
                if deep && position.is_settled() {
                    self.add(&position, &scores);
                }
            }
            let any = moves[self.rng.usize(..moves.len())];
            position.play(best.unwrap_or(any));
        }
    }

    /// Adds what these scores tell.
    fn add(&mut self, position: &G, scores: &Scores<G::Move>) {
        let things = self.board.count(&self.board.planes(position));
        let phase = Forecasts::phase(things);
        let [searched, proved] = self.proved.entry(phase).or_default();
        *searched += 1.0;
        *proved += f64::from(u8::from(scores.is_proved));
        for (deep, &(y, _)) in (0..).zip(&scores.by_depth) {
            for (shallow, &(x, _)) in (0..deep).zip(&scores.by_depth) {
                let is_open = x.abs() < DECIDED * self.grain;
                let serves = shallow == 0 || (deep - shallow) % 2 == 0;
                if is_open && serves {
                    self.sums
                        .entry((phase, [deep, shallow]))
                        .or_default()
                        .add(x, y);
                }
            }
        }
    }

    fn scores(&mut self, position: &G, deepest: u32) -> Scores<G::Move> {
        let value = self.searcher.evaluate(position);
        let value = if position.to_move() == Side::Black {
            value
        } else {
            -value
        };
        let mut by_depth = vec![(f64::from(value), None)];
        let mut is_proved = false;
        let mut tuning = Tuning::default();
        for param in tuning.params() {
            if ["futility", "null_move", "confidence"].contains(&param.name()) {
                param.set(0);
            }
        }
        let limits = Limits {
            depth: Some(deepest),
            nodes: Some(self.nodes),
            ..Limits::none()
        };
        self.table.clear();
        let search = Search {
            position,
            table: &self.table,
            past: &[],
            among: &[],
            request: Request {
                tuning,
                ..Request::within(limits)
            },
        };
        self.searcher.search(&search, &Stop::new(), &mut |line| {
            is_proved |= line.score.is_proved();
            if !is_proved {
                by_depth.push((line.score.units().into(), line.pv.first().copied()));
            }
        });
        Scores {
            by_depth,
            is_proved,
        }
    }

    /// What the samples foretell; `None` if they are too few.
    fn forecasts(&self) -> Option<Forecasts> {
        for (phase, [searched, proved]) in &self.proved {
            log::info!("phase {phase}: {proved} of {searched} deep searches find a win or loss");
        }
        let is_open = |phase: usize| {
            let counts = self.proved.get(&phase);
            counts.is_some_and(|&[searched, proved]| proved * PROVED < searched)
        };
        let serves = |(key, sums): &(&(usize, _), &Sums)| sums.count >= LEAST && is_open(key.0);
        let known = || self.sums.iter().filter(serves);
        let of_searches = || known().filter(|(key, _)| key.1[1] > 0);
        let deviations: Vec<_> = of_searches()
            .map(|(&(phase, depths), sums)| {
                (phase, logarithms(depths), sums.fit().deviation.max(1.0))
            })
            .collect();
        let law = Law::of(&deviations, POWERS)?;
        let growth = |(key, sums): (&(usize, [u32; 2]), &Sums)| {
            (sums.fit().slope - 1.0) / f64::from(key.1[0] - key.1[1])
        };
        let growth = of_searches().map(growth).sum::<f64>() / deviations.len() as f64;
        let searched = |phase, depth| {
            let shallow = half(depth);
            let slope = 1.0 + growth * f64::from(depth - shallow);
            forecast(
                shallow,
                slope,
                0.0,
                deviation(&law, phase, [depth, shallow]),
            )
        };
        let of_depth = |phase, depth| {
            let sums = self
                .sums
                .get(&(phase, [depth, 0]))
                .filter(|sums| sums.count >= LEAST);
            let line = sums.filter(|_| depth <= AT_SIGHT).map(Sums::fit);
            let at_sight = line.map(|line| forecast(0, line.slope, line.offset, line.deviation));
            let searched = (depth > 2).then(|| searched(phase, depth));
            at_sight.into_iter().chain(searched).collect()
        };
        let last = known().map(|(&(phase, _), _)| phase).max()?;
        let of_phase = |phase| {
            let depths = (0..=DEEPEST).filter(|_| is_open(phase));
            depths.map(|depth| of_depth(phase, depth)).collect()
        };
        Some(Forecasts((0..=last).map(of_phase).collect()))
    }
}

/// The deviation that the law has in a phase, or in the nearest one that it knows.
fn deviation(law: &Law<3>, phase: usize, depths: [u32; 2]) -> f64 {
    let spreads = law.spreads.iter();
    let nearest = spreads.min_by_key(|(known, _)| known.abs_diff(phase));
    let exponents = logarithms(depths).into_iter().zip(law.powers);
    let exponent: f64 = exponents.map(|(logarithm, power)| logarithm * power).sum();
    nearest.map_or(0.0, |(_, spread)| spread * exponent.exp())
}

fn logarithms([deep, shallow]: [u32; 2]) -> [f64; 3] {
    [deep - shallow, deep, shallow].map(|plies| f64::from(plies).ln())
}

/// About half the depth, with the same parity, so that both searches end with the same side to move.
fn half(depth: u32) -> u32 {
    let half = depth / 4 * 2 + depth % 2;
    if half == depth { depth - 2 } else { half }
}

fn forecast(shallow: u32, slope: f64, offset: f64, deviation: f64) -> Forecast {
    Forecast {
        shallow: shallow as u8,
        slope: (1000.0 * slope).clamp(100.0, 10_000.0) as u16,
        offset: offset as i16,
        deviation: deviation.max(1.0) as u16,
    }
}
