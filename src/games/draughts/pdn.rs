//! PDN, the Portable Draughts Notation: tags in brackets, then numbered moves with comments, variations and
//! a result. A file has any number of games.

mod tokens;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};

use self::tokens::{Token, Tokens};
use super::listing;
use super::variant::Variant;
use crate::game::{ArchiveError, GameRecord, RecordFormat, RecordKind, RecordedMove, Side, Value};

/// The formats of a variant: a game as text, and a file of games.
pub(super) const fn formats<V: Variant>() -> [RecordFormat; 2] {
    let format = RecordFormat {
        name: "PDN",
        extension: "pdn",
        kind: RecordKind::Text {
            read: read_text::<V>,
            write: write_line::<V>,
        },
        listing: None,
    };
    let archive = RecordKind::Archive {
        read: read_game::<V>,
        write: write_game::<V>,
        append,
    };
    [
        format,
        RecordFormat {
            kind: archive,
            listing: Some(listing::listing::<V>()),
            ..format
        },
    ]
}

/// A game as it is read.
#[derive(Debug, Default)]
pub(super) struct Game {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    result: Option<Value>,
    is_over: bool,
    /// A tag, a comment or a variation does not end, so that moves and further games may be lost in it.
    is_open: bool,
}

/// Reads the games of a text, one after the other.
pub(super) fn games(text: &str) -> impl Iterator<Item = Game> {
    let text = text.trim_start_matches('\u{feff}');
    let mut tokens = Tokens::new(text).peekable();
    std::iter::from_fn(move || {
        tokens.peek()?;
        let mut game = Game::default();
        while let Some(token) = tokens.next_if(|token| game.goes_on_with(token)) {
            game.add(token);
        }
        Some(game)
    })
}

impl Game {
    /// Tells whether a token belongs to this game: a tag after moves begins another one, and so does
    /// anything after a result. A star may also call a move forced.
    fn goes_on_with(&self, token: &Token<'_>) -> bool {
        match token {
            Token::Tag(..) => self.moves.is_empty() && !self.is_over,
            Token::Word(_) => !self.is_over,
            Token::Open => true,
        }
    }

    fn add(&mut self, token: Token<'_>) {
        match token {
            Token::Tag(name, value) => self.tags.push((name.into(), value)),
            Token::Word(word) => self.add_word(word),
            Token::Open => self.is_open = true,
        }
    }

    fn add_word(&mut self, word: &str) {
        if let Some(result) = read_result(word) {
            (self.result, self.is_over) = (Some(result), true);
            return;
        }
        // A number may stand before its move without a blank.
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = if digits.starts_with('.') {
            digits
        } else {
            word
        };
        let word = word
            .trim_start_matches('.')
            .trim_end_matches(['!', '?', '*']);
        if word.is_empty() || word == "0-0" {
            return;
        }
        let is_open = |text: &str| text.ends_with(['-', 'x', ':']);
        match self.moves.last_mut() {
            // `32 - 28`
            Some(last) if is_open(last) || word.starts_with(['-', 'x', ':']) => last.push_str(word),
            _ => self.moves.push(word.into()),
        }
    }

    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        let named = self
            .tags
            .iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str())
    }

    /// The number of its GameType, or of the variant that its moves look like.
    pub(super) fn number(&self) -> &str {
        if let Some(kind) = self.tag("GameType") {
            return kind.split(',').next().unwrap_or_default().trim();
        }
        let squares = |name: &str| -> Vec<u32> {
            let squares = name.split(['-', 'x', ':']);
            squares.filter_map(|square| square.parse().ok()).collect()
        };
        let first = self.moves.first().map_or("", String::as_str);
        let largest = self.moves.iter().flat_map(|name| squares(name)).max();
        match squares(first).first() {
            None if !first.is_empty() => "25",
            _ if largest > Some(32) => "20",
            // Only those squares have men that can begin on 8 x 8.
            Some(9..=12) => "21",
            Some(21..=24) => "22",
            _ if self.tag("FEN").is_some() => "21",
            _ => "20",
        }
    }

    /// The game, if it is of this variant.
    pub(super) fn record<V: Variant>(self) -> Result<GameRecord, String> {
        if self.is_open {
            return Err("a tag, a comment or a variation of the game does not end".into());
        }
        if V::GAME_TYPE.split(',').next() != Some(self.number()) {
            return Err(format!("GameType {} is not known", self.number()));
        }
        let player = |name| {
            self.tag(name)
                .filter(|name| *name != "?")
                .unwrap_or_default()
                .into()
        };
        Ok(GameRecord {
            start: self.tag("FEN").map(Into::into),
            players: [player("Black"), player("White")],
            result: self.result,
            moves: self
                .moves
                .into_iter()
                .map(|name| RecordedMove { side: None, name })
                .collect(),
        })
    }
}

/// Reads a result, which counts White's points first; `None` for one that is open.
fn read_result(word: &str) -> Option<Value> {
    match word {
        "2-0" | "1-0" => Some(Value::LOSS),
        "0-2" | "0-1" => Some(Value::WIN),
        "1-1" | "1/2-1/2" => Some(Value::DRAW),
        _ => None,
    }
}

/// The result as the variant's players write it.
fn result<V: Variant>(record: &GameRecord) -> &'static str {
    let counts_two = V::BOARD.half == 5;
    match record.result.map(|value| value.0.signum()) {
        None => "*",
        Some(0) if counts_two => "1-1",
        Some(0) => "1/2-1/2",
        Some(1) if counts_two => "0-2",
        Some(1) => "0-1",
        Some(_) if counts_two => "2-0",
        Some(_) => "1-0",
    }
}

fn tags<V: Variant>(record: &GameRecord) -> Vec<String> {
    let tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[{name} \"{value}\"]")
    };
    let or_unknown = |name: &String| {
        if name.is_empty() {
            "?".into()
        } else {
            name.clone()
        }
    };
    let [black, white] = record.players.each_ref().map(or_unknown);
    let mut tags = vec![
        tag("White", &white),
        tag("Black", &black),
        tag("Result", result::<V>(record)),
        tag("GameType", V::GAME_TYPE),
    ];
    tags.extend(record.start.as_ref().map(|start| tag("FEN", start)));
    tags
}

/// The numbered moves and the result.
fn moves<V: Variant>(record: &GameRecord) -> String {
    let first = record.start.as_ref().and_then(|start| start.chars().next());
    let begins = match first {
        Some('W' | 'w') => Side::White,
        Some('B' | 'b') => Side::Black,
        _ => V::LAWS.begins,
    };
    // In a set-up position it may be the other side's turn.
    let skipped = usize::from(begins != V::LAWS.begins);
    let mut words = Vec::new();
    let names = record
        .moves
        .iter()
        .map(|mv| &mv.name)
        .filter(|name| *name != "pass");
    for (index, name) in names.enumerate() {
        let number = (index + skipped) / 2 + 1;
        match (index + skipped) % 2 {
            0 => words.push(format!("{number}. {name}")),
            _ if index == 0 => words.push(format!("{number}... {name}")),
            _ => words.push(name.clone()),
        }
    }
    words.push(result::<V>(record).into());
    words.join(" ")
}

fn write_line<V: Variant>(record: &GameRecord) -> String {
    format!("{} {}", tags::<V>(record).join(" "), moves::<V>(record))
}

/// Reads the first game of a text, if it has the form of PDN and is of this variant.
fn read_text<V: Variant>(text: &str) -> Result<Option<GameRecord>, String> {
    // SGF begins with a parenthesis.
    if !text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('[')
    {
        return Ok(None);
    }
    let first = games(text).next();
    Ok(first.and_then(|game| game.record::<V>().ok()))
}

fn read_whole(file: &mut File) -> Result<String, ArchiveError> {
    /// More than all games of the great collections together.
    const LARGEST: u64 = 256 << 20;
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_game<V: Variant>(file: &mut File, number: usize) -> Result<GameRecord, ArchiveError> {
    let text = read_whole(file)?;
    let mut seen = 0;
    // They count from 1: the place of game 0 is behind them all.
    let wanted = games(&text)
        .inspect(|_| seen += 1)
        .nth(number.wrapping_sub(1));
    match wanted {
        Some(game) => game.record::<V>().map_err(ArchiveError::Malformed),
        None => Err(ArchiveError::NoGame {
            number,
            games: seen,
        }),
    }
}

fn write_game<V: Variant>(record: &GameRecord) -> Result<Vec<u8>, ArchiveError> {
    let tags = tags::<V>(record).join("\n");
    Ok(format!("{tags}\n\n{}\n\n", moves::<V>(record)).into_bytes())
}

/// The separator to write between the text of a file and a game appended to it.
///
/// # Errors
/// A sentence if a game behind the text would not be found again.
fn separator(text: &str) -> Result<&'static [u8], String> {
    let begins = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .chars()
        .next();
    if begins.is_some_and(|first| !first.is_ascii_digit() && !"[{;%".contains(first)) {
        return Err("the file is not PDN".into());
    }
    match games(text).last() {
        Some(last) if last.is_open => {
            Err("a tag, a comment or a variation of the last game does not end".into())
        }
        Some(_) if !text.ends_with('\n') => Ok(b"\n\n"),
        _ => Ok(b""),
    }
}

fn append(file: &mut File, game: &[u8]) -> Result<(), ArchiveError> {
    let separator = separator(&read_whole(file)?).map_err(ArchiveError::Malformed)?;
    let end = file.seek(SeekFrom::End(0))?;
    let written = file.write_all(&[separator, game].concat());
    if written.is_err() {
        // A part of a game is worse than none.
        file.set_len(end)?;
    }
    Ok(written?)
}

#[cfg(test)]
mod tests {
    use super::super::variant::{English, International, Russian};
    use super::*;

    fn names(game: &GameRecord) -> Vec<&str> {
        game.moves.iter().map(|mv| mv.name.as_str()).collect()
    }

    #[test]
    fn comments_variations_clocks_and_remarks_are_left_out() {
        let text = "[Event \"A \\\"cup\\\"\"]\n[GameType \"20\"]\n[White \"Ann\"]\n\n1. 32-28! {[%clock w0:10:00] 1. 31-26} \
                    19-23 (1... 18-22 (1... 20-24 {(}) 2. 37-32) $4 ; 99. 1-6\n 2.28x19 14 x 23* 3. 37 - 32? 2-0\n";
        let game = read_text::<International>(text)
            .expect("readable")
            .expect("PDN");
        assert_eq!(names(&game), ["32-28", "19-23", "28x19", "14x23", "37-32"]);
        assert_eq!(game.result, Some(Value::LOSS));
        assert_eq!(game.players, ["".to_string(), "Ann".into()]);
        assert_eq!(read_text::<English>(text), Ok(None));
    }

    #[test]
    fn what_a_tag_or_comment_without_end_hides_is_told() {
        for text in [
            "1. 32-28 {and 19-23 *",
            "1. 32-28 (1. 31-27 {)} 19-23 *",
            "[GameType \"20\"\n1. 32-28 *",
            "[GameType \"20\n1. 32-28 *",
            "[Event\n1. 32-28 *",
        ] {
            let mut all = games(text);
            let game = all.next().expect("a game");
            let refused = game.record::<International>().expect_err(text);
            assert!(refused.ends_with(" does not end"), "{refused}");
            assert!(all.next().is_none(), "{text}");
        }
        let whole =
            games("1. 32-28 {and} (1. 31-27) 19-23 ; so\n* 2. 28x19 ; no line after this").next();
        let game = whole.and_then(|game| game.record::<International>().ok());
        assert_eq!(names(&game.expect("whole")), ["32-28", "19-23", "28x19"]);
    }

    #[test]
    fn a_game_is_added_only_where_it_is_found_again() {
        for text in [
            "hello world",
            "(;GM[1])",
            "heelstone weights\n",
            "[Event \"x\"] 1. 32-28 {open",
        ] {
            assert!(separator(text).is_err(), "{text}");
        }
        assert_eq!(separator(""), Ok(&b""[..]));
        assert_eq!(separator("[Event \"x\"]\n\n1. 32-28 *\n"), Ok(&b""[..]));
        assert_eq!(separator("1. 32-28 *"), Ok(&b"\n\n"[..]));
    }

    #[test]
    fn a_file_has_many_games_and_a_missing_type_is_guessed() {
        let text = "1. 32-28 19-23 * [Result \"0-1\"] 1. 11-15 22-18 2. 15x22 0-1 1. c3-d4 f6-g5 1-0 [Event \"x\"] *";
        let games: Vec<Game> = games(text).collect();
        assert_eq!(games.len(), 4);
        let numbers: Vec<&str> = games.iter().map(Game::number).collect();
        assert_eq!(numbers[..3], ["20", "21", "25"]);
        assert_eq!(games[0].result, None);
        assert_eq!(games[1].result, Some(Value::WIN));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mv = |name: &str| RecordedMove {
            side: None,
            name: name.into(),
        };
        let record = GameRecord {
            start: Some("B:W21:BK1".into()),
            moves: ["a1-b2", "c3:e5", "d4-e5"].map(mv).into(),
            result: Some(Value::DRAW),
            players: ["B \"b\"".into(), "W".into()],
        };
        let line = write_line::<Russian>(&record);
        assert!(
            line.ends_with("1... a1-b2 2. c3:e5 d4-e5 1/2-1/2"),
            "{line}"
        );
        assert!(line.contains("[GameType \"25,W,8,8,A0,0\"]"), "{line}");
        assert_eq!(read_text::<Russian>(&line), Ok(Some(record)));
    }
}
