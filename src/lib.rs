//! One search that plays many two-player board games.
//!
//! There are six ways to use this library, the shortest first. Whoever has no Rust takes the program, or the packages
//! for Python, C and JavaScript.
//!
//! # A game in progress
//!
//! [`session::Engine`] has the game, its settings, its clocks and its table. Moves and positions are texts.
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
//!
//! # The protocol
//!
//! [`protocol::answer`] carries out a line of the Go Text Protocol, and [`protocol::serve`] all lines of an input.
//!
//! ```
//! use heelstone::protocol::{Refusal, answer};
//! use heelstone::search::Stop;
//! use heelstone::session::{Engine, Registry};
//!
//! let mut engine = Engine::new(Registry::all())?;
//! let mut ask = |line| {
//!     answer(&mut engine, line, &Stop::new(), &mut |_| true).map_err(|Refusal(reason)| reason)
//! };
//! ask("newgame connect4")?;
//! ask("moves D1 D2 D3")?;
//! assert_eq!(ask("position")?, "......./......./......./...X.../...O.../...X... w");
//! assert_eq!(ask("play Z9"), Err("illegal move".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The search
//!
//! [`search::searcher`] joins the [`game::Rules`] of a game with any [`game::Evaluation`], yours for instance. It knows nothing of
//! names, clocks and books.
//!
//! ```
//! use heelstone::game::{Evaluation, NoKnowledge, Notation, Rules};
//! use heelstone::games::tictactoe::TicTacToe;
//! use heelstone::search::{Limits, Request, Search, Stop, Table, searcher};
//!
//! /// Thinks that all positions are equal: only the end of the game counts.
//! struct Blind;
//!
//! impl Evaluation<TicTacToe> for Blind {
//!     type Accumulator = ();
//!
//!     fn start(&self, _: &TicTacToe) {}
//!
//!     fn value(&self, _: &TicTacToe, (): &()) -> i32 {
//!         0
//!     }
//! }
//!
//! let position = TicTacToe::parse_position("XX./OO./... b")?;
//! let search = Search {
//!     position: &position,
//!     past: &[],
//!     among: &position.legal_moves(),
//!     table: &Table::new(1)?,
//!     request: Request::within(Limits { depth: Some(3), ..Limits::none() }),
//! };
//! let outcome = searcher(NoKnowledge, Blind, 0).search(&search, &Stop::new(), &mut |_| ());
//! assert_eq!(position.name_move(outcome.lines[0].pv[0]), "C3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Exact values
//!
//! [`solve::Solver`] finds what a position is worth with best play, and a line of it.
//!
//! ```
//! use heelstone::game::Notation;
//! use heelstone::games::connect4::{Connect4, Connect4Knowledge};
//! use heelstone::search::{Limits, Stop, Table};
//! use heelstone::solve::Solver;
//!
//! let position = Connect4::<5, 4>::parse_position("...../...../..O../.OXX. b")?;
//! let mut table = Table::new(1)?;
//! let mut solver = Solver::new(Connect4Knowledge, &mut table, &Limits::none(), &Stop::new());
//! let line = solver.line(&position)?;
//! assert_eq!(solver.value(&position)?.to_string(), format!("loss in {}", line.len()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Opening books
//!
//! A [`book::Book`] has the values of positions, of a game and a size. [`book::moves`] finds the moves that it knows, the best
//! first; [`book::build`] makes one.
//!
//! ```
//! use heelstone::book;
//! use heelstone::game::{Game, Notation};
//! use heelstone::games::connect4::Connect4;
//! use heelstone::session::{Engine, Registry};
//!
//! let mut engine = Engine::new(Registry::all())?;
//! engine.newgame(Some("connect4"), None)?;
//! let book = engine.book().ok_or("the book that comes with the game")?;
//! let start = Connect4::<7, 6>::start();
//! let moves = book::moves(&book, &start)?.ok_or("the book knows the start")?;
//! let (best, worth) = moves[0];
//! assert_eq!(start.name_move(best), "D1");
//! assert_eq!(worth.to_string(), "win in 41");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game of your own
//!
//! [`game`] has the traits; `examples/dots_and_boxes.rs` in the sources is a whole game in one file. [`start`] is then the whole
//! program for it: the page, the terminal, the engine, the solver, books and matches.
//!
//! ```no_run
//! use heelstone::session::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     heelstone::start(Registry::all) // or || Registry::empty().with::<MyGame>()
//! }
//! ```
//!
//! # Features
//!
//! A dependent crate that says `default-features = false` builds the core alone. The feature `games` adds the
//! [`games`] of this crate, and `program` the command line, the terminal and the page's server; without it [`start`]
//! and [`run`] are a GTP engine on standard input and output.

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
#[cfg(all(feature = "games", feature = "program"))]
#[doc(hidden)]
pub mod fuzzing;
pub mod game;
#[cfg(feature = "games")]
pub mod games;
pub mod learn;
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
pub use start::{better_levels, missing_feature, start};
