//! The counts of move sequences.

use std::cell::Cell;

use crate::engine::common::{random_game, visit_all_variants};
use heelstone::game::{Game, GameVisitor, perft};

law!(perft_counts_agree_with_the_known_ones, perft_is_right);
fn perft_is_right<G: Game>() {
    // Enough to catch every error of the rules; the full counts are a matter of a release build.
    const MOST: u64 = 6_000_000;
    for line in G::PERFT
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let mut fields = line.split(';').map(str::trim);
        let position = match fields.next() {
            Some("start") => G::start(),
            text => G::parse_position(text.unwrap_or_default()).expect("a position"),
        };
        for field in fields {
            let numbers: Vec<u64> = field
                .split_whitespace()
                .map(|n| n.parse().unwrap())
                .collect();
            let [plies, sequences, finished] = numbers[..] else {
                panic!("{field}")
            };
            if sequences + finished > MOST {
                continue;
            }
            let count = perft(&position, plies as u32, &|| false).expect("never stopped");
            let counted = (count.sequences, count.finished);
            assert_eq!(counted, (sequences, finished), "{}: {plies} plies", G::NAME);
        }
    }
}

law!(
    a_count_of_any_length_needs_little_memory,
    counts_of_any_length
);
fn counts_of_any_length<G: Game>() {
    let end = random_game::<G>(&mut fastrand::Rng::with_seed(37)).pop();
    let end = end.expect("a last position");
    let count = perft(&end, u32::MAX, &|| false);
    let finished = count.map(|count| (count.sequences, count.finished));
    let is_endless = G::REPETITION.is_possible();
    assert_eq!(finished, (!is_endless).then_some((0, 1)), "{}", G::NAME);
}

law!(a_count_asks_often_whether_to_stop, counts_can_be_stopped);
fn counts_can_be_stopped<G: Game>() {
    /// More than any game here plays between two questions.
    const MOST_BETWEEN: u64 = 5_000;
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        false
    };
    let mut counts = (1..20).map(|plies| {
        asked.set(0);
        perft(&G::start(), plies, &stop).expect("no stop").sequences
    });
    let Some(sequences) = counts.find(|&sequences| sequences > 10 * MOST_BETWEEN) else {
        return;
    };
    assert!(asked.get() * MOST_BETWEEN >= sequences, "{}", G::NAME);
    assert_eq!(perft(&G::start(), 20, &|| true), None, "{}", G::NAME);
}
