//! Files of release 0.1.0, when the program had another name: `tests/data/sarsen-0.1.0`.

use super::*;

fn former(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sarsen-0.1.0");
    Path::new(folder).join(name)
}

/// A journal of release 0.1.0 beside the book that it is of, ready to be gone on with.
fn begun(folder: &Folder, name: &str) -> PathBuf {
    let file = folder.file(&format!("{name}.book"));
    let kept = former(&format!("{name}.book.part"));
    fs::copy(kept, journal(&file)).expect("copied");
    file
}

#[test]
fn a_book_under_the_former_name_is_read() {
    holds_exact_values::<TicTacToe>(&former("tictactoe.book"), 9);
    book_command("info", &former("tictactoe.book"), &[])
        .success()
        .stdout(contains("exact values, made by heelstone 0.1.0\n"));
    book_command("verify", &former("tictactoe.book"), &[]).success();
    let answers = replies(
        &[
            "--game",
            "tictactoe",
            "--book",
            name(&former("tictactoe.book")),
        ],
        "book\n",
    );
    assert!(
        answers[0].contains("tictactoe.book: tictactoe 3x3, 627"),
        "{answers:?}"
    );
}

#[test]
fn a_book_is_converted_to_the_present_format() {
    let folder = Folder::new("converted");
    let (file, new) = (folder.file("converted.book"), folder.file("new.book"));
    book_command("convert", &former("tictactoe.book"), &[name(&file)]).success();
    build(&new, TICTACTOE).success();
    let bytes = |path: &Path| String::from_utf8_lossy(&fs::read(path).expect("read")).into_owned();
    assert!(bytes(&file).contains("HSBOOK") && !bytes(&file).contains("sarsen"));
    let (old, new) = (
        Book::open(&file).expect("a book"),
        Book::open(&new).expect("a book"),
    );
    let entries = |book: &Book| {
        let mut all = Vec::new();
        book.for_each(|key, worth| all.push((key, worth.to_string())))
            .expect("whole");
        all
    };
    assert_eq!(entries(&old), entries(&new));
    book_command("convert", &former("tictactoe.book"), &[name(&file)])
        .code(1)
        .stderr(contains("already exists"));
}

#[test]
fn a_build_that_the_former_name_began_goes_on() {
    let folder = Folder::new("former-journal");
    let file = begun(&folder, "exact");
    build(
        &file,
        &["-g", "connect4", "--size", "5x4", "-p", "7", "--exact"],
    )
    .success()
    .stderr(contains("heelstone: 101 of "))
    .stdout(contains("made by heelstone 0.1.0 and heelstone "));
    book_command("verify", &file, &["--sample", "1000"]).success();
    assert!(!journal(&file).exists());
}

#[test]
fn what_another_build_began_under_the_former_name_is_left_alone() {
    let folder = Folder::new("former-other");
    let file = begun(&folder, "searched");
    let other = ["-g", "othello", "-p", "3", "--nodes", "1000"];
    build(&file, &other)
        .code(1)
        .stderr(contains("a build with other options"));
    let kept = fs::read(journal(&file)).expect("read");
    assert_eq!(kept, fs::read(former("searched.book.part")).expect("read"));
}

#[test]
fn a_proof_begins_with_what_a_former_journal_knows() {
    let folder = Folder::new("former-with");
    let file = folder.file("proof.book");
    let with = former("exact.book.part");
    let proof = [
        "-g",
        "connect4",
        "--size",
        "5x4",
        "-p",
        "7",
        "--proof",
        "--with",
        name(&with),
    ];
    build(&file, &proof).success();
    book_command("verify", &file, &["--sample", "1000"]).success();
}

#[test]
fn a_book_of_the_game_with_values_that_it_lacks_is_refused_for_them() {
    // The offset of the byte for the form of the values, and the byte that stands for margins.
    const FORM: usize = 32;
    const MARGINS: u8 = 0;
    let mut bytes = fs::read(former("tictactoe.book")).expect("read");
    bytes[FORM] = MARGINS;
    let length = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]);
    let text_end = 40 + length as usize;
    let checksum = crc32fast::hash(&bytes[..text_end]).to_le_bytes();
    bytes[text_end..text_end + 4].copy_from_slice(&checksum);
    let folder = Folder::new("margins");
    let file = folder.file("margins.book");
    fs::write(&file, bytes).expect("written");
    let answers = replies(&["--game", "tictactoe"], &format!("book {}\n", name(&file)));
    assert!(
        answers[0].ends_with("has values of a kind that Tic-tac-toe does not have"),
        "{answers:?}"
    );
}
