//! Checking a book: its structure, its values by those after them, and a sample without the book.

use thiserror::Error;

use super::draws::{Draw, DrawnLines, after};
use super::error::BookError;
use super::judge::Judge;
use super::positions::{Place, Positions, PositionsError};
use super::read::Book;
use super::worth::Worth;
use crate::game::{Game, Value};
use crate::search::{Limits, Stop, Stopped, Table};
use crate::solve::Solver;

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// Positions whose values follow from those after them.
    pub inner: u64,
    /// Positions whose values were found by search.
    pub last: u64,
    /// How many of those were judged again.
    pub sample: u64,
}

/// What is wrong with a book, as a whole sentence.
#[derive(Debug, Error)]
#[non_exhaustive]
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

/// Checks that the book has all positions up to its plies from the roots and no other, but for what
/// is drawn after drawn ones; that the value of each follows from those after it; and that `sample`
/// of the positions that were judged, chosen by `seed`, have the value that `judge` finds without
/// the book, and what is drawn after them is in it. `report` is told how many were judged.
///
/// # Errors
/// The first thing that is wrong, or that it was stopped.
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
    for place in positions.places() {
        let missing = || missing(book, &place.position);
        worths.push(Some(book.find(place.key)?.ok_or_else(missing)?));
    }
    let mut claims = Vec::new();
    for (place, &found) in positions.places().iter().zip(&worths) {
        let result = |child: &G| Some(judge.form().result::<G>(child.outcome_for_mover()?, 0));
        let known = |index: usize| worths.get(index).copied().flatten();
        let expected = if place.inner {
            positions.follow(&place.position, result, known)
        } else {
            judge.at_sight(&place.position)
        };
        let position = place.position.clone();
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

/// What a book says because it was found by search.
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
                return Err(wrong(book, position, *found, "no draw"));
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

/// Checks that of what comes after this position the book has what is drawn, and nothing else.
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
            Some(found) if !is_drawn => return Err(wrong(book, &child, found, "no draw")),
            None if is_drawn => return Err(missing(book, &child)),
            _ => {}
        }
    }
    Ok(())
}

/// The positions of the book beyond its last plies, which it says are drawn.
fn drawn_claims<'a, G: Game>(
    book: &Book,
    mut lines: DrawnLines<'_, G>,
    nodes: u64,
) -> Result<Vec<Claim<'a, G>>, VerifyError> {
    let judge = Judge::Draws(nodes);
    let draw = judge.form().result::<G>(Value::DRAW, 0);
    let mut claims = Vec::new();
    while let Some(places) = lines.next() {
        for Place { key, position, .. } in places {
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
