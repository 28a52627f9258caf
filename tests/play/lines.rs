//! Line by line.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command as Program;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use crate::play::FIRST;
use crate::play::dialogue::Dialogue;

fn play(arguments: &[&str]) -> Program {
    let mut program = Program::new(assert_cmd::cargo::cargo_bin!("heelstone"));
    program
        .env_remove("RUST_LOG")
        .args([&["play"], arguments].concat());
    program
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}"));
    let _ = fs::remove_file(&path);
    path
}

const NOVICE: [&str; 4] = ["--level", "novice", "--time", "0.05"];

#[test]
fn a_whole_game_of_each_game_against_the_machine() {
    for (game, first) in FIRST {
        let prompt = format!("{first}, your move>");
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut dialogue, text) = Dialogue::start(&[&["--game", game], &NOVICE[..]].concat());
        assert!(
            text.contains("Type a move, or `help`.") && text.contains(&prompt),
            "{text}"
        );
        let mut last = String::new();
        loop {
            let moves = dialogue.moves();
            if moves.is_empty() {
                break;
            }
            last = dialogue.say(&moves[rng.usize(..moves.len())]);
        }
        assert!(
            last.contains(" wins") || last.contains("a draw"),
            "{game}: {last}"
        );
        assert!(dialogue.say("A1").contains("The game is over"), "{game}");
        assert!(dialogue.say("new").contains(&prompt));
        assert!(dialogue.end());
    }
}

#[test]
fn what_the_machine_plays_and_thinks_is_told_and_can_be_kept_quiet() {
    let (mut dialogue, _) = Dialogue::start(&[&["-g", "connect4"], &NOVICE[..]].concat());
    let text = dialogue.say("D1");
    assert!(text.contains("Yellow (O) plays "), "{text}");
    assert!(
        text.contains("(score ") && text.contains("depth ") && text.contains("expects "),
        "{text}"
    );
    dialogue.say("thoughts off");
    // A low level does not play the same in every game.
    let free = if text.contains("plays A1") {
        "B1"
    } else {
        "A1"
    };
    let text = dialogue.say(free);
    assert!(
        text.contains("Yellow (O) plays ") && !text.contains("score"),
        "{text}"
    );
    assert!(dialogue.end());
}

#[test]
fn bad_input_gets_a_sentence_and_loses_nothing() {
    let (mut dialogue, _) = Dialogue::start(&["-g", "tictactoe", "--white", "person"]);
    let board = dialogue.say("B2");
    assert!(board.contains("2 . X ."), "{board}");
    for (line, why) in [
        ("B2", "\"B2\" is not a legal move here"),
        ("Z99", "is not a legal move here"),
        (
            "foo",
            "\"foo\" is neither a move nor a command: type `moves` for the legal moves, `help`",
        ),
        ("fly me home", "\"fly\" is no command"),
        (
            "scores x",
            "`scores` takes a number of seconds from 0.001 to 600",
        ),
        ("help me", "`help` takes nothing more"),
        ("goto", "`goto` takes a number of moves"),
        ("goto 5", "The last move of the game is number 1"),
        ("goto -1", "`goto` takes a number of moves"),
        ("new chess", "Unknown game \"chess\""),
        ("new connect4 99x99", "Connect4 has no size \"99x99\""),
        ("level wizard", "Unknown level \"wizard\""),
        ("time 0", "The time for a move is from 0.001 to 600 seconds"),
        ("time long", "The time for a move is"),
        ("depth 0", "The depth is a number of plies from 1"),
        ("evaluation deep", "Unknown evaluation \"deep\""),
        ("white nobody", "A side is played by a `person`"),
        ("thoughts maybe", "`thoughts` are `on` or `off`"),
        ("go", "It is not the machine's turn"),
        ("redo", "There is no move to play again"),
        ("load /nowhere/at/all", "Cannot read /nowhere/at/all"),
        ("save /nowhere/at/all", "Cannot write /nowhere/at/all"),
        (&"x".repeat(10_000), "This line is too long"),
    ] {
        let answer = dialogue.say(line);
        assert!(answer.starts_with(why) || answer.contains(why), "{answer}");
        assert!(answer.ends_with("O, your move>\n"), "{answer}");
    }
    assert!(dialogue.say("board").contains("2 . X ."));
    assert_eq!(dialogue.say(""), "O, your move>\n");
    assert!(dialogue.end());
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let (mut dialogue, _) = Dialogue::start(&[&["-g", "connect4"], &NOVICE[..]].concat());
    assert!(
        dialogue
            .say("undo")
            .contains("There is no move to take back")
    );
    let after = dialogue.say("D1");
    let before = dialogue.say("undo");
    assert!(before.contains("1 . . . . . . .") && before.contains("Red (X), your move>"));
    let again = dialogue.say("redo");
    // The answer of the machine, too.
    let board = |text: &str| {
        let is_row = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
        text.lines()
            .filter(is_row)
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert_eq!(board(&again), board(&after));
    let machines = dialogue.say("goto 1");
    assert!(
        machines.contains("Yellow (O) waits for `go`, or your move>"),
        "{machines}"
    );
    assert!(dialogue.say("go").contains("Yellow (O) plays "));
    assert!(dialogue.end());
}

#[test]
fn a_hint_and_the_score_of_each_move() {
    let (mut dialogue, _) = Dialogue::start(&["-g", "tictactoe", "--white", "person"]);
    for name in ["B2", "A1", "A3", "B1"] {
        dialogue.say(name);
    }
    let hint = dialogue.say("hint");
    assert!(hint.contains("Hint: C1."), "{hint}");
    let scores = dialogue.say("scores 20");
    assert!(scores.contains("C1: X wins in 1"), "{scores}");
    assert!(scores.contains("C3: "), "{scores}");
    assert!(dialogue.end());
}

#[test]
fn a_review_lists_the_mistakes() {
    let (mut dialogue, _) = Dialogue::start(&["-g", "tictactoe", "--white", "person"]);
    assert!(
        dialogue
            .say("review")
            .contains("There is no move to review")
    );
    // Only the middle answers a corner.
    for name in ["A1", "B1", "A3"] {
        dialogue.say(name);
    }
    let review = dialogue.say("review 0.5");
    assert!(
        review.contains("2. B1 is a mistake (?). Best: B2 "),
        "{review}"
    );
    assert!(review.contains("X: no mistakes. O: 1 mistake."), "{review}");
    assert!(dialogue.end());
}

#[test]
fn words_are_read_in_any_capitals_and_exit_is_quit() {
    let (mut dialogue, _) = Dialogue::start(&["-g", "tictactoe", "--white", "person"]);
    assert!(dialogue.say("Games").contains("  connect4 7x6 "));
    for line in [
        "LEVEL Novice",
        "Time NONE",
        "O Person",
        "Thoughts Off",
        "b2",
        "New Connect4 8X7",
    ] {
        let answer = dialogue.say(line);
        assert!(
            answer.ends_with("your move>\n") && !answer.contains("`"),
            "{line}: {answer}"
        );
    }
    assert!(dialogue.end());
    let left = play(&NOVICE).write_stdin("Exit\nfoo\n").assert();
    left.success().stdout(contains("foo").not());
}

#[test]
fn the_list_of_games_has_the_sizes_to_choose_from() {
    let (mut dialogue, _) = Dialogue::start(&["-g", "tictactoe", "--white", "person"]);
    let games = dialogue.say("games");
    for line in [
        "  tictactoe\n",
        "  connect4 7x6 8x7",
        "  othello\n",
        "  stonehenge\n",
    ] {
        assert!(games.contains(line), "{games}");
    }
    assert!(dialogue.end());
}

#[test]
fn a_pass_is_announced_loudly() {
    let path = file("pass.txt");
    fs::write(&path, PASS).expect("the file is written");
    let (mut dialogue, _) = Dialogue::start(&["-g", "othello", "--white", "person"]);
    let text = dialogue.say(&format!("load {}", path.display()));
    assert!(
        text.contains("*** Black (X) HAS NO LEGAL MOVE AND MUST PASS ***"),
        "{text}"
    );
    assert!(dialogue.say("A1").contains("is not a legal move here"));
    let text = dialogue.say("pass");
    assert!(
        text.contains("*** Black (X) HAD NO LEGAL MOVE AND HAS PASSED ***"),
        "{text}"
    );
    // The machine says so as well.
    dialogue.say("undo");
    let text = dialogue.say("black machine");
    assert!(
        text.contains("*** Black (X) HAS NO LEGAL MOVE AND PASSES ***"),
        "{text}"
    );
    assert!(dialogue.end());
}

/// A position of Othello in which Black has to pass.
const PASS: &str = "--------------------------XXX------XX-------XXOO------O------O-X X";

#[test]
fn a_side_is_called_as_people_call_it() {
    let (mut dialogue, _) = Dialogue::start(&["-g", "connect4", "--white", "person"]);
    let refused = dialogue.say("yellow nobody");
    assert!(
        refused.contains("by a `person` or by the `machine`"),
        "{refused}"
    );
    let text = dialogue.say("red machine");
    assert!(text.contains("Red (X) plays "), "{text}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let path = file("game.sgf");
    let (mut dialogue, _) = Dialogue::start(&["-g", "connect4", "--white", "person"]);
    dialogue.say("D1");
    dialogue.say("C1");
    let saved = dialogue.say(&format!("save {}", path.display()));
    assert!(saved.contains("The game was saved to "), "{saved}");
    dialogue.say("new othello");
    let text = dialogue.say(&format!("load {}", path.display()));
    assert!(text.contains("1 . . O X . . ."), "{text}");
    assert!(dialogue.end());
}

#[test]
fn saving_writes_what_the_name_says_and_over_no_file_of_before() {
    let (path, other) = (file("kept.pdn"), file("other.PDN"));
    fs::write(&path, "my collection").expect("a folder");
    let (mut dialogue, _) =
        Dialogue::start(&["-g", "draughts", "--white", "person", "--black", "person"]);
    let refused = dialogue.say(&format!("save {}", path.display()));
    assert!(refused.contains("already: name another one"), "{refused}");
    assert_eq!(
        fs::read_to_string(&path).expect("it is there"),
        "my collection"
    );
    // What was saved here before is its own, and a game that went on.
    for (mv, record) in [("32-28", "1. 32-28 *"), ("19-23", "1. 32-28 19-23 *")] {
        dialogue.say(mv);
        let saved = dialogue.say(&format!("save {}", other.display()));
        assert!(saved.contains("The game was saved to "), "{saved}");
        let text = fs::read_to_string(&other).expect("it is there");
        assert!(text.trim_end().ends_with(record), "{text}");
    }
    dialogue.say("new");
    let refused = dialogue.say(&format!("save {}", other.display()));
    assert!(refused.contains("already: name another one"), "{refused}");
    assert!(dialogue.end());
}

#[test]
fn players_sides_and_settings_are_changed_between_two_moves() {
    let (mut dialogue, _) = Dialogue::start(&[&["-g", "tictactoe"], &NOVICE[..]].concat());
    let text = dialogue.say("swap");
    assert!(text.contains("X plays "), "{text}");
    assert!(text.contains("O, your move>"), "{text}");
    for line in [
        "level expert",
        "time 0.1",
        "depth 2",
        "depth none",
        "evaluation",
    ] {
        assert!(dialogue.say(line).ends_with("O, your move>\n"));
    }
    let text = dialogue.say("white machine");
    assert!(text.contains(" wins.") || text.contains("a draw"), "{text}");
    assert!(dialogue.end());
}

#[test]
fn the_end_of_the_input_ends_it_cleanly_wherever_it_is() {
    for input in ["", "D1", "D1\n", "D1\nD", "hint", "quit\nD1\n"] {
        let arguments = [&["-g", "connect4"], &NOVICE[..]].concat();
        let assert = play(&arguments).write_stdin(input).assert();
        assert.success().stderr(is_empty());
    }
    // Two machines play to the end first.
    let both = [
        "-g",
        "tictactoe",
        "--black",
        "machine",
        "--white",
        "machine",
    ];
    let assert = play(&[&both, &NOVICE[..]].concat())
        .write_stdin("")
        .assert();
    assert
        .success()
        .stdout(contains("`new` starts another game"));
}

#[test]
fn random_lines_neither_crash_it_nor_end_it() {
    let mut rng = fastrand::Rng::with_seed(3);
    let words = [
        "D1",
        "undo",
        "redo",
        "goto",
        "9",
        "new",
        "othello",
        "stonehenge",
        "go",
        "swap",
        "depth",
        "level",
        "novice",
        "time",
        "0.01",
        "pass",
        "K6",
        "moves",
        "evaluation",
        "\u{1f600}",
        "load",
    ];
    let mut input = Vec::new();
    for _ in 0..500 {
        for _ in 0..rng.usize(..4) {
            input.extend(words[rng.usize(..words.len())].bytes());
            input.push(b' ');
        }
        if rng.u8(..8) == 0 {
            input.extend((0..rng.usize(..20)).map(|_| rng.u8(..)));
        }
        input.push(b'\n');
    }
    input.extend(b"quit\n");
    let assert = play(&NOVICE).write_stdin(input).assert();
    assert.success().stderr(is_empty());
}

#[test]
fn wrong_arguments_are_refused_with_a_sentence() {
    for (arguments, why) in [
        (&["--black", "nobody"][..], "person"),
        (&["--game", "chess"], "othello"),
        (&["--time", "0"], "seconds are a number above 0"),
        (&["--time", "601"], "from 0.001 to 600 seconds"),
        (&["--level", "wizard"], "novice"),
        (&["--evaluation", "deep"], "unknown evaluation"),
    ] {
        let assert = play(arguments).write_stdin("").assert();
        assert.code(2).stdout(is_empty()).stderr(contains(why));
    }
    let assert = play(&["--hash", "0"]).write_stdin("").assert();
    assert
        .failure()
        .stderr(contains("the table takes").and(contains("heelstone:")));
}
