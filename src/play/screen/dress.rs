//! Texts and colours of the places of a board, and the marks beside them: `[ ]` the cursor, `< >`
//! picked, `* *` part of a won line, `? ?` the hint, `( )` the last move.

use std::collections::HashMap;

use ratatui::style::{Modifier, Style};

use super::ground::is_stroke;
use super::look::Look;
use super::paint::{Board, is_drawn, of_piece};
use crate::game::{BoardLine, Look as GameLook, Place, PlaceKind, Side};

/// Everything shown on the board besides its contents.
#[derive(Debug, Default)]
pub(super) struct Marks {
    /// The place under the keyboard cursor.
    pub(super) cursor: Option<String>,
    /// The places that can be clicked next.
    pub(super) next: Vec<String>,
    /// `true` to show them.
    pub(super) shows_legal: bool,
    /// The places clicked so far for an unfinished move.
    pub(super) picked: Vec<String>,
    /// The places clicked for the last move.
    pub(super) last: Vec<String>,
    /// The places of a won line.
    pub(super) won: Vec<String>,
    /// The places to click for the hint.
    pub(super) hint: Vec<String>,
    /// Texts by place: a score, or the number of an expected move.
    pub(super) texts: HashMap<String, String>,
    /// The lines that a side owns.
    pub(super) lines: Vec<BoardLine>,
}

impl Marks {
    fn is_legal(&self, place: &Place) -> bool {
        self.shows_legal && named(place, &self.next)
    }
}

/// True if a place that can be clicked is among these.
fn named(place: &Place, names: &[String]) -> bool {
    place.kind != PlaceKind::Label && names.contains(&place.name)
}

/// The colours of a game on this terminal.
#[derive(Clone, Copy)]
pub(super) struct Wardrobe {
    pub(super) look: Look,
    pub(super) game: GameLook,
    pub(super) board: Board,
}

impl Wardrobe {
    pub(super) fn new(look: Look, game: GameLook) -> Wardrobe {
        let board = Board::of(game.board);
        Wardrobe { look, game, board }
    }

    /// The style of the ground and its lines.
    pub(super) fn ground(&self) -> Style {
        self.look.on(self.board.line, self.board.ground)
    }

    /// The style of a free cell.
    pub(super) fn cell(&self) -> Style {
        self.look.on(self.board.ink, self.board.cell)
    }

    /// The style of a side's piece.
    pub(super) fn piece(&self, side: Side) -> Style {
        let piece = self.game.piece(side);
        let (body, text) = of_piece(piece.colour);
        match is_drawn(piece.shape) {
            true => self.look.on(body, self.board.cell),
            false => self.look.on(text, body),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The style of a stroke of the board, in the colour of who owns it.
    pub(super) fn stroke(&self, owner: Option<Side>) -> Style {
        owner.map_or(self.ground(), |side| {
            let (body, _) = of_piece(self.game.piece(side).colour);
            self.look
                .on(body, self.board.ground)
                .add_modifier(Modifier::BOLD)
        })
    }

    /// The text of a place, at most `room` columns wide, and its style.
    pub(super) fn dress(&self, place: &Place, marks: &Marks, room: u16) -> (String, Style) {
        let is_free = place.kind == PlaceKind::Cell && place.owner.is_none();
        let is_legal = marks.is_legal(place);
        let is_chosen = marks.cursor.as_ref() == Some(&place.name);
        let mut style = match (place.kind, place.owner) {
            (PlaceKind::Label, None) => self.look.faint(),
            (_, Some(side)) => self.piece(side),
            (PlaceKind::Cell, None) => self.cell(),
            (PlaceKind::Choice, None) => Style::new(),
        };
        if is_free && is_legal {
            style = style.add_modifier(Modifier::BOLD);
        }
        if place.kind != PlaceKind::Label && is_chosen {
            style = style.patch(self.look.chosen());
        }
        let is_bare = place.text == ".";
        let more = marks.texts.get(&place.name).filter(|_| is_free);
        let more = more.map(|text| match is_bare {
            true => text.clone(),
            false => format!("{}:{text}", place.text),
        });
        let text = match more.filter(|text| length(text) <= room) {
            Some(text) => text,
            None if is_free && is_legal && is_bare => "+".into(),
            None => place.text.clone(),
        };
        (text, style)
    }
}

/// The marks beside a place.
pub(super) fn brackets(place: &Place, marks: &Marks) -> Option<(&'static str, &'static str)> {
    if place.kind == PlaceKind::Label {
        return None;
    }
    let is_cell = place.kind == PlaceKind::Cell;
    let named = |names: &[String]| named(place, names);
    let all = [
        (marks.cursor.as_ref() == Some(&place.name), ("[", "]")),
        (named(&marks.picked), ("<", ">")),
        (is_cell && named(&marks.won), ("*", "*")),
        (named(&marks.hint), ("?", "?")),
        (is_cell && named(&marks.last), ("(", ")")),
    ];
    all.into_iter()
        .find_map(|(fits, brackets)| fits.then_some(brackets))
}

/// The owners of strokes, by their positions: a stroke is half the way between two places of a line, or
/// between its first place and the mark before that.
pub(super) fn owners_of_strokes(
    places: &[Place],
    lines: &[BoardLine],
) -> HashMap<(i16, i16), Side> {
    let cells = places.iter().filter(|place| place.kind == PlaceKind::Cell);
    let cells: HashMap<&str, (i16, i16)> = cells
        .map(|place| (place.name.as_str(), (place.x, place.y)))
        .collect();
    let mut owners = HashMap::new();
    for line in lines {
        let Some(owner) = line.owner else { continue };
        let points = line.places.iter();
        let mut points: Vec<_> = points
            .filter_map(|name| cells.get(name.as_str()))
            .copied()
            .collect();
        if let [(x, y), (next_x, next_y), ..] = points[..] {
            points.insert(0, (2 * x - next_x, 2 * y - next_y));
        }
        for pair in points.windows(2) {
            let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
            owners.insert(((x + to_x) / 2, (y + to_y) / 2), owner);
        }
    }
    let strokes = places.iter().filter(|place| is_stroke(place));
    let strokes: Vec<_> = strokes.map(|place| (place.x, place.y)).collect();
    owners.retain(|position, _| strokes.contains(position));
    owners
}

/// The number of columns that a text takes.
pub(super) fn length(text: &str) -> u16 {
    text.chars().count().try_into().unwrap_or(u16::MAX)
}
