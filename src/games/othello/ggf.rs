//! GGF, the Generic Game Format of the game server GGS [Buro n.d.], which NBoard writes too:
//! `(;GM[Othello]PC[GGS/os]PB[a]PW[b]RE[-2.00]TY[8]BO[8 --- ... --- *]B[F5//1.05]W[PA/-2.5/3];)`.
//!
//! `BO` is the width of the board, its squares and the side to move; spaces in it have no meaning.
//! A move may be followed by an evaluation and a time.

use super::Othello;
use crate::game::{
    Game, GameRecord, Notation, Property, RecordFormat, RecordKind, RecordedMove, Side,
    read_properties,
};

pub(super) const FORMAT: RecordFormat = RecordFormat {
    name: "GGF",
    extension: "ggf",
    listing: None,
    kind: RecordKind::Text { read, write },
};

/// The name of the game; programs differ in its case.
const GAME: &str = "Othello";

/// The symbol for Black.
const BLACK: char = '*';

const PASS: &str = "pass";

fn write(record: &GameRecord) -> String {
    let start = record.start.clone();
    let start = start.unwrap_or_else(|| Othello::start().position());
    let start = start.replace(Side::Black.symbol(), BLACK.encode_utf8(&mut [0; 4]));
    let margin = record.result.map(|value| format!("{:+}.00", value.0));
    let margin = margin.as_deref().unwrap_or("?");
    let [black, white] = &record.players;
    let mut text =
        format!("(;GM[{GAME}]PC[Heelstone]PB[{black}]PW[{white}]RE[{margin}]TY[8]BO[8 {start}]");
    let mut moves = &record.moves[..];
    // Only Go players pass after the end of a game; readers of GGF may take such a pass for
    // illegal.
    while let (Some(_), [rest @ .., last]) = (record.result, moves)
        && last.name == PASS
    {
        moves = rest;
    }
    for mv in moves {
        let name = if mv.name == PASS { "PA" } else { &mv.name };
        if let Some(side) = mv.side {
            let letter = side.letter().to_ascii_uppercase();
            text.push_str(&format!("{letter}[{name}]"));
        }
    }
    text.push_str(";)");
    text
}

pub(super) fn read(text: &str) -> Result<Option<GameRecord>, String> {
    let properties = read_properties(text).unwrap_or_default();
    let value = |name| last_value(&properties, name);
    if !value("GM").is_some_and(|game| game.trim().eq_ignore_ascii_case(GAME)) {
        return Ok(None);
    }
    // `8`, or `s8r20`, a pair of games from a start with 20 discs. In `8a` the side with fewer
    // discs wins.
    if value("TY").is_some_and(|kind| kind.contains('a')) {
        return Err("the record is of a game that fewer discs win".into());
    }
    let mut record = GameRecord::default();
    if let Some(board) = value("BO") {
        record.start = Some(position(board)?);
    }
    for (player, name) in record.players.iter_mut().zip(["PB", "PW"]) {
        *player = value(name).unwrap_or_default().into();
    }
    record.moves = properties.iter().filter_map(recorded_move).collect();
    Ok(Some(record))
}

/// The value of the last property with that name.
fn last_value<'a>(properties: &'a [Property<'_>], name: &str) -> Option<&'a str> {
    let mut named = properties.iter().rev().filter(|(other, _)| *other == name);
    named.next()?.1.first().map(String::as_str)
}

/// The starting position, in the notation of the game.
fn position(board: &str) -> Result<String, String> {
    let mut words = board.split_whitespace();
    if words.next() != Some("8") {
        return Err("the record is of a board that is not 8 squares wide".into());
    }
    let mut text = words.collect::<String>().replace(BLACK, "X");
    let side = text.pop().map_or(String::new(), |side| format!(" {side}"));
    Ok(text + &side)
}

fn recorded_move((name, values): &Property<'_>) -> Option<RecordedMove> {
    let side = match *name {
        "B" => Side::Black,
        "W" => Side::White,
        _ => return None,
    };
    Some(RecordedMove {
        side: Some(side),
        name: move_name(values.first()?).into(),
    })
}

/// The name of a move without its remarks. Servers and programs write a pass in various ways.
pub(super) fn move_name(text: &str) -> &str {
    let name = text.split('/').next().unwrap_or_default().trim();
    let passes = ["", "PA", "--"];
    let is_pass = passes.iter().any(|pass| pass.eq_ignore_ascii_case(name));
    if is_pass { PASS } else { name }
}
