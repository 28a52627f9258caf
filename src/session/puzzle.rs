//! Puzzles: positions with exactly one winning move, found and checked by the solver.
//!
//! They come from the ends of games played at random. A seed always gives the same puzzles.

use std::collections::HashSet;
use std::time::Instant;

use super::services::OnlyWin;
use super::{Question, Session};
use crate::game::{Score, Side, Turn};
use crate::search::{Limits, Request, Stop, Table, Tuning};
use crate::solve::{Exact, Extent};

/// A position with exactly one winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Puzzle {
    /// The position in the notation of the game.
    pub(crate) position: String,
    /// The side that wins.
    pub(crate) side: Side,
    /// The winning move, and best play after it.
    pub(crate) line: Vec<String>,
    /// The value for that side.
    pub(crate) value: Exact,
    /// From 1, at sight, to 5.
    pub(crate) difficulty: u32,
    /// The number of other moves that look at least as good to a search of two plies.
    pub(crate) tempting: usize,
    /// The nodes that the solver needed for the values of all moves.
    pub(crate) nodes: u64,
}

impl Puzzle {
    /// A step for a win that takes some moves, another for one that takes many, a step for each of one and
    /// three tempting moves.
    fn difficulty(value: Exact, nodes: u64, tempting: usize) -> u32 {
        let depth = match value.extent {
            Extent::Plies(plies) => [3, 7].map(|least| plies >= least),
            _ => [1_000, 20_000].map(|least| nodes >= least),
        };
        let steps = [tempting >= 1, tempting >= 3].into_iter().chain(depth);
        1 + steps.map(u32::from).sum::<u32>()
    }
}

/// Makes puzzles, one after the other.
pub(crate) struct PuzzleMaker {
    start: Session,
    rng: fastrand::Rng,
    table: Table,
    seen: HashSet<u64>,
    /// The number of puzzles made, and of those at sight.
    made: (usize, usize),
}

/// Games played for a puzzle before none is expected any more.
const TRIES: usize = 3_000;
/// The longest game, in plies.
const LONGEST: usize = 400;
/// How far before the end of a game a puzzle may lie, in plies.
const REACH: usize = 14;
/// The nodes for the values of all moves. Harder positions make no puzzles.
const NODES: u64 = 100_000;
/// The least number of moves to choose from.
const CHOICE: usize = 3;
/// The table of a maker, in MiB.
const TABLE: usize = 8;

impl PuzzleMaker {
    /// A maker of puzzles of the game of `session`. `None` without memory for a table.
    pub(crate) fn new(session: &Session, seed: u64) -> Option<PuzzleMaker> {
        let mut start = session.snapshot();
        start.reset();
        Some(PuzzleMaker {
            start,
            rng: fastrand::Rng::with_seed(seed),
            table: Table::new(TABLE).ok()?,
            seen: HashSet::new(),
            made: (0, 0),
        })
    }

    /// The next puzzle; `None` if none is found, or if it was stopped.
    pub(crate) fn next(&mut self, stop: &Stop) -> Option<Puzzle> {
        for _ in 0..TRIES {
            if stop.is_requested() {
                return None;
            }
            let Some(position) = self.position() else {
                continue;
            };
            if let Some(puzzle) = self.puzzle(&position, stop)
                && self.is_wanted(&puzzle)
                && self.seen.insert(position.position_key())
            {
                return Some(puzzle);
            }
        }
        None
    }

    /// At most one in four puzzles is solved at sight.
    fn is_wanted(&mut self, puzzle: &Puzzle) -> bool {
        let (made, easy) = &mut self.made;
        let is_easy = puzzle.difficulty == 1;
        if is_easy && 4 * *easy > *made {
            return false;
        }
        *made += 1;
        *easy += usize::from(is_easy);
        true
    }

    /// A position near the end of a game played at random, in which a side has a choice.
    fn position(&mut self) -> Option<Session> {
        let mut game = self.start.snapshot();
        for _ in 0..LONGEST {
            let moves = game.legal_moves();
            let Some(name) = self.rng.choice(&moves) else {
                break;
            };
            game.play(None, name).ok()?;
        }
        let plies = game.history().len();
        let position = game.at(plies.checked_sub(self.rng.usize(1..=REACH))?);
        let has_choice = position.turn() != Turn::Chance && position.legal_moves().len() >= CHOICE;
        has_choice.then_some(position)
    }

    fn puzzle(&mut self, position: &Session, stop: &Stop) -> Option<Puzzle> {
        let OnlyWin { name, value, nodes } = position.only_win(NODES, &mut self.table, stop)?;
        let line = self.line(position, &name, stop)?;
        let tempting = self.tempting(position, &name, stop)?;
        Some(Puzzle {
            position: position.position(),
            side: position.to_move(),
            line,
            value,
            difficulty: Puzzle::difficulty(value, nodes, tempting),
            tempting,
            nodes,
        })
    }

    /// The move with best play after it.
    fn line(&mut self, position: &Session, name: &str, stop: &Stop) -> Option<Vec<String>> {
        let mut after = position.snapshot();
        after.play(None, name).ok()?;
        let mut line = vec![name.to_string()];
        if after.result().is_none() {
            let question = Question {
                moves: false,
                line: true,
                time: None,
                start: Instant::now(),
                threads: 1,
                unrelated: false,
            };
            line.extend(after.solve(question)(&mut self.table, stop).line?);
        }
        Some(line)
    }

    /// The number of moves that a shallow search finds at least as good as the right one.
    fn tempting(&mut self, position: &Session, right: &str, stop: &Stop) -> Option<usize> {
        const DEPTH: u32 = 2;
        let request = Request {
            limits: Limits {
                depth: Some(DEPTH),
                ..Limits::none()
            },
            threads: 1,
            plain: true,
            lines: usize::MAX,
            margin: 0,
            tuning: Tuning::default(),
            handicap: None,
        };
        let job = position.search(position.to_move(), request)?;
        let mut scores: Vec<(String, Score)> = Vec::new();
        self.table.clear();
        job(&self.table, stop, &mut |info| {
            if info.line == 1 {
                scores.clear();
            }
            scores.extend(info.pv.first().map(|name| (name.clone(), info.score)));
        });
        self.table.clear();
        let least = scores.iter().find(|(name, _)| name == right)?.1;
        let others = scores.iter().filter(|(name, _)| name != right);
        Some(others.filter(|(_, score)| *score >= least).count())
    }
}
