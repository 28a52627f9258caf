//! One search that plays many two-player board games.

pub mod game;
pub mod games;
pub mod protocol;
pub mod search;
pub mod session;
