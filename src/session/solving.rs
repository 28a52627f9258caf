//! Exact values in words, of the game in progress and of positions given as text.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::searchers::name_line;
use super::services::OnlyWin;
use crate::game::{Game, PositionError};
use crate::search::{Foresight, Limits, Searcher, Stop, Stopped, Table, TimeBudget};
use crate::solve::{Exact, Solver};

/// The question about a position.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// True to find the value of each legal move, or only that of the position.
    pub moves: bool,
    /// True to find a line of best play too.
    pub line: bool,
    /// The time limit, counted from `start`; `None` for no limit.
    pub time: Option<Duration>,
    /// When the clock started.
    pub start: Instant,
    /// The number of threads that share the work.
    pub threads: usize,
    /// True if earlier results are of no use for it.
    pub unrelated: bool,
}

/// The results; those that are `None` were not requested, or not found in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The exact value, seen from the side to move.
    pub value: Option<Exact>,
    /// The same as a rank; see [`Exact::rank`].
    pub rank: Option<i32>,
    /// The names of the moves of best play, to the end of the game.
    pub line: Option<Vec<String>>,
    /// The names of the legal moves with their values, seen from the side that plays them: the best
    /// first, equal ones by name, unknown ones last.
    pub moves: Vec<(String, Option<Exact>)>,
    /// The reason, as a sentence, why nothing more can be found out, if it was not a limit.
    pub refusal: Option<&'static str>,
    /// The nodes searched.
    pub nodes: u64,
}

impl Solved {
    /// Tells whether the values of all moves are known, of those that were requested.
    pub(crate) fn is_complete(&self) -> bool {
        self.moves.iter().all(|(_, value)| value.is_some())
    }

    /// Adds the values of moves that are known from elsewhere.
    pub(crate) fn add(&mut self, known: Option<Solved>) {
        for (name, value) in known.into_iter().flat_map(|known| known.moves) {
            let mut moves = self.moves.iter_mut();
            if let Some((_, unknown)) =
                moves.find(|(other, value)| *other == name && value.is_none())
            {
                *unknown = value;
            }
        }
        sort_moves(&mut self.moves);
    }
}

/// A job that solves a snapshot of a position, independent of the game in progress.
pub type SolveJob = Box<dyn FnOnce(&mut Table, &Stop) -> Solved + Send>;

impl Engine {
    /// Solves the current position.
    pub fn solve(&mut self, question: Question, stop: &Stop) -> Solved {
        let job = self.session.solve(question);
        let solved = job(self.table_alone(), stop);
        let value = solved.value.map(|value| value.to_string());
        let value = value.as_deref().unwrap_or("unknown");
        log::info!("solved: {value}, {} nodes", solved.nodes);
        solved
    }

    /// Solves a position of the current game given as text: in the notation of [`Engine::set_up`],
    /// or as moves from the start. A word may contain several moves in the same notation, and
    /// forced passes may be left out; `start` is the start itself. The game in progress is not
    /// changed.
    ///
    /// # Errors
    /// A sentence that describes the problem with the text.
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

/// See [`Services::only_win`](super::services::Services::only_win).
pub(super) fn only_win<G: Game>(
    position: &G,
    nodes: u64,
    table: &mut Table,
    stop: &Stop,
) -> Option<OnlyWin> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::none()
    };
    let mut solver = Solver::new(G::Knowledge::default(), table, &limits, stop);
    solver.forget();
    let (mv, value) = solver.only_win(position).ok()??;
    Some(OnlyWin {
        name: position.name_move(mv),
        value,
        nodes: solver.nodes(),
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
        // The time ran out between the value and the line: most of it is in the table, and a solver
        // finds easy results even after its time.
        let mut late = solvers.next(&limits, 1);
        line = late.line(position);
        solved.nodes += late.nodes();
    }
    solved.line = line.ok().map(|line| name_line(position, &line));
    solved
}

/// The initial node limit for each move, and its growth factor per round.
const FIRST_ROUND: u64 = 10_000;
const GROWTH: u64 = 8;

/// Finds the values of the legal moves, in rounds, so that hard moves do not delay the others.
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
    // The time is over, but easy results can still be found.
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
