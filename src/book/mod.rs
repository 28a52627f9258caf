//! Opening books: files with the values of positions, for any game.
//!
//! A [`Book`] belongs to a game and a size. It holds positions by their
//! [`canonical_key`](crate::game::Symmetry::canonical_key), each with a [`Worth`]: its exact value, or
//! what a search thought of it. The values of the positions after each move make the choice
//! ([`moves`]). [`build`] makes a book of all positions up to some plies and [`verify`] checks one;
//! [`prove`] and [`verify_proof`] are for those with no more than it takes to prove who wins.
//!
//! The sources' `docs/formats.md` describes every byte of the file. A position is found by halving the
//! index and walking through one block, in the file as it is.

mod build;
mod bytes;
mod draws;
mod error;
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
