//! Colours and signs: what this terminal can show. No colour means anything that no sign says, too.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::{bar, border};

use crate::game::Side;
use crate::system::TERMINALS_SHOW_UNICODE;

/// What the terminal can show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    colour: bool,
    /// Whether it knows more than ASCII.
    unicode: bool,
}

const ASCII_BORDER: border::Set<'_> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

const ASCII_BAR: bar::Set<'_> = bar::Set {
    full: "#",
    seven_eighths: "#",
    three_quarters: "#",
    five_eighths: "=",
    half: "=",
    three_eighths: "-",
    one_quarter: "-",
    one_eighth: "_",
    empty: " ",
};

impl Look {
    /// What the environment says of the terminal.
    pub(super) fn of_this_terminal() -> Look {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Look::of(variable)
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Look {
        let term = variable("TERM").unwrap_or_default();
        let is_old = term.starts_with("vt") || term.ends_with("-m") || term.contains("mono");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(&variable);
        let locale = locale.unwrap_or_default().to_ascii_lowercase();
        let speaks_utf8 =
            TERMINALS_SHOW_UNICODE || locale.contains("utf-8") || locale.contains("utf8");
        Look {
            colour: variable("NO_COLOR").is_none() && !is_old,
            unicode: speaks_utf8 && !is_old,
        }
    }

    fn coloured(self, style: Style, colour: Color) -> Style {
        if self.colour { style.fg(colour) } else { style }
    }

    /// What belongs to a side.
    pub(super) fn of_side(self, side: Side) -> Style {
        let colour = match side {
            Side::Black => Color::Cyan,
            Side::White => Color::Yellow,
        };
        self.coloured(Style::new().add_modifier(Modifier::BOLD), colour)
    }

    /// Where a move can be played.
    pub(super) fn legal(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Green)
    }

    /// What is less important.
    pub(super) fn faint(self) -> Style {
        // Not every terminal has a faint style; on those it is simply normal.
        self.coloured(Style::new(), Color::Gray)
    }

    /// What is to be seen first.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What nobody should overlook.
    pub(super) fn loud(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// What the keys are at.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What has won.
    pub(super) fn won(self) -> Style {
        self.coloured(self.strong(), Color::Magenta)
    }

    /// The lines around panels.
    pub(super) const fn border(self) -> border::Set<'static> {
        if self.unicode {
            border::PLAIN
        } else {
            ASCII_BORDER
        }
    }

    /// The steps of a curve.
    pub(super) const fn bar(self) -> bar::Set<'static> {
        if self.unicode {
            bar::NINE_LEVELS
        } else {
            ASCII_BAR
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_known_by_its_name_and_its_locale() {
        let look = |pairs: &[(&str, &str)]| {
            let value = |name: &str| {
                let found = pairs.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| value.to_string())
            };
            let look = Look::of(value);
            (look.colour, look.unicode)
        };
        let utf8 = ("LANG", "en_GB.UTF-8");
        assert_eq!(look(&[("TERM", "xterm-256color"), utf8]), (true, true));
        assert_eq!(
            look(&[("TERM", "xterm"), ("NO_COLOR", "1"), utf8]),
            (false, true)
        );
        assert_eq!(look(&[("TERM", "vt100"), utf8]), (false, false));
        assert_eq!(
            look(&[("TERM", "xterm"), ("LC_ALL", "C"), utf8]),
            (true, false)
        );
    }
}
