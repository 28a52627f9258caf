//! What the keys do: one table for the keys, the line of help, and the list of all.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What can be shown or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    Legal,
    Thoughts,
    Analysis,
    Line,
    Scores,
    Curve,
}

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Move over the board: so many to the right, and down.
    Walk(i16, i16),
    /// Go to the next place that can be clicked, or to the one before.
    Next(isize),
    Click,
    TakeBack,
    Forward,
    /// Go so many moves on, or back.
    Step(isize),
    First,
    Last,
    Hint,
    /// The machine moves now: with what it has found, or after a move was taken back.
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

/// A line of the table.
pub(super) struct Key {
    codes: &'static [KeyCode],
    /// What is written on the key.
    pub(super) label: &'static str,
    /// What it is for.
    pub(super) help: &'static str,
    /// The same for the line of help, if it stands there.
    pub(super) brief: Option<&'static str>,
    /// What it does; where a line is of several keys, the first.
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
        "go to the next place that can be played",
        Action::Next(1),
    ),
    key(
        &[KeyCode::BackTab],
        "Shift-Tab",
        "go to the one before",
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
        "play again what was taken back",
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
        "go one move on (a click on the list goes there)",
        Action::Step(1),
    ),
    key(
        &[KeyCode::Home],
        "Home",
        "go to the start of the game",
        Action::First,
    ),
    key(&[KeyCode::End], "End", "go to its end", Action::Last),
    key(
        &[KeyCode::Char('h')],
        "h",
        "a hint: what the engine would play",
        Action::Hint,
    )
    .brief("hint"),
    key(
        &[KeyCode::Char('m')],
        "m",
        "let the machine move now, or after a jump",
        Action::Go,
    )
    .brief("machine"),
    key(&[KeyCode::Char('n')], "n", "a new game", Action::New).brief("new"),
    key(&[KeyCode::Char('g')], "g", "another game", Action::Games).brief("game"),
    key(
        &[KeyCode::Char('p')],
        "p",
        "who plays, how, and what is shown",
        Action::Settings,
    )
    .brief("players"),
    key(&[KeyCode::Char('x')], "x", "change sides", Action::Swap),
    key(
        &[KeyCode::Char('a')],
        "a",
        "think in your turn, too",
        Action::Toggle(Switch::Analysis),
    )
    .brief("analysis"),
    key(
        &[KeyCode::Char('s')],
        "s",
        "the score of each move",
        Action::Toggle(Switch::Scores),
    )
    .brief("scores"),
    key(
        &[KeyCode::Char('l')],
        "l",
        "the expected line on the board",
        Action::Toggle(Switch::Line),
    ),
    key(
        &[KeyCode::Char('t')],
        "t",
        "the thoughts",
        Action::Toggle(Switch::Thoughts),
    ),
    key(
        &[KeyCode::Char('c')],
        "c",
        "the curve of the score",
        Action::Toggle(Switch::Curve),
    ),
    key(
        &[KeyCode::Char('d')],
        "d",
        "the search tree, drawn",
        Action::Tree,
    ),
    key(
        &[KeyCode::Char('v')],
        "v",
        "the legal moves",
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
        "these keys",
        Action::Help,
    )
    .brief("all keys"),
    key(&[KeyCode::Char('q')], "q", "end (or Ctrl-C)", Action::Quit).brief("quit"),
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

/// What a key does.
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
