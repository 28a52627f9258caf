//! The promises of docs/stability.md, held against snapshots beside this file: a change of the library's
//! public items, of a word of the protocol or the command line, of a key of JSON or of a file's head
//! fails here until the snapshot changes with it. The public items are compared by a package of its own,
//! in `library/`.
//!
//! `HEELSTONE_SNAPSHOTS=write cargo test --test stability` writes the snapshots anew.

#[path = "../web_server/client.rs"]
#[allow(dead_code, reason = "the tests of the page use the rest")]
mod client;
mod files;
mod json;
mod snapshot;
mod words;
