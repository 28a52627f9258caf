//! On a terminal: by keys and by mouse, large and small, with colours and without.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::play::FIRST;
use crate::play::tmux::{Terminal, USUAL};

pub(super) const PEOPLE: &str = "--black person --white person";

/// Presses keys until the game is over: the next place that can be played, each time.
fn play_to_the_end(terminal: &Terminal) -> String {
    let is_over = |text: &str| text.contains("The game is over: n starts another one.");
    for _ in 0..60 {
        let before = terminal.text();
        if is_over(&before) {
            return before;
        }
        terminal.press(&[
            "Tab", "Enter", "Tab", "Enter", "Tab", "Enter", "Tab", "Enter",
        ]);
        terminal.wait_until("a move", |text| text != before);
    }
    terminal.wait_until("the end of the game", is_over)
}

#[test]
fn a_whole_game_of_each_game_by_keys() {
    for (game, first) in FIRST {
        let Some(terminal) = Terminal::start(&format!("-g {game} {PEOPLE}")) else {
            return;
        };
        terminal.wait_for(&format!("{first}: your turn."));
        let text = play_to_the_end(&terminal);
        assert!(
            text.contains(" wins") || text.contains("The game is a draw."),
            "{game}:\n{text}"
        );
        terminal.press(&["n"]);
        terminal.wait_for(&format!("{first}: your turn."));
    }
}

#[test]
fn a_game_that_is_not_of_this_program_appears_by_itself() {
    let folder = Path::new(env!("CARGO_BIN_EXE_heelstone")).parent();
    let program = folder.expect("a folder").join("examples/dots_and_boxes");
    if !program.exists() {
        return println!("skipped: {} was not built", program.display());
    }
    let program = program.to_string_lossy();
    let Some(terminal) = Terminal::start_program(&program, USUAL, PEOPLE) else {
        return;
    };
    terminal.wait_for("Black (X): your turn.");
    let text = play_to_the_end(&terminal);
    assert!(
        text.contains(") wins by ") || text.contains("a draw"),
        "{text}"
    );
}

#[test]
fn the_machine_answers_and_shows_what_it_thinks() {
    let Some(terminal) = Terminal::start("-g connect4 --level novice") else {
        return;
    };
    terminal.wait_for("Yellow (O): machine, level 1");
    terminal.press(&["Tab", "Enter"]);
    let text = terminal.wait_for("2.O ");
    assert!(text.contains("Yellow (O) played "), "{text}");
    for shown in ["Score: ", "depth ", "expects ", "Score (high: Red)"] {
        assert!(text.contains(shown), "{shown}:\n{text}");
    }
    // Taken back with its answer, and played again.
    terminal.press(&["u"]);
    terminal.wait_for("[Start]");
    terminal.press(&["r"]);
    terminal.wait_for("[2.O ");
    // All of it can be switched off.
    terminal.press(&["t", "c"]);
    terminal.wait_until("no thoughts", |text| {
        !text.contains("Score") && !text.contains("depth")
    });
}

#[test]
fn a_hint_the_scores_of_the_moves_and_the_won_line() {
    let Some(terminal) = Terminal::start(&format!("-g tictactoe {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    for place in ["2", "1", "3", "4"] {
        // B2 A1 A3 B1, by clicks: the board has its letters on top, and its rows below.
        let (column, row) = match place {
            "2" => ("B", '2'),
            "1" => ("A", '1'),
            "3" => ("A", '3'),
            _ => ("B", '1'),
        };
        click_cell(&terminal, column, row);
    }
    terminal.wait_for("[4.O B1]");
    terminal.press(&["h"]);
    terminal.wait_for("Hint: C1.");
    terminal.press(&["s"]);
    let text = terminal.wait_for("C1: X wins in 1");
    assert!(text.contains("W1"), "{text}");
    terminal.press(&["s", "l"]);
    click_cell(&terminal, "C", '1');
    let text = terminal.wait_for("*** X wins. ***");
    assert!(text.contains("*X*"), "{text}");
    // A jump in the list of moves, by a click and by keys.
    terminal.click_on("2.O A1");
    terminal.wait_for("[2.O A1]");
    terminal.press(&["."]);
    terminal.wait_for("[3.X A3]");
    terminal.press(&["Home"]);
    terminal.wait_for("[Start]");
    terminal.press(&["End"]);
    terminal.wait_for("[5.X C1]");
}

/// Clicks a cell by the letters above the board and the numbers beside it.
pub(super) fn click_cell(terminal: &Terminal, column: &str, row: char) {
    let before = terminal.text();
    let is_head = |line: &&str| line.trim_start().starts_with("A  ");
    let head = before.lines().find(is_head).expect("letters");
    let x = head.find(column).expect("its letter");
    let is_row = |line: &str| line.trim_start().starts_with(row);
    let y = before.lines().position(is_row).expect("its number");
    terminal.click(x, y);
    terminal.wait_until("the move", |text| text != before);
}

#[test]
fn the_search_tree_is_drawn_or_refused() {
    let Some(terminal) = Terminal::start(&format!("-g tictactoe {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    terminal.press(&["d"]);
    let text = terminal.wait_for("alpha-beta, plies: 2");
    for shown in ["positions: 26, moves cut off: 56", "* A1 ", "cut off: "] {
        assert!(text.contains(shown), "{shown}:\n{text}");
    }
    terminal.press(&["m"]);
    terminal.wait_for("positions: 82, moves cut off: 0");
    terminal.press(&["Left"]);
    terminal.wait_for("positions: 10, moves cut off: 0");
    terminal.press(&["Escape"]);
    terminal.wait_until("no tree", |text| !text.contains("minimax"));

    let Some(terminal) = Terminal::start(&format!("-g stonehenge {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    terminal.press(&["d", "m", "Right"]);
    let text = terminal.wait_for("more than 20000 nodes");
    assert!(!text.contains("Search tree"), "{text}");
}

#[test]
fn a_stone_is_picked_by_its_number_and_a_cell_by_its_letter() {
    let Some(terminal) = Terminal::start(&format!("-g stonehenge {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    terminal.press(&["6"]);
    let text = terminal.wait_for("[6]");
    assert!(text.contains("[Start]"), "{text}");
    // The keys leave it, and it stays picked.
    terminal.press(&["Left"]);
    terminal.wait_for("<6>");
    terminal.press(&["K"]);
    let text = terminal.wait_for("[1.X K6]");
    assert!(text.contains("Lines: Black 1, White 0"), "{text}");
}

#[test]
fn a_pass_is_announced_loudly_and_played_by_any_place() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play-screen-pass.txt");
    let position = "--------------------------XXX------XX-------XXOO------O------O-X X";
    fs::write(&path, position).expect("the file is written");
    let Some(terminal) = Terminal::start(&format!("-g othello {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    terminal.press(&["o"]);
    terminal.wait_for("Open a file");
    terminal.press(&["BSpace"; 20]);
    terminal.press(&["-l", &path.to_string_lossy()]);
    terminal.press(&["Enter"]);
    terminal.wait_for("*** Black (X) HAS NO LEGAL MOVE AND MUST PASS: Enter ***");
    terminal.press(&["Enter"]);
    terminal.wait_for("*** Black (X) HAD NO LEGAL MOVE AND HAS PASSED ***");
}

#[test]
fn another_game_and_other_players_are_chosen() {
    let Some(terminal) = Terminal::start(&format!("-g tictactoe {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("Tic-tac-toe");
    terminal.press(&["g"]);
    terminal.wait_for("Enter starts");
    terminal.press(&["Down", "Enter"]);
    terminal.wait_for("Heelstone - Connect4 7x6");
    terminal.press(&["p"]);
    terminal.wait_for("> Red is played by");
    terminal.press(&["Right", "Down", "Right"]);
    terminal.wait_for("Red (X): machine, level ");
    terminal.press(&["Escape"]);
    terminal.wait_for("[1.X ");
    terminal.press(&["x"]);
    terminal.wait_for("Yellow (O): machine, level ");
    terminal.press(&["?"]);
    terminal.wait_for("take back your last move");
}

#[test]
fn bad_input_gets_a_sentence_and_loses_nothing() {
    let Some(terminal) = Terminal::start(&format!("-g tictactoe {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    terminal.press(&["Enter"]);
    terminal.wait_for("[1.X ");
    terminal.press(&["Enter"]);
    terminal.wait_for("is not a legal move here.");
    terminal.press(&["m"]);
    terminal.wait_for("it is not the machine's turn.");
    terminal.press(&["r"]);
    terminal.wait_for("there is no move to play again.");
    terminal.press(&["o"]);
    terminal.wait_for("Open a file");
    terminal.press(&["-l", "/nowhere"]);
    terminal.press(&["Enter"]);
    terminal.wait_for("cannot read ");
    terminal.press(&["-l", "\u{e9}\u{1f600}%&/()=@~"]);
    terminal.press(&["F7", "M-x", "C-r", "PageUp", "IC"]);
    let text = terminal.text();
    assert!(text.contains("[1.X "), "{text}");
}

#[test]
fn another_size_is_another_picture() {
    let Some(terminal) = Terminal::start(&format!("-g othello {PEOPLE}")) else {
        return;
    };
    let large = terminal.wait_for("Moves");
    assert!(large.contains("A     B     C"), "{large}");
    terminal.resize(70, 20);
    terminal.wait_for("A   B   C");
    // The last line of the picture: what is above it is drawn by then.
    let small = terminal.wait_for("quit");
    assert!(small.contains("Moves"), "{small}");
    terminal.resize(30, 20);
    terminal.wait_for("A B C D E F G H");
    terminal.resize(12, 6);
    terminal.wait_for("is too small");
    terminal.resize(100, 30);
    terminal.wait_for("A     B     C");
    // And it still plays.
    terminal.press(&["Tab", "Enter"]);
    terminal.wait_for("[1.X ");
}

#[test]
fn a_terminal_without_colour_or_lines_is_enough() {
    for variables in [
        "TERM=vt100 LC_ALL=C",
        "TERM=screen-256color NO_COLOR=1 LC_ALL=C",
    ] {
        let arguments = format!("-g connect4 {PEOPLE}");
        let Some(terminal) = Terminal::start_with(variables, &arguments) else {
            return;
        };
        terminal.wait_for("your turn.");
        let text = terminal.text();
        assert!(text.is_ascii(), "{text}");
        assert!(text.contains("[+]") && text.contains("  +  "), "{text}");
        terminal.press(&["Tab", "Enter", "Tab"]);
        let text = terminal.wait_for("[1.X ");
        // Where the stone is, and that it was the last one, is said by signs.
        assert!(text.contains("(X)"), "{text}");
        assert_eq!(colours(&terminal.coloured_text()), Vec::<String>::new());
        play_to_the_end(&terminal);
        terminal.wait_for(") wins");
    }
    let Some(terminal) = Terminal::start(&format!("-g connect4 {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    assert!(!colours(&terminal.coloured_text()).is_empty());
    assert!(!terminal.text().is_ascii());
}

/// The numbers of the colours in a text.
fn colours(text: &str) -> Vec<String> {
    let sequences = text.split("\u{1b}[").skip(1);
    let numbers = sequences.filter_map(|sequence| Some(sequence.split_once('m')?.0.split(';')));
    let is_colour = |number: &&str| {
        let number = number.parse().unwrap_or(0);
        matches!(number, 30..=38 | 40..=48 | 90..=107)
    };
    numbers
        .flatten()
        .filter(is_colour)
        .map(String::from)
        .collect()
}

#[test]
fn the_terminal_is_given_back_however_it_ends() {
    for (how, leave) in [
        ("q y", leave_by_key as fn(&Terminal, &str)),
        ("C-c", leave_by_key),
        ("-TERM", leave_by_signal),
        ("-HUP", leave_by_signal),
    ] {
        let Some(terminal) = Terminal::start("-g othello --black machine --time 60 -l master")
        else {
            return;
        };
        terminal.wait_for("depth ");
        let state = "#{alternate_on} #{mouse_any_flag}#{mouse_all_flag} #{cursor_flag}";
        assert!(terminal.state(state).starts_with("1 "), "{how}");
        leave(&terminal, how);
        terminal.wait_for("it left with 0");
        // The last word of the line that is looked at.
        let text = terminal.wait_for("echoke");
        assert!(text.contains("it was here before"), "{how}:\n{text}");
        assert!(!text.contains("Engine"), "{how}:\n{text}");
        assert!(
            text.contains(" echo ") && text.contains(" icanon") && !text.contains("-icanon"),
            "{how}:\n{text}"
        );
        assert_eq!(terminal.state(state), "0 00 1", "{how}");
    }
}

fn leave_by_key(terminal: &Terminal, keys: &str) {
    terminal.press(&keys.split(' ').collect::<Vec<_>>());
}

fn leave_by_signal(terminal: &Terminal, signal: &str) {
    let Some(process) = terminal.process() else {
        println!("skipped: this system does not tell the children of a process");
        return terminal.press(&["q"]);
    };
    let sent = Command::new("kill").args([signal, &process]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
fn it_takes_no_time_while_nothing_happens() {
    let Some(terminal) = Terminal::start(&format!("-g othello {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    let ticks = || {
        let process = terminal.process()?;
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    let Some(before) = ticks() else {
        return println!("skipped: this system does not tell the time of a process");
    };
    thread::sleep(Duration::from_secs(2));
    assert!(ticks() <= Some(before + 2), "{before} {:?}", ticks());
}

#[test]
fn no_picture_is_drawn_where_lines_are_wanted() {
    let Some(terminal) = Terminal::start("--plain -g tictactoe --level novice") else {
        return;
    };
    terminal.wait_for("X, your move>");
    terminal.press(&["B2", "Enter"]);
    let text = terminal.wait_for("O plays ");
    assert!(text.contains("it was here before"), "{text}");
    terminal.press(&["C-d"]);
    terminal.wait_for("it left with 0");
}
