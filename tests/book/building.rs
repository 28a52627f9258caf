//! Building books, however it is interrupted.

use super::*;

#[test]
fn a_complete_book_has_the_exact_value_of_every_position() {
    let folder = Folder::new("complete");
    let file = folder.file("t.book");
    build(&file, TICTACTOE).success().stdout(contains(
        "game: tictactoe 3x3\npositions: 627\norigin: 9 plies, exact values",
    ));
    // The key of the empty board is 0, and its value too: neither means that it is missing.
    assert_eq!(TicTacToe::start().canonical_key(), 0);
    holds_exact_values::<TicTacToe>(&file, 9);
    book_command("verify", &file, &[])
        .success()
        .stdout(contains("627 positions"));
    let info = book_command("info", &file, &[]).success();
    let info = String::from_utf8(info.get_output().stdout.clone()).expect("text");
    assert!(
        info.contains("wins and losses with their distances"),
        "{info}"
    );
    let size = fs::metadata(&file).expect("a file").len();
    assert!(info.contains(&format!("bytes: {size} ")), "{info}");

    let file = folder.file("c.book");
    build(&file, CONNECT4).success();
    holds_exact_values::<Connect4<5, 4>>(&file, 6);
    book_command("verify", &file, &["--sample", "100", "--seed", "7"])
        .success()
        .stdout(contains("100 of"));
}

#[test]
fn books_that_differ_can_be_told_apart() {
    let folder = Folder::new("apart");
    let told = |depth: &str| {
        let file = folder.file(&format!("{depth}.book"));
        let options = ["--game", "tictactoe", "--plies", "3", "--depth", depth];
        build(&file, &options).success();
        let info = book_command("info", &file, &[]).success();
        let info = String::from_utf8(info.get_output().stdout.clone()).expect("text");
        let (_, fingerprint) = info.split_once("sha1: ").expect("its SHA-1");
        (
            fs::metadata(&file).expect("a file").len(),
            fingerprint.trim().to_string(),
        )
    };
    let [one, two] = ["1", "2"].map(told);
    assert_eq!(one.0, two.0);
    assert_ne!(one.1, two.1);
    assert_eq!(one.1.len(), 40);
}

#[test]
#[ignore = "takes long"]
fn a_book_is_the_same_whatever_the_threads() {
    let folder = Folder::new("threads");
    for (kind, options) in [("exact", CONNECT4), ("searched", LONG)] {
        let build_with = |threads: &str| {
            let file = folder.file(&format!("{kind}{threads}.book"));
            build(&file, &[options, &["--threads", threads]].concat()).success();
            fs::read(&file).expect("a book")
        };
        let one = build_with("1");
        assert_eq!(one, build_with("3"), "{kind}");
    }
    book_command(
        "verify",
        &folder.file("searched3.book"),
        &["--sample", "50"],
    )
    .success();
}

#[test]
#[ignore = "takes long"]
fn a_build_that_is_killed_again_and_again_ends_with_the_same_book() {
    let folder = Folder::new("killed");
    let whole = folder.file("whole.book");
    build(&whole, LONG).success();
    let file = folder.file("killed.book");
    let mut rng = fastrand::Rng::with_seed(9);
    let mut kills = 0;
    loop {
        let options = [LONG, &["--threads", ["1", "2"][kills % 2]]].concat();
        let mut child = start_build(&file, &options);
        // Killed without a warning: first when it has found something, then at any moment. In the
        // end it is faster.
        let found = |bytes: u64| fs::metadata(journal(&file)).is_ok_and(|file| file.len() > bytes);
        while kills == 0 && !found(300) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(rng.u64(1..100)));
        let _ = child.kill();
        if child.wait().expect("a status").success() {
            break;
        }
        kills += 1;
        if kills >= 20 {
            build(&file, LONG).success();
            break;
        }
        // A sudden end of the machine may leave this as well.
        if let Ok(mut bytes) = fs::read(journal(&file)) {
            let torn = rng.usize(..=bytes.len().min(40));
            bytes.truncate(bytes.len() - torn);
            if kills % 3 == 0 && bytes.len() > 300 {
                let place = rng.usize(200..bytes.len());
                bytes[place] ^= 0x55;
            }
            fs::write(journal(&file), bytes).expect("written");
        }
    }
    assert!(kills > 0, "it was never killed");
    assert_eq!(
        fs::read(&file).expect("a book"),
        fs::read(&whole).expect("a book")
    );
    assert!(!journal(&file).exists(), "the journal is removed");
}

#[test]
fn a_journal_that_was_cut_or_damaged_is_gone_on_with() {
    let folder = Folder::new("torn");
    let whole = folder.file("whole.book");
    let options = ["-g", "connect4", "--size", "5x4", "-p", "3", "--depth", "2"];
    build(&whole, &options).success();
    // A journal of all values: that of a build that could not write its book.
    let file = folder.file("torn.book");
    fs::create_dir(&file).expect("a folder in the way");
    fs::write(journal(&file), "").expect("written");
    build(&file, &options).code(1).stderr(contains("torn.book"));
    fs::remove_dir(&file).expect("removed");
    let all = fs::read(journal(&file)).expect("a journal");
    assert!(all.len() > 500, "it has {} bytes", all.len());
    let whole = fs::read(&whole).expect("a book");
    let go_on_from = |bytes: &[u8], what: &str| {
        fs::write(journal(&file), bytes).expect("written");
        build(&file, &options).success();
        assert_eq!(fs::read(&file).expect("a book"), whole, "{what}");
        fs::remove_file(&file).expect("removed");
    };
    // Records are of 15 bytes: after this step, one ends at another of its bytes.
    for length in (0..=all.len()).step_by(31) {
        go_on_from(&all[..length], &format!("{length} bytes"));
    }
    // A value that was damaged is not believed: the ninth byte of a record.
    for record in [1, 2, 10] {
        let mut bytes = all.clone();
        let place = all.len() - 15 * record + 8;
        bytes[place] ^= 1;
        go_on_from(&bytes, &format!("byte {place} damaged"));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_build_says_how_to_go_on() {
    use std::io::{BufRead, BufReader, Read};
    let folder = Folder::new("interrupted");
    let file = folder.file("slow.book");
    let options = ["-g", "othello", "--plies", "3", "--depth", "60"];
    let mut child = start_build(&file, &options);
    // It says when it begins to search, and does so for hours.
    let mut errors = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut message = String::new();
    errors.read_line(&mut message).expect("text");
    assert!(message.contains("0 of 14 positions judged"), "{message}");
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status();
    assert!(status.expect("kill runs").success());
    errors.read_to_string(&mut message).expect("text");
    assert_eq!(child.wait().expect("a status").code(), Some(1));
    assert!(
        message.contains("run the same command to continue"),
        "{message}"
    );
    assert!(message.contains("slow.book.part"), "{message}");
    assert!(!file.exists());
    // Other options are another book.
    let other = ["-g", "othello", "--plies", "3", "--depth", "2"];
    build(&file, &other)
        .code(1)
        .stderr(contains("other options"));
    fs::remove_file(journal(&file)).expect("removed");
    build(&file, &other).success();
    build(&file, &other)
        .code(1)
        .stderr(contains("already exists"));
}

#[test]
fn wrong_arguments_of_a_build_are_explained() {
    let folder = Folder::new("arguments");
    let file = folder.file("none.book");
    let list = folder.file("list");
    fs::write(&list, "# two\n.../.X./... w\nXXX/.../... w\n").expect("written");
    let from = ["--from", name(&list)];
    let wrong: &[(&[&str], i32, &str)] = &[
        (&["-g", "tictactoe", "-p", "2"], 2, "--exact"),
        (&["-g", "tictactoe", "--exact"], 2, "--plies"),
        (&["-g", "chess", "-p", "2", "--exact"], 2, "chess"),
        (
            &["-g", "connect4", "--size", "3x3", "-p", "2", "--exact"],
            2,
            "7x6",
        ),
        (
            &["-g", "tictactoe", "-p", "2", "--exact", "--depth", "2"],
            2,
            "--depth",
        ),
        (
            &["-g", "tictactoe", "-p", "2", "--depth", "0"],
            2,
            "--depth",
        ),
        (&["-g", "tictactoe", "-p", "2", "--time", "-1"], 2, "-1"),
        (
            &["-g", "tictactoe", "-p", "2", "--depth", "2", "-e", "luck"],
            2,
            "luck",
        ),
        (
            &["-g", "tictactoe", "-p", "2", "--exact", "--threads", "0"],
            2,
            "--threads",
        ),
        (
            &["-g", "tictactoe", "-p", "2", "--exact", "--hash", "0"],
            1,
            "MiB",
        ),
        (
            &["-g", "tictactoe", "-p", "2", "--exact", from[0], from[1]],
            1,
            "line 3",
        ),
        (
            &[
                "-g",
                "tictactoe",
                "-p",
                "2",
                "--exact",
                "--from",
                "/nonexistent",
            ],
            2,
            "/nonexistent",
        ),
    ];
    for (options, code, reason) in wrong {
        build(&file, options).code(*code).stderr(contains(*reason));
        assert!(!file.exists() && !journal(&file).exists(), "{options:?}");
    }
    let nowhere = folder.file("nowhere/none.book");
    build(&nowhere, TICTACTOE)
        .code(1)
        .stderr(contains("nowhere"));
}

#[test]
fn a_book_may_begin_in_chosen_positions() {
    let folder = Folder::new("from");
    let (file, list) = (folder.file("from.book"), folder.file("list"));
    fs::write(
        &list,
        "# the centre\n.../.X./... w  # is usual\n\n.../.X./..O b ; B1:-1\n",
    )
    .expect("written");
    let options = [
        "-g",
        "tictactoe",
        "-p",
        "1",
        "--exact",
        "--from",
        name(&list),
    ];
    build(&file, &options)
        .success()
        .stdout(contains("1 ply from 2 positions, exact values"));
    book_command("verify", &file, &["--from", name(&list)]).success();
    book_command("verify", &file, &[])
        .code(1)
        .stderr(contains("2 positions"));
    let play = |moves: &str| {
        let commands = format!("{moves}genmove\ngomill-explain_last_move\n");
        let options = ["-g", "tictactoe", "--book", name(&file)];
        let replies = replies(&options, &commands);
        replies[replies.len() - 1].starts_with("book ")
    };
    // After the centre both kinds of replies are known; what follows the other one is not.
    assert!(play("play B2\n"));
    assert!(!play(""));
    assert!(!play("play B2\nplay A2\n"));
}
