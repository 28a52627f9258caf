//! Why a book cannot be used.

use std::io;

use thiserror::Error;

/// Why a book cannot be used: a whole sentence that begins with the name of the book.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    #[error("{name}: {reason}")]
    Unreadable {
        /// The book.
        name: String,
        /// What the system said.
        reason: io::Error,
    },
    /// The file cannot be written.
    #[error("{name}: {reason}")]
    Unwritable {
        /// The book.
        name: String,
        /// What the system said.
        reason: io::Error,
    },
    /// What is read is no book, or not a whole one.
    #[error("{name}: at offset {offset}: {reason}")]
    Damaged {
        /// The book.
        name: String,
        /// Where.
        offset: u64,
        /// What is wrong there.
        reason: String,
    },
}
