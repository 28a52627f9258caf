//! Evaluations whose weights can be learnt.

use super::for_random_positions;
use crate::engine::common::visit_all_variants;
use heelstone::game::{Evaluation, EvaluationVisitor, Game, GameVisitor, LinearEvaluation};

law!(
    features_are_those_of_the_image_and_of_the_sides_exchanged,
    features_are_seen_from_the_side_to_move
);
fn features_are_seen_from_the_side_to_move<G: Game>() {
    struct Law;
    impl<G: Game> EvaluationVisitor<G> for Law {
        fn visit<E: Evaluation<G>>(&mut self, _: &'static str, _: &'static str, _: E) {}

        fn trainable<E: LinearEvaluation<G>>(&mut self, name: &'static str) {
            for_random_positions(|position: &G| {
                let own = features::<G, E>(position);
                let seen_alike = position.images().chain(position.exchanged());
                for image in seen_alike {
                    let text = position.position();
                    assert_eq!(features::<G, E>(&image), own, "{name}: {text}");
                }
            });
        }
    }
    G::evaluations(&mut Law);
}

/// The stage of a position, and how often each weight counts.
fn features<G: Game, E: LinearEvaluation<G>>(position: &G) -> (usize, Vec<(usize, i16)>) {
    let mut counts = std::collections::BTreeMap::new();
    E::features(position, &mut |weight, times| {
        assert!(weight < E::weights(), "{weight}");
        *counts.entry(weight).or_insert(0) += times;
    });
    counts.retain(|_, times| *times != 0);
    let stage = E::stage(position);
    assert!(stage < E::STAGES, "{stage}");
    (stage, counts.into_iter().collect())
}
