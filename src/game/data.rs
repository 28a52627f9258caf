//! The large files of a game: a part of the program or, with the feature `apart`, brought to it later.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// A file that a program with the feature `apart` is built without. It is [supplied](supply) before the
/// game is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Data {
    /// Its path below the folder of the games.
    pub name: &'static str,
    /// `true` for the opening book, `false` for weights.
    pub is_book: bool,
}

impl Data {
    /// An opening book.
    pub const fn book(name: &'static str) -> Data {
        Data {
            name,
            is_book: true,
        }
    }

    /// The weights of an evaluation.
    pub const fn weights(name: &'static str) -> Data {
        Data {
            name,
            is_book: false,
        }
    }

    /// Its bytes, if they were supplied.
    pub fn supplied(self) -> Option<&'static [u8]> {
        all().get(self.name).copied()
    }
}

/// Brings a file to the program, for good. The first one of a name counts.
pub fn supply(name: &str, bytes: Vec<u8>) {
    let mut all = all();
    if !all.contains_key(name) {
        all.insert(name.into(), bytes.leak());
    }
}

fn all() -> MutexGuard<'static, BTreeMap<String, &'static [u8]>> {
    static ALL: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());
    // Nothing panics under this lock.
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value that is unpacked on first use and shared from then on: an engine rarely plays all of its games.
pub(crate) struct Unpacked<T>(Arc<LazyLock<T, Unpack<T>>>);

type Unpack<T> = Box<dyn FnOnce() -> T + Send>;

impl<T> Unpacked<T> {
    pub(crate) fn new(unpack: impl FnOnce() -> T + Send + 'static) -> Unpacked<T> {
        Unpacked(Arc::new(LazyLock::new(Box::new(unpack))))
    }
}

impl<T: Send + 'static> From<T> for Unpacked<T> {
    fn from(value: T) -> Unpacked<T> {
        Unpacked::new(|| value)
    }
}

impl<T> Clone for Unpacked<T> {
    fn clone(&self) -> Unpacked<T> {
        Unpacked(Arc::clone(&self.0))
    }
}

impl<T> Deref for Unpacked<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// A file beside the source, as bytes; `None` in a program that is built without such files.
#[cfg(feature = "games")]
macro_rules! embedded {
    ($file:literal) => {
        if cfg!(feature = "apart") {
            None
        } else {
            Some(include_bytes!($file).as_slice())
        }
    };
}
#[cfg(feature = "games")]
pub(crate) use embedded;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_of_a_name_counts() {
        let data = Data::book("nowhere/first.book");
        assert_eq!(data.supplied(), None);
        supply(data.name, vec![1, 2]);
        supply(data.name, vec![3]);
        assert_eq!(data.supplied(), Some([1, 2].as_slice()));
        assert_eq!(Data::book("nowhere/second.book").supplied(), None);
    }
}
