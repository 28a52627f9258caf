//! Colours and symbols that the terminal can show. Every meaning of a colour is also shown by a
//! symbol.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::{bar, border};

use super::paint::{Depth, Shade};
use crate::system::TERMINALS_SHOW_UNICODE;

/// The terminal's abilities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The number of colours that it can show.
    pub(super) depth: Depth,
    /// `true` if it can show more than ASCII.
    pub(super) unicode: bool,
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
            depth: match variable("NO_COLOR") {
                Some(_) => Depth::None,
                None if is_old => Depth::None,
                None => colours(&term, variable),
            },
            unicode: speaks_utf8 && !is_old,
        }
    }

    /// The style of a text in `ink` on `ground`, where there are colours.
    pub(super) fn on(self, ink: Shade, ground: Shade) -> Style {
        let style = Style::new();
        match (ink.at(self.depth), ground.at(self.depth)) {
            (Some(ink), Some(ground)) => style.fg(ink).bg(ground),
            _ => style,
        }
    }

    /// The style of less important things.
    pub(super) fn faint(self) -> Style {
        // Not every terminal has a faint style; on those it is simply normal.
        match self.depth {
            Depth::None => Style::new(),
            _ => Style::new().fg(Color::Gray),
        }
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

/// The number of colours of a terminal with this name and these other variables.
fn colours(term: &str, variable: impl Fn(&str) -> Option<String>) -> Depth {
    let told = variable("COLORTERM").unwrap_or_default();
    // Windows Terminal has no name.
    let is_windows = variable("WT_SESSION").is_some();
    if is_windows || told.contains("truecolor") || told.contains("24bit") {
        Depth::True
    } else if term.contains("256color") {
        Depth::Indexed
    } else {
        Depth::Sixteen
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
            (look.depth, look.unicode)
        };
        let utf8 = ("LANG", "en_GB.UTF-8");
        let xterm = ("TERM", "xterm");
        assert_eq!(look(&[xterm, utf8]), (Depth::Sixteen, true));
        assert_eq!(
            look(&[("TERM", "xterm-256color"), utf8]),
            (Depth::Indexed, true)
        );
        assert_eq!(
            look(&[xterm, ("COLORTERM", "truecolor"), utf8]),
            (Depth::True, true)
        );
        assert_eq!(
            look(&[xterm, ("COLORTERM", "24bit"), ("NO_COLOR", "1"), utf8]),
            (Depth::None, true)
        );
        assert_eq!(look(&[("TERM", "vt100"), utf8]), (Depth::None, false));
        assert_eq!(look(&[xterm, ("LC_ALL", "C")]), (Depth::Sixteen, false));
    }
}
