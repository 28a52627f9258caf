//! Games of the engine against itself.
//!
//! A game begins with some random moves. Then both sides search a few plies, and near the end the
//! position is solved. Each position is kept with what its search said.

use std::error::Error;
use std::fs;
use std::thread;

use heelstone::game::{Game, Rules, Side, Value};
use heelstone::games::othello::{Mobility, Othello, OthelloKnowledge, Patterns, Square};
use heelstone::search::{Limits, Request, Search, Searcher, Stop, Table, searcher};
use heelstone::solve::Solver;

use super::Play;
use super::samples::{Sample, write};

/// The random moves at the beginning of a game: so many at least, and fewer than that. They leave
/// neither side far ahead, as players do; but one game in six begins with many, whatever comes of
/// it, so that positions which no sane player gets are met at every stage.
const FEW: std::ops::Range<usize> = 6..20;
const MANY: std::ops::Range<usize> = 20..50;
const MANY_IN: u32 = 6;
const FAR_AHEAD: f64 = 1000.0;
/// One move in so many is random, since a search looks at the answers to bad moves all the time.
const STRAY: u32 = 25;

pub fn play(order: &Play) -> Result<(), Box<dyn Error>> {
    let searcher: Box<dyn Searcher<Othello>> = match &order.weights {
        Some(file) => searcher(OthelloKnowledge, Patterns::from_bytes(&fs::read(file)?)?, 0),
        None => searcher(OthelloKnowledge, Mobility::default(), 0),
    };
    let share = |thread: u64| {
        let mut player = Player::new(order, &*searcher)?;
        let mut samples = Vec::new();
        for game in (thread..order.games).step_by(order.threads as usize) {
            let seed = order.seed.wrapping_mul(1 << 32).wrapping_add(game);
            player.game(&mut fastrand::Rng::with_seed(seed), &mut samples)?;
        }
        Ok::<_, String>(samples)
    };
    let samples = thread::scope(|scope| {
        let share = &share;
        let threads: Vec<_> = (0..order.threads)
            .map(|thread| scope.spawn(move || share(thread)))
            .collect();
        let mut samples = Vec::new();
        for thread in threads {
            samples.extend(thread.join().map_err(|_| "a thread has failed")??);
        }
        Ok::<_, String>(samples)
    })?;
    write(&order.file, &samples)?;
    println!("{} positions of {} games", samples.len(), order.games);
    Ok(())
}

struct Player<'a> {
    order: &'a Play,
    searcher: &'a dyn Searcher<Othello>,
    table: Table,
    solver_table: Table,
    stop: Stop,
}

impl<'a> Player<'a> {
    fn new(order: &'a Play, searcher: &'a dyn Searcher<Othello>) -> Result<Player<'a>, String> {
        let table = || Table::new(16).map_err(|error| error.to_string());
        Ok(Player {
            order,
            searcher,
            table: table()?,
            solver_table: table()?,
            stop: Stop::new(),
        })
    }

    fn game(&mut self, rng: &mut fastrand::Rng, samples: &mut Vec<Sample>) -> Result<(), String> {
        let many = rng.u32(..MANY_IN) == 0;
        let mut position = loop {
            let plies = rng.usize(if many { MANY } else { FEW });
            let Some(position) = random_position(rng, plies) else {
                continue;
            };
            if many || self.search(&position).1.abs() < FAR_AHEAD {
                break position;
            }
        };
        while position.outcome().is_none() && position.empty().count_ones() > self.order.solve {
            let (best, worth) = self.search(&position);
            let strays = rng.u32(..STRAY) == 0;
            let moves = position.legal_moves();
            let mv = if strays {
                moves[rng.usize(..moves.len())]
            } else {
                best
            };
            samples.push(Sample::new(&position, worth, mv == best));
            position.play(mv);
        }
        self.finish(position, samples)
    }

    /// A move and its worth for the side to move.
    fn search(&mut self, position: &Othello) -> (Square, f64) {
        let search = Search {
            position,
            table: &self.table,
            past: &[],
            among: &[],
            request: Request::within(Limits {
                depth: Some(self.order.depth),
                ..Limits::none()
            }),
        };
        let outcome = self.searcher.search(&search, &self.stop, &mut |_| {});
        let best = outcome.lines.first();
        let worth = best.map_or(0.0, |line| match line.score.proved_margin() {
            Some(margin) => 100.0 * f64::from(margin.0),
            None => line.score.units().into(),
        });
        let mv = best.and_then(|line| line.pv.first().copied());
        (mv.unwrap_or(Square::PASS), worth)
    }

    /// The positions with best play to the end.
    fn finish(&mut self, mut position: Othello, samples: &mut Vec<Sample>) -> Result<(), String> {
        let mut solver = Solver::new(
            OthelloKnowledge,
            &mut self.solver_table,
            &Limits::none(),
            &self.stop,
        )
        .with_foresight(self.searcher.foresight());
        let line = solver.line(&position).map_err(|error| error.to_string())?;
        let mut end = position;
        for &mv in &line {
            end.play(mv);
        }
        let Value(margin) = end
            .outcome_for_mover()
            .ok_or("a line of best play has an end")?;
        let result = from_black(&end, 100.0 * f64::from(margin));
        for mv in line {
            let worth = from_black(&position, result);
            samples.push(Sample::new(&position, worth, true));
            position.play(mv);
        }
        if let Some(last) = samples.last_mut() {
            last.goes_on = false;
        }
        Ok(())
    }
}

/// The start and so many random moves; `None` where the game is over before.
fn random_position(rng: &mut fastrand::Rng, plies: usize) -> Option<Othello> {
    let mut position = Othello::start();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position.play(moves[rng.usize(..moves.len())]);
    }
    position.outcome().is_none().then_some(position)
}

fn from_black(position: &Othello, worth: f64) -> f64 {
    match position.to_move() {
        Side::Black => worth,
        Side::White => -worth,
    }
}
