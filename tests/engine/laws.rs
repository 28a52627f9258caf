//! Laws that every game keeps. They run over the whole registry: a new game is covered the day it
//! is added.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use crate::engine::common::{exact, random_game, solvable_position, visit_all_variants};
use heelstone::game::{
    Evaluation, EvaluationVisitor, Expansion, Game, GameVisitor, Knowledge, Lesson, Moves, Place,
    PlaceKind, Planes, Point, PositionError, Turn, Value, Variant, Vertex, perft,
};

/// Runs the same law on every game.
macro_rules! law {
    ($(#[$doc:meta])* $name:ident, $law:ident) => {
        $(#[$doc])*
        #[test]
        fn $name() {
            struct Law;
            impl GameVisitor for Law {
                fn visit<G: Game>(&mut self) {
                    $law::<G>();
                }
            }
            visit_all_variants(&mut Law);
        }
    };
}

const RANDOM_GAMES: usize = 60;

fn for_random_positions<G: Game>(mut check: impl FnMut(&G)) {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..RANDOM_GAMES {
        random_game::<G>(&mut rng).iter().for_each(&mut check);
    }
}

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

law!(
    what_stands_where_is_what_the_drawing_shows,
    planes_are_in_the_drawing
);
/// Whatever looks the same in the drawing is of the same kind. A kind may have several looks.
pub(super) fn planes_are_in_the_drawing<G: Game>() {
    let points = G::plane_points();
    let mut kinds = HashMap::new();
    for_random_positions::<G>(|position| {
        let planes = position.planes();
        for place in position.drawing().places {
            let at = points.iter().position(|&point| point == (place.x, place.y));
            let Some(at) = at.filter(|_| place.kind != PlaceKind::Choice) else {
                continue;
            };
            let mut sets = planes.sets().iter();
            let kind = sets.position(|set| set >> at & 1 == 1);
            let looks = (place.owner, place.text);
            let known = *kinds.entry(looks.clone()).or_insert(kind);
            assert_eq!(known, kind, "{}: {looks:?}", G::NAME);
        }
        let is_inside = |set: &u128| points.len() == Planes::PLACES || set >> points.len() == 0;
        assert!(planes.sets().iter().all(is_inside), "{}", G::NAME);
    });
    assert_eq!(points.is_empty(), kinds.is_empty(), "{}", G::NAME);
}

law!(
    every_move_can_be_clicked_in_the_drawing,
    moves_are_in_the_drawing
);
fn moves_are_in_the_drawing<G: Game>() {
    for_random_positions::<G>(|position| {
        let drawing = position.drawing();
        let mut clicked = HashSet::new();
        for mv in position.legal_moves() {
            let clicks = position.clicks(mv);
            for name in &clicks {
                let places = drawing.places.iter().filter(|place| place.name == *name);
                assert_eq!(places.count(), 1, "{}: {name}", G::NAME);
            }
            assert!(!clicks.is_empty(), "{}: nothing to click", G::NAME);
            assert!(clicked.insert(clicks), "two moves with the same clicks");
        }
        for name in position.lines().iter().flat_map(|line| &line.places) {
            let is_cell = |place: &&Place| place.kind == PlaceKind::Cell && place.name == *name;
            let cells = drawing.places.iter().filter(is_cell);
            assert_eq!(cells.count(), 1, "{}: a line through {name}", G::NAME);
        }
        assert!(
            drawing
                .to_text()
                .lines()
                .all(|line| !line.trim().is_empty())
        );
    });
}

law!(
    a_grid_shows_every_vertex_that_can_be_played,
    moves_are_on_the_grid
);
fn moves_are_on_the_grid<G: Game>() {
    let has_vertices = G::start().grid().is_some();
    for_random_positions::<G>(|position| {
        let grid = position.grid();
        assert_eq!(
            grid.is_some(),
            has_vertices,
            "{}: once and for all",
            G::NAME
        );
        let Some(grid) = grid else { return };
        for mv in position.legal_moves() {
            let name = position.name_move(mv);
            if name != "pass" {
                let vertex = Vertex::parse(&name).expect("a move is a vertex");
                assert_eq!(grid.point(vertex), Point::Empty, "{}: {name}", G::NAME);
            }
        }
    });
}

law!(bounds_hold_the_exact_value, bounds_are_true);
fn bounds_are_true<G: Game>() {
    if G::CHANCE {
        return;
    }
    let mut rng = fastrand::Rng::with_seed(11);
    let mut known = HashMap::new();
    for _ in 0..RANDOM_GAMES {
        let position = solvable_position::<G>(&mut rng);
        let value = exact(&position, &mut known);
        let (lowest, highest) = G::Knowledge::default().bounds(&position);
        assert!(
            lowest <= value && value <= highest,
            "{}",
            position.position()
        );
    }
}

law!(answers_without_a_search_are_true, answers_are_true);
fn answers_are_true<G: Game>() {
    if G::CHANCE {
        return;
    }
    let (knowledge, mut memory) = (G::Knowledge::default(), Default::default());
    let mut rng = fastrand::Rng::with_seed(37);
    let mut known = HashMap::new();
    let mut answers = 0;
    for game in 0..10 * RANDOM_GAMES {
        // Most games have no answers at all.
        if game == RANDOM_GAMES && answers == 0 {
            return;
        }
        let position = solvable_position::<G>(&mut rng);
        let value = exact(&position, &mut known);
        for wanted in [value, Value(value.0 + 1), Value(value.0 - 1), Value::DRAW] {
            let Some(answer) = knowledge.answer(&position, wanted, &mut memory, &mut 0) else {
                continue;
            };
            answers += 1;
            let is_true = if answer >= wanted {
                value >= answer
            } else {
                value <= answer
            };
            assert!(is_true, "{}: {}", G::NAME, position.position());
        }
    }
}

law!(
    equal_canonical_keys_mean_equal_values,
    canonical_keys_are_true
);
fn canonical_keys_are_true<G: Game>() {
    if G::CHANCE {
        return;
    }
    let knowledge = G::Knowledge::default();
    shared_keys_are_true::<G>(|position| knowledge.key(position));
    shared_keys_are_true(G::canonical_key);
}

fn shared_keys_are_true<G: Game>(key: impl Fn(&G) -> u64) {
    let mut rng = fastrand::Rng::with_seed(13);
    let mut known = HashMap::new();
    let mut by_key: HashMap<u64, (Value, String)> = HashMap::new();
    for _ in 0..RANDOM_GAMES {
        let root = solvable_position::<G>(&mut rng);
        for position in root.legal_moves().into_iter().map(|mv| root.after(mv)) {
            let value = exact(&position, &mut known);
            let text = position.position();
            let first = by_key.entry(key(&position)).or_insert((value, text));
            assert_eq!(
                first.0,
                value,
                "{}: {} and {}",
                G::NAME,
                first.1,
                position.position()
            );
        }
    }
}

law!(images_are_the_same_but_for_the_symmetry, images_are_true);
fn images_are_true<G: Game>() {
    for_random_positions::<G>(|position| {
        let images: Vec<G> = position.images().collect();
        assert!(images.contains(position) && images.contains(&position.canonical()));
        for image in images {
            assert_eq!(image.canonical(), position.canonical(), "{}", G::NAME);
            assert_eq!(image.canonical_key(), position.canonical_key());
            assert_eq!(image.to_move(), position.to_move());
            assert_eq!(image.outcome(), position.outcome());
            assert_eq!(image.legal_moves().len(), position.legal_moves().len());
            assert!(image.images().any(|back| back == *position), "{}", G::NAME);
        }
    });
}

law!(exchanged_sides_have_opposite_games, exchanges_are_true);
fn exchanges_are_true<G: Game>() {
    for_random_positions::<G>(|position| {
        let Some(exchanged) = position.exchanged() else {
            return;
        };
        assert_eq!(exchanged.to_move(), !position.to_move(), "{}", G::NAME);
        assert!(exchanged.exchanged().as_ref() == Some(position));
        let opposite = |value: Option<Value>| value.map(|value| Value(-value.0));
        let nexts = |position: &G| {
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| position.after(mv)).collect::<Vec<G>>()
        };
        assert_eq!(
            exchanged.outcome(),
            opposite(position.outcome()),
            "{}",
            G::NAME
        );
        let played = nexts(&exchanged);
        for next in nexts(position) {
            let text = position.position();
            assert!(
                played
                    .iter()
                    .any(|other| next.exchanged().as_ref() == Some(other)),
                "{}: {text}",
                G::NAME
            );
        }
        assert_eq!(played.len(), position.legal_moves().len());
    });
}

law!(images_have_equal_exact_values, images_are_equal);
fn images_are_equal<G: Game>() {
    if G::CHANCE {
        return;
    }
    let mut rng = fastrand::Rng::with_seed(31);
    let mut known = HashMap::new();
    for _ in 0..RANDOM_GAMES {
        let position = solvable_position::<G>(&mut rng);
        let value = exact(&position, &mut known);
        for image in position.images() {
            let text = image.position();
            assert_eq!(exact(&image, &mut known), value, "{}: {text}", G::NAME);
        }
    }
}

law!(expansion_keeps_the_exact_value, expansion_is_true);
fn expansion_is_true<G: Game>() {
    if G::CHANCE {
        return;
    }
    let mut rng = fastrand::Rng::with_seed(17);
    let mut known = HashMap::new();
    for _ in 0..RANDOM_GAMES {
        let position = solvable_position::<G>(&mut rng);
        let value = exact(&position, &mut known);
        let mut candidates = Moves::new();
        match G::Knowledge::default().expand(&position, &mut candidates) {
            Expansion::Decided { value: decided, .. } => assert_eq!(decided, value),
            Expansion::Open if candidates.is_empty() => assert!(position.outcome().is_some()),
            Expansion::Open => {
                let legal = position.legal_moves();
                assert!(candidates.iter().all(|c| legal.contains(&c.mv)));
                let best = candidates.iter().map(|candidate| {
                    let next = position.after(candidate.mv);
                    let value = exact(&next, &mut known);
                    if next.to_move() == position.to_move() {
                        value
                    } else {
                        -value
                    }
                });
                assert_eq!(best.max(), Some(value), "{}", position.position());
            }
        }
    }
}

law!(accumulators_equal_a_fresh_start, accumulators_are_true);
fn accumulators_are_true<G: Game>() {
    struct Check;
    impl<G: Game> EvaluationVisitor<G> for Check {
        fn visit<E: Evaluation<G>>(&mut self, name: &'static str, about: &'static str, e: E) {
            assert!(!about.ends_with('.') && !about.is_empty());
            let mut rng = fastrand::Rng::with_seed(19);
            for _ in 0..RANDOM_GAMES {
                let mut position = G::start();
                let mut carried = e.start(&position);
                while position.outcome().is_none() {
                    let moves = position.legal_moves();
                    let mv = moves[rng.usize(..moves.len())];
                    let next = position.after(mv);
                    carried = e.update(&carried, &position, mv, &next);
                    let value = e.value(&next, &carried);
                    assert_eq!(
                        value,
                        e.value(&next, &e.start(&next)),
                        "{}: {name}",
                        G::NAME
                    );
                    assert!(value.abs() <= 20_000, "{}: {name}: {value}", G::NAME);
                    position = next;
                }
            }
        }
    }
    G::evaluations(&mut Check);
}

law!(
    /// A solver looks for them at one place in its memory, and before it knows them.
    positions_of_a_family_are_known_before_the_move,
    families_are_foreseen
);
fn families_are_foreseen<G: Game>() {
    for_random_positions::<G>(|position| {
        let knowledge = G::Knowledge::default();
        let Some(family) = knowledge.next_family(position) else {
            return;
        };
        for mv in position.legal_moves() {
            assert_eq!(
                knowledge.family(&position.after(mv)),
                family,
                "{}",
                position.position()
            );
        }
    });
}
