//! Evidence: exact values that are known before a search guesses, from the book and from a short look
//! of the solver.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{BookMoves, Info, Question, Session, Solved, Source};
use crate::book::{Book, Worth};
use crate::game::Turn;
use crate::search::{Limits, Request, Stop, Table};
use crate::solve::Exact;

/// Those to ask before a search.
#[derive(Clone, Default)]
pub(crate) struct Witness {
    pub(super) book: Option<Arc<Book>>,
    pub(super) solver: bool,
}

/// The longest line that is followed in a book, in plies.
const LONGEST_LINE: usize = 60;

impl Witness {
    /// The same without the solver.
    pub(crate) fn book_alone(&self) -> Witness {
        Witness {
            solver: false,
            ..self.clone()
        }
    }

    /// The exact lines of the best moves, as many as are asked for, the best first; none if that many
    /// are not known.
    pub(crate) fn lines(&self, session: &Session, request: &Request) -> Vec<Info> {
        let start = request.limits.start;
        if session.result().is_some() || session.turn() == Turn::Chance {
            return Vec::new();
        }
        let known = self.moves_in_book(session);
        let wanted = request.lines.min(session.legal_moves().len());
        if known.len() >= wanted && !known.is_empty() {
            return self.lines_in_book(session, &known[..wanted], start);
        }
        let Limits { depth, nodes, .. } = request.limits;
        // A solver answers neither to a depth nor to a number of nodes.
        let is_free = depth.is_none() && nodes.is_none() && request.lines == 1;
        if !is_free {
            return Vec::new();
        }
        let solved = self.solve(session, false);
        let line = solved.and_then(|solved| session.solved_line(solved, start));
        line.into_iter().collect()
    }

    /// The exact values of moves, as far as they are known.
    pub(crate) fn moves(&self, session: &Session) -> Option<Solved> {
        let known = self.moves_in_book(session);
        let solved = self.solve(session, true);
        let solved = solved.filter(|solved| solved.moves.iter().any(|(_, value)| value.is_some()));
        if known.is_empty() || solved.as_ref().is_some_and(Solved::is_complete) {
            return solved;
        }
        let moves = known.into_iter().map(|(name, exact)| (name, Some(exact)));
        Some(Solved {
            moves: moves.collect(),
            ..Solved::default()
        })
    }

    /// The moves in the book with their values, the best first; none if the best is not known.
    pub(crate) fn worths(&self, session: &Session) -> BookMoves {
        let Some(book) = &self.book else {
            return Vec::new();
        };
        let moves = session.book_moves(session.to_move(), book);
        let moves = moves.inspect_err(|error| log::warn!("{error}; the book is not used here"));
        moves.ok().flatten().unwrap_or_default()
    }

    /// The moves with exact values in the book, the best first; none if the best is not known.
    fn moves_in_book(&self, session: &Session) -> Vec<(String, Exact)> {
        exact_moves(self.worths(session))
    }

    fn lines_in_book(
        &self,
        session: &Session,
        known: &[(String, Exact)],
        start: Instant,
    ) -> Vec<Info> {
        let left = session.max_plies().unwrap_or(0);
        let line = |(index, (name, exact)): (usize, &(String, Exact))| {
            let pv = self.follow(session, name);
            Info {
                line: index + 1,
                depth: left.max(u32::try_from(pv.len()).unwrap_or(u32::MAX)),
                score: exact.score(left),
                nodes: 0,
                time: start.elapsed(),
                exact: true,
                source: Source::Book,
                pv,
            }
        };
        known.iter().enumerate().map(line).collect()
    }

    /// A move and those that the book plays after it.
    pub(super) fn follow(&self, session: &Session, first: &str) -> Vec<String> {
        let mut pv = vec![first.to_string()];
        let mut after = session.snapshot();
        while after.play(None, &pv[pv.len() - 1]).is_ok() && pv.len() < LONGEST_LINE {
            let Some((best, _)) = self.moves_in_book(&after).into_iter().next() else {
                break;
            };
            pv.push(best);
        }
        pv
    }

    /// The values that the solver sees at once.
    fn solve(&self, session: &Session, moves: bool) -> Option<Solved> {
        // It would need to know the path to the position.
        if !self.solver || !session.is_open_to_solver() {
            return None;
        }
        let question = Question {
            moves,
            line: !moves,
            // Easy positions are solved even in no time.
            time: Some(Duration::ZERO),
            start: Instant::now(),
            threads: 1,
            unrelated: false,
        };
        // A table of its own keeps what the search has learned.
        let mut table = Table::new(1).ok()?;
        Some(session.solve(question)(&mut table, &Stop::new()))
    }
}

impl Session {
    /// Tells whether a solver can tell the value without the path to the position.
    pub(super) fn is_open_to_solver(&self) -> bool {
        self.max_plies().is_some() && self.past().is_empty()
    }

    /// The line of best play, if the solver finds it in time.
    pub(super) fn solve_at_once(
        &self,
        question: Question,
        table: &mut Table,
        stop: &Stop,
    ) -> Option<Info> {
        let solved = self.solve(question)(table, stop);
        self.solved_line(solved, question.start)
    }

    /// The line of a solved position.
    fn solved_line(&self, solved: Solved, start: Instant) -> Option<Info> {
        let Solved {
            value: Some(value),
            line: Some(pv),
            nodes,
            ..
        } = solved
        else {
            return None;
        };
        let depth = u32::try_from(pv.len()).ok()?;
        Some(Info {
            line: 1,
            depth,
            score: value.score(depth),
            nodes,
            time: start.elapsed(),
            exact: true,
            source: Source::Solver,
            pv,
        })
    }
}

/// The moves with exact values; a search's scores are no evidence.
fn exact_moves(moves: BookMoves) -> Vec<(String, Exact)> {
    let exact = |(name, worth)| match worth {
        Worth::Exact(exact) => Some((name, exact)),
        Worth::Searched { .. } => None,
    };
    moves.into_iter().map_while(exact).collect()
}
