//! Learnt weights as docs/formats.md describes them: what a reader makes of a file by that page alone is what the engine
//! makes of it.

use crate::engine::common::breakthrough::Breakthrough;
use crate::engine::common::dots_and_boxes::DotsAndBoxes;
use crate::engine::common::random_game;
use crate::engine::learning::{engine, play, tictactoe, trained};
use heelstone::game::{Game, Side};
use heelstone::games::connect4::Connect4;
use heelstone::games::othello::Othello;
use heelstone::session::{Begin, Kind, Registry};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use serde_json::Value;

pub(crate) struct File {
    pub(crate) head: Value,
    pub(crate) numbers: Vec<i16>,
}

impl File {
    pub(crate) fn new(bytes: &[u8]) -> File {
        let content = &bytes[..bytes.len() - 4];
        let mut parts = content.splitn(3, |&byte| byte == b'\n').skip(1);
        let head = serde_json::from_slice(parts.next().expect("a head")).expect("JSON");
        let numbers = decompress_to_vec(parts.next().expect("numbers")).expect("deflate");
        let number = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        File {
            head,
            numbers: numbers.chunks_exact(2).map(number).collect(),
        }
    }

    pub(crate) fn bytes(&self, pointer: &str) -> Vec<usize> {
        numbers(self.head.pointer(pointer).unwrap_or(&Value::Null))
    }

    /// The value of a position, and the number of its phase.
    fn value<G: Game>(&self, position: &G) -> (i64, usize) {
        let features = &self.head["features"];
        let [kinds, grouped, phases] = [
            &self.head["board"]["kinds"],
            &features["grouped"],
            &features["phases"],
        ]
        .map(|value| value.as_u64().unwrap_or(0) as usize);
        let alone = self.bytes("/features/alone");
        let groups: Vec<(usize, Vec<usize>)> = features["groups"]
            .as_array()
            .expect("groups")
            .iter()
            .map(|group| {
                (
                    group["table"].as_u64().expect("a table") as usize,
                    numbers(&group["places"]),
                )
            })
            .collect();
        let is_white = position.turn().side() == Side::White;
        let is_exchanged = is_white && !features["exchange"].is_null();
        let seen_by = |(kind, place): (usize, usize)| {
            if is_exchanged {
                (
                    self.bytes("/features/exchange/kinds")[kind],
                    self.bytes("/features/exchange/places")[place],
                )
            } else {
                (kind, place)
            }
        };
        let planes = position.planes();
        let things: Vec<(usize, usize)> = (0..kinds)
            .flat_map(|kind| (0..alone.len()).map(move |place| (kind, place)))
            .filter(|&(kind, place)| planes.sets()[kind] >> place & 1 == 1)
            .map(seen_by)
            .collect();
        let tables = 1 + groups.iter().map(|group| group.0).max().expect("a group");
        let begin = |table: usize| -> usize {
            let length = |table| {
                groups
                    .iter()
                    .find(|group| group.0 == table)
                    .expect("a group")
                    .1
                    .len()
            };
            (0..table)
                .map(|table| (grouped + 1).pow(length(table) as u32))
                .sum()
        };
        let in_a_group = |place: usize| groups.iter().any(|group| group.1.contains(&place));
        let m = (0..alone.len()).filter(|&place| in_a_group(place)).count();
        let n = things
            .iter()
            .filter(|&&(kind, place)| kind < grouped && in_a_group(place))
            .count();
        let (sets, set) = if phases == 0 {
            (1, 0)
        } else {
            (2 * phases, 2 * (n * phases / (m + 1)) + n % 2)
        };
        let each = begin(tables) + (kinds - grouped) * alone.len();
        let is_apart = is_white && !is_exchanged;
        let first = each * (set + if is_apart { sets } else { 0 });
        let of_group = |(table, places): &(usize, Vec<usize>)| {
            let digit = |place: &usize| {
                let kind = things
                    .iter()
                    .find(|&&(kind, at)| at == *place && kind < grouped);
                kind.map_or(0, |&(kind, _)| kind + 1)
            };
            let index = places
                .iter()
                .rev()
                .fold(0, |index, place| index * (grouped + 1) + digit(place));
            begin(*table) + index
        };
        let of_thing = |&(kind, place): &(usize, usize)| {
            let other = kind.checked_sub(grouped)?;
            Some(begin(tables) + other * alone.len() + alone[place])
        };
        let counted = groups
            .iter()
            .map(of_group)
            .chain(things.iter().filter_map(of_thing));
        let sum: i64 = counted
            .map(|weight| i64::from(self.numbers[first + weight]))
            .sum();
        (if is_exchanged { -sum } else { sum }, set)
    }
}

pub(crate) fn numbers(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap_or_default()
}

/// Compares the values of positions of random games; returns the sets of weights that counted.
fn compare<G: Game>() -> Vec<usize> {
    let registry = Registry::empty().with::<G>();
    let weights = trained(&registry, 300).weights();
    let file = File::new(&weights);
    let mut engine = engine(&registry.with_weights(&weights).expect("weights"));
    let mut rng = fastrand::Rng::with_seed(12);
    let mut seen = Vec::new();
    for position in (0..8).flat_map(|_| random_game::<G>(&mut rng)) {
        if position.outcome().is_some() {
            continue;
        }
        let session = engine.session_mut();
        session.set_up(&position.position()).expect("its own text");
        let (value, set) = file.value(&position);
        assert_eq!(
            i64::from(session.evaluate()),
            value,
            "{}",
            position.position()
        );
        seen.push(set);
    }
    seen.sort_unstable();
    seen.dedup();
    seen
}

#[test]
fn weights_of_each_phase_and_parity_count_where_they_should() {
    assert_eq!(compare::<DotsAndBoxes<3>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn weights_of_exchanged_sides_count_where_they_should() {
    assert_eq!(compare::<Breakthrough>(), [0]);
}

#[test]
fn groups_and_phases_that_a_game_names_count_where_they_should() {
    assert_eq!(compare::<Othello>(), Vec::from_iter(0..12));
}

#[test]
fn facts_about_places_count_by_themselves() {
    assert_eq!(compare::<Connect4<5, 4>>(), [0]);
}

#[test]
fn the_learnt_evaluation_is_the_default_of_its_game_and_size_only() {
    let registry = Registry::all();
    let mut engine = engine(&registry);
    engine
        .newgame(Some("connect4"), Some("5x4"))
        .expect("a game");
    let mut training = engine
        .session()
        .training(Begin::Anew {
            seed: 0,
            kind: &Kind::Patterns,
        })
        .expect("a training");
    play(&mut *training, 20);
    let registry = registry.with_weights(&training.weights()).expect("weights");
    let mut engine = crate::engine::learning::engine(&registry);
    for (size, first) in [("5x4", "learned"), ("8x7", "threats")] {
        engine
            .newgame(Some("connect4"), Some(size))
            .expect("a game");
        assert_eq!(engine.session().evaluations()[0].0, first, "{size}");
    }
}

#[test]
fn a_training_whose_numbers_are_none_is_refused() {
    let state = trained(&tictactoe(), 5).state();
    let head = state.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    let (end, _) = head.take(2).last().expect("two lines");
    let packed = &state[end + 1..state.len() - 4];
    let numbers = decompress_to_vec(packed).expect("deflate");
    let engine = engine(&tictactoe());
    let with_first = |float: f32| {
        let mut numbers = numbers.clone();
        numbers[..4].copy_from_slice(&float.to_le_bytes());
        let mut bytes = state[..=end].to_vec();
        bytes.extend(compress_to_vec(&numbers, 6));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        engine.session().training(Begin::From(&bytes)).err()
    };
    assert_eq!(with_first(0.25), None);
    for none in [f32::NAN, f32::INFINITY] {
        let refused = with_first(none).expect("a refusal");
        assert!(refused.contains("cannot be used"), "{refused}");
    }
}

#[test]
fn a_file_that_is_not_whole_or_of_another_game_is_refused() {
    let training = trained(&tictactoe(), 5);
    let (weights, state) = (training.weights(), training.state());
    let engine = engine(&tictactoe());
    let refused = |weights: &[u8], state: &[u8]| {
        tictactoe().with_weights(weights).is_err()
            && engine.session().training(Begin::From(state)).is_err()
    };
    assert!(refused(&state, &weights), "one is not the other");
    for at in 0..weights.len().min(state.len()) {
        let broken = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            bytes[at] ^= 4;
            bytes
        };
        assert!(
            refused(&broken(&weights), &broken(&state)),
            "byte {at} differs"
        );
        assert!(refused(&weights[..at], &state[..at]), "{at} bytes");
    }
    let other = Registry::empty().with::<DotsAndBoxes<2>>();
    let error = other
        .clone()
        .with_weights(&weights)
        .err()
        .expect("another game");
    assert!(error.contains("tictactoe 3x3"), "{error}");
    let error = crate::engine::learning::engine(&other)
        .session()
        .training(Begin::From(&state))
        .err();
    assert!(error.is_some_and(|error| error.contains("not of dotsandboxes 2x2")));
}

/// A change of a head.
type Edit<'a> = &'a dyn Fn(&mut Value);

/// The same file with another head.
fn edited(bytes: &[u8], edit: Edit) -> Vec<u8> {
    let mut lines = bytes[..bytes.len() - 4].splitn(3, |&byte| byte == b'\n');
    let mut next = || lines.next().expect("a part");
    let (kind, head, packed) = (next(), next(), next());
    let mut head = serde_json::from_slice(head).expect("JSON");
    edit(&mut head);
    let mut bytes = [kind, b"\n", head.to_string().as_bytes(), b"\n", packed].concat();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

#[test]
fn a_head_is_refused_for_what_is_wrong_with_it() {
    let training = trained(&tictactoe(), 5);
    let (weights, state) = (training.weights(), training.state());
    let engine = engine(&tictactoe());
    let edits: [(&str, Edit); 4] = [
        ("its header is missing", &|head| *head = 7.into()),
        ("another version", &|head| head["format"] = 2.into()),
        ("contradict each other", &|head| {
            head["games"] = u64::MAX.into()
        }),
        ("contradict each other", &|head| head["seed"] = Value::Null),
    ];
    for (reason, edit) in edits {
        let refused = [
            tictactoe().with_weights(&edited(&weights, edit)).err(),
            engine
                .session()
                .training(Begin::From(&edited(&state, edit)))
                .err(),
        ];
        for error in refused {
            let error = error.expect("a refusal");
            assert!(error.contains(reason), "{error}");
        }
    }
}

#[test]
fn facts_that_pass_for_things_are_refused() {
    let game = Registry::empty().with::<Connect4<7, 6>>();
    let training = trained(&game, 5);
    let (weights, state) = (training.weights(), training.state());
    let engine = engine(&game);
    let errors = |edit: Edit| {
        let state = edited(&state, edit);
        [
            game.clone().with_weights(&edited(&weights, edit)).err(),
            engine.session().training(Begin::From(&state)).err(),
        ]
    };
    assert_eq!(errors(&|_| {}), [None, None]);
    let edits: [Edit; 2] = [&|head| head["board"]["facts"] = 0.into(), &|head| {
        head["board"]["points"][0] = serde_json::json!([32767, 32767])
    }];
    for edit in edits {
        for error in errors(edit) {
            let error = error.expect("a refusal");
            assert!(
                error.contains("its board is not that of the game"),
                "{error}"
            );
        }
    }
    // Four kinds in a group of one place, and as many weights as that takes.
    let crafted = edited(&weights, &|head| {
        let features = &mut head["features"];
        features["grouped"] = 4.into();
        features["groups"] = serde_json::json!([{"table": 0, "places": [21]}]);
    });
    let mut lines = crafted.splitn(3, |&byte| byte == b'\n');
    let (kind, head) = (lines.next().expect("a kind"), lines.next().expect("a head"));
    let numbers = compress_to_vec(&[1; 2 * 2 * 5], 6);
    let mut bytes = [kind, b"\n", head, b"\n", &numbers].concat();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let error = game.clone().with_weights(&bytes).err().expect("a refusal");
    assert!(error.contains("contradict each other"), "{error}");
}
