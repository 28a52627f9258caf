//! The protocol as clients use it: the real program, by its input and output.

mod analysis;
mod client;
mod dialogues;
mod files;
mod framing;
mod interrupts;
mod memory;
mod pondering;
mod properties;

mod records;
mod reference;
mod review;
mod shown;
mod solving;
mod stranger;
mod transcript;
