//! The board on a terminal: its colours and lines, clicks that are meant well, the question before a game is
//! lost, and the review.

use super::screen::{PEOPLE, click_cell};
use super::tmux::Terminal;

#[test]
fn the_board_has_as_many_colours_as_the_terminal_shows() {
    // The blue of the rack: of 16 million colours, of 256, of 16.
    for (variables, blue) in [
        ("TERM=screen COLORTERM=truecolor", "48;2;31;95;191"),
        ("TERM=screen-256color", "48;5;25"),
        ("TERM=screen", "48;5;4m"),
    ] {
        let variables = format!("{variables} LC_ALL=C.UTF-8");
        let arguments = format!("-g connect4 {PEOPLE}");
        let Some(terminal) = Terminal::start_with(&variables, &arguments) else {
            return;
        };
        terminal.wait_for("your turn.");
        let text = terminal.coloured_text();
        assert!(text.contains(blue), "{variables}:\n{text}");
    }
}

#[test]
fn lines_part_the_squares_in_the_signs_of_the_terminal() {
    for (variables, line) in [
        ("TERM=screen-256color LC_ALL=C.UTF-8", "├─────┼─────┼"),
        ("TERM=vt100 LC_ALL=C", "+-----+-----+"),
    ] {
        let arguments = format!("-g othello {PEOPLE}");
        let Some(terminal) = Terminal::start_with(variables, &arguments) else {
            return;
        };
        terminal.wait_for("your turn.");
        let text = terminal.text();
        assert!(text.contains(line), "{variables}:\n{text}");
    }
}

#[test]
fn a_click_anywhere_in_a_column_plays_there() {
    let Some(terminal) = Terminal::start(&format!("-g connect4 {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    click_cell(&terminal, "D", '6');
    terminal.wait_for("[1.X D1]");
    click_cell(&terminal, "D", '1');
    terminal.wait_for("[2.O D2]");
}

#[test]
fn a_game_that_goes_on_is_lost_only_on_purpose() {
    let Some(terminal) = Terminal::start(&format!("-g tictactoe {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    // Nothing is lost by a new game before the first move.
    terminal.press(&["n", "Enter"]);
    terminal.wait_for("[1.X ");
    for key in ["n", "q"] {
        terminal.press(&[key]);
        terminal.wait_for("The game is not over");
        // The answer that is chosen at first keeps it.
        terminal.press(&["Enter"]);
        let text =
            terminal.wait_until("no question", |text| !text.contains("The game is not over"));
        assert!(text.contains("[1.X "), "{text}");
    }
    terminal.press(&["n"]);
    terminal.wait_for("Start the new game");
    terminal.click_on("Start the new game");
    terminal.wait_for("[Start]");
    terminal.press(&["Tab", "Enter"]);
    terminal.wait_for("[1.X ");
    terminal.press(&["q", "y"]);
    terminal.wait_for("it left with 0");
}

#[test]
fn a_review_finds_the_mistake_and_the_better_line() {
    let Some(terminal) = Terminal::start(&format!("-g tictactoe {PEOPLE}")) else {
        return;
    };
    terminal.wait_for("your turn.");
    terminal.press(&["j"]);
    terminal.wait_for("there is no move to review.");
    // Only the middle answers a corner.
    for (column, row) in [("A", '1'), ("B", '1'), ("A", '3')] {
        click_cell(&terminal, column, row);
    }
    terminal.wait_for("[3.X A3]");
    terminal.press(&["j"]);
    let text = terminal.wait_for("O: 1 mistake.");
    assert!(text.contains("X: no mistakes."), "{text}");
    terminal.press(&["["]);
    let text = terminal.wait_for("[2.O B1?]");
    assert!(text.contains("B1 is a mistake (?)."), "{text}");
    assert!(text.contains("Best: B2 "), "{text}");
    terminal.press(&["["]);
    terminal.wait_for("there are no more mistakes.");
}
