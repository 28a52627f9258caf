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
fn each_change_of_use_wipes_what_the_next_user_cannot_read() {
    fn write(lines: &[CacheLine], extent: &Extent) {
        let words = lines.iter().flat_map(|CacheLine(words)| words);
        words.for_each(|word| word.store(u64::MAX, Ordering::Relaxed));
        extent.groups.store(7, Ordering::Relaxed);
    }
    fn is_wiped(lines: &[CacheLine], extent: &Extent) -> bool {
        let mut words = lines.iter().flat_map(|CacheLine(words)| words);
        words.all(|word| word.load(Ordering::Relaxed) == 0)
            && extent.groups.load(Ordering::Relaxed) == 0
    }
    let mut table = Table::new(1).unwrap();
    (0..40_000u64)
        .for_each(|key| table.store(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), entry(5, 2)));
    let (lines, extent) = table.beside_playing();
    assert!(is_wiped(lines, extent), "after a search for play");
    write(lines, extent);
    table.for_playing(false);
    let (lines, extent) = table.beside_playing();
    assert!(
        !is_wiped(lines, extent),
        "it stays divided until the next game"
    );
    table.clear();
    let half = table.half();
    assert!(
        is_wiped(&table.arena.lines()[half..], &table.extent),
        "after a solver beside it"
    );
    let (lines, extent) = table.for_solving();
    write(lines, extent);
    let (lines, extent) = table.beside_playing();
    assert!(is_wiped(lines, extent), "after a solver alone");
    let half = table.half();
    assert!(
        is_wiped(&table.arena.lines()[..half], &table.extent),
        "the part for playing after a solver alone"
    );
}

#[test]
fn an_entry_that_keeps_its_place_stays_when_a_solver_joins() {
    let table = Table::new(1).unwrap();
    // Small keys are in the first bucket, however many there are.
    table.store(8, entry(4, 17));
    table.for_playing(true);
    assert_eq!(table.probe(8), Some(entry(4, 17)));
}

#[test]
fn the_shallowest_and_oldest_entries_go_first() {
    let table = Table::new(1).unwrap();
    // Small keys share the first bucket.
    let store = |key, depth| table.store(key, entry(depth, 0));
    // Whatever games and searches there were before, in the first era and in later ones.
    let rounds = if cfg!(miri) { 20 } else { 200 };
    for searches in 0..rounds {
        table.clear();
        (0..searches).for_each(|_| table.age());
        for (key, depth) in [(1, 12), (2, 11), (3, 13), (4, 14)] {
            store(key, depth);
        }
        store(5, 1);
        assert_eq!(table.probe(2), None, "the shallowest went");
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key).is_some()));
        (0..4).for_each(|_| table.age());
        store(6, 9);
        store(7, 9);
        assert!(
            table.probe(6).is_some(),
            "a fresh entry outlasts older, deeper ones"
        );
    }
}

#[test]
fn entries_of_earlier_games_go_before_all_others() {
    let table = Table::new(1).unwrap();
    (1..=4).for_each(|key| table.store(key, entry(100, 0)));
    table.clear();
    (5..=8).for_each(|key| table.store(key, entry(1, 0)));
    assert!((5..=8).all(|key| table.probe(key).is_some()));
}

#[test]
fn no_game_comes_again_however_many_there_were() {
    let table = Table::new(1).unwrap();
    table.store(99, entry(5, 2));
    for _ in 0..1000 {
        table.clear();
        assert_eq!(table.probe(99), None);
    }
}

#[test]
fn an_entry_is_found_whole_or_not_at_all_while_others_write() {
    let rounds = if cfg!(miri) { 50 } else { 20_000 };
    let table = Table::new(1).unwrap();
    let own = |key: u64| entry(1 + key as u8, 100 + key as u16);
    std::thread::scope(|scope| {
        for thread in 0..3u64 {
            let table = &table;
            scope.spawn(move || {
                for round in 0..rounds {
                    // Small keys share the first bucket, and there are more of them than it holds.
                    let key = 1 + (thread + round) % 7;
                    table.store(key, own(key));
                    let found = table.probe(8 - key);
                    assert!(found.is_none_or(|found| found == own(8 - key)), "{found:?}");
                }
            });
        }
    });
}

#[test]
fn a_best_move_outlasts_a_visit_that_found_none_in_the_same_game() {
    let table = Table::new(1).unwrap();
    table.store(8, entry(4, 17));
    table.store(8, entry(5, Entry::NO_MOVE));
    assert_eq!(table.probe(8), Some(entry(5, 17)));
    table.store(8, entry(5, 18));
    assert_eq!(table.probe(8), Some(entry(5, 18)));
    table.clear();
    table.store(8, entry(5, Entry::NO_MOVE));
    assert_eq!(table.probe(8), Some(entry(5, Entry::NO_MOVE)));
}

#[test]
fn a_table_has_the_size_that_was_asked_for() {
    for mib in [1, 2, 5] {
        assert_eq!(Table::new(mib).unwrap().mib(), mib);
    }
}

#[test]
fn a_size_out_of_range_is_refused() {
    assert!(matches!(Table::new(0), Err(TableError::Size)));
    assert!(matches!(Table::new(usize::MAX), Err(TableError::Size)));
}
