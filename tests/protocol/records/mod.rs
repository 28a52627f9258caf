//! Othello's own records: GGF and lines of `.obf` files as text, WTHOR files.

mod text;
mod wthor;

use std::fs;
use std::path::{Path, PathBuf};

use crate::protocol::client::Client;

/// A file of that name, for this test run only.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a file");
    path
}

/// A name that no file has.
fn no_file(name: &str) -> PathBuf {
    let path = file(name, "");
    fs::remove_file(&path).expect("it was there");
    path
}

/// The quickest win there is, nine discs.
const QUICKEST: &str = "b f5 w d6 b c5 w f4 b e7 w f6 b g5 w e6 b e3";

/// The reply to a command about a file.
fn ask_about(client: &mut Client, command: &str, path: &Path) -> String {
    client.ask(&format!("{command} {}", path.display()))
}
