//! Playing from books.

use super::*;

#[test]
fn the_engine_plays_from_a_book_and_says_so() {
    let folder = Folder::new("play");
    let file = folder.file("a book.book");
    build(&file, &["-g", "tictactoe", "--plies", "3", "--exact"]).success();
    let options = ["-g", "tictactoe", "--book", name(&file)];
    let told = replies(&options, "book\n").remove(0);
    assert!(told.starts_with(name(&file)), "{told}");
    assert!(
        told.contains(": tictactoe 3x3, 54 positions to 3 plies, exact values"),
        "{told}"
    );
    let commands =
        "book off\nbook\nbook on\nbook\n".to_string() + &format!("book {}\nbook\n", name(&file));
    let settings = replies(&options, &commands);
    assert_eq!(settings[..4], ["", "off", "", "none"]);
    assert_eq!(settings[5], told);

    // Three plies are known, so three moves come from the book.
    let mut commands = String::new();
    for _ in 0..5 {
        commands += "genmove\ngomill-explain_last_move\n";
    }
    let moves = replies(&options, &commands);
    let from_book: Vec<bool> = moves
        .iter()
        .skip(1)
        .step_by(2)
        .map(|told| told.starts_with("book "))
        .collect();
    assert_eq!(from_book, [true, true, true, false, false]);
    assert!(
        moves[1].contains(&format!("book {} draw", moves[0])),
        "{}",
        moves[1]
    );
    let log = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"))
        .args(options)
        .arg("-v")
        .write_stdin("genmove\n")
        .assert();
    log.success().stderr(contains("from the book"));

    // An analysis tells what the book knows, as far as it is asked.
    let analysis = replies(&options, "depth 2\nanalyze\nanalyze lines 9\n");
    assert!(analysis[1].contains(" score draw nodes 0 "), "{analysis:?}");
    assert!(analysis[1].contains(" source book pv "), "{analysis:?}");
    let lines: Vec<_> = analysis[2].lines().collect();
    assert!(lines.len() == 9 && lines.iter().all(|line| line.contains(" source book pv ")));
    for setting in ["book off", "plain on", "level novice"] {
        let searched = replies(&options, &format!("{setting}\ndepth 2\nanalyze\n"));
        assert!(searched[2].starts_with("info depth 1 "), "{setting}");
    }
    // The plain search and the levels are what they say.
    for setting in [
        "book off",
        "plain on\ndepth 2",
        "level novice",
        "setup ..././... b",
        "newgame connect4 8x7\ndepth 1",
    ] {
        let searched = replies(
            &options,
            &format!("{setting}\ngenmove\ngomill-explain_last_move\n"),
        );
        let told = searched.last().expect("a reply");
        assert_eq!(
            told.starts_with("book "),
            setting.starts_with("setup"),
            "{setting}: {told}"
        );
    }
}

#[test]
fn variety_chooses_among_equal_moves_and_a_seed_repeats_the_choice() {
    let folder = Folder::new("variety");
    let file = folder.file("t.book");
    build(&file, TICTACTOE).success();
    let options = ["-g", "tictactoe", "--book", name(&file)];
    let game = |settings: &str| {
        let moves = "genmove\n".repeat(9) + "history\nfinal_score\n";
        let replies = replies(&options, &format!("{settings}\n{moves}"));
        // Every move keeps the draw.
        assert_eq!(replies[replies.len() - 1], "0", "{settings}");
        replies[replies.len() - 2].clone()
    };
    let games: Vec<String> = (0..12)
        .map(|seed| game(&format!("variety 1\nseed {seed}")))
        .collect();
    let different: std::collections::HashSet<_> = games.iter().collect();
    assert!(different.len() > 6, "{games:?}");
    assert_eq!(games[3], game("variety 1\nseed 3"));
    // Without variety, and for reg_genmove, nothing is left to chance.
    assert_eq!(game("seed 1"), game("seed 2"));
    let first = |seed| {
        replies(
            &options,
            &format!("variety 9\nseed {seed}\nreg_genmove b\n"),
        )[2]
        .clone()
    };
    assert!((0..8).all(|seed| first(seed) == first(0)));
}

#[test]
fn a_lost_position_in_the_book_may_be_resigned() {
    let folder = Folder::new("resign");
    let file = folder.file("t.book");
    build(&file, TICTACTOE).success();
    let options = ["-g", "tictactoe", "--book", name(&file)];
    let commands = "setup X.X/.O./..O b\nresignation on\n";
    let won = replies(
        &options,
        &format!("{commands}genmove\ngomill-explain_last_move\n"),
    );
    assert!(won[3].contains("win in 1"), "{won:?}");
    let fork = "setup X../OX./..O b\nresignation on\nplay B3\ngenmove\n";
    assert_eq!(replies(&options, fork)[3], "resign");
}

#[test]
fn a_book_that_cannot_be_used_is_refused_and_the_game_goes_on() {
    let folder = Folder::new("refused");
    let (good, bad) = (folder.file("good.book"), folder.file("bad.book"));
    build(&good, TICTACTOE).success();
    let mut bytes = fs::read(&good).expect("a book");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&bad, &bytes).expect("written");
    let commands = format!(
        "book {}\nbook {}\nbook /nonexistent/x.book\nbook {}\nbook\ngenmove\nnewgame connect4 8x7\nbook {}\nbook\n",
        name(&good),
        name(&bad),
        folder.0.display(),
        name(&good)
    );
    let output = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"))
        .args(["-g", "tictactoe"])
        .write_stdin(commands)
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    let replies: Vec<&str> = text.trim_end().split("\n\n").collect();
    assert_eq!(replies[0], "=");
    assert!(
        replies[1].starts_with(&format!("? {}: at offset ", bad.display())),
        "{text}"
    );
    assert!(replies[1].contains("checksum"), "{text}");
    assert!(replies[2].starts_with("? /nonexistent/x.book: "), "{text}");
    assert!(replies[3].contains("not a plain file"), "{text}");
    // The book that was there before still is.
    assert!(replies[4].contains("good.book"), "{text}");
    assert!(replies[5].starts_with("= "), "{text}");
    assert!(
        replies[7].contains("is a book of tictactoe 3x3, and the game is connect4 8x7"),
        "{text}"
    );
    assert_eq!(replies[8], "= none");
    for (option, reason) in [(&bad, "offset"), (&folder.0, "plain file")] {
        let mut program = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"));
        program.args(["-g", "tictactoe", "--book"]).arg(option);
        program
            .write_stdin("name\n")
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(reason));
    }
    book_command("info", &bad, &[])
        .code(1)
        .stderr(contains("offset"));
    book_command("verify", &bad, &[])
        .code(1)
        .stderr(contains("offset"));
}

#[test]
fn a_book_that_is_cut_short_while_it_is_used_is_logged_and_the_game_goes_on() {
    let folder = Folder::new("cut");
    let file = folder.file("t.book");
    build(&file, TICTACTOE).success();
    let mut engine = Command::new(assert_cmd::cargo::cargo_bin!("heelstone"))
        .args(["-v", "-g", "tictactoe", "--book", name(&file)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = engine.stdin.take().expect("it is piped");
    let mut output = BufReader::new(engine.stdout.take().expect("it is piped"));
    let mut ask = |command: &str| {
        writeln!(input, "{command}").expect("it reads");
        let mut lines = [String::new(), String::new()];
        for line in &mut lines {
            output.read_line(line).expect("text");
        }
        assert!(lines[0].starts_with('='), "{command}: {}", lines[0]);
        lines[0].trim_start_matches(['=', ' ']).trim().to_string()
    };
    ask("book");
    let cut = fs::File::options().write(true).open(&file);
    cut.and_then(|file| file.set_len(100)).expect("cut");
    for _ in 0..9 {
        ask("genmove");
    }
    assert_eq!(ask("final_score"), "0");
    drop(input);
    let output = engine.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(log.contains("t.book: the file has become shorter"), "{log}");
    assert!(log.contains("the book is not used here"), "{log}");
}
