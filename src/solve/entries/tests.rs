use std::collections::HashSet;

use super::*;
use crate::games::connect4::Connect4;
use crate::games::othello::Othello;
use crate::games::tictactoe::TicTacToe;
use crate::search::Table;

fn table() -> Table {
    Table::new(1).unwrap()
}

fn bounds(low: i16, high: i16) -> Bounds {
    Bounds {
        low: Number::from_raw(low),
        high: Number::from_raw(high),
    }
}

fn entries_come_back(entries: impl Entries) {
    let keys = 0..5000u64;
    let of = |key: u64| bounds(-10_000 + (key % 100) as i16, 0);
    for key in keys.clone() {
        let place = entries.place(key);
        assert_eq!(entries.probe(place), None, "{key}");
        entries.store(place, of(key), 1);
    }
    let found = keys.filter(|&key| entries.probe(entries.place(key)) == Some(of(key)));
    assert!(found.count() > 4900);
    let place = entries.place(7);
    entries.store(place, bounds(0, 9_990), 5);
    assert_eq!(
        entries.probe(place),
        Some(bounds(0, 9_990)),
        "the newer one"
    );
}

#[test]
fn an_entry_comes_back_as_it_was_stored() {
    entries_come_back(Words::<TicTacToe>::new(table().for_solving()).unwrap());
    entries_come_back(Pairs::new(table().for_solving()));
}

#[test]
fn what_took_most_work_stays() {
    let mut table = table();
    let entries = Pairs::new(table.for_solving());
    // Small keys differ too little to be in different buckets.
    let place = |key| Place {
        bucket: 3,
        tag: key,
    };
    (1..=4).for_each(|key| entries.store(place(key), bounds(0, 0), 1 << (2 * key)));
    entries.store(place(5), bounds(0, 0), 1 << 20);
    let known = (1..=5).filter(|&key| entries.probe(place(key)).is_some());
    assert_eq!(known.collect::<Vec<_>>(), [2, 3, 4, 5]);
}

#[test]
fn no_position_is_taken_for_another() {
    let mut table = table();
    let entries = Words::<TicTacToe>::new(table.for_solving()).unwrap();
    let places: HashSet<_> = (0..1 << 18).map(|key| entries.place(key)).collect();
    assert_eq!(places.len(), 1 << 18);
    // The keys of Connect 4 whose products are nearest among those of the same tag.
    let entries = Words::<Connect4<7, 6>>::new(entries.lines).unwrap();
    let inverse = (0..6).fold(GOLDEN, |x, _| {
        x.wrapping_mul(2u64.wrapping_sub(GOLDEN.wrapping_mul(x)))
    });
    let key_of = |product: u64| product.wrapping_mul(inverse) & ((1 << 49) - 1);
    for product in (0..1000).map(|n| (n * 4_398_046_511_103) & ((1 << 49) - 1)) {
        let [key, near] = [product, product ^ 1 << TAG_BITS].map(key_of);
        let [place, other] = [key, near].map(|key| entries.place(key));
        assert_eq!(place.tag, other.tag);
        assert_ne!(place.bucket, other.bucket);
    }
}

#[test]
fn keys_that_a_word_does_not_hold_take_two() {
    let mut small = table();
    assert!(Words::<Othello>::new(small.for_solving()).is_none());
    assert!(Words::<Connect4<8, 7>>::new(small.for_solving()).is_none());
    assert!(Words::<Connect4<7, 6>>::new(small.for_solving()).is_some());
    let mut large = Table::new(256).unwrap();
    assert!(Words::<Connect4<8, 7>>::new(large.for_solving()).is_some());
}

#[test]
fn what_a_byte_cannot_hold_becomes_a_weaker_bound() {
    let kept = |low, high| {
        let [low, high] = [low, high].map(Number::from_raw);
        let (low, high) = Scale::<TicTacToe>::from_bytes(Scale::<TicTacToe>::to_bytes(low, high));
        (low.get(), high.get())
    };
    assert_eq!(kept(-9_990, 9_993), (-9_990, 9_993));
    assert_eq!(kept(0, 0), (0, 0));
    // A win or loss in 200 plies.
    assert_eq!(kept(9_800, 9_800), (0, 9_874));
    assert_eq!(kept(-9_800, -9_800), (-9_874, 0));
    let margins = |low, high| {
        let [low, high] = [low, high].map(Number::from_raw);
        Scale::<Othello>::from_bytes(Scale::<Othello>::to_bytes(low, high))
    };
    assert_eq!(
        margins(-12, 64),
        (Number::from_raw(-12), Number::from_raw(64))
    );
    assert_eq!(margins(-300, 300), (-Number::LIMIT, Number::LIMIT));
    assert_eq!(margins(300, 300), (Number::from_raw(127), Number::LIMIT));
}
