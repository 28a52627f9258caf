//! The keys: one table for their actions, the help line and the list of all keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A part of the display that can be switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    Legal,
    Thoughts,
    Analysis,
    Line,
    Scores,
    Curve,
}

/// An action of a key or a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Moves the cursor over the board, to the right and down.
    Walk(i16, i16),
    /// Goes to the next place that can be clicked, or to the previous one.
    Next(isize),
    Click,
    TakeBack,
    Forward,
    /// Goes forward or back in the game by a number of moves.
    Step(isize),
    First,
    Last,
    Hint,
    /// Starts the review of the game, or ends it.
    Review,
    /// Goes to the next mistake that the review has found, or to the previous one.
    Mistake(isize),
    /// Lets the machine move: with the best move found so far, or after a takeback.
    Go,
    New,
    Games,
    Settings,
    Swap,
    Toggle(Switch),
    Save,
    Load,
    Tree,
    Help,
    Quit,
}

/// A key with its help and its action.
pub(super) struct Key {
    codes: &'static [KeyCode],
    /// The inscription of the key.
    pub(super) label: &'static str,
    /// The help in the list of all keys.
    pub(super) help: &'static str,
    /// The help in the help line, if the key is listed there.
    pub(super) brief: Option<&'static str>,
    /// The action; of several keys with one help text, that of the first.
    pub(super) action: Action,
}

/// All keys.
pub(super) const KEYS: &[Key] = &[
    key(
        &[KeyCode::Up],
        "arrows",
        "move over the board",
        Action::Walk(0, -1),
    ),
    key(&[KeyCode::Down], "", "", Action::Walk(0, 1)),
    key(&[KeyCode::Left], "", "", Action::Walk(-1, 0)),
    key(&[KeyCode::Right], "", "", Action::Walk(1, 0)),
    key(
        &[KeyCode::Tab],
        "Tab",
        "go to the next place that can be clicked",
        Action::Next(1),
    ),
    key(
        &[KeyCode::BackTab],
        "Shift-Tab",
        "go to the previous one",
        Action::Next(-1),
    ),
    key(
        &[KeyCode::Enter, KeyCode::Char(' ')],
        "Enter",
        "play there (or Space, or a click)",
        Action::Click,
    )
    .brief("play"),
    key(
        &[KeyCode::Char('u'), KeyCode::Backspace],
        "u",
        "take back your last move (or Backspace)",
        Action::TakeBack,
    )
    .brief("undo"),
    key(
        &[KeyCode::Char('r')],
        "r",
        "play the moves that were taken back",
        Action::Forward,
    )
    .brief("redo"),
    key(
        &[KeyCode::Char(',')],
        ",",
        "go one move back in the list",
        Action::Step(-1),
    ),
    key(
        &[KeyCode::Char('.')],
        ".",
        "go one move forward (or click on the list)",
        Action::Step(1),
    ),
    key(
        &[KeyCode::Home],
        "Home",
        "go to the start of the game",
        Action::First,
    ),
    key(
        &[KeyCode::End],
        "End",
        "go to the end of the game",
        Action::Last,
    ),
    key(
        &[KeyCode::Char('h')],
        "h",
        "show the move that the engine would play",
        Action::Hint,
    )
    .brief("hint"),
    key(
        &[KeyCode::Char('j')],
        "j",
        "judge the moves of the game, or stop that",
        Action::Review,
    )
    .brief("review"),
    key(
        &[KeyCode::Char('[')],
        "[",
        "go to the previous mistake that the review has found",
        Action::Mistake(-1),
    ),
    key(
        &[KeyCode::Char(']')],
        "]",
        "go to the next one",
        Action::Mistake(1),
    ),
    key(
        &[KeyCode::Char('m')],
        "m",
        "let the machine move now, or after a jump",
        Action::Go,
    )
    .brief("machine"),
    key(&[KeyCode::Char('n')], "n", "start a new game", Action::New).brief("new"),
    key(
        &[KeyCode::Char('g')],
        "g",
        "choose another game",
        Action::Games,
    )
    .brief("game"),
    key(
        &[KeyCode::Char('p')],
        "p",
        "players and display settings",
        Action::Settings,
    )
    .brief("players"),
    key(&[KeyCode::Char('x')], "x", "swap sides", Action::Swap),
    key(
        &[KeyCode::Char('a')],
        "a",
        "analyse on your turn, too",
        Action::Toggle(Switch::Analysis),
    )
    .brief("analysis"),
    key(
        &[KeyCode::Char('s')],
        "s",
        "show the score of each move",
        Action::Toggle(Switch::Scores),
    )
    .brief("scores"),
    key(
        &[KeyCode::Char('l')],
        "l",
        "show the expected line on the board",
        Action::Toggle(Switch::Line),
    ),
    key(
        &[KeyCode::Char('t')],
        "t",
        "show the engine's thoughts",
        Action::Toggle(Switch::Thoughts),
    ),
    key(
        &[KeyCode::Char('c')],
        "c",
        "show the curve of the score",
        Action::Toggle(Switch::Curve),
    ),
    key(
        &[KeyCode::Char('d')],
        "d",
        "show the search tree",
        Action::Tree,
    ),
    key(
        &[KeyCode::Char('v')],
        "v",
        "show the legal moves",
        Action::Toggle(Switch::Legal),
    ),
    key(
        &[KeyCode::Char('w')],
        "w",
        "write the game to a file (SGF)",
        Action::Save,
    ),
    key(
        &[KeyCode::Char('o')],
        "o",
        "open a game from a file",
        Action::Load,
    ),
    key(
        &[KeyCode::Char('?'), KeyCode::F(1)],
        "?",
        "show these keys",
        Action::Help,
    )
    .brief("all keys"),
    key(&[KeyCode::Char('q')], "q", "quit (or Ctrl-C)", Action::Quit).brief("quit"),
];

const fn key(
    codes: &'static [KeyCode],
    label: &'static str,
    help: &'static str,
    action: Action,
) -> Key {
    Key {
        codes,
        label,
        help,
        brief: None,
        action,
    }
}

impl Key {
    const fn brief(self, brief: &'static str) -> Key {
        Key {
            brief: Some(brief),
            ..self
        }
    }
}

/// The action of a key event.
pub(super) fn action(event: &KeyEvent) -> Option<Action> {
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(event.code, KeyCode::Char('c' | 'd')).then_some(Action::Quit);
    }
    let key = KEYS.iter().find(|key| key.codes.contains(&event.code))?;
    Some(key.action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_has_two_meanings_and_each_action_is_explained() {
        let codes: Vec<_> = KEYS.iter().flat_map(|key| key.codes).collect();
        for (index, code) in codes.iter().enumerate() {
            assert!(!codes[..index].contains(code), "{code:?}");
        }
        for key in KEYS {
            assert_eq!(key.label.is_empty(), key.help.is_empty(), "{}", key.label);
        }
    }
}
