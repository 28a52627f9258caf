//! Tests of the format against every kind of damage, and of the arithmetic of values.

use proptest::prelude::*;

use std::sync::Mutex;

use super::fuzzing::seal;
use super::layout::{self, CHECKSUM, FIXED, INDEX_ENTRY};
use super::write::encode;
use super::*;
use crate::game::{Moves, Rules, Scale, Score, Symmetry, Turn, Value};
use crate::search::Stop;
use crate::solve::{Exact, Extent};

mod forged;
mod large;
mod playing;
mod proving;
mod resuming;

fn origin() -> Origin {
    Origin {
        game: "nim".into(),
        size: "3x1".into(),
        plies: 2,
        draws: None,
        method: Method::Exact,
        roots: None,
        program: "heelstone 0".into(),
    }
}

/// Some `count` positions; the first key is 0, the last one the largest possible.
fn entries(form: Form, count: usize) -> Vec<(u64, Worth)> {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut keys: Vec<u64> = (2..count).map(|_| rng.u64(..) >> rng.u32(..64)).collect();
    keys.extend([0, u64::MAX]);
    keys.sort_unstable();
    keys.dedup();
    let numbers: &[i16] = match form {
        Form::Margin => &[-64, 0, 1, 64, 4999],
        Form::Plies => &[-42, 0, 1, 41],
        Form::Winner => &[-1, 0, 1],
        Form::Score => &[-20_000, 0, 7, 25_006, -25_001, 31_999],
    };
    let depth = |form| if form == Form::Score { 9 } else { 0 };
    keys.into_iter()
        .map(|key| {
            let number = numbers[rng.usize(..numbers.len())];
            (key, form.worth(number, depth(form)).expect("a value"))
        })
        .collect()
}

const FORMS: [Form; 4] = [Form::Margin, Form::Plies, Form::Winner, Form::Score];

fn open(bytes: Vec<u8>) -> Result<Book, BookError> {
    Book::from_bytes("some.book", bytes)
}

#[test]
fn each_position_is_found_with_its_value_and_no_other_one_is() {
    // Miri takes minutes for what others do at once.
    let counts: &[usize] = match cfg!(miri) {
        true => &[2, 9],
        false => &[2, 3, 8, 127, 128, 129, 256, 500],
    };
    for form in FORMS {
        for &count in counts {
            let entries = entries(form, count);
            let book = open(encode(&origin(), form, &entries)).expect("a book");
            assert_eq!(book.len(), entries.len() as u64);
            let mut listed = Vec::new();
            book.for_each(|key, worth| listed.push((key, worth)))
                .expect("a book");
            assert_eq!(listed, entries);
            for (index, &(key, worth)) in entries.iter().enumerate() {
                assert_eq!(book.find(key).expect("a book"), Some(worth));
                let next = key.wrapping_add(1);
                if entries.get(index + 1).is_some_and(|entry| entry.0 != next) {
                    assert_eq!(book.find(next).expect("a book"), None);
                }
            }
        }
        let book = open(encode(&origin(), form, &entries(form, 2))).expect("a book");
        assert!(!book.is_empty());
        let book = open(encode(&origin(), form, &[])).expect("an empty book");
        assert!(book.is_empty() && book.find(0).expect("a book").is_none());
    }
}

#[test]
fn a_book_is_of_its_game_in_its_size() {
    let book = open(encode(&origin(), Form::Score, &[])).expect("a book");
    assert!(book.is_of("nim", "3x1"));
    assert!(!book.is_of("nim", "4x1"));
    assert!(!book.is_of("hex", "3x1"));
}

#[test]
fn values_take_as_few_bytes_as_they_need() {
    let size = |form, number| {
        let worth = |key| (key, Form::worth(form, number, 1).expect("a value"));
        let bytes = encode(&origin(), form, &(0..64).map(worth).collect::<Vec<_>>());
        let block = FIXED + origin().to_text().len() + CHECKSUM + INDEX_ENTRY;
        (bytes.len() - block - 64 / 8 - CHECKSUM - 63) / 64
    };
    assert_eq!(size(Form::Plies, 0), 0);
    assert_eq!(size(Form::Plies, 41), 1);
    assert_eq!(size(Form::Plies, -128), 1);
    assert_eq!(size(Form::Margin, 128), 2);
    assert_eq!(size(Form::Score, 0), 3);
}

/// The error message, which must name the book and an offset in it.
fn refusal(bytes: Vec<u8>, what: &str) -> String {
    let length = bytes.len() as u64;
    match open(bytes) {
        Err(error @ BookError::Damaged { offset, .. }) => {
            assert!(offset <= length, "{what}: {error}");
            error.to_string()
        }
        other => panic!("{what}: {other:?}"),
    }
}

/// From one place that is damaged to the next: each, but for Miri, which takes seconds for one.
const STEP: usize = if cfg!(miri) { 97 } else { 1 };

#[test]
fn a_book_with_any_byte_changed_is_refused_by_name_and_offset() {
    let mut rng = fastrand::Rng::with_seed(5);
    for form in FORMS {
        let whole = encode(&origin(), form, &entries(form, 150));
        for offset in (0..whole.len()).step_by(STEP) {
            let mut bytes = whole.clone();
            bytes[offset] ^= rng.u8(1..);
            let message = refusal(bytes, &format!("byte {offset}"));
            assert!(message.starts_with("some.book: at offset "), "{message}");
        }
    }
}

#[test]
fn a_book_that_was_cut_short_or_has_more_behind_it_is_refused() {
    let whole = encode(&origin(), Form::Plies, &entries(Form::Plies, 150));
    for length in (0..whole.len()).step_by(STEP) {
        refusal(whole[..length].to_vec(), &format!("{length} bytes"));
    }
    for more in [1, 4, 15, 16, 1000] {
        let mut bytes = whole.clone();
        bytes.resize(whole.len() + more, 0);
        refusal(bytes, &format!("{more} bytes more"));
    }
}

#[test]
fn a_book_of_a_few_bytes_that_claims_to_be_huge_is_refused_at_once() {
    let whole = encode(&origin(), Form::Plies, &[]);
    for entries in [1, 1 << 30, u64::MAX] {
        let mut bytes = whole.clone();
        bytes[16..24].copy_from_slice(&u64::to_le_bytes(entries));
        let message = refusal(seal(bytes), "a lie");
        assert!(message.contains("more positions than bytes"), "{message}");
    }
}

#[test]
fn a_difference_of_keys_has_64_bits_at_most() {
    for step in [1, 0x7F, 0x80, 0x3FFF, 0x4000, 1 << 63, u64::MAX] {
        let mut bytes = Vec::new();
        layout::write_step(&mut bytes, step);
        assert_eq!(bytes.len() as u32, step.ilog2() / 7 + 1);
        assert_eq!(layout::read_step(&mut &bytes[..]), Some(step));
        bytes.pop();
        assert_eq!(layout::read_step(&mut &bytes[..]), None, "{step} cut short");
    }
    // Nine bytes hold 63 bits: of the tenth only the lowest bit counts, and there is no eleventh.
    let whole = encode(&origin(), Form::Winner, &entries(Form::Winner, 2));
    let step = whole.len() - CHECKSUM - 10..whole.len() - CHECKSUM;
    assert_eq!(
        whole[step.clone()],
        *b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01"
    );
    for last in [
        &b"\x03"[..],
        b"\x41",
        b"\x7F",
        b"\x81\x00",
        b"\x81\x01",
        b"\x80\x7F",
    ] {
        let mut bytes = whole.clone();
        bytes.splice(step.end - 1..step.end, last.iter().copied());
        let length = bytes.len() as u64;
        bytes[24..32].copy_from_slice(&length.to_le_bytes());
        let message = refusal(seal(bytes), "a long step");
        assert!(
            message.contains("the keys of the block do not ascend"),
            "{last:?}: {message}"
        );
    }
}

/// Offsets in a book, with a preference for the head.
fn interesting(length: usize) -> impl Strategy<Value = usize> {
    prop_oneof![0..FIXED, 0..length]
}

/// These bytes for good, where a search for leaks finds them.
fn kept(bytes: Vec<u8>) -> &'static [u8] {
    static ALL: Mutex<Vec<&[u8]>> = Mutex::new(Vec::new());
    let bytes = bytes.leak();
    ALL.lock().expect("nobody panics here").push(bytes);
    bytes
}

proptest! {
    /// Damage that the checksums do not reveal must not cause a crash or an endless loop.
    #[test]
    fn a_forged_book_is_refused_or_harmless(
        form in prop::sample::select(&FORMS[..]),
        count in 2usize..200,
        changes in prop::collection::vec((interesting(900), any::<u8>()), 1..8),
        cut in prop::option::of(0usize..900),
        keys in prop::collection::vec(any::<u64>(), 8),
    ) {
        let mut bytes = encode(&origin(), form, &entries(form, count));
        bytes.truncate(cut.unwrap_or(usize::MAX));
        for (offset, byte) in changes {
            if let Some(changed) = bytes.get_mut(offset) {
                *changed = byte;
            }
        }
        let bytes = kept(seal(bytes));
        // Like a large file, this one is not checked as a whole.
        if let Ok(book) = Book::built_in(bytes) {
            for key in keys.into_iter().chain([0, 1, u64::MAX]) {
                let _ = book.find(key);
            }
            let mut visited = 0;
            let _ = book.for_each(|_, worth| {
                visited += 1;
                let _ = (worth.to_string(), worth.of_move(true), -worth.rank());
            });
            prop_assert!(visited <= bytes.len());
        }
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..1000)) {
        prop_assert!(open(bytes).is_err());
    }
}

#[test]
fn what_is_no_plain_file_is_refused() {
    let error = Book::open(&std::env::temp_dir()).expect_err("a folder");
    assert!(error.to_string().contains("not a plain file"), "{error}");
    assert!(Book::open("/nonexistent/a.book".as_ref()).is_err());
}

#[test]
fn an_origin_is_read_as_it_was_written() {
    let search = |limit| Method::Search {
        evaluation: "threats".into(),
        limit,
        hash: 64,
    };
    let roots = Roots::of(&["...".into(), "X..".into()]);
    let methods = [
        Method::Exact,
        Method::Proof { all_moves: false },
        Method::Proof { all_moves: true },
        search(SearchLimit::Depth(12)),
        search(SearchLimit::Nodes(u64::MAX)),
        search(SearchLimit::Time(std::time::Duration::from_millis(1500))),
    ];
    for method in methods {
        for roots in [None, Some(roots)] {
            let method = method.clone();
            let origin = Origin {
                method,
                roots,
                ..origin()
            };
            let text = origin.to_text();
            assert_eq!(Origin::parse(&text), Some(origin), "{text}");
        }
    }
    let with_draws = Origin {
        draws: Some(3),
        ..origin()
    };
    let text = with_draws.to_text();
    assert_eq!(Origin::parse(&text), Some(with_draws), "{text}");
    assert_eq!(Origin::parse(&text.replace("draws 3", "draws -3")), None);
    let text = origin().to_text();
    for wrong in [
        "",
        "game nim\n",
        &text.replace("exact", "depth x"),
        &text.replace("nim", "n\tim"),
        &text.replace("plies 2", "plies 02"),
        &format!("{text}more x\n"),
        text.trim_end(),
    ] {
        assert_eq!(Origin::parse(wrong), None, "{wrong:?}");
    }
}

#[test]
fn better_values_have_higher_ranks_and_change_sides_with_a_move() {
    let exact = |value, extent| {
        let value = Value(value);
        Worth::Exact(Exact { value, extent })
    };
    let plies = |value, n| exact(value, Extent::Plies(n));
    let draw = exact(0, Extent::Winner);
    let order = [plies(1, 1), plies(1, 41), draw, plies(-1, 42), plies(-1, 2)];
    assert!(order.is_sorted_by(|a, b| a.rank() > b.rank()));
    assert_eq!(plies(-1, 2).of_move(false), plies(1, 3));
    assert_eq!(plies(-1, 2).of_move(true), plies(-1, 3));
    assert_eq!(draw.of_move(false), draw);
    let searched = |score, depth| Worth::Searched { score, depth };
    let won = searched(Score::loss_in(4), 12).of_move(false);
    assert_eq!(won, searched(Score::win_in(5), 13));
    assert!(plies(-1, 2).is_lost() && !draw.is_lost());
    // A proved value has only equals near it.
    assert_eq!(won.nearness(50), 0);
    assert_eq!(searched(Score::evaluation(3), 1).nearness(50), 50);
    assert_eq!(draw.nearness(50), 0);
}

/// A game that returns to its start: from each of three places to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Round(u64);

impl Symmetry for Round {}

impl Rules for Round {
    type Move = ();
    const SCALE: Scale = Scale::Distance;

    fn turn(&self) -> Turn {
        Turn::Black
    }

    fn outcome(&self) -> Option<Value> {
        None
    }

    fn moves(&self, moves: &mut Moves<()>) {
        moves.push(());
    }

    fn play(&mut self, (): ()) {
        self.0 = (self.0 + 1) % 3;
    }

    fn key(&self) -> u64 {
        self.0
    }
}

#[test]
fn a_game_that_repeats_positions_has_no_book() {
    let positions = |plies| Positions::new(&[Round(0)], plies, &Stop::new(), &mut |_| {});
    assert_eq!(positions(2).map(|all| all.len()), Ok(3));
    assert_eq!(positions(3).err(), Some(PositionsError::Repeats));
    let stop = Stop::new();
    stop.request();
    assert!(Positions::new(&[Round(0)], 1, &stop, &mut |_| {}).is_err());
}
