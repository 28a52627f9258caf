//! The protocol as clients use it: the real program, by its input and output.

mod analysis;
pub mod client;
mod dialogues;
mod dxp;
mod files;
mod framing;
mod fronts;
mod hub;
mod interrupts;
mod memory;
mod nboard;
mod pondering;
mod properties;

mod records;
mod reference;
mod review;
mod shown;
mod solving;
mod stranger;
mod transcript;
