//! Opening books: files with the values of positions, for any game.
//!
//! A [`Book`] belongs to a game and a size. It holds positions by their
//! [`symmetric_key`](crate::game::Rules::symmetric_key), each with a [`Worth`]: its exact value, or
//! what a search thought of it. The values of the positions after each move make the choice
//! ([`moves`]). [`build`] makes a book of all positions up to some plies and [`verify`] checks one;
//! [`prove`] and [`verify_proof`] are for those with no more than it takes to prove who wins.
//!
//! # The file
//!
//! All numbers are little-endian.
//!
//! | offset | bytes | |
//! |---|---|---|
//! | 0 | 8 | `93 48 53 42 4F 4F 4B 0A` ("HSBOOK"); books of release 0.1.0, which are read too, have `53 52` ("SR") |
//! | 8 | 4 | the version of the format, 2 |
//! | 12 | 4 | T, the bytes of the text |
//! | 16 | 8 | the number of positions |
//! | 24 | 8 | the bytes of the whole file |
//! | 32 | 1 | what the values are: 0 margins, 1 plies to the end, 2 the winner, 3 scores |
//! | 33 | 1 | the bytes of a value: 1 or 2; 3 of scores |
//! | 34 | 2 | B, how many positions are in a block; the last one may have fewer |
//! | 36 | 4 | the CRC-32 of the index |
//! | 40 | T | the text: a line for each thing that is known about the book, see [`Origin`] |
//! | 40 + T | 4 | the CRC-32 of all before |
//! | | 16 for each block | the index: the key of the first position, and the offset of the block |
//! | | | the blocks, one after the other |
//!
//! Positions come in the order of their keys. A block begins with a bit for each position, the low
//! ones of a byte first, which is set where the value is not zero, for draws take the largest part of
//! some books. Then come the values that are not zero, then for each position but the first the
//! difference of its key to the one before (LEB128: seven bits a byte, the low ones first, the highest
//! bit set in all bytes but the last), then the CRC-32 of all that. So a position is found by halving
//! the index and walking through one block, in the file as it is.
//!
//! A value is a signed number, seen from the side to move: the margin; 1 for a win in one ply, -2
//! for a loss in two, 0 for a draw; 1, 0 or -1 where only the winner counts. A score has two bytes
//! for its [number](crate::game::Score::get), and one for the plies that were looked ahead.

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
