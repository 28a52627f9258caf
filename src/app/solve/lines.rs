//! Lines of positions, with their expected values.

use crate::game::Value;
use crate::solve::{Exact, Extent};

/// A position, possibly with an expected value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Problem<'a> {
    /// The position, or the moves that lead to it.
    pub(super) text: &'a str,
    pub(super) expected: Option<Expected<'a>>,
    /// Ways to divide the line into a position and a value: to tell what is wrong where it is neither.
    pub(super) ends: [Option<(&'a str, &'a str)>; 2],
}

/// An expected value, as it is written in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Expected<'a> {
    /// A margin, or a rank (see [`Exact::rank`]).
    Number(i32),
    /// `win in 13`, `loss by 2`, `draw`; without a number only the winner counts.
    Words(&'a str),
}

impl<'a> Problem<'a> {
    /// Parses a line, whose end is the expected value if `check` is set; `None` for an empty line
    /// or a comment.
    ///
    /// In an `.obf` file the moves with their values follow the position after `;`; the best of
    /// them is the value of the position.
    pub(super) fn read(line: &'a str, check: bool) -> Option<Problem<'a>> {
        let line = line.trim_start_matches('\u{feff}');
        let line = line.split(['#', '%']).next().unwrap_or_default().trim();
        let (text, notes) = match line.split_once(';') {
            Some((text, notes)) => (text.trim_end(), Some(notes)),
            None => (line, None),
        };
        if text.is_empty() {
            return None;
        }
        let problem = |text, expected| Problem {
            text,
            expected,
            ends: [None; 2],
        };
        if !check {
            return Some(problem(text, None));
        }
        if let Some(notes) = notes {
            return Some(problem(text, value_in_notes(notes)));
        }
        let divided = match split_value(text) {
            Some((text, expected)) => problem(text, Some(expected)),
            None => problem(text, None),
        };
        let ends = possible_ends(text);
        Some(Problem { ends, ..divided })
    }
}

/// The last word of a line, and the last three if they begin as a value does.
fn possible_ends(line: &str) -> [Option<(&str, &str)>; 2] {
    let last = split_last_word(line);
    let before = |text| split_last_word(text).map(|(before, _)| before);
    let third = last
        .and_then(|(text, _)| before(text))
        .and_then(split_last_word);
    let three = third.filter(|(_, word)| is_result(word));
    [
        last,
        three.map(|(text, _)| (text, line[text.len()..].trim_start())),
    ]
}

impl Expected<'_> {
    /// Returns true if `value`, whose rank is `rank`, is the expected one.
    pub(super) fn is(&self, value: Exact, rank: i32) -> bool {
        match self {
            Expected::Number(number) => *number == rank,
            Expected::Words(words) => {
                let mut words = words.split_whitespace().peekable();
                let winner = Exact {
                    extent: Extent::Winner,
                    value: Value(value.value.0.signum()),
                };
                let known = if words.clone().nth(1).is_some() {
                    value.to_string()
                } else {
                    winner.to_string()
                };
                known.split(' ').eq(words.by_ref())
            }
        }
    }
}

/// Splits off the value at the end of a line: `+6`, `draw`, `loss in 8`. A single word is a
/// position.
fn split_value(text: &str) -> Option<(&str, Expected<'_>)> {
    let (before, last) = split_last_word(text)?;
    if is_result(last) {
        return Some((before, Expected::Words(last)));
    }
    let number = last.parse().ok()?;
    let words = split_last_word(before).filter(|(_, word)| matches!(*word, "in" | "by"));
    let words = words.and_then(|(before, _)| split_last_word(before));
    Some(match words {
        Some((position, word)) if is_result(word) => {
            let words = text[position.len()..].trim_start();
            (position, Expected::Words(words))
        }
        _ => (before, Expected::Number(number)),
    })
}

fn split_last_word(text: &str) -> Option<(&str, &str)> {
    let (before, last) = text.rsplit_once(char::is_whitespace)?;
    Some((before.trim_end(), last))
}

fn is_result(word: &str) -> bool {
    matches!(word, "win" | "loss" | "draw")
}

/// The best value in `G8:+18; H1:+12;`, or the only one in `+18`.
fn value_in_notes(notes: &str) -> Option<Expected<'_>> {
    let values = notes.split(';').filter_map(|note| {
        let value = note.rsplit_once(':').map_or(note, |(_, value)| value);
        value.trim().parse().ok()
    });
    values.max().map(Expected::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, check: bool) -> Option<(&str, Option<Expected<'_>>)> {
        Problem::read(line, check).map(|problem| (problem.text, problem.expected))
    }

    #[test]
    fn the_last_field_is_a_value_only_where_values_are_checked() {
        for line in ["4453 -2", "D1 D2 draw", "XO./.../... b +1"] {
            assert_eq!(read(line, false), Some((line, None)));
        }
        let number = |text, value| Some((text, Some(Expected::Number(value))));
        assert_eq!(read("4453 -2\r\n", true), number("4453", -2));
        assert_eq!(read("XO./.../... b  +1", true), number("XO./.../... b", 1));
        let words = |text, value| Some((text, Some(Expected::Words(value))));
        assert_eq!(read("D1 D2 draw", true), words("D1 D2", "draw"));
        assert_eq!(read("4453 win in 13", true), words("4453", "win in 13"));
        assert_eq!(read("4453\tloss  by 2 ", true), words("4453", "loss  by 2"));
        assert_eq!(read("start win", true), words("start", "win"));
        // A single word is a position, and moves are no values.
        assert_eq!(read("4453", true), Some(("4453", None)));
        assert_eq!(read("D1 D2", true), Some(("D1 D2", None)));
    }

    #[test]
    fn the_best_move_of_an_obf_line_has_the_value() {
        let line = "-XO- X; G8:-18; H1:-12;";
        assert_eq!(
            read(line, true),
            Some(("-XO- X", Some(Expected::Number(-12))))
        );
        assert_eq!(read(line, false), Some(("-XO- X", None)));
        assert_eq!(
            read("-XO- X; +4", true),
            Some(("-XO- X", Some(Expected::Number(4))))
        );
        assert_eq!(read("-XO- X; hard", true), Some(("-XO- X", None)));
    }

    #[test]
    fn empty_lines_and_comments_are_no_positions() {
        for line in ["", "  \r\n", "# a remark", "% a remark", ";", "\u{feff}"] {
            assert_eq!(read(line, true), None, "{line:?}");
        }
        for line in ["4453 # a remark", "4453 % a remark", "4453; -2; % a remark"] {
            assert_eq!(read(line, false), Some(("4453", None)), "{line}");
        }
    }

    #[test]
    fn a_value_is_compared_as_far_as_it_is_told() {
        let exact = |value, extent| Exact {
            value: Value(value),
            extent,
        };
        let is = |words, exact| Expected::Words(words).is(exact, 0);
        let win = exact(1, Extent::Plies(13));
        assert!(is("win in 13", win) && is("win", win) && is("win  in 13", win));
        assert!(!is("win in 12", win) && !is("loss", win) && !is("draw", win));
        let loss = exact(-6, Extent::Margin);
        assert!(is("loss by 6", loss) && is("loss", loss));
        assert!(!is("loss by 4", loss) && !is("loss in 6", loss));
        assert!(is("draw", exact(0, Extent::Margin)));
        assert!(Expected::Number(3).is(win, 3) && !Expected::Number(3).is(win, -3));
    }
}
