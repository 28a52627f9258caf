//! The errors of books.

use std::io;

use thiserror::Error;

/// The reason why a book cannot be used: a sentence that begins with the name of the book.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    #[error("{name}: {reason}")]
    Unreadable {
        /// The book.
        name: String,
        /// The error of the system.
        reason: io::Error,
    },
    /// The file cannot be written.
    #[error("{name}: {reason}")]
    Unwritable {
        /// The book.
        name: String,
        /// The error of the system.
        reason: io::Error,
    },
    /// The file is not a book, or not a whole one.
    #[error("{name}: at offset {offset}: {reason}")]
    Damaged {
        /// The book.
        name: String,
        /// The offset of the damage in bytes.
        offset: u64,
        /// The damage.
        reason: String,
    },
}
