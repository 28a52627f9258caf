//! The lines of Hub 2: a command, then arguments, `name=value` or just a name. A value with blanks or `=` stands
//! in double quotes.

/// A line, split into its parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) command: &'a str,
    pub(super) arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> Line<'a> {
    /// Reads a line; `None` if it has another form.
    pub(super) fn read(text: &'a str) -> Option<Line<'a>> {
        let (command, mut rest) = name(text)?;
        let mut arguments = Vec::new();
        while !rest.trim_start().is_empty() {
            let (key, after) = name(rest)?;
            let (value, after) = match after.trim_start().strip_prefix('=') {
                Some(value) => self::value(value)?,
                None => ("", after),
            };
            arguments.push((key, value));
            rest = after;
        }
        Some(Line { command, arguments })
    }

    /// The value of an argument; the last one, if there are several.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        let mut named = self.arguments.iter().rev().filter(|(key, _)| *key == name);
        named.next().map(|(_, value)| *value)
    }

    /// Tells whether there is such an argument.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Splits a word from the front of a text.
fn name(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || "=\"".contains(c));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    (!name.is_empty()).then_some((name, rest))
}

fn value(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"'),
        None => name(text),
    }
}

/// A value as it is written.
pub(super) fn quoted(value: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && !"=\"".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) {
        return value.into();
    }
    format!("\"{}\"", value.replace('"', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_with_arguments() {
        let line = Line::read(" pos pos=We moves = \"32-28 19-23\" start").expect("a line");
        assert_eq!(line.command, "pos");
        let arguments = [("pos", "We"), ("moves", "32-28 19-23"), ("start", "")];
        assert_eq!(line.arguments, arguments);
        assert_eq!(line.get("moves"), Some("32-28 19-23"));
        assert!(line.has("start") && !line.has("stop"));
        assert_eq!(Line::read("ping").expect("a line").arguments, []);
    }

    #[test]
    fn a_malformed_line_is_none() {
        for text in [
            "",
            " ",
            "=",
            "pos =x",
            "pos pos=\"x",
            "pos pos=",
            "pos a=b=c",
            "\"pos\"",
        ] {
            assert_eq!(Line::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_value_is_quoted_if_it_has_to_be() {
        assert_eq!(quoted("32-28"), "32-28");
        assert_eq!(quoted("32-28 19-23"), "\"32-28 19-23\"");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("a \"b\""), "\"a 'b'\"");
    }
}
