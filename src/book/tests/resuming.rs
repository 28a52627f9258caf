//! The parts of its journal that a resumed build keeps.

use std::fs;

use super::super::journal::{Journal, RECORD, Unopened, head, record};
use super::large::Scrap;
use super::*;

const FORM: Form = Form::Plies;

/// Opens the journal in a file; returns it with the keys that it knows.
fn resume(file: &Scrap) -> Result<(Journal, Vec<u64>), &'static str> {
    match Journal::open(&file.0, &origin(), FORM) {
        Ok((journal, known)) => {
            let mut keys: Vec<u64> = known.into_keys().collect();
            keys.sort_unstable();
            Ok((journal, keys))
        }
        Err(Unopened::Io(_)) => Err("unreadable"),
        Err(Unopened::Other) => Err("other"),
        Err(Unopened::Busy) => Err("busy"),
    }
}

fn entry(key: u64) -> (u64, Worth) {
    (key, FORM.worth(3, 0).expect("a value"))
}

fn begun(keys: &[u64]) -> Vec<u8> {
    let records = keys.iter().flat_map(|&key| record(entry(key)));
    head(&origin()).into_iter().chain(records).collect()
}

#[test]
fn what_was_found_is_known_after_each_interruption() {
    let mut torn = begun(&[1, 2, 3]);
    torn.truncate(torn.len() - 1);
    let file = Scrap::new("torn", &torn);
    let (mut journal, known) = resume(&file).expect("a journal");
    assert_eq!(known, [1, 2]);
    journal.add(&[entry(4), entry(5)]).expect("written");
    drop(journal);
    assert_eq!(
        fs::read(&file.0).expect("it is there"),
        begun(&[1, 2, 4, 5])
    );
    let (_journal, known) = resume(&file).expect("a journal");
    assert_eq!(known, [1, 2, 4, 5]);
    assert_eq!(resume(&file).err(), Some("busy"));
}

#[test]
fn a_damaged_record_costs_no_other_one() {
    let mut damaged = begun(&[1, 2, 3]);
    let second = damaged.len() - RECORD - 1;
    damaged[second] ^= 1;
    let file = Scrap::new("damaged", &damaged);
    let (mut journal, known) = resume(&file).expect("a journal");
    assert_eq!(known, [1, 3]);
    journal.add(&[entry(2)]).expect("written");
    drop(journal);
    let (_journal, known) = resume(&file).expect("a journal");
    assert_eq!(known, [1, 2, 3]);
}

#[test]
fn a_head_that_was_cut_short_is_written_again() {
    let file = Scrap::new("head", &begun(&[])[..20]);
    let (journal, known) = resume(&file).expect("a journal");
    assert!(known.is_empty());
    drop(journal);
    assert_eq!(fs::read(&file.0).expect("it is there"), begun(&[]));
}

#[test]
fn what_is_no_journal_of_this_book_is_left_as_it_is() {
    let other = Origin {
        plies: 3,
        ..origin()
    };
    for bytes in [b"a letter to somebody".to_vec(), head(&other)] {
        let file = Scrap::new("other", &bytes);
        assert_eq!(resume(&file).err(), Some("other"));
        assert_eq!(fs::read(&file.0).expect("it is there"), bytes);
    }
}
