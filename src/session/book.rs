//! Opening books in a game: which one is played from, the move it gives, and the work of building
//! and checking one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::Reply;
use super::engine::{Engine, before_remarks};
use super::searchers::NamedSearcher;
use super::services::TypedServices;
use super::settings::Level;
use crate::book::{
    self, Book, BookError, BuildError, Built, Form, Judge, Method, Origin, Plan, Progress, Roots,
    SearchLimit, Verified, VerifyError, Worth,
};
use crate::game::{Game, Side};
use crate::release::RELEASE;
use crate::search::{Stop, Table, TableError};

/// Which book is played from.
#[derive(Clone, Debug, Default)]
pub(super) enum BookChoice {
    /// The one that the game brings along, if it does.
    #[default]
    BuiltIn,
    /// That one in its game, and in all others the one they bring along.
    File(Arc<Book>),
    /// None.
    Off,
}

/// A move from a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub name: String,
    /// Its value for the side that plays it.
    pub worth: Worth,
    /// The book.
    pub book: String,
}

/// Why a book is not played from: a whole sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenBookError {
    /// The file is no whole book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// It is a book of something else.
    #[error("{name} is a book of {of}, and the game is {game}")]
    OtherGame {
        /// The file.
        name: String,
        /// Its game and size.
        of: String,
        /// The game in progress and its size.
        game: String,
    },
}

/// What book to build for the game in progress, from its first position.
#[derive(Clone, Debug)]
pub struct BookOrder {
    /// The file.
    pub path: PathBuf,
    /// The plies to the last positions.
    pub plies: u32,
    /// See [`Origin::draws`].
    pub draws: Option<u64>,
    /// Where the values come from.
    pub values: BookValues,
    /// How many threads work at it.
    pub threads: usize,
    /// The table of each thread, or of all that prove something together, in MiB.
    pub hash: usize,
    /// Begin in these positions instead.
    pub roots: Option<Vec<String>>,
    /// See [`Plan::with`].
    pub with: Vec<PathBuf>,
}

/// Where the values of a book are to come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookValues {
    /// The last positions are solved.
    Exact,
    /// The same, of no more positions than it takes to prove who wins.
    Proof {
        /// After each move in the first positions, too.
        all_moves: bool,
    },
    /// The last positions are searched so far, by the evaluation of the side to move.
    Searched(SearchLimit),
}

/// Why a book cannot be built or checked: a whole sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookWorkError {
    /// It cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// It is wrong, or cannot be checked.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// There is no memory for a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A position to begin with is none.
    #[error("line {line} of the list of positions: {reason}")]
    Root {
        /// The line of the list, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The list of positions is not the one that the book was built from.
    #[error("the book was built from {wanted}: give the same list")]
    OtherRoots {
        /// What it was built from.
        wanted: String,
    },
    /// The evaluation of the book is unknown.
    #[error("the book was built with an evaluation or values that this program does not have")]
    OtherValues,
}

impl Engine {
    /// Plays from that book from now on, in its game, which is the one in progress.
    ///
    /// # Errors
    /// When it is no whole book of that game; nothing has changed then.
    pub fn open_book(&mut self, path: &Path) -> Result<(), OpenBookError> {
        let book = Book::open(path)?;
        if !self.session.book_fits(&book) {
            let info = self.session.info();
            let Origin { game, size, .. } = book.origin();
            return Err(OpenBookError::OtherGame {
                name: book.name().into(),
                of: format!("{game} {size}"),
                game: format!("{} {}", info.name, info.size_name()),
            });
        }
        self.book = BookChoice::File(Arc::new(book));
        Ok(())
    }

    /// Plays from the books that the games bring along, or from none.
    pub fn use_books(&mut self, on: bool) {
        self.book = if on {
            BookChoice::BuiltIn
        } else {
            BookChoice::Off
        };
    }

    /// Whether books are played from, where there are any.
    pub fn uses_books(&self) -> bool {
        !matches!(self.book, BookChoice::Off)
    }

    /// The book of the game in progress that is played from.
    pub fn book(&self) -> Option<Arc<Book>> {
        match &self.book {
            BookChoice::Off => None,
            BookChoice::File(book) if self.session.book_fits(book) => Some(Arc::clone(book)),
            BookChoice::File(_) | BookChoice::BuiltIn => {
                let book = Book::built_in(self.session.info().book?);
                let book = book.inspect_err(|error| log::error!("{error}")).ok()?;
                self.session.book_fits(&book).then(|| Arc::new(book))
            }
        }
    }

    /// The reply from the book for `side`. A level below the strongest has no book, since it would
    /// not be beatable; nor has the plain search, which is what it says.
    pub(super) fn choose_from_book(
        &mut self,
        side: Side,
        variety: u16,
    ) -> Option<(Reply, BookMove)> {
        if self.settings.plain || self.settings.level != Level::Master {
            return None;
        }
        let book = self.book()?;
        let moves = self.session.book_moves(side, &book);
        let moves = moves.inspect_err(|error| log::warn!("{error}; the book is not used here"));
        let mut moves = moves.ok()??;
        let best = moves.first()?.1;
        if self.settings.resignation && best.is_lost() {
            let (name, worth) = moves.swap_remove(0);
            return Some((Reply::Resign, book_move(name, worth, &book)));
        }
        if best.is_lost() && book.form() == Form::Winner {
            // All moves lose, and the book does not say which makes it hardest.
            return None;
        }
        let lowest = best.rank() - best.nearness(variety);
        let near = |known: &&(String, Worth)| variety > 0 && known.1.rank() >= lowest;
        let near = moves.iter().filter(near).count();
        let chosen = if near > 1 { self.rng.usize(..near) } else { 0 };
        let (name, worth) = moves.swap_remove(chosen);
        log::info!("{side}: {name} from the book ({}), {worth}", book.name());
        Some((Reply::Move(name.clone()), book_move(name, worth, &book)))
    }
}

/// What is proved takes much to solve again: the table for it in MiB.
const PROOF_TABLE: usize = 1024;

fn book_move(name: String, worth: Worth, book: &Book) -> BookMove {
    let book = book.name().to_string();
    BookMove { name, worth, book }
}

impl<G: Game> TypedServices<G> {
    pub(super) fn fits(&self, book: &Book) -> bool {
        let form = [Form::Score, Form::Winner, Form::exact::<G>()].contains(&book.form());
        form && book.is_of(self.info.name, &self.info.size_name())
    }

    /// See [`super::Session::build_book`].
    pub(super) fn build(
        &self,
        named: &NamedSearcher<G>,
        order: &BookOrder,
        stop: &Stop,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Built, BookWorkError> {
        let (roots, list) = self.roots(order.roots.as_deref())?;
        let (method, judge) = match order.values {
            BookValues::Exact => (Method::Exact, named.solver()),
            BookValues::Proof { all_moves } => (Method::Proof { all_moves }, named.solver()),
            BookValues::Searched(limit) => {
                let evaluation = named.name.to_string();
                let hash = order.hash;
                let method = Method::Search {
                    evaluation,
                    limit,
                    hash,
                };
                (method, Judge::Searcher(&*named.searcher, limit))
            }
        };
        let plan = Plan {
            path: order.path.clone(),
            origin: Origin {
                game: self.info.name.into(),
                size: self.info.size_name(),
                plies: order.plies,
                draws: order.draws,
                method,
                roots: list,
                program: format!("{} {RELEASE}", env!("CARGO_PKG_NAME")),
            },
            threads: order.threads,
            hash: order.hash,
            with: order.with.clone(),
        };
        Ok(match order.values {
            BookValues::Proof { .. } => book::prove(&plan, &roots, stop, report)?,
            _ => book::build(&plan, &roots, judge, stop, report)?,
        })
    }

    /// See [`super::Session::verify_book`].
    pub(super) fn verify(
        &self,
        book: &Book,
        roots: Option<&[String]>,
        sample: (usize, u64),
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Verified, BookWorkError> {
        let (roots, list) = self.roots(roots)?;
        let origin = book.origin();
        if origin.roots != list {
            let wanted = match origin.roots {
                Some(Roots { count, checksum }) => {
                    format!("{count} positions (checksum {checksum:08x})")
                }
                None => "the beginning of the game".into(),
            };
            return Err(BookWorkError::OtherRoots { wanted });
        }
        let (judge, hash) = match &origin.method {
            Method::Proof { .. } => {
                let mut table = Table::new(PROOF_TABLE)?;
                return Ok(book::verify_proof(
                    book, &roots, sample, &mut table, stop, report,
                )?);
            }
            Method::Exact => (self.searchers[0].solver(), Table::DEFAULT_MIB),
            Method::Search {
                evaluation,
                limit,
                hash,
            } => {
                let named = self.searchers.iter().find(|named| named.name == evaluation);
                let named = named.ok_or(BookWorkError::OtherValues)?;
                (Judge::Searcher(&*named.searcher, *limit), *hash)
            }
        };
        if judge.form() != book.form() {
            return Err(BookWorkError::OtherValues);
        }
        // What a limit of time gave, no other search need give again.
        let by_time = matches!(judge, Judge::Searcher(_, SearchLimit::Time(_)));
        let sample = if by_time { (0, 0) } else { sample };
        let mut table = Table::new(hash)?;
        Ok(book::verify(
            book, &roots, judge, sample, &mut table, stop, report,
        )?)
    }

    /// The positions that a book begins with, and what is kept of their list.
    fn roots(&self, texts: Option<&[String]>) -> Result<(Vec<G>, Option<Roots>), BookWorkError> {
        let Some(texts) = texts else {
            return Ok((vec![G::start()], None));
        };
        let mut roots = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            let text = before_remarks(text);
            if !text.is_empty() {
                let read = G::parse_position(text);
                roots.push(read.map_err(|error| BookWorkError::Root {
                    line: index + 1,
                    reason: error.to_string(),
                })?);
            }
        }
        let names: Vec<_> = roots.iter().map(G::position).collect();
        Ok((roots, Some(Roots::of(&names))))
    }
}
