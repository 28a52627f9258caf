//! One search that plays many two-player board games.
//!
//! - [`game`]: the traits that a game implements. `examples/dots_and_boxes.rs` is a whole game of
//!   another crate in one file.
//! - [`run`]: the whole program, for any [`session::Registry`] of games.
//! - [`session::Engine`]: a game in progress with its settings, for a program of one's own, and
//!   [`protocol::serve`], the Go Text Protocol around it.
//! - [`search`]: the search alone, for any [`game::Rules`] with any [`game::Evaluation`].
//! - [`solve`]: exact values, for any [`game::Rules`].
//! - [`book`]: opening books, for any [`game::Rules`].
//! - [`games`]: the games of this crate.
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

mod app;
pub mod book;
mod cli;
mod files;
pub mod game;
pub mod games;
mod play;
pub mod protocol;
mod release;
pub mod search;
pub mod session;
mod sitting;
pub mod solve;
mod system;
mod web;

pub use app::run;
