//! Verification of books: their structure, their inner values, and a sample of the last positions
//! without the book.

use thiserror::Error;

use super::draws::{Draw, DrawnLines, after};
use super::error::BookError;
use super::judge::Judge;
use super::positions::{Node, Positions, PositionsError};
use super::read::Book;
use super::worth::Worth;
use crate::game::{Game, Value};
use crate::search::{Limits, Stop, Stopped, Table};
use crate::solve::Solver;

/// The extent of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The number of positions whose values follow from those of their children.
    pub inner: u64,
    /// The number of positions whose values were found by search.
    pub last: u64,
    /// The number of those that were judged again.
    pub sample: u64,
}

/// A fault in a book, as a sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The file is damaged or unreadable.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The positions cannot be listed.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// A position is missing.
    #[error("{name}: the position {position} is not in the book")]
    Missing {
        /// The book.
        name: String,
        /// The position.
        position: String,
    },
    /// The number of positions is wrong.
    #[error("{name}: it has {found} positions, and should have {wanted}")]
    Count {
        /// The book.
        name: String,
        /// The number it has.
        found: u64,
        /// The number it should have.
        wanted: u64,
    },
    /// A value is wrong.
    #[error("{name}: the position {position} is {wanted}, and the book says {found}")]
    Value {
        /// The book.
        name: String,
        /// The position.
        position: String,
        /// The value in the book.
        found: String,
        /// The right value.
        wanted: String,
    },
    /// The verification was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Checks that the book has all positions up to its plies from the roots and, apart from drawn
/// lines, no others; that each inner value follows from those of the children; and that `sample` of
/// the other positions, chosen by `seed`, have the value that `judge` finds without the book, with
/// their drawn successors in it. `report` gets the number judged so far.
///
/// # Errors
/// Returns the first fault, or [`VerifyError::Stopped`].
pub fn verify<G: Game>(
    book: &Book,
    roots: &[G],
    judge: Judge<'_, G>,
    (sample, seed): (usize, u64),
    table: &mut Table,
    stop: &Stop,
    report: &mut dyn FnMut(u64),
) -> Result<Verified, VerifyError> {
    book.check()?;
    let positions = Positions::new(roots, book.origin().plies, stop, &mut |_| {})?;
    let mut worths = Vec::new();
    for node in positions.nodes() {
        let missing = || missing(book, &node.position);
        worths.push(Some(book.find(node.key)?.ok_or_else(missing)?));
    }
    let mut claims = Vec::new();
    for (node, &found) in positions.nodes().iter().zip(&worths) {
        let result = |child: &G| Some(judge.form().result::<G>(child.outcome_for_mover()?, 0));
        let known = |index: usize| worths.get(index).copied().flatten();
        let expected = if node.inner {
            positions.follow(&node.position, result, known)
        } else {
            judge.at_sight(&node.position)
        };
        let position = node.position.clone();
        match expected.zip(found) {
            Some((expected, found)) => compare(book, &position, found, expected)?,
            None => claims.extend(found.map(|found| Claim {
                position,
                found,
                judge,
            })),
        }
    }
    let inner = positions.len() - claims.len();
    if let Some(nodes) = book.origin().draws {
        let lines = DrawnLines::new(&positions, &worths);
        claims.extend(drawn_claims(book, lines, nodes)?);
    }
    let last = claims.len();
    check_count(book, (inner + last) as u64)?;
    fastrand::Rng::with_seed(seed).shuffle(&mut claims);
    claims.truncate(sample);
    for (done, claim) in claims.iter().enumerate() {
        claim.judge_again(book, table, stop)?;
        report(done as u64 + 1);
    }
    Ok(Verified {
        inner: inner as u64,
        last: last as u64,
        sample: claims.len() as u64,
    })
}

/// A statement of the book that was found by search.
struct Claim<'a, G: Game> {
    position: G,
    found: Worth,
    judge: Judge<'a, G>,
}

impl<G: Game> Claim<'_, G> {
    fn judge_again(&self, book: &Book, table: &mut Table, stop: &Stop) -> Result<(), VerifyError> {
        let Claim {
            position,
            found,
            judge,
        } = self;
        let worth = judge.worth(position, table, stop)?;
        let is_followed = if matches!(judge, Judge::Draws(_)) {
            let draw = Draw::of_worth(worth);
            if draw == Draw::None {
                return Err(wrong(book, position, *found, "not a draw"));
            }
            draw == Draw::Hard
        } else {
            compare(book, position, *found, worth)?;
            book.origin().draws.is_some() && found.is_drawn()
        };
        if is_followed {
            check_after(book, position, table, stop)?;
        }
        Ok(())
    }
}

/// Checks that the book has exactly the drawn positions after this one.
fn check_after<G: Game>(
    book: &Book,
    position: &G,
    table: &mut Table,
    stop: &Stop,
) -> Result<(), VerifyError> {
    for child in after(position) {
        let is_drawn =
            Solver::new(G::Knowledge::default(), table, &Limits::none(), stop).is_draw(&child)?;
        match book.find(child.canonical_key())? {
            Some(found) if !is_drawn => return Err(wrong(book, &child, found, "not a draw")),
            None if is_drawn => return Err(missing(book, &child)),
            _ => {}
        }
    }
    Ok(())
}

/// The positions beyond the book's last plies, all of which it says are drawn.
fn drawn_claims<'a, G: Game>(
    book: &Book,
    mut lines: DrawnLines<'_, G>,
    nodes: u64,
) -> Result<Vec<Claim<'a, G>>, VerifyError> {
    let judge = Judge::Draws(nodes);
    let draw = judge.form().result::<G>(Value::DRAW, 0);
    let mut claims = Vec::new();
    while let Some(nodes) = lines.next() {
        for Node { key, position, .. } in nodes {
            if let Some(found) = book.find(key)? {
                compare(book, &position, found, draw)?;
                lines.keep(position.clone());
                claims.push(Claim {
                    position,
                    found,
                    judge,
                });
            }
        }
    }
    Ok(claims)
}

/// Checks the number of positions in the book.
pub(super) fn check_count(book: &Book, wanted: u64) -> Result<(), VerifyError> {
    if book.len() == wanted {
        return Ok(());
    }
    Err(VerifyError::Count {
        name: book.name().to_string(),
        found: book.len(),
        wanted,
    })
}

pub(super) fn compare<G: Game>(
    book: &Book,
    position: &G,
    found: Worth,
    wanted: Worth,
) -> Result<(), VerifyError> {
    if found == wanted {
        return Ok(());
    }
    Err(wrong(book, position, found, wanted))
}

pub(super) fn missing<G: Game>(book: &Book, position: &G) -> VerifyError {
    VerifyError::Missing {
        name: book.name().into(),
        position: position.position(),
    }
}

fn wrong<G: Game>(book: &Book, position: &G, found: Worth, wanted: impl ToString) -> VerifyError {
    VerifyError::Value {
        name: book.name().into(),
        position: position.position(),
        found: found.to_string(),
        wanted: wanted.to_string(),
    }
}
