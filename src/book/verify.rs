//! Checking a book: its structure, its values by those after them, and a sample without the book.

use thiserror::Error;

use super::error::BookError;
use super::judge::Judge;
use super::positions::{Positions, PositionsError};
use super::read::Book;
use super::worth::Worth;
use crate::game::Notation;
use crate::search::{Stop, Stopped, Table};

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Positions whose values follow from those after them.
    pub inner: u64,
    /// Last positions, whose values were found by search.
    pub last: u64,
    /// How many of those were judged again.
    pub sample: u64,
}

/// What is wrong with a book, as a whole sentence.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The file.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The positions cannot be counted up.
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
    /// There are others.
    #[error("{name}: it has {found} positions, and {wanted} belong there")]
    Count {
        /// The book.
        name: String,
        /// How many it has.
        found: u64,
        /// How many it should have.
        wanted: u64,
    },
    /// A value is wrong.
    #[error("{name}: the position {position} is {wanted}, and the book says {found}")]
    Value {
        /// The book.
        name: String,
        /// The position.
        position: String,
        /// What the book says.
        found: String,
        /// What is right.
        wanted: String,
    },
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Checks that the book has all positions up to its plies from the roots and no other, that the
/// value of each follows from those after it, and that `sample` of the last positions, chosen by
/// `seed`, have the value that `judge` finds without the book. `report` is told how many were
/// judged.
///
/// # Errors
/// The first thing that is wrong, or that it was stopped.
pub fn verify<G: Notation>(
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
    let wanted = positions.len() as u64;
    let name = || book.name().to_string();
    let mut worths = Vec::new();
    for place in positions.places() {
        let missing = || VerifyError::Missing {
            name: name(),
            position: place.position.position(),
        };
        worths.push(book.find(place.key)?.ok_or_else(missing)?);
    }
    check_count(book, wanted)?;
    let mut last = Vec::new();
    for (place, &found) in positions.places().iter().zip(&worths) {
        let result = |child: &G| Some(judge.form().result::<G>(child.outcome()?, 0));
        let known = |index: usize| worths.get(index).copied();
        let expected = if place.inner {
            positions.follow(&place.position, result, known)
        } else {
            judge.at_sight(&place.position)
        };
        match expected {
            Some(expected) => compare(book, &place.position, found, expected)?,
            None => last.push((place, found)),
        }
    }
    let (inner, all) = (wanted - last.len() as u64, last.len() as u64);
    fastrand::Rng::with_seed(seed).shuffle(&mut last);
    last.truncate(sample);
    for (done, (place, found)) in last.iter().enumerate() {
        let worth = judge.worth(&place.position, table, stop)?;
        compare(book, &place.position, *found, worth)?;
        report(done as u64 + 1);
    }
    Ok(Verified {
        inner,
        last: all,
        sample: last.len() as u64,
    })
}

/// Whether the book has no other positions than those so many that belong there.
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

pub(super) fn compare<G: Notation>(
    book: &Book,
    position: &G,
    found: Worth,
    wanted: Worth,
) -> Result<(), VerifyError> {
    if found == wanted {
        return Ok(());
    }
    Err(VerifyError::Value {
        name: book.name().into(),
        position: position.position(),
        found: found.to_string(),
        wanted: wanted.to_string(),
    })
}
