//! `heelstone play` from the outside: line by line over pipes, and on a real terminal (tmux).

mod dialogue;
mod lines;
#[cfg(unix)]
mod looks;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod tmux;

/// The games, each with who begins as people read it.
const FIRST: [(&str, &str); 4] = [
    ("tictactoe", "X"),
    ("connect4", "Red (X)"),
    ("othello", "Black (X)"),
    ("stonehenge", "Black (X)"),
];
