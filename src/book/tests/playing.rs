//! Which moves a book tells.

use super::*;
use crate::game::{Game, Notation};
use crate::games::tictactoe::TicTacToe;

/// The moves that a book tells at the start, which is worth `own`, if it has the positions after those moves.
fn told(own: i16, after: &[(&str, i16)]) -> Option<Vec<(String, i32)>> {
    let worth = |number| Form::Plies.worth(number, 0).expect("a value");
    let start = TicTacToe::start();
    let mut entries = vec![(start.canonical_key(), worth(own))];
    for &(mv, value) in after {
        let mv = start.parse_move(mv).expect("a move");
        entries.push((start.after(mv).canonical_key(), worth(value)));
    }
    entries.sort_unstable_by_key(|entry| entry.0);
    let book = open(encode(&origin(), Form::Plies, &entries)).expect("a book");
    let moves = moves(&book, &start).expect("it can be read")?;
    let named = |(mv, worth): (_, Worth)| (start.name_move(mv), worth.rank().signum());
    Some(moves.into_iter().map(named).collect())
}

#[test]
fn a_move_is_told_if_none_can_be_better() {
    // As good as the position is known to be.
    let told_centre = told(0, &[("B2", 0)]).expect("the best");
    assert_eq!(told_centre, [("B2".to_string(), 0)]);
    // Another move must be better: it is not in the book.
    assert_eq!(told(9, &[("B2", 0)]), None);
    assert_eq!(
        told(9, &[("B2", 0), ("A1", -8)]).map(|all| all.len()),
        Some(5)
    );
    // All are known, and the best of them is told whatever the position was thought to be.
    let all = told(9, &[("B2", 0), ("A1", 0), ("A2", 8)]).expect("all");
    assert_eq!((all.len(), all[0].1, all[8].1), (9, 0, -1));
}

#[test]
fn positions_that_are_over_make_an_empty_list() {
    let positions = |text: &str| {
        let root = TicTacToe::parse_position(text).expect("a position");
        Positions::new(&[root], 2, &Stop::new(), &mut |_| ()).expect("a list")
    };
    assert!(positions("XXX/OO./... w").is_empty());
    let open = positions("XX./OO./... b");
    assert!(!open.is_empty() && open.len() > 1);
}

#[test]
fn only_numbers_of_values_are_values() {
    let numbers = |form: Form| {
        let all = (i16::MIN..=i16::MAX).filter(move |&number| form.worth(number, 7).is_some());
        all.collect::<Vec<i16>>()
    };
    assert_eq!(numbers(Form::Winner), [-1, 0, 1]);
    assert!(numbers(Form::Margin).into_iter().eq(-4999..=4999));
    assert!(numbers(Form::Plies).into_iter().eq(-i16::MAX..=i16::MAX));
    // Scores that prove nothing, wins by a margin, and wins in a number of plies.
    let sizes = [0..=20_000, 25_001..=29_999, 31_000..=32_000];
    let scores = |number: &i16| sizes.iter().any(|range| range.contains(&number.abs()));
    assert!(
        numbers(Form::Score)
            .into_iter()
            .eq((-i16::MAX..=i16::MAX).filter(scores))
    );
}

#[test]
fn a_loss_is_sure_only_if_it_is_proved() {
    let lost = |form: Form, number| form.worth(number, 7).expect("a value").is_lost();
    for (form, number) in [(Form::Margin, -2), (Form::Plies, -8), (Form::Winner, -1)] {
        assert!(lost(form, number) && !lost(form, -number) && !lost(form, 0));
    }
    for number in [-25_001, -31_990] {
        assert!(lost(Form::Score, number) && !lost(Form::Score, -number));
    }
    assert!(
        [-300, 0, 300]
            .iter()
            .all(|&number| !lost(Form::Score, number))
    );
    let drawn = |form: Form, number| form.worth(number, 7).expect("a value").is_drawn();
    assert!(drawn(Form::Plies, 0) && !drawn(Form::Plies, 9) && !drawn(Form::Score, 0));
}

#[test]
fn a_value_is_a_score_that_says_whether_it_is_exact() {
    let known = |form: Form, number| form.worth(number, 7).expect("a value").known(30);
    assert_eq!(known(Form::Plies, 9), (Score::win_in(9), true));
    assert_eq!(known(Form::Plies, 0), (Score::ZERO, true));
    assert_eq!(known(Form::Margin, -6), (Score::margin(Value(-6)), true));
    assert_eq!(known(Form::Winner, -1), (Score::loss_in(30), true));
    assert_eq!(known(Form::Score, 21), (Score::evaluation(21), false));
}
