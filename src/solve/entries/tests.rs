use std::collections::HashSet;

use super::*;
use crate::game::{Moves, Scale, Turn, Value};
use crate::games::connect4::Connect4;
use crate::games::othello::Othello;
use crate::games::tictactoe::TicTacToe;
use crate::resources::Table;

/// A game whose wins may take any number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chain;

impl Rules for Chain {
    type Move = ();
    const SCALE: Scale = Scale::Distance;
    const KEY_BITS: Option<u32> = Some(20);

    fn turn(&self) -> Turn {
        Turn::Black
    }

    fn outcome(&self) -> Option<Value> {
        Some(Value::LOSS)
    }

    fn moves(&self, _: &mut Moves<()>) {}

    fn play(&mut self, (): ()) {}

    fn key(&self) -> u64 {
        0
    }
}

fn table() -> Table {
    Table::new(1).unwrap()
}

/// The memory of a table.
fn area(table: &mut Table) -> Area<'_> {
    let (lines, extent) = table.for_solving();
    Area::new(lines, extent)
}

fn bounds(low: i16, high: i16) -> Bounds {
    Bounds {
        low: Number::from_raw(low),
        high: Number::from_raw(high),
    }
}

/// Bounds that differ between keys.
fn of(key: u64) -> Bounds {
    bounds(-10_000 + (key % 20) as i16, 0)
}

fn known(entries: &impl Entries, keys: std::ops::Range<u64>) -> usize {
    keys.filter(|&key| {
        let found = entries.probe(entries.address(key, key));
        assert!(found.is_none_or(|found| found == of(key)), "{key}");
        found.is_some()
    })
    .count()
}

fn entries_come_back(entries: impl Entries) {
    for key in 0..5000 {
        let address = entries.address(key, key);
        assert_eq!(entries.probe(address), None, "{key}");
        entries.store(address, of(key), 1);
    }
    assert!(known(&entries, 0..5000) > 4900);
    entries.grow();
    assert!(known(&entries, 0..5000) > 4900, "in either half");
    let address = entries.address(7, 7);
    entries.store(address, bounds(0, 9_999), 5);
    assert_eq!(
        entries.probe(address),
        Some(bounds(0, 9_999)),
        "the newer one"
    );
}

#[test]
fn an_entry_comes_back_as_it_was_stored() {
    entries_come_back(Words::<Chain>::new(area(&mut table())).unwrap());
    entries_come_back(Pairs::new(area(&mut table())));
}

#[test]
#[ignore = "takes long"]
fn all_of_the_memory_comes_into_use() {
    for mib in [1, 3] {
        let mut table = Table::new(mib).unwrap();
        let entries = Pairs::new(area(&mut table));
        let lines = |entries: &Pairs<'_>| {
            let lines = (0..1_000_000).map(|key| entries.address(key, key).line);
            lines.collect::<HashSet<_>>().len()
        };
        let all = mib << 14;
        assert_eq!(lines(&entries), 1 << 13);
        while !entries.area.is_full() {
            assert!(lines(&entries) < all);
            entries.grow();
        }
        assert_eq!(lines(&entries), all);
        entries.area.add_written(all);
        entries.area.forget();
        assert_eq!(lines(&entries), 1 << 13);
    }
}

#[test]
fn what_was_learnt_is_forgotten() {
    let mut table = table();
    let entries = Pairs::new(area(&mut table));
    (0..10_000).for_each(|key| entries.store(entries.address(key, key), of(key), 1));
    entries.area.add_written(10_000);
    entries.area.forget();
    assert_eq!(known(&entries, 0..10_000), 0);
}

#[test]
fn a_family_lies_together() {
    let mut table = table();
    let entries = Pairs::new(area(&mut table));
    let lines = (0..1000).map(|key| entries.address(key, 5).line);
    assert_eq!(lines.collect::<HashSet<_>>().len(), 1 << LINE_BITS);
}

#[test]
fn what_took_most_work_stays() {
    let mut table = table();
    let entries = Pairs::new(area(&mut table));
    // Small keys differ too little to be in different buckets.
    let address = |key| Address { line: 3, tag: key };
    (1..=4).for_each(|key| entries.store(address(key), bounds(0, 0), 1 << (2 * key)));
    entries.store(address(5), bounds(0, 0), 1 << 20);
    let known = (1..=5).filter(|&key| entries.probe(address(key)).is_some());
    assert_eq!(known.collect::<Vec<_>>(), [2, 3, 4, 5]);
}

#[test]
fn no_position_is_taken_for_another() {
    let mut table = table();
    let entries = Words::<TicTacToe>::new(area(&mut table)).unwrap();
    // The line in the group and the tag are all that is stored of a key.
    let identity = |address: Address| (address.line % (1 << LINE_BITS), address.tag >> DATA_BITS);
    let seen: HashSet<_> = (0..1 << 18)
        .map(|key| identity(entries.address(key, 0)))
        .collect();
    assert_eq!(seen.len(), 1 << 18);
    // The keys of Connect 4 whose products differ in one bit.
    let entries = Words::<Connect4<7, 6>>::new(entries.area).unwrap();
    let inverse = (0..6).fold(GOLDEN, |x, _| {
        x.wrapping_mul(2u64.wrapping_sub(GOLDEN.wrapping_mul(x)))
    });
    let key_of = |product: u64| product.wrapping_mul(inverse) & ((1 << 49) - 1);
    for product in (0..1000).map(|n| (n * 4_398_046_511_103) & ((1 << 49) - 1)) {
        for bit in 0..49 {
            let [key, near] = [product, product ^ 1 << bit].map(key_of);
            let [address, other] = [key, near].map(|key| identity(entries.address(key, 0)));
            assert_ne!(address, other, "bit {bit}");
        }
    }
}

#[test]
fn keys_that_a_word_does_not_hold_take_two() {
    let mut table = table();
    let area = area(&mut table);
    assert!(Words::<Othello>::new(area).is_none());
    assert!(Words::<Connect4<8, 7>>::new(area).is_none());
    assert!(Words::<Connect4<7, 6>>::new(area).is_some());
}

#[test]
fn what_an_entry_cannot_hold_becomes_a_weaker_bound() {
    fn kept<R: Rules>(low: i16, high: i16) -> (i16, i16) {
        let [low, high] = [low, high].map(Number::from_raw);
        let (low, high) = Arithmetic::<R>::unpack(Arithmetic::<R>::pack(low, high));
        (low.get(), high.get())
    }
    // A loss in 10 plies, a win in 7.
    assert_eq!(kept::<Chain>(-9_990, 9_993), (-9_990, 9_993));
    assert_eq!(kept::<Chain>(0, 0), (0, 0));
    assert_eq!(kept::<Chain>(9_800, 9_800), (0, 9_969 + 1));
    assert_eq!(kept::<Chain>(-9_800, -9_800), (-9_970, 0));
    // Wins take an odd number of plies there, losses an even one, so that more fit.
    for plies in 1..=60 {
        let (win, loss) = (10_000 - (2 * plies - 1), 2 * plies - 10_000);
        let fits = (plies <= 31, plies <= 30);
        assert_eq!(kept::<Connect4>(win, win) == (win, win), fits.0, "{plies}");
        let same = kept::<Connect4>(loss, loss) == (loss, loss);
        assert_eq!(same, fits.1, "{plies}");
        let (low, high) = kept::<Connect4>(loss, win);
        assert!(low <= loss && high >= win, "{plies}");
        let (low, high) = kept::<Connect4>(win, loss);
        assert!(low <= win && high >= loss, "{plies}");
    }
    assert_eq!(kept::<Othello>(-12, 30), (-12, 30));
    let limit = Number::LIMIT.get();
    assert_eq!(kept::<Othello>(-64, 64), (-limit, limit));
    assert_eq!(kept::<Othello>(64, 64), (31, limit));
    assert_eq!(kept::<Othello>(-64, -64), (-limit, -31));
}
