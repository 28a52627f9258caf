//! Colours and symbols that the terminal can show. Every meaning of a colour is also shown by a
//! symbol.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::{bar, border};

use crate::game::Side;
use crate::system::TERMINALS_SHOW_UNICODE;

/// The terminal's abilities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    colour: bool,
    /// `true` if it can show more than ASCII.
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
    /// Reads the terminal's abilities from the environment.
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

    /// The style of a side's pieces.
    pub(super) fn of_side(self, side: Side) -> Style {
        let colour = match side {
            Side::Black => Color::Cyan,
            Side::White => Color::Yellow,
        };
        self.coloured(Style::new().add_modifier(Modifier::BOLD), colour)
    }

    /// The style of a place where a move can be played.
    pub(super) fn legal(self) -> Style {
        self.coloured(Style::new().add_modifier(Modifier::BOLD), Color::Green)
    }

    /// The style of less important things.
    pub(super) fn faint(self) -> Style {
        // Not every terminal has a faint style; on those it is simply normal.
        self.coloured(Style::new(), Color::Gray)
    }

    /// The style of important things.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The style of things that must not be overlooked.
    pub(super) fn loud(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// The style of the cursor and of a chosen row.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The style of a won line.
    pub(super) fn won(self) -> Style {
        self.coloured(self.strong(), Color::Magenta)
    }

    /// The border of panels.
    pub(super) const fn border(self) -> border::Set<'static> {
        if self.unicode {
            border::PLAIN
        } else {
            ASCII_BORDER
        }
    }

    /// The bars of the score's curve.
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
