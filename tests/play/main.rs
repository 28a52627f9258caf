//! `heelstone play` from the outside: line by line over pipes, and on a real terminal (tmux).

mod dialogue;
mod lines;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod tmux;
