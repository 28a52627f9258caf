//! Play line by line, where there is no terminal or none is wanted.

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::commands::{self, Flow};
use super::desk::Desk;
use crate::release::RELEASE;
use crate::session::Played;
use crate::sitting::{Event, Purpose};

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 4096;

/// A dialogue of lines.
pub(super) struct Plain<'a> {
    /// The game and the thoughts on it.
    pub(super) desk: Desk,
    /// `true` to print the engine's thoughts on the machine's moves.
    pub(super) tells_thoughts: bool,
    /// The output.
    pub(super) out: &'a mut dyn Write,
    events: Receiver<Event>,
    /// `true` if the terminal shows typed text after the prompt.
    has_echo: bool,
    /// The position of the last board printed.
    shown: Option<String>,
}

/// Plays until the input ends or the player quits.
///
/// # Errors
/// Returns an error if the input or the output fails.
pub(super) fn run(
    desk: Desk,
    events: Receiver<Event>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    has_echo: bool,
) -> Result<()> {
    let mut plain = Plain {
        desk,
        tells_thoughts: true,
        out,
        events,
        has_echo,
        shown: None,
    };
    let title = plain.desk.session().info().title;
    writeln!(
        plain.out,
        "Heelstone {RELEASE}: {title}. Type a move, or `help`."
    )?;
    loop {
        plain.let_machine_move()?;
        plain.show_board_once()?;
        plain.ask()?;
        let Some(line) = read_line(input)? else {
            return plain.end();
        };
        let done = line.and_then(|line| commands::obey(&mut plain, &line));
        match done {
            Ok(Flow::On) => {}
            Ok(Flow::End) => return Ok(()),
            Err(why) => writeln!(plain.out, "{}.", capitalized(&why))?,
        }
    }
}

/// A sentence with a capital letter in front; a command or a name in quotes keeps its form.
fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Reads a line; `None` at the end of the input, a sentence if the line is too long.
fn read_line(input: &mut dyn BufRead) -> std::io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(Err("this line is too long".into())));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&line).into_owned())))
}

impl Plain<'_> {
    /// Lets the machine play while it is its turn, and prints its moves.
    fn let_machine_move(&mut self) -> Result<()> {
        let mut told = self.desk.sitting.ply();
        while self.desk.sitting.busy() == Some(Purpose::Move) {
            self.wait(None);
            let history = self.desk.session().history();
            for played in history.get(told..).unwrap_or_default() {
                self.tell(played)?;
            }
            told = history.len();
        }
        Ok(())
    }

    fn tell(&mut self, played: &Played) -> Result<()> {
        let side = self.desk.named(played.side);
        if played.name == "pass" {
            writeln!(self.out, "*** {side} HAS NO LEGAL MOVE AND PASSES ***")?;
        } else {
            writeln!(self.out, "{side} plays {}.", played.name)?;
        }
        let thought = self.desk.thoughts.last().filter(|_| self.tells_thoughts);
        // A move known without a search, such as one from a book, has no thought.
        let own = thought.filter(|thought| thought.line().starts_with(&played.name));
        if let Some(thought) = own {
            writeln!(self.out, "  ({thought})")?;
        }
        Ok(())
    }

    /// Waits for an event, at most until the given time; returns false once that time is over.
    fn wait(&mut self, until: Option<Instant>) -> bool {
        const LONG: Duration = Duration::from_secs(3600);
        let due = [self.desk.sitting.due(), until].into_iter().flatten().min();
        let time = due.map_or(LONG, |due| due.saturating_duration_since(Instant::now()));
        match self.events.recv_timeout(time) {
            Ok(event) => self.desk.learn(event),
            Err(RecvTimeoutError::Timeout) => {
                self.desk.sitting.move_when_due();
                self.desk.refresh();
            }
            Err(RecvTimeoutError::Disconnected) => return false,
        }
        until.is_none_or(|until| Instant::now() < until)
    }

    /// Waits while the engine works for `purpose`, but no longer than `time`.
    pub(super) fn wait_for(&mut self, purpose: Purpose, time: Duration) {
        let until = Instant::now() + time;
        while self.desk.sitting.busy() == Some(purpose) && self.wait(Some(until)) {}
    }

    /// Waits until the game is reviewed.
    pub(super) fn wait_for_review(&mut self) {
        while self.desk.sitting.is_reviewing() && self.wait(None) {}
    }

    /// Prints the board if the position has changed since the last time.
    fn show_board_once(&mut self) -> Result<()> {
        let session = self.desk.session();
        let now = format!("{} {}", session.info().name, session.position());
        if self.shown.as_ref() != Some(&now) {
            self.show_board()?;
            if let Some(result) = self.desk.result() {
                writeln!(
                    self.out,
                    "{result} `new` starts another game, `undo` takes moves back."
                )?;
            }
        }
        self.shown = Some(now);
        Ok(())
    }

    /// Shows the board.
    pub(super) fn show_board(&mut self) -> Result<()> {
        let board = self.desk.session().drawing().to_text();
        Ok(writeln!(self.out, "\n{board}\n")?)
    }

    /// Prompts the side to move.
    fn ask(&mut self) -> Result<()> {
        if let Some(pass) = self.desk.pass() {
            writeln!(self.out, "*** {pass} ***")?;
        }
        let mover = self.desk.mover();
        let question = if self.desk.session().result().is_some() {
            String::new()
        } else if self.desk.sitting.is_machines_turn() {
            format!("{mover} waits for `go`, or your move")
        } else {
            format!("{mover}, your move")
        };
        match self.has_echo {
            true => write!(self.out, "{question}> ")?,
            false => writeln!(self.out, "{question}>")?,
        }
        Ok(self.out.flush()?)
    }

    /// Ends a line that the end of the input left open on a terminal.
    fn end(&mut self) -> Result<()> {
        if self.has_echo {
            writeln!(self.out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
        let long = "x".repeat(10_000);
        let text = format!("D1\n{long}\n\u{fffd}\nlast");
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).expect("text");
        assert_eq!(next(), Some(Ok("D1\n".into())));
        assert_eq!(next(), Some(Err("this line is too long".into())));
        assert_eq!(next(), Some(Ok("\u{fffd}\n".into())));
        assert_eq!(next(), Some(Ok("last".into())));
        assert_eq!(next(), None);
    }
}
