//! Opening books in a game: the choice of the book, its moves, and building and checking a book.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::Reply;
use super::engine::{Engine, before_remarks};
use super::searchers::NamedSearcher;
use super::services::TypedServices;
use crate::book::{
    self, Book, BookError, BuildError, Built, Form, Judge, Method, Origin, Plan, Progress, Roots,
    SearchLimit, Verified, VerifyError, Worth,
};
use crate::game::{Game, Side};
use crate::release::RELEASE;
use crate::search::{Stop, Table, TableError};

/// The choice of the book.
#[derive(Clone, Debug, Default)]
pub(super) enum BookChoice {
    /// The book that comes with the game, if there is one.
    #[default]
    BuiltIn,
    /// This one in its game, and in all others the one that comes with the game.
    File(Arc<Book>),
    /// No book.
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

/// The reason why a book cannot be used: a whole sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenBookError {
    /// The file is not a complete book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// It is a book of another game or size.
    #[error("{name} is a book of {of}, and the game is {game}")]
    OtherGame {
        /// The file.
        name: String,
        /// Its game and size.
        of: String,
        /// The game in progress and its size.
        game: String,
    },
    /// Its values count results in another way than the game does.
    #[error("{name} has values of a kind that {game} does not have")]
    OtherValues {
        /// The file.
        name: String,
        /// The title of the game.
        game: &'static str,
    },
}

/// Options for building a book for the current game, from its first position.
#[derive(Clone, Debug)]
pub struct BookOrder {
    /// The file.
    pub path: PathBuf,
    /// The number of plies to the last positions.
    pub plies: u32,
    /// See [`Origin::draws`].
    pub draws: Option<u64>,
    /// The source of the values.
    pub values: BookValues,
    /// The number of threads.
    pub threads: usize,
    /// The table size in MiB: of each thread, or of all together for a proof.
    pub hash: usize,
    /// Positions to begin with instead.
    pub roots: Option<Vec<String>>,
    /// See [`Plan::with`].
    pub with: Vec<PathBuf>,
}

/// The source of a book's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookValues {
    /// The last positions are solved.
    Exact,
    /// The same, but only for the positions needed to prove who wins.
    Proof {
        /// Also after each move in the first positions.
        all_moves: bool,
    },
    /// The last positions are searched to this limit, by the evaluation of the side to move.
    Searched(SearchLimit),
}

/// The reason why a book cannot be built or checked: a whole sentence.
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
    /// A starting position is invalid.
    #[error("line {line} of the list of positions: {reason}")]
    Root {
        /// The line of the list, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// The list of positions is not the one the book was built from.
    #[error("the book was built from {wanted}: give the same list")]
    OtherRoots {
        /// The list that it was built from.
        wanted: String,
    },
    /// The evaluation of the book is unknown.
    #[error("the book was built with an evaluation or values that this program does not have")]
    OtherValues,
}

impl Engine {
    /// Uses this book from now on, in its game, which must be the current one.
    ///
    /// # Errors
    /// If it is not a complete book of that game; nothing has changed then.
    pub fn open_book(&mut self, path: &Path) -> Result<(), OpenBookError> {
        let book = Book::open(path)?;
        let info = self.session.info();
        if !self.session.book_fits(&book) {
            if book.is_of(info.name, &info.size_name()) {
                let name = book.name().into();
                let game = info.title;
                return Err(OpenBookError::OtherValues { name, game });
            }
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

    /// Uses the books that come with the games, or none.
    pub fn use_books(&mut self, on: bool) {
        self.book = if on {
            BookChoice::BuiltIn
        } else {
            BookChoice::Off
        };
    }

    /// Tells whether books are used, if there are any.
    pub fn uses_books(&self) -> bool {
        !matches!(self.book, BookChoice::Off)
    }

    /// The book in use for the current game.
    pub fn book(&self) -> Option<Arc<Book>> {
        match &self.book {
            BookChoice::Off => None,
            BookChoice::File(book) if self.session.book_fits(book) => Some(Arc::clone(book)),
            BookChoice::File(_) | BookChoice::BuiltIn => {
                let book = Book::built_in(self.session.info().built_in_book()?);
                let book = book.inspect_err(|error| log::error!("{error}")).ok()?;
                self.session.book_fits(&book).then(|| Arc::new(book))
            }
        }
    }

    /// The reply from the book for `side`. Levels below the strongest use no book, since they would
    /// not be beatable; nor does the plain search, which does nothing but search.
    pub(super) fn choose_from_book(
        &mut self,
        side: Side,
        variety: u16,
    ) -> Option<(Reply, BookMove)> {
        if !self.is_knowing() {
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
            // All moves lose, and the book does not tell which of them sets the hardest task.
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

/// The table size in MiB for proved values, which take long to solve again.
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
                let verified = book::verify_proof(book, &roots, sample, &mut table, stop, report);
                return verified.map_err(|error| unverified(error, stop));
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
        // Results under a time limit cannot be reproduced by another search.
        let by_time = matches!(judge, Judge::Searcher(_, SearchLimit::Time(_)));
        let sample = if by_time { (0, 0) } else { sample };
        let mut table = Table::new(hash)?;
        let verified = book::verify(book, &roots, judge, sample, &mut table, stop, report);
        verified.map_err(|error| unverified(error, stop))
    }

    /// The positions that a book begins with, and the data about their list that the book keeps.
    fn roots(&self, texts: Option<&[String]>) -> Result<(Vec<G>, Option<Roots>), BookWorkError> {
        let Some(texts) = texts else {
            return Ok((vec![(self.beginning.start)()], None));
        };
        let mut roots = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            let text = before_remarks(text);
            if !text.is_empty() {
                let read = (self.beginning.read)(text);
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

/// The reason why a check failed. Its solver has no limit: what stopped it, if nobody did, was a
/// position that it refused.
fn unverified(error: VerifyError, stop: &Stop) -> BookWorkError {
    match error {
        VerifyError::Stopped(_) if !stop.is_requested() => BuildError::Undecided.into(),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Stopped;

    #[test]
    fn a_check_tells_a_stop_from_a_refusal() {
        let stop = Stop::new();
        let reason = || unverified(Stopped.into(), &stop).to_string();
        assert!(reason().contains("the solver cannot tell"), "{}", reason());
        stop.request();
        assert!(reason().contains("stopped"), "{}", reason());
    }
}
