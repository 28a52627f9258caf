//! One search that plays many two-player board games.

pub mod game;
pub mod games;
pub mod search;
pub mod session;
