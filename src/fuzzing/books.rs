//! Opening books, and the journals of their builds.

use std::path::Path;

use super::{Scratch, engine, replies_legally};
use crate::book::fuzzing::{journals, seal};
use crate::book::{Book, Worth};
use crate::session::OpenBookError;

/// A file that should be a book or a journal. Its checksums are tried as they are, and corrected.
pub fn books(bytes: &[u8]) {
    journals(bytes);
    read(bytes);
    read(&seal(bytes.to_vec()));
}

fn read(bytes: &[u8]) {
    let file = Scratch::with(bytes);
    let in_memory = Book::from_bytes(file.path().display().to_string(), bytes.to_vec());
    match (Book::open(file.path()), in_memory) {
        (Ok(book), Ok(same)) => {
            let all = entries(&book);
            assert_eq!((all.len() as u64, &all), (book.len(), &entries(&same)));
            each_position_is_found(&book, &all);
            is_read_as_it_is_written(&book, &all);
            can_be_played_from(&book, file.path());
        }
        (Err(error), Err(same)) => assert_eq!(error.to_string(), same.to_string()),
        (in_file, in_memory) => panic!("a file: {in_file:?}, in memory: {in_memory:?}"),
    }
}

fn entries(book: &Book) -> Vec<(u64, Worth)> {
    let mut all = Vec::new();
    let read = book.for_each(|key, worth| all.push((key, worth)));
    read.expect("a book that was checked when it was opened");
    all
}

fn each_position_is_found(book: &Book, all: &[(u64, Worth)]) {
    let find = |key| book.find(key).expect("a book that was checked");
    assert!(all.is_sorted_by(|(a, _), (b, _)| a < b), "keys ascend");
    for (index, &(key, worth)) in all.iter().enumerate() {
        assert_eq!(find(key), Some(worth), "{key:016x}");
        let later = all.get(index + 1).map(|(later, _)| *later);
        let between = key.checked_add(1).filter(|&next| Some(next) != later);
        assert_eq!(between.and_then(find), None, "after {key:016x}");
    }
}

fn is_read_as_it_is_written(book: &Book, all: &[(u64, Worth)]) {
    let file = Scratch::new();
    book.save(file.path())
        .expect("a folder for temporary files");
    let again = Book::open(file.path()).expect("a book that was written");
    assert_eq!((again.origin(), again.form()), (book.origin(), book.form()));
    assert_eq!(entries(&again), all);
}

/// The values in a book may be wrong, but not lead to an illegal move.
fn can_be_played_from(book: &Book, path: &Path) {
    let (mut engine, origin) = (engine(), book.origin());
    if engine
        .newgame(Some(&origin.game), Some(&origin.size))
        .is_err()
    {
        return;
    }
    // A command may name a game in letters of another case.
    let info = engine.session().info();
    if !book.is_of(info.name, &info.size_name()) {
        return;
    }
    match engine.open_book(path) {
        Ok(()) => {}
        Err(OpenBookError::OtherValues { .. }) => return,
        Err(error) => panic!("a book of this game: {error}"),
    }
    for _ in 0..4 {
        replies_legally(&mut engine, 1);
    }
}
