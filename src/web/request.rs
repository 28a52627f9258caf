//! What the page asks for: the messages of the browser. protocol.md documents them.

use serde::Deserialize;

use crate::session::Level;
use crate::sitting::{self, Mode};

/// A message of the browser.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Request {
    /// Begin a game, or go on with one.
    Open(Open),
    /// Take over a game record or a position.
    Load {
        /// SGF, or a position of the present game.
        text: String,
    },
    /// Play a move for the side to move.
    Play {
        /// Its name.
        #[serde(rename = "move")]
        name: String,
    },
    /// Go to the position after so many moves of the game.
    Goto {
        /// So many.
        ply: usize,
    },
    /// Say who plays.
    Players {
        /// The first side.
        black: Player,
        /// The second one.
        white: Player,
    },
    /// Say whether to think while a person is to move.
    Think {
        /// Whether to.
        on: bool,
        /// Whether to find the score of each move, which takes longer.
        #[serde(default)]
        moves: bool,
    },
    /// Ask what to play.
    Hint {},
    /// Let the machine move, after moves were taken back.
    Go {},
    /// Let the machine play what it has found.
    Stop {},
    /// Ask for the search tree.
    Tree {
        /// How deep.
        plies: u32,
        /// Without cut-offs.
        #[serde(default)]
        minimax: bool,
    },
}

/// A game to begin or to go on with.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Open {
    /// The game; the present one by default.
    pub(super) game: Option<String>,
    /// The size of its board.
    pub(super) size: Option<String>,
    /// Where it began, unless as usual.
    pub(super) start: Option<String>,
    /// Its moves.
    #[serde(default)]
    pub(super) moves: Vec<String>,
    /// After how many of them the game stands; after all by default.
    pub(super) at: Option<usize>,
}

/// Who plays a side, and how.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(super) struct Player {
    /// Whether the machine plays.
    #[serde(default)]
    pub(super) machine: bool,
    /// Its level.
    pub(super) level: Option<String>,
    /// Seconds for each move.
    pub(super) time: Option<f64>,
    /// Plies to search.
    pub(super) depth: Option<u32>,
    /// The evaluation of that side; the game's first one by default.
    pub(super) evaluation: Option<String>,
}

impl Player {
    /// Reads it.
    ///
    /// # Errors
    /// A sentence, for a level that is unknown and for a limit out of its range.
    pub(super) fn mode(&self) -> Result<Mode, String> {
        let level = self.level.as_deref().map(str::parse::<Level>).transpose();
        Ok(Mode {
            machine: self.machine,
            level: level
                .map_err(|error| error.to_string())?
                .unwrap_or(Level::Master),
            time: self.time.map(sitting::seconds).transpose()?,
            depth: self.depth.map(sitting::plies).transpose()?,
            evaluation: self.evaluation.clone(),
        })
    }
}

impl Request {
    /// Reads a message.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub(super) fn read(text: &str) -> Result<Request, String> {
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
        let read = |text| Request::read(text);
        let name = "D1".to_string();
        assert_eq!(
            read(r#"{"do":"play","move":"D1"}"#),
            Ok(Request::Play { name })
        );
        assert_eq!(read(r#"{"do":"hint"}"#), Ok(Request::Hint {}));
        assert_eq!(read(r#"{"do":"open"}"#), Ok(Request::Open(Open::default())));
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
            (Level::Expert, Some(Duration::from_millis(500)))
        );
        assert!(player("expert", Some(0.0), None).is_err());
        assert!(player("expert", None, Some(0)).is_err());
        assert!(player("wizard", None, None).is_err());
    }
}
