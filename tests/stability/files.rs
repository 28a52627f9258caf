//! How the files that the program writes begin: their magic words and versions.

use std::fs;
use std::path::PathBuf;

use crate::stability::snapshot;
use crate::stability::words::{protocol, run};

#[test]
fn the_heads_of_files_are_those_of_the_snapshot() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let book = folder.join("stability.book");
    let path = book.to_str().expect("text");
    let _ = fs::remove_file(&book);
    run(&[
        "book",
        "build",
        path,
        "--game",
        "tictactoe",
        "--plies",
        "2",
        "--exact",
    ]);
    let bytes = fs::read(&book).expect("the book is there");
    let record = protocol("newgame tictactoe\nplay B2\nprintsgf\n");
    let record = record.rsplit("= ").next().expect("an answer").trim();
    let text = format!(
        "book: {}\nrecord: {}\n",
        bytes[..16].escape_ascii(),
        record.replace(env!("CARGO_PKG_VERSION"), "RELEASE"),
    );
    snapshot::compare("files.txt", &text);
}
