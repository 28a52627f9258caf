//! Building a book: lists all positions up to a number of plies, judges the last ones, and derives
//! the values of the others by backward induction.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::draws::{Draw, DrawnLines};
use super::error::BookError;
use super::journal::{Journal, Unopened};
use super::judge::Judge;
use super::origin::Origin;
use super::positions::{Keys, Node, Positions, PositionsError};
use super::proof::UnusableError;
use super::work::judge_all;
use super::worth::{Entry, Form, Worth};
use super::write::encode;
use crate::files::{beside, write_whole};
use crate::game::{Game, Side, Value};
use crate::search::{Stop, Table, TableError};

/// A book to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The file to write.
    pub path: PathBuf,
    /// The origin of the book.
    pub origin: Origin,
    /// The number of threads.
    pub threads: usize,
    /// The size of each thread's table in MiB.
    pub hash: usize,
    /// Books and journals of the same game, whose values a proof takes over.
    pub with: Vec<PathBuf>,
}

/// The progress of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// The number of positions found so far.
    Listing(u64),
    /// The last positions are being judged.
    Judging {
        /// The number of positions to judge.
        all: u64,
        /// The number of positions judged.
        done: u64,
    },
    /// A proof is being searched for.
    Proving {
        /// The number of roots, or of their moves, that are decided.
        done: u64,
        /// The number of all of them.
        all: u64,
        /// The number of positions solved.
        solved: u64,
    },
    /// The winner of a root, or after one of its moves, is proved.
    Proved {
        /// The position or the move, in the game's notation.
        what: String,
        /// The winner; `None` for a draw.
        winner: Option<Side>,
    },
}

/// The result of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// The number of positions in the book.
    pub entries: u64,
    /// The size of the file in bytes.
    pub size: u64,
}

/// The reason why a book was not built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The file exists.
    #[error("{0} already exists: remove it first, or choose another name")]
    Exists(String),
    /// The journal belongs to a different build.
    #[error("{0} belongs to a build with other options: continue with those, or remove it")]
    OtherBuild(String),
    /// Another program is building the book.
    #[error("{0} is in use: another program is building that book")]
    Busy(String),
    /// The build was stopped.
    #[error("interrupted: {values} are kept in {journal}; run the same command to continue")]
    Interrupted {
        /// The journal with the values.
        journal: String,
        /// The number of values found and needed.
        values: String,
    },
    /// The solver has refused a position.
    #[error(
        "positions of this game can come again, and the solver cannot tell what one of them is worth"
    )]
    Undecided,
    /// The positions cannot be listed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// There is not enough memory for the tables.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A book to take values from cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// A file holds nothing that this proof can use.
    #[error("{name}: {reason}")]
    Unusable {
        /// The file.
        name: String,
        /// Why.
        reason: UnusableError,
    },
    /// A file cannot be written.
    #[error("{name}: {reason}")]
    Unwritable {
        /// The file.
        name: String,
        /// The error of the system.
        reason: io::Error,
    },
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    let name = path.display().to_string();
    |reason| BuildError::Unwritable { name, reason }
}

/// Builds the book of all positions up to the plies of its origin from the roots. Results are kept
/// in a journal beside the file until the book is complete: a build that ended early, for any
/// reason, continues from there when it is called again. The book is the same byte for byte,
/// whatever the interruptions and the number of threads, unless searches are limited by time.
///
/// # Errors
/// Returns a [`BuildError`]. There is no book then, but usually a journal.
pub fn build<R: Game>(
    plan: &Plan,
    roots: &[R],
    judge: Judge<'_, R>,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<Built, BuildError> {
    let Plan {
        origin,
        threads,
        hash,
        ..
    } = plan;
    let tables = (0..*threads).map(|_| Table::new(*hash));
    let tables = tables.collect::<Result<Vec<_>, _>>()?;
    let (journal, known) = plan.open_journal(judge.form())?;
    let positions = Positions::new(roots, origin.plies, stop, &mut |count| {
        report(Progress::Listing(count));
    })?;
    let mut work = Work {
        plan,
        tables,
        journal,
        known,
        all: 0,
        done: 0,
        stop,
        report,
    };
    let last = positions.nodes().iter().filter(|node| !node.inner);
    work.judge(last, judge)?;
    let worths = complete(&positions, judge, |key| work.known.get(&key).copied());
    let keys = positions.nodes().iter().map(|node| node.key);
    let entries = keys.zip(&worths);
    let mut entries: Vec<Entry> = entries
        .filter_map(|(key, worth)| Some((key, (*worth)?)))
        .collect();
    if let Some(nodes) = origin.draws {
        let lines = DrawnLines::new(&positions, &worths);
        entries.extend(work.follow(lines, nodes)?);
    }
    entries.sort_unstable_by_key(|entry| entry.0);
    plan.finish(judge.form(), &entries, work.journal)
}

/// The state of a build.
struct Work<'a> {
    plan: &'a Plan,
    tables: Vec<Table>,
    journal: Journal,
    known: Keys<Worth>,
    /// The number of positions to judge so far.
    all: u64,
    done: u64,
    stop: &'a Stop,
    report: &'a mut dyn FnMut(Progress),
}

impl Work<'_> {
    /// Judges those positions whose values are not known.
    fn judge<'p, R: Game>(
        &mut self,
        nodes: impl Iterator<Item = &'p Node<R>>,
        judge: Judge<'_, R>,
    ) -> Result<(), BuildError> {
        let nodes = nodes.filter(|node| judge.at_sight(&node.position).is_none());
        let (known, open): (Vec<_>, Vec<_>) =
            nodes.partition(|node| self.known.contains_key(&node.key));
        self.all += (known.len() + open.len()) as u64;
        self.done += known.len() as u64;
        let Work { all, done, .. } = self;
        (self.report)(Progress::Judging {
            all: *all,
            done: *done,
        });
        judge_all(&open, judge, &mut self.tables, self.stop, &mut |found| {
            self.known.extend(found.iter().copied());
            *done += found.len() as u64;
            self.journal.add(found)?;
            (self.report)(Progress::Judging {
                all: *all,
                done: *done,
            });
            Ok(())
        })
        .map_err(|reason| self.plan.unwritten(reason))?;
        if self.done < self.all {
            if !self.stop.is_requested() {
                return Err(BuildError::Undecided);
            }
            let values = format!("{} of {} values", self.done, self.all);
            return Err(self.plan.interrupted(values));
        }
        Ok(())
    }

    /// Finds the drawn positions beyond the last ones.
    fn follow<R: Game>(
        &mut self,
        mut lines: DrawnLines<'_, R>,
        nodes: u64,
    ) -> Result<Vec<Entry>, BuildError> {
        let judge = Judge::Draws(nodes);
        let draw = judge.form().result::<R>(Value::DRAW, 0);
        let mut entries = Vec::new();
        while let Some(nodes) = lines.next() {
            self.judge(nodes.iter(), judge)?;
            for Node { key, position, .. } in nodes {
                let found = match judge.at_sight(&position) {
                    Some(worth) if worth.is_drawn() => Draw::Easy,
                    Some(_) => Draw::None,
                    None => self
                        .known
                        .get(&key)
                        .map_or(Draw::None, |&it| Draw::of_worth(it)),
                };
                if found != Draw::None {
                    entries.push((key, draw));
                }
                if found == Draw::Hard {
                    lines.keep(position);
                }
            }
        }
        Ok(entries)
    }
}

impl Plan {
    fn journal(&self) -> PathBuf {
        beside(&self.path, ".part")
    }

    pub(super) fn interrupted(&self, values: String) -> BuildError {
        let journal = self.journal().display().to_string();
        BuildError::Interrupted { journal, values }
    }

    /// The error of a failure to write the journal.
    pub(super) fn unwritten(&self, reason: io::Error) -> BuildError {
        unwritable(&self.journal())(reason)
    }

    /// Opens the journal, and returns the values in it.
    pub(super) fn open_journal(&self, form: Form) -> Result<(Journal, Keys<Worth>), BuildError> {
        let path = self.journal();
        if self.path.exists() && !path.exists() {
            return Err(BuildError::Exists(self.path.display().to_string()));
        }
        let name = path.display().to_string();
        Journal::open(&path, &self.origin, form).map_err(|error| match error {
            Unopened::Other => BuildError::OtherBuild(name),
            Unopened::Busy => BuildError::Busy(name),
            Unopened::Io(reason) => self.unwritten(reason),
        })
    }

    /// Writes the book from entries sorted by their keys, and removes the journal.
    pub(super) fn finish(
        &self,
        form: Form,
        entries: &[Entry],
        journal: Journal,
    ) -> Result<Built, BuildError> {
        let bytes = encode(&journal.finished(&self.origin), form, entries);
        write_whole(&self.path, &bytes).map_err(unwritable(&self.path))?;
        journal.remove().map_err(|reason| self.unwritten(reason))?;
        Ok(Built {
            entries: entries.len() as u64,
            size: bytes.len() as u64,
        })
    }
}

/// The value of every position, from those of the last ones.
fn complete<R: Game>(
    positions: &Positions<R>,
    judge: Judge<'_, R>,
    judged: impl Fn(u64) -> Option<Worth>,
) -> Vec<Option<Worth>> {
    let mut worths: Vec<Option<Worth>> = Vec::with_capacity(positions.len());
    for node in positions.nodes() {
        let worth = if node.inner {
            let result = |child: &R| {
                let value = child.outcome_for_mover()?;
                Some(judge.form().result::<R>(value, 0))
            };
            let known = |index: usize| worths.get(index).copied().flatten();
            positions.follow(&node.position, result, known)
        } else {
            let at_sight = || judge.at_sight(&node.position);
            judged(node.key).or_else(at_sight)
        };
        debug_assert!(worth.is_some(), "the values of all children are known");
        worths.push(worth);
    }
    worths
}
