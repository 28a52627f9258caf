//! Tests of the rules and the notation.

use super::variant::{Brazilian, English, Frisian, International, Italian, Russian};
use super::*;
use crate::game::{MoveError, Notation, Rules, Side, Value, perft};

fn read<V: Variant>(text: &str) -> Draughts<V> {
    Draughts::parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The names of the legal moves, sorted.
fn names<V: Variant>(text: &str) -> String {
    let position = read::<V>(text);
    let moves = position.legal_moves().into_iter();
    let mut names: Vec<String> = moves.map(|mv| position.name_move(mv)).collect();
    names.sort_unstable();
    names.join(" ")
}

fn play<V: Variant>(position: &Draughts<V>, name: &str) -> Draughts<V> {
    let mv = position.parse_move(name);
    position.after(mv.unwrap_or_else(|error| panic!("{name} in {}: {error}", position.position())))
}

fn has_known_counts<V: Variant>() {
    let lines = V::PERFT.lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let mut fields = line.split("; ");
        let position = match fields.next() {
            Some("start") => Draughts::<V>::first(),
            text => read(text.unwrap_or_default()),
        };
        for field in fields {
            let numbers = field.split(' ').map(|n| n.parse().expect("a number"));
            let numbers: Vec<u64> = numbers.collect();
            if numbers[1] < 1_500_000 {
                let count = perft(&position, numbers[0] as u32, &|| false).expect("never stopped");
                let counted = [count.sequences, count.finished];
                assert_eq!(counted, numbers[1..], "{} {field}", V::TITLE);
            }
        }
    }
}

#[test]
fn each_variant_has_as_many_move_sequences_as_others_count() {
    has_known_counts::<International>();
    has_known_counts::<English>();
    has_known_counts::<Brazilian>();
    has_known_counts::<Italian>();
    has_known_counts::<Russian>();
    has_known_counts::<Frisian>();
}

#[test]
fn the_most_pieces_have_to_be_captured_where_that_is_the_rule() {
    // One piece to the left, two to the right.
    let text = "W:W28:B22,23,14";
    assert_eq!(names::<International>(text), "28x10");
    assert_eq!(names::<Frisian>(text), "28x10");
    // On 8 x 8: e3 takes d4, or f4 and g7.
    let text = "W:We3:Bd4,f4,g7,b8";
    assert_eq!(names::<Russian>(text), "e3:c5 e3:g5");
    let text = "W:We3:Bd4,f4,f6,b8";
    assert_eq!(names::<Brazilian>(text), "e3:e7");
    assert_eq!(names::<Russian>(text), "e3:c5 e3:e7");
}

#[test]
fn captured_pieces_leave_the_board_after_the_capture() {
    // The king cannot jump over a piece twice, nor pass one that it has captured.
    let position = read::<International>("W:WK47:B20,24,37,42");
    let all = position.legal_moves();
    assert!(
        all.iter()
            .all(|mv| mv.captured.count_ones() == all[0].captured.count_ones())
    );
    let after = position.after(all[0]);
    let left = 4 - all[0].captured.count_ones();
    assert_eq!(after.of(Side::Black).count_ones(), left);
}

#[test]
fn a_man_is_crowned_on_its_way_in_russian_draughts_only() {
    // g5 takes on f6, reaches d8 by e7, and goes on along the other diagonal.
    let text = "W:Wf6:Be7,b6";
    assert_eq!(names::<Russian>(text), "f6:a5");
    let after = play(&read::<Russian>(text), "f6:d8:a5");
    assert_eq!(after.position(), "B:WK13:B");
    assert_eq!(names::<Brazilian>(text), "f6:d8");
    let after = play(&read::<Brazilian>(text), "f6:d8");
    assert_eq!(after.position(), "B:WK2:B9");
}

#[test]
fn italian_men_leave_kings_alone_and_kings_are_captured_first() {
    assert_eq!(names::<Italian>("W:W21,32:BK17"), "21-18 32-28");
    // Both capture one piece: the king has to.
    assert_eq!(names::<Italian>("W:W21,K24:B18,20"), "24x15");
    // With a king, the one that captures the king.
    assert_eq!(names::<Italian>("W:WK22:BK18,19"), "22x13");
}

#[test]
fn frisian_pieces_capture_sideways_and_straight_ahead() {
    assert_eq!(names::<Frisian>("W:W28:B29"), "28x30");
    assert_eq!(names::<Frisian>("W:W28:B18"), "28x8");
    // A king is worth more than a man, and less than two.
    assert_eq!(names::<Frisian>("W:W28:B23,K22"), "28x17");
    assert_eq!(names::<Frisian>("W:W28:B23,14,K22"), "28x10");
}

#[test]
fn a_frisian_king_makes_three_moves_in_a_row_at_most_while_its_side_has_men() {
    let start = read::<Frisian>("W:WK47,45:BK4,6");
    let line = ["47-42", "4-9", "42-47", "9-4", "47-42", "4-9"];
    let after = line
        .iter()
        .fold(start, |position, name| play(&position, name));
    assert_eq!(after.position(), "W:WK42,45:B6,K9:H6:F1:+3(42)+3(9)");
    assert_eq!(read::<Frisian>(&after.position()), after);
    assert_eq!(names::<Frisian>(&after.position()), "45-40");
    let after = play(&play(&after, "45-40"), "6-11");
    assert!(names::<Frisian>(&after.position()).contains("42-47"));
}

#[test]
fn moves_are_read_in_all_their_forms_and_written_in_one() {
    let position = read::<International>("W:W32:B27,28,17,19");
    let name = |mv| position.name_move(mv);
    let all: Vec<String> = position.legal_moves().into_iter().map(name).collect();
    for name in &all {
        assert_eq!(
            position.parse_move(name).map(|mv| position.name_move(mv)),
            Ok(name.clone())
        );
    }
    let position = read::<International>("W:W28:B23,14,10");
    for form in ["28x10", "28X10", "28:10", "28x19x10"] {
        assert_eq!(position.parse_move(form), Err(MoveError::Illegal), "{form}");
    }
    let position = read::<International>("W:W28:B23,14");
    for form in [
        "28x10",
        "28X10",
        "28:10",
        "28x19x10",
        "28x10x14x23",
        "28x10x23x14",
    ] {
        let mv = position.parse_move(form).map(|mv| position.name_move(mv));
        assert_eq!(mv, Ok("28x10".into()), "{form}");
    }
    for illegal in [
        "28-10", "28x9", "28x19", "28x10x23", "28x10x14", "28-22", "51-46", "1x28",
    ] {
        assert_eq!(
            position.parse_move(illegal),
            Err(MoveError::Illegal),
            "{illegal}"
        );
    }
    for malformed in [
        "", "28", "28x", "x28", "28x10x", "28-22-17", "28x19-10", "c3-d4", "1x1x1-1",
    ] {
        assert_eq!(
            position.parse_move(malformed),
            Err(MoveError::Syntax),
            "{malformed}"
        );
    }
    let start = Draughts::<Russian>::first();
    for form in ["c3-d4", "C3-D4", "c3d4", "22-18"] {
        let mv = start.parse_move(form).map(|mv| start.name_move(mv));
        assert_eq!(mv, Ok("c3-d4".into()), "{form}");
    }
}

#[test]
fn captures_between_the_same_squares_are_told_apart_by_every_square() {
    // A king goes round either side of a diamond.
    let position = read::<International>("W:WK47:B41,42,21,22,9");
    let moves = position.legal_moves();
    let all: std::collections::HashSet<String> =
        moves.iter().map(|&mv| position.name_move(mv)).collect();
    assert_eq!(all.len(), moves.len());
    for mv in moves {
        assert_eq!(position.parse_move(&position.name_move(mv)), Ok(mv));
    }
}

#[test]
fn positions_are_read_as_other_programs_write_them() {
    let start = Draughts::<International>::first();
    for text in [
        "W:W31-50:B1-20",
        "W:B1-20:W31-50.",
        "\"W:W31-50:B1-20:H0:F1\"",
        "w:w31-50:b1-10,11-20 H0 F12",
    ] {
        assert_eq!(read::<International>(text), start, "{text}");
    }
    let kings = read::<International>("B:WK1-3,50:BK6 H12");
    assert_eq!(kings.position(), "B:WK1,K2,K3,50:BK6:H12:F1");
    assert_eq!(read::<Russian>("W:Wa1,Kc3:Bh8").position(), "W:WK22,29:B4");
    assert_eq!(read::<Italian>("W:W29:B1").drawing().places[28].name, "32");
}

#[test]
fn a_position_that_no_game_reaches_is_refused_with_a_reason() {
    for (text, reason) in [
        ("", "begins with the side to move"),
        ("X:W31:B1", "begins with the side to move"),
        ("W:W31", "the pieces of both sides"),
        ("W:W31:W32", "listed twice"),
        ("W:W31:B31", "has two pieces"),
        ("W:W31,31:B1", "has two pieces"),
        ("W:W51:B1", "no square of this board"),
        ("W:W0:B1", "no square of this board"),
        ("W:W31-:B1", "no square of this board"),
        ("W:W300:B1", "no square of this board"),
        ("W:WK50-31:B1", "goes backwards"),
        ("W:W1:B20", "would be a king"),
        ("W:W31:B46", "would be a king"),
        ("W:W11-40:B1-10", "at most"),
        ("B:W31:B", ""),
        ("W:W31:B", "no pieces"),
        ("W:W31:B1:Q", "no part of a position"),
        ("W:W31:B1:H900", "no part of a position"),
        ("W:WK31:BK1:H11", "before so many plies"),
        ("W:WK31:BK1:H3:H3", "H is counted twice"),
        ("W:WK31:BK1:E1:E1", "E is counted twice"),
        ("W:W31,32,K33:B1,2:E3", "with these pieces none are counted"),
    ] {
        let read = Draughts::<International>::parse_position(text);
        match reason {
            "" => assert!(read.is_ok(), "{text}"),
            _ => {
                let error = read.expect_err(text).to_string();
                assert!(error.contains(reason), "{text}: {error}");
            }
        }
    }
}

#[test]
fn counted_plies_draw_by_what_is_left_on_the_board() {
    fn drawn_after<V: Variant>(text: &str, plies: u8) {
        let counted = |plies| {
            let text = format!("{text}:H{plies}");
            read::<V>(&text)
        };
        let [before, at] = [plies - 1, plies].map(counted);
        assert_eq!(before.outcome(), None, "{text}");
        assert_eq!(at.outcome(), Some(Value::DRAW), "{text}");
        assert!(at.legal_moves().is_empty() && !before.legal_moves().is_empty());
    }
    drawn_after::<International>("W:WK31,K32:BK1,K2", 50);
    drawn_after::<International>("W:WK31,32,33:BK4", 32);
    drawn_after::<International>("W:WK31,K32:BK4", 10);
    drawn_after::<International>("B:WK31:BK4", 10);
    drawn_after::<International>("W:WK31,K32,K33,K34:BK4", 50);
    drawn_after::<English>("W:WK31,K32:BK4", 80);
    drawn_after::<Frisian>("W:WK31,K32:BK4", 14);
    drawn_after::<Frisian>("W:WK31:BK4", 4);
    drawn_after::<Russian>("W:WK31,K32,K30:BK4", 10);
    drawn_after::<Russian>("W:WK31,K32,K30:BK3", 30);
}

#[test]
fn a_few_pieces_are_counted_whatever_moves_and_anew_after_a_capture() {
    let start = read::<International>("W:WK50,31:BK5:H3");
    let after = play(&play(&start, "31-26"), "5-46");
    assert_eq!(after.position(), "W:W26,K50:BK46:H1:F1:E5");
    assert_eq!(read::<International>(&after.position()), after);
    let start = read::<International>("W:WK46,28:BK5:H3");
    let after = play(&start, "28-23");
    assert_eq!(after.position(), "B:W23,KK46:BK5:E4".replace("KK", "K"));
    let after = play(&after, "5x28");
    assert_eq!((after.quiet(), after.ending()), (0, 0));
}

#[test]
fn as_many_pieces_and_kings_of_each_side_draw_late_in_russian_draughts() {
    let drawn_after = |pieces: &str, plies: u8| {
        let at = |plies| read::<Russian>(&format!("{pieces}:E{plies}"));
        assert_eq!(at(plies - 1).outcome(), None, "{pieces}");
        assert_eq!(at(plies).outcome(), Some(Value::DRAW), "{pieces}");
    };
    drawn_after("W:WK32,31,30,29:BK1,2,3,4", 60);
    drawn_after("W:WK32,31,30,29,28:BK1,2,3,4,5", 60);
    drawn_after("W:WK32,31,30,29,28,27:BK1,2,3,4,5,6", 120);
    drawn_after("W:WK32,31,30,29,28,27,26:BK1,2,3,4,5,6,7", 120);
    let goes_on = |text: &str| assert_eq!(read::<Russian>(text).outcome(), None, "{text}");
    goes_on("W:WK32,K31,30,29:BK1,2,3,4:E90");
    goes_on("W:W32,31,30,29:B1,2,3,4:E90");
    goes_on("W:WK32:BK1:H29");
    // What was counted before a man is crowned counts, too.
    let before = read::<Russian>("W:W6,30,31,32:BK1,13,14,15:E62");
    let after = play(&before, "c7-d8");
    assert_eq!((after.ending(), after.outcome()), (63, Some(Value::DRAW)));
    assert_eq!(read::<Russian>(&after.position()), after);
}

#[test]
fn who_cannot_move_has_lost_even_when_the_plies_are_counted() {
    let position = read::<English>("W:W32:BK27,28,K23:H80");
    assert_eq!(position.outcome(), Some(Value::WIN));
    assert!(position.legal_moves().is_empty());
}

#[test]
fn a_position_comes_again_whatever_was_counted() {
    let start = read::<English>("W:WK32:BK1");
    let line = ["32-28", "1-5", "28-32", "5-1"];
    let again = line
        .iter()
        .fold(start, |position, name| play(&position, name));
    assert_eq!(again.repetition_key(), start.repetition_key());
    assert_ne!(again.key(), start.key());
}

#[test]
fn a_capture_whose_ends_are_those_of_a_longer_one_is_read_by_its_name() {
    // A king that goes round comes through its own square, and ends where a single capture leads.
    let position = read::<English>("B:W17,18,19,26,27:B3,6,7,10,11,12,20,K22,28");
    assert_eq!(
        names::<English>("B:W17,18,19,26,27:B3,6,7,10,11,12,20,K22,28"),
        "22x13 22x31x24x15x22x13"
    );
    for mv in position.legal_moves() {
        let name = position.name_move(mv);
        assert_eq!(position.parse_move(&name), Ok(mv), "{name}");
    }
    assert_eq!(
        position
            .parse_move("22x31x13")
            .map(|mv| mv.captured.count_ones()),
        Ok(5)
    );
}
