//! Which positions are the same.

use std::collections::HashMap;

use super::{RANDOM_GAMES, for_random_positions};
use crate::engine::common::{exact, solvable_position, visit_all_variants};
use heelstone::game::{Game, GameVisitor, Knowledge, Value};

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
