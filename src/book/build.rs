//! Building a book: all positions up to some plies, the last ones judged, the others by backward
//! induction.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::draws::{Draw, DrawnLines};
use super::error::BookError;
use super::journal::{Journal, Unopened};
use super::judge::Judge;
use super::origin::Origin;
use super::positions::{Keys, Place, Positions, PositionsError};
use super::proof::UnusableError;
use super::work::judge_all;
use super::worth::{Entry, Form, Worth};
use super::write::{beside, encode, write_whole};
use crate::game::{Game, Side, Value};
use crate::search::{Stop, Table, TableError};

/// What to build.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The file.
    pub path: PathBuf,
    /// What it is to be.
    pub origin: Origin,
    /// How many threads work at it.
    pub threads: usize,
    /// The table of each thread in MiB.
    pub hash: usize,
    /// Books and journals of the same game: what they know, a proof need not solve.
    pub with: Vec<PathBuf>,
}

/// How far a build has come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// So many positions were met so far.
    Listing(u64),
    /// The values are looked for.
    Judging {
        /// How many positions have to be judged.
        all: u64,
        /// How many of them are.
        done: u64,
    },
    /// A proof is looked for.
    Proving {
        /// How many of the first positions, or of their moves, are decided.
        done: u64,
        /// How many there are.
        all: u64,
        /// How many positions were solved.
        solved: u64,
    },
    /// It is proved who wins one of the first positions, or after one of their moves.
    Proved {
        /// The position or the move, in the notation of the game.
        what: String,
        /// Who wins; `None` where nobody does.
        winner: Option<Side>,
    },
}

/// What was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Built {
    /// The positions in the book.
    pub entries: u64,
    /// The bytes of the file.
    pub size: u64,
}

/// Why a book was not built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The file is there.
    #[error("{0} is there already: remove it first, or choose another name")]
    Exists(String),
    /// There is a journal of something else.
    #[error("{0} is of a build with other options: go on with those, or remove it")]
    OtherBuild(String),
    /// Somebody else is building it.
    #[error("{0} is in use: another program is building that book")]
    Busy(String),
    /// It was stopped.
    #[error("interrupted: {values} are kept in {journal}, and the same command goes on from there")]
    Interrupted {
        /// Where they are kept.
        journal: String,
        /// How many there are, and have to be.
        values: String,
    },
    /// The solver has refused a position.
    #[error(
        "positions of this game can come again, and the solver cannot tell what one of them is worth"
    )]
    Undecided,
    /// The positions cannot be counted up.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// There is no memory for a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A book to begin with cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// It says nothing for this proof.
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
        /// What the system said.
        reason: io::Error,
    },
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> BuildError {
    let name = path.display().to_string();
    |reason| BuildError::Unwritable { name, reason }
}

/// Builds the book of all positions up to the plies of its origin from the roots. What is found is
/// kept in a journal beside the file until the book is complete: a build that was ended in any way
/// goes on from there when it is called again. Books are the same byte for byte, however often that
/// happens and whatever the threads, unless a search is limited by time.
///
/// # Errors
/// See [`BuildError`]. There is no book then, but mostly a journal.
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
    let last = positions.places().iter().filter(|place| !place.inner);
    work.judge(last, judge)?;
    let worths = complete(&positions, judge, |key| work.known.get(&key).copied());
    let keys = positions.places().iter().map(|place| place.key);
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

/// The work at a book: what is known, and what it takes to know more.
struct Work<'a> {
    plan: &'a Plan,
    tables: Vec<Table>,
    journal: Journal,
    known: Keys<Worth>,
    /// How many positions had to be judged up to now, and how many of them were.
    all: u64,
    done: u64,
    stop: &'a Stop,
    report: &'a mut dyn FnMut(Progress),
}

impl Work<'_> {
    /// Judges what is not known of these positions.
    fn judge<'p, R: Game>(
        &mut self,
        places: impl Iterator<Item = &'p Place<R>>,
        judge: Judge<'_, R>,
    ) -> Result<(), BuildError> {
        let places = places.filter(|place| judge.at_sight(&place.position).is_none());
        let (known, open): (Vec<_>, Vec<_>) =
            places.partition(|place| self.known.contains_key(&place.key));
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

    /// The drawn positions beyond the last ones.
    fn follow<R: Game>(
        &mut self,
        mut lines: DrawnLines<'_, R>,
        nodes: u64,
    ) -> Result<Vec<Entry>, BuildError> {
        let judge = Judge::Draws(nodes);
        let draw = judge.form().result::<R>(Value::DRAW, 0);
        let mut entries = Vec::new();
        while let Some(places) = lines.next() {
            self.judge(places.iter(), judge)?;
            for Place { key, position, .. } in places {
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

    /// What a failure to write the journal is.
    pub(super) fn unwritten(&self, reason: io::Error) -> BuildError {
        unwritable(&self.journal())(reason)
    }

    /// Opens the journal, and says what it knows.
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

    /// Writes the book, of entries in the order of their keys, and removes the journal.
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

/// The worth of every position, from that of the last ones.
fn complete<R: Game>(
    positions: &Positions<R>,
    judge: Judge<'_, R>,
    judged: impl Fn(u64) -> Option<Worth>,
) -> Vec<Option<Worth>> {
    let mut worths: Vec<Option<Worth>> = Vec::with_capacity(positions.len());
    for place in positions.places() {
        let worth = if place.inner {
            let result = |child: &R| {
                let value = child.outcome_for_mover()?;
                Some(judge.form().result::<R>(value, 0))
            };
            let known = |index: usize| worths.get(index).copied().flatten();
            positions.follow(&place.position, result, known)
        } else {
            let at_sight = || judge.at_sight(&place.position);
            judged(place.key).or_else(at_sight)
        };
        debug_assert!(worth.is_some(), "all that follows is known");
        worths.push(worth);
    }
    worths
}
