//! Names, positions and keys, and when a game is over.

use std::collections::{HashMap, HashSet};

use super::for_random_positions;
use crate::engine::common::visit_all_variants;
use heelstone::game::{Game, GameVisitor, Knowledge, Lesson, PositionError, Turn, Value, Variant};

law!(move_names_round_trip, moves_round_trip);
fn moves_round_trip<G: Game>() {
    for_random_positions::<G>(|position| {
        let moves = position.legal_moves();
        let mut names = HashSet::new();
        for mv in moves {
            let name = position.name_move(mv);
            assert_eq!(position.parse_move(&name), Ok(mv), "{}: {name}", G::NAME);
            for name in [name.to_lowercase(), name.to_uppercase()] {
                assert_eq!(position.parse_move(&name), Ok(mv), "{}: {name}", G::NAME);
            }
            let is_plain = |c: char| c.is_ascii_graphic() && !"#.".contains(c);
            assert!(!name.is_empty() && name.chars().all(is_plain), "{name}");
            assert!(!["resign", "none"].contains(&name.as_str()));
            assert!(names.insert(name));
        }
    });
}

law!(
    /// Whoever reads the rules can play along, on a board of any size.
    the_rules_are_told_with_legal_moves,
    lessons_are_legal
);
fn lessons_are_legal<G: Game>() {
    lessons_can_be_played(G::LESSONS, G::start, G::parse_position);
    for Variant {
        lessons,
        start,
        read,
        ..
    } in G::variants()
    {
        lessons_can_be_played(lessons, start, read);
    }
    if let Some(first) = G::LESSONS.first() {
        let shows_a_move =
            first.position.is_none() && first.moves.is_empty() && first.example.is_some();
        assert!(shows_a_move, "{} begins with a move to try", G::NAME);
    }
}

fn lessons_can_be_played<G: Game>(
    lessons: &[Lesson],
    start: fn() -> G,
    read: fn(&str) -> Result<G, PositionError>,
) {
    for lesson in lessons {
        let shown = lesson.position.map(read);
        let mut position = shown.map_or_else(start, |read| read.expect("a position"));
        for name in lesson.moves.iter().chain(&lesson.example) {
            let mv = position.parse_move(name);
            let mv = mv.unwrap_or_else(|error| panic!("{}: {lesson:?}: {error}", G::NAME));
            position.play(mv);
        }
    }
}

law!(position_notation_round_trips, positions_round_trip);
fn positions_round_trip<G: Game>() {
    for_random_positions::<G>(|position| {
        let text = position.position();
        let read = G::parse_position(&text).unwrap_or_else(|e| panic!("{}: {text}: {e}", G::NAME));
        assert_eq!(&read, position, "{}: {text}", G::NAME);
        assert_eq!(read.key(), position.key());
        assert!(text.is_ascii() && !text.contains('\n'));
    });
}

law!(
    different_positions_have_different_keys,
    keys_tell_positions_apart
);
fn keys_tell_positions_apart<G: Game>() {
    let mut seen: HashMap<u64, G> = HashMap::new();
    for_random_positions::<G>(|position| {
        let key = position.key();
        let first = seen.entry(key).or_insert_with(|| position.clone());
        assert_eq!(
            first,
            position,
            "{}: two positions with the key {key:#x}",
            G::NAME
        );
        if let Some(bits) = G::KEY_BITS {
            assert!(bits == 64 || key >> bits == 0, "{}: key {key:#x}", G::NAME);
        }
    });
}

law!(
    a_game_is_over_exactly_when_there_is_no_move,
    over_without_moves
);
fn over_without_moves<G: Game>() {
    for_random_positions::<G>(|position| {
        let moves = position.legal_moves();
        assert_eq!(
            moves.is_empty(),
            position.outcome().is_some(),
            "{}",
            position.position()
        );
        let knowledge = G::Knowledge::default();
        let choice = u32::from(moves.len() > 1);
        for mv in moves {
            let next = position.after(mv);
            let choices = [position, &next].map(|position| knowledge.max_choices(position));
            assert!(
                choices[1].map(|left| left + choice) <= choices[0],
                "{}: a choice is made: {}",
                G::NAME,
                position.position()
            );
            assert!(
                !<G::Knowledge as Knowledge<G>>::ALTERNATES || next.to_move() != position.to_move()
            );
            let (before, after) = (position.max_plies(), next.max_plies());
            assert!(
                before.is_none() && after.is_none() || after < before && after.is_some(),
                "{}: the game gets shorter",
                G::NAME
            );
        }
    });
}

law!(the_result_is_a_margin_or_a_sign, results_are_in_range);
fn results_are_in_range<G: Game>() {
    for_random_positions::<G>(|position| {
        if let Some(value) = position.outcome_for_mover() {
            assert!(Value::MIN <= value && value <= Value::MAX);
            assert!(
                G::SCALE.has_margin() || [Value::LOSS, Value::DRAW, Value::WIN].contains(&value)
            );
        }
    });
}

law!(
    chance_has_a_turn_only_where_the_game_says_so,
    chance_is_known
);
fn chance_is_known<G: Game>() {
    for_random_positions::<G>(|position| {
        assert!(G::CHANCE || position.turn() != Turn::Chance, "{}", G::NAME);
        if position.is_chance() && position.outcome().is_none() {
            let rolls = position.legal_moves().into_iter();
            let comes = rolls
                .map(|roll| position.weight(roll))
                .any(|weight| weight > 0);
            assert!(comes, "{}: no roll comes", G::NAME);
        }
    });
}

law!(
    the_known_positions_for_measuring_are_unfinished,
    bench_positions_are_open
);
fn bench_positions_are_open<G: Game>() {
    assert!(!G::BENCH.is_empty());
    for text in G::BENCH {
        let position = G::parse_position(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(position.outcome().is_none(), "{text}");
    }
}
