use super::*;
use crate::game::Score;

fn entry(depth: u8, mv: u16) -> Entry {
    Entry {
        score: Score::evaluation(-37),
        bound: Bound::Upper,
        depth,
        complete: false,
        mv,
    }
}

#[test]
fn an_entry_comes_back_as_it_was_stored() {
    let table = Table::new(1).unwrap();
    for score in [
        Score::win_in(3),
        Score::loss_in(4),
        Score::ZERO,
        -Score::INFINITE,
    ] {
        for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
            let entry = Entry {
                score,
                bound,
                depth: 127,
                complete: true,
                mv: 300,
            };
            table.store(12345, entry);
            assert_eq!(table.probe(12345), Some(entry));
        }
    }
    assert_eq!(table.probe(12346), None);
    assert_eq!(table.probe(0), None);
}

#[test]
fn the_key_zero_is_a_key_like_any_other() {
    let table = Table::new(1).unwrap();
    table.store(0, entry(3, 1));
    assert_eq!(table.probe(0), Some(entry(3, 1)));
}

#[test]
fn a_cleared_table_knows_nothing() {
    let table = Table::new(1).unwrap();
    for _ in 0..70_000 {
        table.store(99, entry(5, 2));
        table.clear();
        assert_eq!(table.probe(99), None);
    }
}

#[test]
fn a_solver_and_a_search_find_nothing_of_each_other() {
    let mut table = Table::new(1).unwrap();
    table.store(99, entry(5, 2));
    let words = |lines: &[CacheLine]| {
        let words = lines.iter().flat_map(|CacheLine(words)| words);
        words.map(|word| word.load(Ordering::Relaxed)).max()
    };
    let (lines, _) = table.for_solving();
    assert_eq!(words(lines), Some(0));
    lines[0].0[1].store(u64::MAX, Ordering::Relaxed);
    assert_eq!(
        words(table.for_solving().0),
        Some(u64::MAX),
        "it is kept between solvers"
    );
    table.for_playing(false);
    assert!(
        table
            .arena
            .lines()
            .iter()
            .flat_map(|line| &line.0)
            .all(|word| word.load(Ordering::Relaxed) == 0)
    );
    table.for_solving().0[0].0[1].store(u64::MAX, Ordering::Relaxed);
    table.clear();
    assert_eq!(
        words(table.for_solving().0),
        Some(0),
        "and cleared with the rest"
    );
}

#[test]
fn a_search_and_the_solver_beside_it_have_half_of_the_memory_each() {
    let mut table = Table::new(1).unwrap();
    table.for_playing(true);
    (0..40_000u64)
        .for_each(|key| table.store(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), entry(5, 2)));
    let words = |lines: &[CacheLine]| {
        let words = lines.iter().flat_map(|CacheLine(words)| words);
        words
            .filter(|word| word.load(Ordering::Relaxed) != 0)
            .count()
    };
    assert_eq!(words(table.beside_playing().0), 0);
    let (lines, _) = table.beside_playing();
    assert_eq!(size_of_val(lines), 1 << 19);
    lines.iter().for_each(|CacheLine(words)| {
        words
            .iter()
            .for_each(|word| word.store(u64::MAX, Ordering::Relaxed));
    });
    table.for_playing(true);
    let found = (0..40_000u64).filter(|key| {
        let key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        table.probe(key) == Some(entry(5, 2))
    });
    assert!(
        found.count() > 30_000,
        "the solver has not written over them"
    );
    table.clear();
    assert_eq!(
        words(table.beside_playing().0),
        0,
        "both are cleared together"
    );
    let (lines, _) = table.beside_playing();
    lines[0].0[0].store(1, Ordering::Relaxed);
    assert_eq!(words(table.for_solving().0), 0);
}

#[test]
fn the_shallowest_and_oldest_entries_go_first() {
    let table = Table::new(1).unwrap();
    // Small keys share the first bucket.
    (1..=4).for_each(|key| table.store(key, entry(10 + key as u8, 0)));
    table.store(5, entry(1, 0));
    assert_eq!(table.probe(1), None, "the shallowest went");
    assert!((2..=5).all(|key| table.probe(key).is_some()));
    (0..4).for_each(|_| table.age());
    table.store(6, entry(9, 0));
    table.store(7, entry(9, 0));
    assert!(
        table.probe(6).is_some(),
        "a fresh entry outlasts older, deeper ones"
    );
}

#[test]
fn a_best_move_outlasts_a_visit_that_found_none() {
    let table = Table::new(1).unwrap();
    table.store(8, entry(4, 17));
    table.store(8, entry(5, Entry::NO_MOVE));
    assert_eq!(table.probe(8), Some(entry(5, 17)));
}

#[test]
fn a_size_out_of_range_is_refused() {
    assert!(matches!(Table::new(0), Err(TableError::Size)));
    assert!(matches!(Table::new(usize::MAX), Err(TableError::Size)));
}
