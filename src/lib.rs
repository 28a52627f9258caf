//! One search that plays many two-player board games.

mod app;
mod cli;
pub mod game;
pub mod games;
pub mod protocol;
pub mod search;
pub mod session;

pub use app::run;
