//! Exact values in words: of the game in progress, and of positions that are given as text.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::searchers::name_line;
use crate::game::{Game, PositionError};
use crate::search::{Foresight, Limits, Searcher, Stop, Stopped, Table, TimeBudget};
use crate::solve::{Exact, Solver};

/// What to find out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The value of each legal move by itself; else that of the position alone.
    pub moves: bool,
    /// A line of best play, too.
    pub line: bool,
    /// When to give up, counted from `start`; `None` for never.
    pub time: Option<Duration>,
    /// When the clock started.
    pub start: Instant,
    /// The threads that share the work.
    pub threads: usize,
    /// Nothing that was learnt before is of use for it.
    pub unrelated: bool,
}

/// What was found out; what is `None` was not, or not in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The exact value, seen from the side to move.
    pub value: Option<Exact>,
    /// The same as a rank; see [`Exact::rank`].
    pub rank: Option<i32>,
    /// The names of the moves of best play, to the end of the game.
    pub line: Option<Vec<String>>,
    /// The names of the legal moves and the value that each leads to, seen from the side that plays
    /// it: the best first, equal ones by name, those that are not known last.
    pub moves: Vec<(String, Option<Exact>)>,
    /// Why nothing more can be found out, in a sentence, where no limit was the reason.
    pub refusal: Option<&'static str>,
    /// The nodes searched.
    pub nodes: u64,
}

/// A position to be solved: a snapshot, which needs nothing of the game in progress.
pub type SolveJob = Box<dyn FnOnce(&mut Table, &Stop) -> Solved + Send>;

impl Engine {
    /// Solves the present position.
    pub fn solve(&mut self, question: Question, stop: &Stop) -> Solved {
        let job = self.session.solve(question);
        let solved = job(self.table_alone(), stop);
        let value = solved.value.map(|value| value.to_string());
        let value = value.as_deref().unwrap_or("unknown");
        log::info!("solved: {value}, {} nodes", solved.nodes);
        solved
    }

    /// Solves a position of the present game that is given as text: in the notation of
    /// [`Engine::set_up`], or as moves from the start. A word may hold several moves that are
    /// written alike, and forced passes may be left out; `start` is the start itself. The game in
    /// progress stays as it is.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    pub fn solve_text(
        &mut self,
        text: &str,
        question: Question,
        stop: &Stop,
    ) -> Result<Solved, PositionError> {
        let job = self.session.solve_text(text, question)?;
        Ok(job(self.table_alone(), stop))
    }
}

/// What solves the position, looking ahead with an evaluation.
pub(super) fn job<G: Game>(
    position: G,
    question: Question,
    searcher: Arc<dyn Searcher<G>>,
) -> SolveJob {
    Box::new(move |table: &mut Table, stop: &Stop| {
        let foresight = searcher.foresight();
        let mut solvers = Solvers {
            table,
            foresight,
            stop,
        };
        solve(&position, question, &mut solvers)
    })
}

/// Solvers of one position after the other, on one table.
struct Solvers<'a, G: Game> {
    table: &'a mut Table,
    foresight: &'a dyn Foresight<G>,
    stop: &'a Stop,
}

impl<G: Game> Solvers<'_, G> {
    fn next(&mut self, limits: &Limits, threads: usize) -> Solver<'_, G, G::Knowledge> {
        let knowledge = G::Knowledge::default();
        Solver::with_threads(knowledge, self.table, limits, self.stop, threads)
            .with_foresight(self.foresight)
    }
}

fn solve<G: Game>(position: &G, question: Question, solvers: &mut Solvers<'_, G>) -> Solved {
    let limits = Limits {
        time: question.time.map(TimeBudget::fixed),
        start: question.start,
        ..Limits::none()
    };
    let mut solved = Solved::default();
    if question.unrelated {
        solvers.next(&limits, 1).forget();
    }
    let threads = question.threads;
    if question.moves {
        solve_moves(position, &limits, threads, solvers, &mut solved);
    }
    let mut solver = solvers.next(&limits, threads);
    solved.value = match &solved.moves[..] {
        [] => solver.value(position).ok(),
        moves if moves.iter().all(|(_, value)| value.is_some()) => moves[0].1,
        _ => None,
    };
    solved.refusal = solved.refusal.or(solver.refusal());
    solved.rank = solved.value.map(|value| value.rank(position));
    let mut line = Err(Stopped);
    if question.line && solved.value.is_some() {
        line = solver.line(position);
    }
    solved.nodes += solver.nodes();
    if question.line && solved.value.is_some() && line.is_err() {
        // The time ran out between the value and the line: most of it is in the table, and a
        // solver finds what is easy even after its time.
        let mut late = solvers.next(&limits, 1);
        line = late.line(position);
        solved.nodes += late.nodes();
    }
    solved.line = line.ok().map(|line| name_line(position, &line));
    solved
}

/// The nodes that each move may take at first, and how many times more in each further round.
const FIRST_ROUND: u64 = 10_000;
const GROWTH: u64 = 8;

/// Finds the values of the legal moves, in rounds, so that no hard one keeps the others waiting.
fn solve_moves<G: Game>(
    position: &G,
    limits: &Limits,
    threads: usize,
    solvers: &mut Solvers<'_, G>,
    solved: &mut Solved,
) {
    let moves = position.legal_moves();
    let mut values = vec![None; moves.len()];
    let mut unknown: Vec<usize> = (0..moves.len()).collect();
    let stop = solvers.stop;
    let is_over = || {
        let late = |time: TimeBudget| limits.start.elapsed() >= time.hard;
        stop.is_requested() || limits.time.is_some_and(late)
    };
    let mut nodes = FIRST_ROUND;
    while !unknown.is_empty() && !is_over() {
        let limits = Limits {
            nodes: Some(nodes),
            ..*limits
        };
        unknown.retain(|&index| {
            if is_over() {
                return true;
            }
            let mut solver = solvers.next(&limits, threads);
            values[index] = solver.value_of_move(position, moves[index]).ok();
            solved.nodes += solver.nodes();
            solved.refusal = solved.refusal.or(solver.refusal());
            values[index].is_none() && solver.refusal().is_none()
        });
        nodes = nodes.saturating_mul(GROWTH);
    }
    // The time is over. What is easy is found all the same.
    let mut solver = solvers.next(limits, 1);
    for index in unknown {
        values[index] = solver.value_of_move(position, moves[index]).ok();
    }
    solved.nodes += solver.nodes();
    let names = moves.iter().map(|mv| position.name_move(*mv));
    solved.moves = names.zip(values).collect();
    sort_moves(&mut solved.moves);
}

/// Sorts moves, the best first, equal ones by name, unknown ones last. It is compiled once, not for each
/// game.
fn sort_moves(moves: &mut [(String, Option<Exact>)]) {
    let place = |value: &Option<Exact>| (value.is_none(), Reverse(value.map(Exact::order)));
    moves.sort_by(|(a, x), (b, y)| (place(x), a).cmp(&(place(y), b)));
}
