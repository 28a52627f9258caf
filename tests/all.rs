//! All tests from the outside, as one program: the search of every game is compiled once for them, and
//! tests that wait leave the processors to others. `cargo test --test all engine::` runs those of a part.

mod book;
mod browser;
mod cli;
mod documents;
mod engine;
mod fuzzing;
mod match_tool;
mod play;
mod protocol;
mod solve_files;
mod stability;
mod web;
