//! Exact values: bounds, answers without a search, and what knowledge may leave out.

use std::collections::HashMap;

use super::{RANDOM_GAMES, for_random_positions};
use crate::engine::common::{exact, solvable_position, visit_all_variants};
use heelstone::game::{
    Evaluation, EvaluationVisitor, Expansion, Game, GameVisitor, Knowledge, Moves, Value,
};

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
