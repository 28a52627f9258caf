//! What the page asks for: the messages of the browser. protocol.md documents them.

use std::time::Duration;

use serde::Deserialize;

use crate::session::{Level, Settings};

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

/// Who plays a side, as it was understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mode {
    pub(super) machine: bool,
    pub(super) level: Level,
    pub(super) time: Option<Duration>,
    pub(super) depth: Option<u32>,
    /// It may be one of another game.
    pub(super) evaluation: Option<String>,
}

/// A move without a limit of time still ends: others wait for the thread.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

impl Default for Mode {
    fn default() -> Mode {
        Mode {
            machine: false,
            level: Level::Master,
            time: Settings::default().timelimit,
            depth: None,
            evaluation: None,
        }
    }
}

impl Mode {
    /// Reads it.
    ///
    /// # Errors
    /// A sentence, for a level that is unknown and for a limit out of its range.
    pub(super) fn of(player: &Player) -> Result<Mode, String> {
        let level = player.level.as_deref().map(str::parse::<Level>).transpose();
        let seconds = |time: f64| {
            let time = Duration::try_from_secs_f64(time).ok();
            let fits = |time: &Duration| *time <= LONGEST && *time >= Duration::from_millis(1);
            let wrong = "the time for a move is from 0.001 to 600 seconds";
            time.filter(fits).ok_or_else(|| wrong.to_string())
        };
        if player.depth == Some(0) {
            return Err("the depth is a number of plies from 1".into());
        }
        Ok(Mode {
            machine: player.machine,
            level: level
                .map_err(|error| error.to_string())?
                .unwrap_or(Level::Master),
            time: player.time.map(seconds).transpose()?,
            depth: player.depth,
            evaluation: player.evaluation.clone(),
        })
    }

    /// The settings of the engine for a move of that side.
    pub(super) fn apply(&self, settings: &mut Settings) {
        settings.level = self.level;
        settings.depth = self.depth;
        settings.timelimit = Some(self.time.unwrap_or(LONGEST));
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
    fn limits_out_of_range_are_refused_with_a_sentence() {
        let player = |time, depth| Player {
            machine: true,
            level: Some("expert".into()),
            time,
            depth,
            evaluation: None,
        };
        let mode = Mode::of(&player(Some(0.5), None)).expect("a player");
        assert_eq!(
            (mode.level, mode.time),
            (Level::Expert, Some(Duration::from_millis(500)))
        );
        for time in [0.0, -1.0, 1e9, f64::NAN, f64::INFINITY] {
            assert!(Mode::of(&player(Some(time), None)).is_err(), "{time}");
        }
        assert!(Mode::of(&player(None, Some(0))).is_err());
        let wizard = Player {
            level: Some("wizard".into()),
            ..player(None, None)
        };
        assert!(Mode::of(&wizard).is_err());
    }
}
