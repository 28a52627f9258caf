//! The engines that the benchmarks measure.

use heelstone::session::{Engine, Registry};

/// An engine at the start of that game, with a table that is cleared in no time.
pub fn engine(game: &str) -> Engine {
    let mut engine = Engine::new(Registry::all()).expect("there are games");
    engine.set_hash(1).expect("there is memory");
    engine.newgame(Some(game), None).expect("the game is known");
    engine
}
