//! The evaluations as a player sees them: positions are given by the columns played.

use super::tests::{after, random_positions};
use super::{Alignments, Connect4, Threats, Windows, Zero};
use crate::game::{Evaluation, Game, Notation, Rules, Value, Vertex};
use crate::learn::Learned;

type Standard = Connect4<7, 6>;

fn judge<E: Evaluation<Standard>>(evaluation: &E, position: &Standard) -> i32 {
    evaluation.value(position, &evaluation.start(position))
}

fn cells(names: &str) -> u64 {
    let cells = names
        .split_whitespace()
        .map(|name| Vertex::parse(name).expect(name));
    cells.map(Standard::cell).sum()
}

/// The four cells of each of the 69 windows.
fn windows() -> Vec<Vec<Vertex>> {
    let mut windows = Vec::new();
    for (column, row) in (0..7i8).flat_map(|column| (0..6i8).map(move |row| (column, row))) {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let end = (column + 3 * right, row + 3 * up);
            if (0..7).contains(&end.0) && (0..6).contains(&end.1) {
                let at = |i| Vertex::new((column + i * right) as u8, (row + i * up) as u8);
                windows.push((0..4).map(at).collect());
            }
        }
    }
    windows
}

#[test]
fn windows_are_worth_what_the_course_says() {
    let all = windows();
    assert_eq!(all.len(), 69);
    for position in random_positions::<7, 6>(100) {
        let stones = position.stones();
        let mut expected = 0;
        let mut four = None;
        for window in &all {
            let count = |side: usize| {
                let held = window
                    .iter()
                    .filter(|v| stones[side] & Standard::cell(**v) != 0);
                held.count()
            };
            expected += match (count(0), count(1)) {
                (black, 0) => [0, 2, 10, 50, 0][black],
                (0, white) => -[0, 2, 10, 50, 0][white],
                _ => 0,
            };
            if count(0) == 4 {
                four = Some(10_000);
            } else if count(1) == 4 {
                four = Some(-10_000);
            }
        }
        assert_eq!(
            judge(&Windows::default(), &position),
            four.unwrap_or(expected)
        );
    }
}

#[test]
fn windows_of_the_first_moves_are_symmetric() {
    // The loops of the course give 6 10 12 14 10 8 6.
    let first: Vec<i32> = (1..=7)
        .map(|column| judge(&Windows::default(), &after(&column.to_string())))
        .collect();
    assert_eq!(first, [6, 8, 10, 14, 10, 8, 6]);
}

#[test]
fn wins_in_the_upper_rows_count_as_wins() {
    for (columns, value) in [
        ("334112223124234114413", 10_000),
        ("3543435534542325223224", -10_000),
    ] {
        assert_eq!(judge(&Windows::default(), &after(columns)), value);
        assert_eq!(judge(&Alignments::default(), &after(columns)), value);
        assert_eq!(judge(&Zero, &after(columns)), 0);
    }
}

fn alignments(black: &str, white: &str) -> i32 {
    judge(
        &Alignments::default(),
        &Standard::from_stones([cells(black), cells(white)]),
    )
}

#[test]
fn alignments_count_what_can_still_become_four() {
    // A pair; a three without the pairs in it; both directions of an angle.
    assert_eq!(alignments("D1 E1", ""), 100);
    assert_eq!(alignments("C1 D1 E1", ""), 1000);
    assert_eq!(alignments("D1 D2 D3", ""), 1000);
    assert_eq!(alignments("D1 D2 E1", ""), 300);
    // Discs with a gap are no pair.
    assert_eq!(alignments("C1 E1", ""), 0);
    assert_eq!(alignments("A1 B1 D1 E1", ""), 200);
    // Blocked on one side, on both, by the edge.
    assert_eq!(alignments("C1 D1 E1", "F1"), 1000);
    assert_eq!(alignments("C1 D1 E1", "B1 F1"), 0);
    assert_eq!(alignments("A1 B1 C1", "D1"), 0);
    assert_eq!(alignments("A1 B1", "D1"), 0);
    assert_eq!(alignments("C1 D1", "B1 F1"), 0);
    assert_eq!(alignments("C1 D1", "F1"), 100);
    assert_eq!(alignments("D4 D5 D6", "D3"), 0);
    assert_eq!(alignments("D3 D4 D5", "D2"), 1000);
    // A buried diagonal pair, which the students' program did not find.
    assert_eq!(alignments("C2 D3", "C3 D4"), 100 - 100);
}

#[test]
fn swapped_colours_change_the_sign_of_the_evaluations_of_the_sources() {
    for position in random_positions::<7, 6>(50) {
        let [black, white] = position.stones();
        let swapped = Standard::from_stones([white, black]);
        assert_eq!(
            judge(&Windows::default(), &position),
            -judge(&Windows::default(), &swapped)
        );
        assert_eq!(
            judge(&Alignments::default(), &position),
            -judge(&Alignments::default(), &swapped)
        );
        assert_eq!(judge(&Zero, &position), 0);
    }
}

#[test]
fn a_threat_is_worth_most_in_the_rows_that_zugzwang_gives_to_its_owner() {
    let judge = |black: &str, white: &str| {
        judge(
            &Threats::default(),
            &Standard::from_stones([cells(black), cells(white)]),
        )
    };
    let (third_row, fourth_row) = ("A3 B3 C3", "A4 B4 C4");
    assert!(judge(third_row, "") > judge(fourth_row, ""));
    assert!(judge("", fourth_row) < judge("", third_row));
    // Of two threats in a column, only the lower one counts.
    let worth = |black, white| {
        let stones = [cells(black), cells(white)];
        let empty = Standard::from_stones(stones).empty();
        Threats::default().threats::<7, 6>(stones, empty)
    };
    let (alone, below) = (worth("A2 B2 C2", ""), worth("A2 B2 C2", "E3 F3 G3"));
    assert!(alone > 0);
    assert_eq!(below, alone);
    assert_eq!(worth("A2 B2 C2", "E1 F1 G1"), worth("", "E1 F1 G1"));
}

/// How often a positive value goes with a win of Black and a negative one with a win of White, in
/// percent of positions that were not used to learn either.
fn right<E: Evaluation<Standard>>(evaluation: &E) -> usize {
    let lines = include_str!("../../../tests/data/connect4-quiet.txt").lines();
    let all = lines.clone().count();
    let is_right = |line: &&str| {
        let (text, winner) = line.rsplit_once(' ').expect("a winner");
        let position = Standard::parse_position(text).expect("a position");
        (judge(evaluation, &position) > 0) == (winner == "B")
    };
    100 * lines.filter(is_right).count() / all
}

#[test]
fn most_winners_are_told_from_losers() {
    let threats = right(&Threats::default());
    assert!(threats >= 78, "{threats} %");
    if let Some(learned) = Standard::WEIGHTS.and_then(Learned::shipped) {
        let learned = right(&learned);
        assert!(learned >= threats, "{learned} % and {threats} %");
    }
}

#[test]
fn mirror_images_are_judged_alike() {
    for columns in ["4", "12", "3345", "112244667", "3543435534542325223224"] {
        let mirrored: String = columns
            .bytes()
            .map(|c| char::from(b'1' + b'7' - c))
            .collect();
        let (position, mirrored) = (after(columns), after(&mirrored));
        assert_eq!(
            judge(&Threats::default(), &position),
            judge(&Threats::default(), &mirrored),
            "{columns}"
        );
        assert_eq!(
            judge(&Windows::default(), &position),
            judge(&Windows::default(), &mirrored),
            "{columns}"
        );
        assert_eq!(
            judge(&Alignments::default(), &position),
            judge(&Alignments::default(), &mirrored),
            "{columns}"
        );
    }
}

#[test]
fn unfinished_positions_stay_below_a_four_and_a_draw_is_even() {
    let draw: Standard = after("666376617527612512774133713331445554522244");
    assert_eq!(judge(&Threats::default(), &draw), 0);
    for position in random_positions::<7, 6>(100) {
        let won = position.outcome_for_mover() == Some(Value::LOSS);
        for value in [
            judge(&Threats::default(), &position),
            judge(&Alignments::default(), &position),
        ] {
            assert_eq!(value.abs() == 10_000, won, "{}", position.position());
        }
    }
}
