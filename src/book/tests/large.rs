//! Tests of books in files, which are read in parts as they are needed.

use std::fs;
use std::io::{Seek, SeekFrom, Write};

use super::super::layout::{CHECKSUM, FIXED};
use super::super::write::encode;
use super::super::{Book, Form, Worth};
use super::{entries, origin};
use crate::files::write_whole;

/// A file of a test, which is removed after it.
pub(super) struct Scrap(pub(super) std::path::PathBuf);

impl Scrap {
    pub(super) fn new(name: &str, bytes: &[u8]) -> Scrap {
        let scrap = Scrap::unwritten(name);
        write_whole(&scrap.0, bytes).expect("written");
        scrap
    }

    /// A name for a file that is not there yet.
    pub(super) fn unwritten(name: &str) -> Scrap {
        let name = format!("heelstone-{name}-{}.book", std::process::id());
        Scrap(std::env::temp_dir().join(name))
    }

    fn change(&self) -> fs::File {
        let file = fs::File::options().write(true).open(&self.0);
        file.expect("it is there")
    }
}

impl Drop for Scrap {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn of_a_large_book_only_what_is_read_is_checked() {
    let form = Form::Score;
    let entries = entries(form, 3_600_000);
    let mut bytes = encode(&origin(), form, &entries);
    assert!(bytes.len() > 16 << 20, "only {} bytes", bytes.len());
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let scrap = Scrap::new("large", &bytes);
    let book = Book::open(&scrap.0).expect("its head is whole");
    let message = book.find(u64::MAX).expect_err("damaged").to_string();
    assert!(message.contains("large") && message.contains("at offset"));
    assert!(book.check().is_err());
    // Threads read it at the same time.
    let find = |&(key, worth): &(u64, Worth)| {
        assert_eq!(book.find(key).expect("whole"), Some(worth));
    };
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let some = entries.iter().skip(thread).step_by(3001);
            scope.spawn(move || some.for_each(find));
        }
    });
}

#[test]
fn a_large_book_that_breaks_while_it_is_used_is_refused_where_it_is_broken() {
    let form = Form::Score;
    let entries = entries(form, 3_600_000);
    let whole = encode(&origin(), form, &entries);
    let scrap = Scrap::new("breaking", &whole);
    let refusal = |book: &Book, key| {
        let error = book.find(key).expect_err("it is broken").to_string();
        assert!(error.contains("breaking"), "{error}");
        error
    };
    let (early, late) = (entries[1], entries[entries.len() / 2]);
    let book = Book::open(&scrap.0).expect("a book");
    assert_eq!(book.find(late.0).expect("whole"), Some(late.1));
    // What nobody has read yet is gone, and what somebody has may still be known.
    scrap.change().set_len(whole.len() as u64 / 4).expect("cut");
    let last = refusal(&book, u64::MAX);
    assert!(last.contains("has become shorter"), "{last}");
    assert_eq!(
        book.find(early.0).expect("it is still there"),
        Some(early.1)
    );
    assert!(book.check().is_err() && book.fingerprint().is_err());

    let scrap = Scrap::new("breaking", &whole);
    let book = Book::open(&scrap.0).expect("a book");
    let text = origin().to_text().len();
    let mut file = scrap.change();
    // Another first key of the first block would give all its positions wrong keys.
    let at = SeekFrom::Start((FIXED + text + CHECKSUM) as u64);
    file.seek(at)
        .and_then(|_| file.write_all(&[1]))
        .expect("written");
    let changed = refusal(&book, early.0);
    assert!(changed.contains("its index has changed"), "{changed}");
    assert_eq!(book.find(late.0).expect("whole"), Some(late.1));
}
