//! The promises of docs/stability.md, held against snapshots beside this file: a change of the library's
//! public items, of a word of the protocol or the command line, of a key of JSON or of a file's head
//! fails here until the snapshot changes with it. The public items are compared by a package of its own,
//! in `library/`.
//!
//! `HEELSTONE_SNAPSHOTS=write cargo test --test all stability::` writes the snapshots anew.

mod files;
mod json;
mod snapshot;
mod words;
