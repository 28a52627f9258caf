//! Opening books: files with the values of positions, for any game.
//!
//! A [`Book`] belongs to a game and a size. It holds positions by their
//! [`canonical_key`](crate::game::Symmetry::canonical_key), each with a [`Worth`]: its exact value
//! or the score of a search. Moves are chosen by the values of the positions after them
//! ([`moves`]). [`build`] makes a book of all positions up to a number of plies and [`verify`]
//! checks one; [`prove`] and [`verify_proof`] do so for books with just the positions that prove
//! who wins.
//!
//! `docs/formats.md` in the sources describes every byte of the file. A position is found by binary
//! search in the index and a scan of one block.

mod build;
mod bytes;
mod draws;
mod error;
#[cfg(any(test, all(feature = "games", feature = "program")))]
pub(crate) mod fuzzing;
mod index;
mod journal;
mod judge;
mod layout;
mod moves;
mod origin;
mod positions;
mod proof;
mod read;
mod verify;
mod work;
mod worth;
mod write;

#[cfg(test)]
mod tests;

pub use build::{BuildError, Built, Plan, Progress, build};
pub use error::BookError;
pub use judge::Judge;
pub use moves::{KnownMoves, moves};
pub use origin::{Method, Origin, Roots, SearchLimit};
pub use positions::{Positions, PositionsError};
pub use proof::{UnusableError, prove, verify_proof};
pub use read::Book;
pub use verify::{Verified, VerifyError, verify};
pub use worth::{Form, Worth};
