//! The key of a server for a network: it stands in the link, and nobody is answered without it.

use std::fmt;

use anyhow::{Context, Result};

/// As many random bytes as nobody can guess.
const BYTES: usize = 16;

/// A key.
#[derive(Clone, Debug)]
pub(super) struct Key([u8; BYTES]);

impl Key {
    /// Makes a key from the system's random numbers.
    ///
    /// # Errors
    /// Returns an error if the system has none.
    pub(super) fn new() -> Result<Key> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).context("the system has no random numbers for a key")?;
        Ok(Key(bytes))
    }

    /// Returns true if the text is this key. How long that takes does not tell how much of it is right.
    pub(super) fn is(&self, text: &str) -> bool {
        let own = self.to_string();
        let pairs = own.bytes().zip(text.bytes());
        let differences = pairs.fold(0, |all, (a, b)| all | (a ^ b));
        own.len() == text.len() && std::hint::black_box(differences) == 0
    }
}

/// Writes it in hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
