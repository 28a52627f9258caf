//! Opening books, as a user builds them and plays from them.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assert_cmd::Command as Program;
use predicates::str::contains;
use sarsen::book::{Book, Form, Verified};
use sarsen::game::{Game, GameVisitor, Rules};
use sarsen::games::connect4::Connect4;
use sarsen::games::tictactoe::TicTacToe;
use sarsen::search::{Limits, Stop, Table};
use sarsen::session::{Engine, Registry};
use sarsen::solve::Solver;

/// A folder of a test, which is removed after it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("sarsen-book-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TICTACTOE: &[&str] = &["--game", "tictactoe", "--plies", "9", "--exact"];
const CONNECT4: &[&str] = &["-g", "connect4", "--size", "5x4", "--plies", "6", "--exact"];

/// A build that takes a while: some 1,600 searches.
const LONG: &[&str] = &[
    "-g", "connect4", "--size", "5x4", "-p", "6", "--nodes", "3000", "--hash", "1",
];

fn build(file: &Path, options: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = Program::new(assert_cmd::cargo::cargo_bin!("sarsen"));
    program
        .args(["book", "build"])
        .arg(file)
        .args(options)
        .assert()
}

fn book_command(command: &str, file: &Path, options: &[&str]) -> assert_cmd::assert::Assert {
    let mut program = Program::new(assert_cmd::cargo::cargo_bin!("sarsen"));
    program
        .args(["book", command])
        .arg(file)
        .args(options)
        .assert()
}

fn start_build(file: &Path, options: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("sarsen"))
        .args(["book", "build"])
        .arg(file)
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs")
}

/// The replies to these commands, without their marks.
fn replies(options: &[&str], commands: &str) -> Vec<String> {
    let output = Program::new(assert_cmd::cargo::cargo_bin!("sarsen"))
        .args(options)
        .write_stdin(commands)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let replies = text.trim_end().split("\n\n");
    replies
        .map(|reply| reply.trim_start_matches(['=', ' ']).to_string())
        .collect()
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name of ASCII")
}

fn journal(file: &Path) -> PathBuf {
    file.with_extension("book.part")
}

/// Each unfinished position of a game up to some plies.
fn all_positions<G: Game>(position: &G, plies: u32, visit: &mut impl FnMut(&G)) {
    if position.outcome().is_some() {
        return;
    }
    visit(position);
    if plies > 0 {
        for mv in position.legal_moves() {
            all_positions(&position.after(mv), plies - 1, visit);
        }
    }
}

/// The book knows every position, with the value that the solver finds.
fn holds_exact_values<G: Game>(file: &Path, plies: u32) {
    let book = Book::open(file).expect("a book");
    let mut table = Table::new(16).expect("a table");
    let mut solver = Solver::new(&mut table, &Limits::none(), &Stop::new());
    let mut keys = std::collections::HashSet::new();
    all_positions(&G::start(), plies, &mut |position| {
        if keys.insert(position.symmetric_key()) {
            let worth = book.find(position.symmetric_key()).expect("whole");
            let value = solver.value(position).expect("solved");
            let worth = worth.unwrap_or_else(|| panic!("{} is missing", position.position()));
            assert_eq!(
                worth.to_string(),
                value.to_string(),
                "{}",
                position.position()
            );
        }
    });
    assert_eq!(book.len(), keys.len() as u64);
    assert_eq!(book.form(), Form::Plies);
}

#[test]
fn a_complete_book_has_the_exact_value_of_every_position() {
    let folder = Folder::new("complete");
    let file = folder.file("t.book");
    build(&file, TICTACTOE).success().stdout(contains(
        "game: tictactoe 3x3\npositions: 627\norigin: 9 plies, exact values",
    ));
    // The key of the empty board is 0, and its value too: neither means that it is missing.
    assert_eq!(TicTacToe::start().symmetric_key(), 0);
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
        // What a sudden end of the machine may leave as well.
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
    for length in (0..=all.len()).step_by(7) {
        go_on_from(&all[..length], &format!("{length} bytes"));
    }
    // A value that was damaged is not believed. Records are of 15 bytes, the value at the ninth.
    for record in [1, 2, 10] {
        let mut bytes = all.clone();
        let place = all.len() - 15 * record + 8;
        bytes[place] ^= 1;
        go_on_from(&bytes, &format!("byte {place} damaged"));
    }
}

#[test]
fn an_interrupted_build_says_how_to_go_on() {
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
    assert!(message.contains("the same command goes on"), "{message}");
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
        .stderr(contains("is there already"));
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
    let log = Program::new(assert_cmd::cargo::cargo_bin!("sarsen"))
        .args(options)
        .arg("-v")
        .write_stdin("genmove\n")
        .assert();
    log.success().stderr(contains("from the book"));

    // An analysis is a search.
    let analysis = replies(&options, "depth 2\nanalyze\n");
    assert!(analysis[1].starts_with("info depth 1 "), "{analysis:?}");
    // The plain search and the levels are what they say.
    for setting in [
        "book off",
        "plain on\ndepth 2",
        "level novice",
        "setup ..././... b",
        "newgame othello\ndepth 1",
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
        "book {}\nbook {}\nbook /nonexistent/x.book\nbook {}\nbook\ngenmove\nnewgame othello\nbook {}\nbook\n",
        name(&good),
        name(&bad),
        folder.0.display(),
        name(&good)
    );
    let output = Program::new(assert_cmd::cargo::cargo_bin!("sarsen"))
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
    assert!(replies[3].contains("no plain file"), "{text}");
    // The book that was there before still is.
    assert!(replies[4].contains("good.book"), "{text}");
    assert!(replies[5].starts_with("= "), "{text}");
    assert!(
        replies[7].contains("is a book of tictactoe 3x3, and the game is othello 8x8"),
        "{text}"
    );
    assert_eq!(replies[8], "= none");
    for (option, reason) in [(&bad, "offset"), (&folder.0, "plain file")] {
        let mut program = Program::new(assert_cmd::cargo::cargo_bin!("sarsen"));
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
fn a_wrong_value_is_found_by_verify() {
    let folder = Folder::new("wrong");
    let file = folder.file("c.book");
    build(&file, CONNECT4).success();
    let whole = fs::read(&file).expect("a book");
    // The value of each position in turn, the checksum of its block made right: what a faulty
    // program might have written. The head is 40 bytes, a text, and a checksum.
    let text = u32::from_le_bytes(whole[12..16].try_into().expect("four bytes")) as usize;
    let index = 40 + text + 4;
    let number = |at: usize| u64::from_le_bytes(whole[at..at + 8].try_into().expect("eight bytes"));
    let (start, end) = (number(index + 8) as usize, number(index + 24) as usize);
    for place in [0, 20, 40, 63] {
        let mut bytes = whole.clone();
        bytes[start + place] = bytes[start + place].wrapping_add(2).max(1);
        let checksum = crc32fast::hash(&bytes[start..end - 4]);
        bytes[end - 4..end].copy_from_slice(&checksum.to_le_bytes());
        let forged = folder.file("forged.book");
        fs::write(&forged, &bytes).expect("written");
        book_command("info", &forged, &[]).success();
        book_command("verify", &forged, &["--sample", "100000"])
            .code(1)
            .stderr(contains("and the book says"));
    }
}

#[test]
fn the_books_that_games_bring_along_are_whole_and_contradict_nothing() {
    struct Check(usize);
    impl GameVisitor for Check {
        fn visit<G: Game>(&mut self) {
            let Some(bytes) = G::BOOK else { return };
            self.0 += 1;
            let book = Book::from_bytes(G::NAME, bytes.to_vec()).expect("a book");
            let (columns, rows) = G::SIZE;
            let mut engine = Engine::new(Registry::empty().with::<G>()).expect("an engine");
            let size = format!("{columns}x{rows}");
            engine
                .newgame(Some(G::NAME), Some(&size))
                .expect("the game");
            let told = engine
                .book()
                .expect("it is played from at start")
                .to_string();
            assert_eq!(told, book.to_string());
            let stop = Stop::new();
            let verified = engine
                .session()
                .verify_book(&book, None, (0, 0), &stop, &mut |_| {});
            let Verified { inner, last, .. } = verified.expect("no fault");
            assert_eq!(inner + last, book.len());
        }
    }
    let mut check = Check(0);
    sarsen::games::visit_all(&mut check);
    assert!(check.0 > 0, "Connect 4 has a book");
}

#[test]
fn the_first_moves_of_connect4_have_their_published_values() {
    let start = Connect4::<7, 6>::start();
    let bytes = Connect4::<7, 6>::BOOK.expect("a book");
    let book = Book::built_in(bytes).expect("a whole book");
    // Victor Allis, "A knowledge-based approach of Connect-Four", 1988; the distances are those
    // that the solvers of John Tromp and Pascal Pons give.
    let expected = [
        "loss in 40",
        "loss in 42",
        "draw",
        "win in 41",
        "draw",
        "loss in 42",
        "loss in 40",
    ];
    for (mv, expected) in start.legal_moves().into_iter().zip(expected) {
        let worth = book.find(start.after(mv).symmetric_key()).expect("whole");
        let worth = worth.expect("it is in the book").of_move(false);
        assert_eq!(worth.to_string(), expected, "{mv:?}");
    }
    let commands = "book\nreg_genmove b\ngenmove\ngomill-explain_last_move\n";
    let replies = replies(&["-g", "connect4"], commands);
    assert!(
        replies[0].starts_with("built in: connect4 7x6, "),
        "{}",
        replies[0]
    );
    assert_eq!(replies[1..], ["D1", "D1", "book D1 win in 41 (built in)"]);
    // Other sizes have none.
    let other = self::replies(&["-g", "connect4", "--size", "8x7"], "book\n");
    assert_eq!(other, ["none"]);
}
