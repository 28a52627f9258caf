//! The library: rules, search, solver and sessions, as games and programs of one's own use them.

pub(crate) mod common;

mod analyze;
mod arranging;
mod batch;
mod breakthrough;
mod chance;
mod collections;
mod common_replies;
mod cycles;
mod dash;
mod dots_and_boxes;
mod exact_values;
mod examples;
mod finishing;
mod foresight;
mod known_endings;
mod laws;
mod learning;
mod learnt_files;
mod levels;
mod linear;
mod networks;
mod openings;
mod params;
mod perfect_play;
mod position_keys;
mod records;
mod ring;
mod search;
mod selectivity;
mod session;
mod solve;
mod solving_together;
mod threads;
mod three_kings;
mod tree;
