//! The words of PDN.

use std::iter::Peekable;
use std::str::CharIndices;

/// A token of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag(&'a str, String),
    /// A word of the moves: a number, a move, a result.
    Word(&'a str),
    /// A tag, a comment or a variation that does not end.
    Open,
}

/// Splits a text into tags and words. Comments (`{...}`, `;...`), variations and numbers of remarks (`$1`)
/// are left out.
pub(super) struct Tokens<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        Tokens {
            text,
            rest: text.char_indices().peekable(),
        }
    }

    /// Skips to the character after `end`, if there is one.
    fn skip_past(&mut self, end: char) -> Option<()> {
        self.rest.find(|(_, c)| *c == end).map(drop)
    }

    /// Skips a variation, with those inside it and its comments, if it ends.
    fn skip_variation(&mut self) -> Option<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.rest.next()? {
                (_, '(') => depth += 1,
                (_, ')') => depth -= 1,
                (_, '{') => self.skip_past('}')?,
                _ => {}
            }
        }
        Some(())
    }

    /// Reads `Name "value"]`. What stands between the value and the end of the line is left out.
    fn tag(&mut self, start: usize) -> Token<'a> {
        let Some((quote, _)) = self.rest.find(|(_, c)| *c == '"' || *c == ']') else {
            return Token::Open;
        };
        let name = self.text[start + 1..quote].trim();
        let mut value = String::new();
        let mut is_inside = self.text[quote..].starts_with('"');
        while is_inside && let Some((_, c)) = self.rest.next() {
            match c {
                '\\' => value.extend(self.rest.next().map(|(_, c)| c)),
                '"' => is_inside = false,
                c => value.push(c),
            }
        }
        if self.text[quote..].starts_with('"') {
            let end = self.rest.find(|(_, c)| *c == ']' || *c == '\n');
            if end.is_none_or(|(_, c)| c == '\n') {
                return Token::Open;
            }
        }
        Token::Tag(name, value)
    }

    fn word(&mut self, start: usize) -> Token<'a> {
        let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
        while self.rest.next_if(|(_, c)| !ends(*c)).is_some() {}
        let end = self.rest.peek().map_or(self.text.len(), |(end, _)| *end);
        Token::Word(&self.text[start..end])
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let (start, c) = self.rest.next()?;
            let ends = match c {
                '{' => self.skip_past('}'),
                '(' => self.skip_variation(),
                _ => Some(()),
            };
            if ends.is_none() {
                return Some(Token::Open);
            }
            match c {
                '{' | '(' => {}
                // The last line may have no end.
                ';' => drop(self.skip_past('\n')),
                '$' => while self.rest.next_if(|(_, c)| c.is_ascii_digit()).is_some() {},
                '[' => return Some(self.tag(start)),
                c if c.is_whitespace() || "})]".contains(c) => {}
                _ => return Some(self.word(start)),
            }
        }
    }
}
