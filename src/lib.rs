//! One search that plays many two-player board games.
//!
//! - [`game`]: the traits that a game implements. `examples/dots_and_boxes.rs` is a whole game
//!   outside this crate, in one file.
//! - [`run`]: the whole program, for any [`session::Registry`] of games.
//! - [`session::Engine`]: a game in progress with its settings, for embedding, and
//!   [`protocol::serve`], the Go Text Protocol around it.
//! - [`search`]: the search alone, for any [`game::Rules`] with any [`game::Evaluation`].
//! - [`solve`]: exact values, for any [`game::Rules`].
//! - [`book`]: opening books, for any [`game::Rules`].
//! - [`games`]: the games of this crate.
//!
//! A dependent crate that says `default-features = false` builds the core alone. The feature `games`
//! adds the games of this crate, and `program` the command line, the terminal and the page's server; without it
//! [`run`] is a GTP engine on standard input and output.
//!
//! ```
//! use std::time::Instant;
//!
//! use heelstone::search::Stop;
//! use heelstone::session::{Engine, Registry, Reply};
//!
//! let mut engine = Engine::new(Registry::all())?;
//! engine.newgame(Some("tictactoe"), None)?;
//! engine.session_mut().play(None, "B2")?;
//! let reply = engine.genmove(None, Instant::now(), &Stop::new())?;
//! // Only a corner holds the draw against the centre.
//! assert!(matches!(reply, Reply::Move(name) if ["A1", "A3", "C1", "C3"].contains(&&*name)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub)]
// Items that only the program or the games use stay in the library, so that its parts need no flags
// of their own.
#![cfg_attr(
    not(all(feature = "program", feature = "games")),
    allow(dead_code, unused_imports)
)]

mod alphabeta;
#[cfg(feature = "program")]
mod app;
#[cfg(not(feature = "program"))]
mod bare;
pub mod book;
#[cfg(feature = "program")]
mod cli;
mod files;
#[cfg(feature = "program")]
mod fronts;
#[cfg(all(feature = "games", feature = "program", any(test, feature = "fuzzing")))]
pub mod fuzzing;
pub mod game;
#[cfg(feature = "games")]
pub mod games;
mod learn;
#[cfg(feature = "program")]
mod play;
pub mod protocol;
mod release;
mod resources;
pub mod search;
pub mod session;
#[cfg(feature = "tab")]
mod sitting;
pub mod solve;
mod start;
mod system;
#[cfg(feature = "tab")]
mod tab;
#[cfg(feature = "program")]
mod web;
// Other systems only test it.
#[cfg(feature = "tab")]
#[cfg_attr(not(target_family = "wasm"), allow(dead_code))]
mod worker;

#[cfg(feature = "program")]
pub use app::run;
#[cfg(not(feature = "program"))]
pub use bare::run;
pub use start::{missing_feature, start};
