//! Games of the engine against itself.
//!
//! A game begins with some random moves. Then both sides search a few plies, and near the end the
//! position is solved. A position is worth what its search says, and what the positions after it
//! turned out to be worth, the nearest ones most: TD(λ), after Richard Sutton.

use std::error::Error;
use std::fs;
use std::thread;

use sarsen::game::{Game, Rules, Side, Value};
use sarsen::games::othello::{Mobility, Othello, Patterns, Square};
use sarsen::search::{Limits, Search, Searcher, Stop, Table, Tuning, searcher};
use sarsen::solve::Solver;

use super::Play;
use super::samples::{Sample, write};

/// The random moves at the beginning of a game: so many at least, and fewer than that.
const RANDOM: std::ops::Range<usize> = 6..50;

pub fn play(order: &Play) -> Result<(), Box<dyn Error>> {
    let searcher: Box<dyn Searcher<Othello>> = match &order.weights {
        Some(file) => searcher(Patterns::from_bytes(&fs::read(file)?)?, 0),
        None => searcher(Mobility::default(), 0),
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
        let mut position = Othello::start();
        for _ in 0..rng.usize(RANDOM) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return Ok(());
            }
            position.play(moves[rng.usize(..moves.len())]);
        }
        // Each position with its worth as Black sees it.
        let mut seen = Vec::new();
        while position.outcome().is_none() && position.empty().count_ones() > self.order.solve {
            let (mv, worth) = self.search(&position);
            seen.push((position, from_black(&position, worth)));
            position.play(mv);
        }
        let (last, result) = self.finish(position)?;
        let mut worth = result;
        for (_, judged) in seen.iter_mut().rev() {
            worth = self.order.lambda * worth + (1.0 - self.order.lambda) * *judged;
            *judged = worth;
        }
        seen.extend(last.into_iter().map(|position| (position, result)));
        // A side that must pass says nothing: the other one moves next.
        let open = seen
            .iter()
            .filter(|(position, _)| position.legal_moves()[..] != [Square::PASS]);
        samples.extend(
            open.map(|(position, worth)| Sample::new(position, from_black(position, *worth))),
        );
        Ok(())
    }

    /// A move and its worth for the side to move.
    fn search(&mut self, position: &Othello) -> (Square, f64) {
        let search = Search {
            position,
            table: &self.table,
            limits: Limits {
                depth: Some(self.order.depth),
                ..Limits::none()
            },
            threads: 1,
            plain: false,
            lines: 1,
            margin: 0,
            tuning: Tuning::default(),
        };
        let outcome = self.searcher.search(&search, &self.stop, &mut |_| {});
        let best = outcome.lines.first();
        let worth = best.map_or(0.0, |line| match line.score.proved_margin() {
            Some(margin) => 100.0 * f64::from(margin.0),
            None => line.score.get().into(),
        });
        let mv = best.and_then(|line| line.pv.first().copied());
        (mv.unwrap_or(Square::PASS), worth)
    }

    /// The positions with best play to the end, and the result as Black sees it.
    fn finish(&mut self, mut position: Othello) -> Result<(Vec<Othello>, f64), String> {
        let mut solver = Solver::new(&mut self.solver_table, &Limits::none(), &self.stop);
        let line = solver.line(&position).map_err(|error| error.to_string())?;
        let mut seen = Vec::new();
        for mv in line {
            seen.push(position);
            position.play(mv);
        }
        let Value(margin) = position.outcome().ok_or("a line of best play has an end")?;
        Ok((seen, from_black(&position, 100.0 * f64::from(margin))))
    }
}

fn from_black(position: &Othello, worth: f64) -> f64 {
    match position.to_move() {
        Side::Black => worth,
        Side::White => -worth,
    }
}
