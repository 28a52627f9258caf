//! Game records in SGF [Hollosi 1997]. The properties are `GM` for the game (its number, or its
//! name if it has none), `SZ` for the size, `POSITION` if the game was set up, `RE` for the result,
//! and then a node for each move.
//!
//! Moves are points (`B[dc]`) in a game with a number, vertices (`B[D3]`) in one without, and names
//! (`B[a2a3]`) if they are not vertices. The point `aa` is A1; in a record for Go, as
//! `gogui-twogtp` writes for any game, the highest row is on top.

use super::RecordError;
use crate::game::{Point, Side, Vertex, read_properties};
use crate::release::RELEASE;
use crate::session::position::PASS;
use crate::session::{GameInfo, Session};

/// The game so far, on one line.
pub(super) fn write(session: &Session) -> String {
    let info = session.info();
    let game = game(&info);
    let (columns, rows) = info.size;
    let size = if columns == rows {
        columns.to_string()
    } else {
        format!("{columns}:{rows}")
    };
    let mut text = format!("(;FF[4]CA[UTF-8]AP[Heelstone:{RELEASE}]GM[{game}]SZ[{size}]");
    if let Some(position) = session.set_up_from() {
        text.push_str(&format!("POSITION[{}]", escaped(&position)));
    }
    if let Some(result) = session.result() {
        text.push_str(&format!("RE[{result}]"));
    }
    for played in session.history() {
        let letter = played.side.letter().to_ascii_uppercase();
        let value = value(&played.name, &info);
        text.push_str(&format!(";{letter}[{value}]"));
    }
    text.push(')');
    text
}

/// The number of a game, or its name with that of its variant.
fn game(info: &GameInfo) -> String {
    match (info.sgf_number, info.variant) {
        (Some(number), _) => number.to_string(),
        (None, Some(variant)) => format!("{} {variant}", info.name),
        (None, None) => info.name.into(),
    }
}

/// A move as the value of its property. Only a pass in a game of vertices is empty, as in Go.
fn value(name: &str, info: &GameInfo) -> String {
    if !info.has_vertices {
        return escaped(name);
    }
    match Vertex::parse(name) {
        None => String::new(),
        Some(vertex) if info.sgf_number.is_some() => point(vertex),
        Some(vertex) => vertex.to_string(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn point(vertex: Vertex) -> String {
    let letter = |n: u8| char::from(b'a' + n);
    [letter(vertex.column), letter(vertex.row)].iter().collect()
}

/// The notation of the moves in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    /// Two letters, row 1 on top.
    Points,
    /// Two letters, the highest row on top, on a board of this many rows.
    GoPoints(u8),
    /// `D3`, or another name that the game uses for a move.
    Names,
}

/// A record: the main line of the first game in it.
#[derive(Clone, Debug)]
pub(super) struct Record {
    game: Option<String>,
    size: Option<String>,
    position: Option<String>,
    stones: Vec<(Side, String)>,
    moves: Vec<(Side, String)>,
}

/// Reads a record.
pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let properties = read_properties(text).ok_or(RecordError::Malformed)?;
    let mut record = Record {
        game: None,
        size: None,
        position: None,
        stones: Vec::new(),
        moves: Vec::new(),
    };
    for (name, values) in properties {
        let first = values.first().cloned().unwrap_or_default();
        match name {
            "GM" => record.game = Some(first),
            "SZ" => record.size = Some(first),
            "POSITION" => record.position = Some(first),
            "AB" => record
                .stones
                .extend(values.into_iter().map(|v| (Side::Black, v))),
            "AW" => record
                .stones
                .extend(values.into_iter().map(|v| (Side::White, v))),
            "B" => record.moves.push((Side::Black, first)),
            "W" => record.moves.push((Side::White, first)),
            _ => {}
        }
    }
    Ok(record)
}

impl Record {
    /// Tells whether this is a record of this game and size. One that names no game, or Go, is taken for
    /// one of the current game.
    pub(super) fn is_of(&self, info: &GameInfo, present: &GameInfo) -> bool {
        let game = self.game.as_deref().map(str::trim);
        let same_game = match game {
            None | Some("1") => (info.name, info.variant) == (present.name, present.variant),
            Some(name) if info.variant.is_none() && name == info.name => true,
            Some(name) => name == self::game(info),
        };
        let (columns, rows) = info.size;
        let size = match self.size.as_deref() {
            // The current size takes precedence over the game's first one.
            None => return same_game && (info.name != present.name || info.size == present.size),
            Some(size) => size.trim(),
        };
        let told = [format!("{columns}:{rows}"), format!("{columns}")];
        let as_go = size
            .parse()
            .is_ok_and(|n| info.board_sizes.contains(&[n].as_slice()));
        same_game && (as_go || told.iter().any(|told| told == size))
    }

    fn spelling(&self, info: &GameInfo) -> Spelling {
        match self.game.as_deref().map(str::trim) {
            _ if !info.has_vertices => Spelling::Names,
            Some(game) if game == info.name => Spelling::Names,
            None | Some("1") => {
                // A record for Go omits the size if it is 19.
                const GO: u8 = 19;
                let size = self
                    .size
                    .as_deref()
                    .and_then(|size| size.trim().parse().ok());
                Spelling::GoPoints(size.unwrap_or(GO))
            }
            Some(_) => Spelling::Points,
        }
    }

    /// Plays the moves of the record in a new game, up to the position before move `before`.
    pub(super) fn replay(
        &self,
        session: &mut Session,
        before: Option<usize>,
    ) -> Result<(), RecordError> {
        let spelling = self.spelling(&session.info());
        if let Some(position) = &self.position {
            session
                .set_up(position)
                .map_err(|e| RecordError::Position(e.to_string()))?;
        }
        self.check_stones(session, spelling)?;
        let count = before.map_or(self.moves.len(), |n| n.saturating_sub(1));
        for (index, (side, text)) in self.moves.iter().take(count).enumerate() {
            let wrong = || RecordError::Move {
                number: index + 1,
                text: text.clone(),
            };
            let name = spelling.name(text).ok_or_else(wrong)?;
            session.play(Some(*side), &name).map_err(|_| wrong())?;
        }
        Ok(())
    }

    /// Checks that the stones in a record are those that the game begins with.
    fn check_stones(&self, session: &Session, spelling: Spelling) -> Result<(), RecordError> {
        let grid = session.grid();
        let stands = |(side, text): &(Side, String)| {
            let vertex = spelling.name(text).and_then(|name| Vertex::parse(&name));
            let point = |vertex| grid.as_ref().map(|grid| grid.point(vertex));
            vertex.and_then(point) == Some(Point::Stone(*side))
        };
        let wrong = self.stones.iter().find(|stone| !stands(stone));
        wrong.map_or(Ok(()), |(side, text)| {
            Err(RecordError::Position(format!(
                "the game does not begin with a {side} stone {text}"
            )))
        })
    }
}

impl Spelling {
    /// The name of a move as the session reads it.
    fn name(self, text: &str) -> Option<String> {
        let text = text.trim();
        if text.is_empty() {
            return Some(PASS.into());
        }
        match self {
            Spelling::Names => return Some(text.to_string()),
            Spelling::Points | Spelling::GoPoints(_) if text == "tt" => return Some(PASS.into()),
            Spelling::Points | Spelling::GoPoints(_) => {}
        }
        // Some programs write names there, as `f5`; points have no digit.
        if let Some(vertex) = Vertex::parse(text) {
            return Some(vertex.to_string());
        }
        let [column, row] = text.as_bytes() else {
            return None;
        };
        let index = |letter: &u8| letter.is_ascii_lowercase().then(|| letter - b'a');
        let (column, row) = (index(column)?, index(row)?);
        let row = match self {
            Spelling::GoPoints(rows) => rows.checked_sub(row + 1)?,
            _ => row,
        };
        (column < Vertex::MAX_COLUMNS).then(|| Vertex::new(column, row).to_string())
    }
}
