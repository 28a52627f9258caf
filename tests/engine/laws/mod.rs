//! Laws that every game keeps. They run over the whole registry: a new game is covered the day it
//! is added.

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

mod counts;
mod drawings;
mod moves;
mod symmetry;
mod values;
mod weights;

use crate::engine::common::random_game;
use heelstone::game::Game;

pub(super) use drawings::planes_are_in_the_drawing;

const RANDOM_GAMES: usize = 60;

fn for_random_positions<G: Game>(mut check: impl FnMut(&G)) {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..RANDOM_GAMES {
        random_game::<G>(&mut rng).iter().for_each(&mut check);
    }
}
