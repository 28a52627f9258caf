//! Values from other files, with which a proof can start.

use std::path::Path;

use thiserror::Error;

use super::FORM;
use crate::book::build::{BuildError, Plan};
use crate::book::journal;
use crate::book::origin::{Method, Origin};
use crate::book::positions::Keys;
use crate::book::read::Book;
use crate::book::worth::{Form, Worth};
use crate::game::Game;
use crate::solve::Exact;

/// The reason why a proof cannot use a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnusableError {
    /// The file is of another game or size.
    #[error("it belongs to {of}, and the game is {game}")]
    OtherGame {
        /// The game and size of the file.
        of: String,
        /// The game and size of the proof.
        game: String,
    },
    /// The values are scores of searches.
    #[error("its values are not exact")]
    NotExact,
}

/// The winners of positions, from the files that the plan names: books of exact or proved values,
/// and the journals of such books.
pub(super) fn in_files<R: Game>(plan: &Plan) -> Result<Keys<Worth>, BuildError> {
    let mut known = Keys::default();
    for path in &plan.with {
        let found = in_file::<R>(path, &plan.origin)?;
        let winners = found.into_iter().filter_map(|(key, worth)| match worth {
            Worth::Exact(Exact { value, .. }) => Some((key, FORM.result::<R>(value, 0))),
            Worth::Searched { .. } => None,
        });
        known.extend(winners);
    }
    Ok(known)
}

fn in_file<R: Game>(path: &Path, wanted: &Origin) -> Result<Keys<Worth>, BuildError> {
    let usable = |origin: &Origin, form| {
        check::<R>(origin, form, wanted).map_err(|reason| BuildError::Unusable {
            name: path.display().to_string(),
            reason,
        })
    };
    if let Some((origin, records)) = journal::head_of(path)? {
        let form = form_of::<R>(&origin);
        usable(&origin, form)?;
        let mut known = Keys::default();
        journal::read_records(&records, form, &mut known);
        return Ok(known);
    }
    let book = Book::open(path)?;
    usable(book.origin(), book.form())?;
    let mut known = Keys::default();
    book.for_each(|key, worth| {
        known.insert(key, worth);
    })?;
    Ok(known)
}

/// The form of the values in a journal.
fn form_of<R: Game>(origin: &Origin) -> Form {
    match origin.method {
        Method::Proof { .. } => FORM,
        // Journals of drawn lines hold classes, not values.
        Method::Exact if origin.draws.is_none() => Form::exact::<R>(),
        _ => Form::Score,
    }
}

fn check<R: Game>(origin: &Origin, form: Form, wanted: &Origin) -> Result<(), UnusableError> {
    if (&origin.game, &origin.size) != (&wanted.game, &wanted.size) {
        return Err(UnusableError::OtherGame {
            of: format!("{} {}", origin.game, origin.size),
            game: format!("{} {}", wanted.game, wanted.size),
        });
    }
    if form == FORM || form == Form::exact::<R>() {
        Ok(())
    } else {
        Err(UnusableError::NotExact)
    }
}
