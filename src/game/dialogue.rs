//! Protocols of other programs, each of one game, unlike GTP, which serves every game.
//!
//! A [`Dialogue`] turns messages into calls of a [`Desk`], the engine as it is seen from a protocol, and what
//! the engine finds into messages. It neither reads nor waits: whoever carries the messages calls it.

use std::time::Duration;

use super::{Info, MoveError, PositionError, Side, Value};

/// A protocol that an engine of a game speaks; see [`Game::PROTOCOLS`](super::Game::PROTOCOLS).
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// Its name on the command line, in lower case: `hub`.
    pub name: &'static str,
    /// How its messages travel.
    pub carrier: Carrier,
    /// Begins a dialogue.
    pub begin: fn(Terms) -> Box<dyn Dialogue>,
}

/// How the messages of a protocol travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// Each on a line, from standard input and to standard output.
    Lines,
    /// Each ended by a zero byte, over a TCP connection.
    Socket {
        /// The usual port.
        port: u16,
    },
}

/// The games that the engine asks the other side for, in a protocol in which either side may ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// How many; 0 to answer requests.
    pub games: u32,
    /// Minutes for all moves of a side.
    pub minutes: u32,
    /// Moves of a side, after which a game ends undecided; 0 for any number.
    pub moves: u32,
}

/// A dialogue in a protocol, as the engine's side of it.
///
/// A search runs beside the dialogue: messages are heard during it.
pub trait Dialogue: Send {
    /// Called before the first message, once the other side can be spoken to.
    fn begin(&mut self, desk: &mut dyn Desk) {
        let _ = desk;
    }

    /// Answers a message.
    fn hear(&mut self, message: &str, desk: &mut dyn Desk) -> Heard;

    /// Takes a line of the search in progress.
    fn report(&mut self, info: &Info, desk: &mut dyn Desk) {
        let _ = (info, desk);
    }

    /// Takes the end of a search. `best` is the name of the move to play; `None` where the engine has none,
    /// because the game is over or it resigns. `info` is the last line about it.
    fn found(&mut self, best: Option<&str>, info: &Info, desk: &mut dyn Desk);
}

/// What is to be done with a message after it was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing.
    Done,
    /// It comes again after the end of the search, which ends now.
    AfterSearch,
}

/// A search to begin.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// `None` to choose a move, otherwise the number of moves to analyse, the best ones.
    pub lines: Option<usize>,
    /// Nominal plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The time for this search.
    pub time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Remaining>,
    /// Without these limits, true to search until it is stopped, false to search as long as the engine usually
    /// does.
    pub endless: bool,
    /// The limits of time hold from [`Desk::start_clock`] on.
    pub ponders: bool,
}

/// The remaining time of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// The time left.
    pub left: Duration,
    /// What is added for each move, this one included.
    pub increment: Duration,
    /// For so many moves; 0 for the rest of the game.
    pub moves: u32,
}

/// The engine, as a dialogue sees it.
pub trait Desk {
    /// Sends a message to the other side.
    fn say(&mut self, message: &str);

    /// The names of the present game and of its variant.
    fn game(&self) -> (&'static str, Option<&'static str>);

    /// Opens a game at its start.
    ///
    /// # Errors
    /// A sentence, if there is no such game or variant; nothing has changed then.
    fn open(&mut self, game: &str, variant: Option<&str>) -> Result<(), String>;

    /// Forgets everything about earlier games, and goes to the start of the present one.
    fn restart(&mut self);

    /// Sets up a position in the notation of the game, which the history then begins with.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    fn set_up(&mut self, position: &str) -> Result<(), PositionError>;

    /// Plays a move for the side to move, or for `side` after a forced pass of the other.
    ///
    /// # Errors
    /// If the move is not legal; nothing has changed then.
    fn play(&mut self, side: Option<Side>, name: &str) -> Result<(), MoveError>;

    /// Takes back the last moves. Returns false if there are fewer.
    fn undo(&mut self, moves: usize) -> bool;

    /// The present position, in the notation of the game.
    fn position(&self) -> String;

    /// The side to move.
    fn to_move(&self) -> Side;

    /// The number of moves played since the beginning.
    fn moves_played(&self) -> usize;

    /// The result seen from Black, if the game is over.
    fn result(&self) -> Option<Value>;

    /// The name of the evaluation of the side to move.
    fn evaluation(&self) -> &'static str;

    /// The units of scores in one unit of the margin, where the game has margins.
    fn per_margin(&self) -> Option<u16>;

    /// The value of a setting of the engine, by its name in GTP: `threads`, `hash` or `book`.
    fn setting(&self, name: &str) -> Option<String>;

    /// Changes such a setting.
    ///
    /// # Errors
    /// A sentence that describes the problem; nothing has changed then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// Begins a search of the present position, as soon as the message was heard.
    fn think(&mut self, task: Task);

    /// Starts the clock of a search that [ponders](Task::ponders).
    fn start_clock(&mut self);

    /// Ends the search in progress.
    fn stop(&mut self);

    /// Tells whether a search is in progress.
    fn is_thinking(&self) -> bool;

    /// Ends the dialogue, once the message was heard.
    fn quit(&mut self);
}
