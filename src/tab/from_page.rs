//! The messages from the page. protocol.md documents them.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::game::Side;
use crate::session::Level;
use crate::sitting::{self, Mode};

/// A message from the page.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum FromPage {
    /// Begin or resume a game.
    Open(Open),
    /// Load a game record or a position.
    Load {
        /// SGF, or a position of the present game.
        text: String,
    },
    /// Begin from a position that is set up piece by piece.
    Arrange {
        /// What stands on each cell, as the drawing writes it.
        pieces: BTreeMap<String, String>,
        /// The side to move.
        to_move: ToMove,
    },
    /// Part of a file. When all parts of all files have come, their games are listed; a single one is loaded.
    File {
        /// The name of the file.
        name: String,
        /// The bytes, in hexadecimal.
        data: String,
        /// `true` if more parts or files follow.
        #[serde(default)]
        more: bool,
    },
    /// Search the list of games.
    Search {
        /// Words that the headings of the games have.
        text: String,
    },
    /// Load a game of the list.
    Record {
        /// Its number.
        number: usize,
    },
    /// Play a move for the side to move.
    Play {
        /// The name of the move.
        #[serde(rename = "move")]
        name: String,
    },
    /// Go to a position of the game.
    Goto {
        /// The number of moves played before it.
        ply: usize,
    },
    /// Set who plays each side.
    Players {
        /// Black's player.
        black: Player,
        /// White's player.
        white: Player,
    },
    /// Turn the analysis of a person's turn on or off.
    Think {
        /// `true` to analyse.
        on: bool,
        /// `true` to find the score of every move, which takes longer.
        #[serde(default)]
        moves: bool,
    },
    /// Stop all work, as when the page is hidden, or go on.
    Rest {
        /// `true` to stop.
        on: bool,
    },
    /// Ask for a hint.
    Hint {},
    /// Let the machine move after a takeback.
    Go {},
    /// End the search, so that the machine plays the best move found so far.
    Stop {},
    /// Ask for the rules of the present game, step by step.
    Learn {},
    /// Review the game, or end that.
    Review {
        /// `true` to review.
        on: bool,
        /// The time for each position, in seconds.
        #[serde(default = "review_time")]
        time: f64,
    },
    /// Ask for a puzzle of the present game.
    Puzzle {
        /// The seed; each always gives the same puzzle.
        #[serde(default)]
        seed: u64,
    },
    /// Ask for the search tree.
    Tree {
        /// The depth in plies.
        plies: u32,
        /// `true` for minimax without cut-offs.
        #[serde(default)]
        minimax: bool,
    },
}

/// A side by its name.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(super) enum ToMove {
    /// Black of the protocol.
    Black,
    /// White of the protocol.
    White,
}

impl From<ToMove> for Side {
    fn from(side: ToMove) -> Side {
        match side {
            ToMove::Black => Side::Black,
            ToMove::White => Side::White,
        }
    }
}

/// The time for each position of a review, in seconds.
const fn review_time() -> f64 {
    0.5
}

/// A game to begin or resume.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Open {
    /// The game; the present one by default.
    pub(super) game: Option<String>,
    /// The size of its board.
    pub(super) size: Option<String>,
    /// The position it began with, unless that is the usual one.
    pub(super) start: Option<String>,
    /// Its moves.
    #[serde(default)]
    pub(super) moves: Vec<String>,
    /// The number of moves played in the position to show; all by default.
    pub(super) at: Option<usize>,
    /// `true` if the machine waits until somebody has moved.
    #[serde(default)]
    pub(super) waits: bool,
}

/// The player of a side and its settings.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Player {
    /// `true` for the machine, `false` for a person.
    #[serde(default)]
    pub(super) machine: bool,
    /// Its level.
    pub(super) level: Option<String>,
    /// The time for each move, in seconds.
    pub(super) time: Option<f64>,
    /// The search depth, in plies.
    pub(super) depth: Option<u32>,
    /// The name of the evaluation; the game's default if there is none.
    pub(super) evaluation: Option<String>,
}

impl Player {
    /// Converts the message to a player of the sitting.
    ///
    /// # Errors
    /// Returns a sentence for an unknown level or a limit out of range.
    pub(super) fn mode(&self) -> Result<Mode, String> {
        let level = self.level.as_deref().map(str::parse::<Level>).transpose();
        Ok(Mode {
            machine: self.machine,
            level: level
                .map_err(|error| error.to_string())?
                .unwrap_or(Level::FULL),
            time: self.time.map(sitting::seconds).transpose()?,
            depth: self.depth.map(sitting::plies).transpose()?,
            evaluation: self.evaluation.clone(),
        })
    }
}

impl FromPage {
    /// Parses a message.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with it.
    pub(super) fn read(text: &str) -> Result<FromPage, String> {
        serde_json::from_str(text)
            .map_err(|error| format!("this message is not understood: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn messages_are_read_strictly() {
        let read = |text| FromPage::read(text);
        let name = "D1".to_string();
        assert_eq!(
            read(r#"{"do":"play","move":"D1"}"#),
            Ok(FromPage::Play { name })
        );
        assert_eq!(read(r#"{"do":"hint"}"#), Ok(FromPage::Hint {}));
        assert_eq!(
            read(r#"{"do":"open"}"#),
            Ok(FromPage::Open(Open::default()))
        );
        for wrong in [
            "",
            "[]",
            "{}",
            r#"{"do":"fly"}"#,
            r#"{"do":"play"}"#,
            r#"{"do":"play","move":7}"#,
            r#"{"do":"goto","ply":-1}"#,
            r#"{"do":"open","moves":"D1"}"#,
            r#"{"do":"open","colour":"red"}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_a_player_cannot_be_is_refused_with_a_sentence() {
        let player = |level: &str, time, depth| {
            let player = Player {
                machine: true,
                level: Some(level.into()),
                time,
                depth,
                evaluation: None,
            };
            player.mode()
        };
        let mode = player("expert", Some(0.5), None).expect("a player");
        assert_eq!(
            (mode.level, mode.time),
            (
                Level::new(7).expect("a level"),
                Some(Duration::from_millis(500))
            )
        );
        let by_number = player("7", None, None).expect("a player");
        assert_eq!(by_number.level, mode.level);
        assert!(player("expert", Some(0.0), None).is_err());
        assert!(player("expert", None, Some(0)).is_err());
        assert!(player("wizard", None, None).is_err());
    }
}
