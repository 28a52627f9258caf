//! Draws the board, as large as the room allows. Marks beside a place: `[ ]` the cursor, `< >`
//! picked, `* *` part of a won line, `? ?` the hint, `( )` the last move.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::look::Look;
use crate::game::{Drawing, Place, PlaceKind};

/// The columns of half a cell, and the lines of a row of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    x: u16,
    y: u16,
}

/// All scales, the largest first.
const SCALES: [Scale; 4] = [
    Scale { x: 3, y: 2 },
    Scale { x: 2, y: 2 },
    Scale { x: 2, y: 1 },
    Scale { x: 1, y: 1 },
];

/// The columns left for the marks beside the outermost places.
const MARGIN: u16 = 1;

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
}

/// A drawing at a scale.
pub(super) struct Picture<'a> {
    drawing: &'a Drawing,
    scale: Scale,
    left: i16,
    top: i16,
    /// The distance of neighbouring cells, in half cells.
    apart: i16,
}

impl<'a> Picture<'a> {
    /// The largest picture within a width in columns and a height in lines, or else the smallest.
    pub(super) fn within(drawing: &'a Drawing, (width, height): (u16, u16)) -> Picture<'a> {
        let xs = || drawing.places.iter().map(|place| place.x);
        let ys = || drawing.places.iter().map(|place| place.y);
        let of = |scale| Picture {
            drawing,
            scale,
            left: xs().min().unwrap_or(0),
            top: ys().min().unwrap_or(0),
            apart: distance(drawing),
        };
        let fits = |picture: &Picture<'_>| {
            let (columns, lines) = picture.size();
            columns <= width && lines <= height
        };
        let mut pictures = SCALES.into_iter().map(of);
        pictures
            .find(fits)
            .unwrap_or_else(|| of(SCALES[SCALES.len() - 1]))
    }

    /// The columns and lines that the picture takes.
    pub(super) fn size(&self) -> (u16, u16) {
        let ends = self.drawing.places.iter().map(|place| {
            let (x, y) = self.place(place);
            (x + length(&place.text), y + 1)
        });
        let (columns, lines) = ends.fold((0, 0), |(x, y), (right, below)| {
            (x.max(right), y.max(below))
        });
        // A score at the right end extends to the right by half its room.
        let columns = columns + self.room() / 2 + MARGIN;
        (columns, lines + self.drawing.captions.len() as u16)
    }

    /// The columns for a text between two marks, one of which is shared with the neighbour.
    fn room(&self) -> u16 {
        let apart = self.apart.unsigned_abs().saturating_mul(self.scale.x);
        apart.saturating_sub(1)
    }

    /// The position of a place's text.
    fn place(&self, place: &Place) -> (u16, u16) {
        let x = place.x.saturating_sub(self.left).max(0) as u16;
        let y = place.y.saturating_sub(self.top).max(0) as u16;
        (
            MARGIN + x.saturating_mul(self.scale.x),
            y.saturating_mul(self.scale.y),
        )
    }

    /// Draws the picture; returns the areas that can be clicked, with the names of their places.
    pub(super) fn draw(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        marks: &Marks,
        look: Look,
    ) -> Vec<(Rect, String)> {
        let mut hits = Vec::new();
        for place in &self.drawing.places {
            let (text, style) = dress(place, marks, look, self.room());
            put(buffer, area, self.start(place, &text), &text, style);
        }
        // The marks are drawn last, above their neighbours.
        let clickable = self.drawing.places.iter();
        for place in clickable.filter(|place| place.kind != PlaceKind::Label) {
            let (text, _) = dress(place, marks, look, self.room());
            let (x, y) = self.start(place, &text);
            if let Some((left, right)) = brackets(place, marks) {
                let style = look.strong();
                put(buffer, area, (x.saturating_sub(1), y), left, style);
                put(buffer, area, (x + length(&text), y), right, style);
            }
            hits.push((self.around(area, x, y, length(&text)), place.name.clone()));
        }
        let captions = self.drawing.captions.iter().rev();
        for (index, caption) in captions.enumerate() {
            let y = self.size().1.saturating_sub(1 + index as u16);
            put(buffer, area, (MARGIN, y), caption, Style::new());
        }
        hits
    }

    /// The start of a text, which is centred on its place if it is longer than the usual one.
    fn start(&self, place: &Place, text: &str) -> (u16, u16) {
        let (x, y) = self.place(place);
        let more = length(text).saturating_sub(length(&place.text));
        (x.saturating_sub(more / 2), y)
    }

    /// The area of a place for the mouse: its text, and half the way to its neighbours.
    fn around(&self, area: Rect, x: u16, y: u16, width: u16) -> Rect {
        let more = self.scale.x.saturating_sub(1).min(x);
        let (x, y) = (area.x + x - more, area.y + y);
        Rect::new(x, y, width.max(1) + 2 * more, 1).intersection(area)
    }
}

/// The smallest distance of two cells in a row, in half cells.
fn distance(drawing: &Drawing) -> i16 {
    let cells = drawing.places.iter();
    let cells = cells.filter(|place| place.kind == PlaceKind::Cell);
    let mut cells: Vec<_> = cells.map(|place| (place.y, place.x)).collect();
    cells.sort_unstable();
    let pairs = cells.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let least = pairs.map(|pair| pair[1].1 - pair[0].1).min();
    least.unwrap_or(2)
}

/// The text of a place, at most `room` columns wide, and its style.
fn dress(place: &Place, marks: &Marks, look: Look, room: u16) -> (String, Style) {
    let named = |names: &[String]| place.kind != PlaceKind::Label && names.contains(&place.name);
    let is_legal = named(&marks.next) && marks.shows_legal;
    let mut style = match place.owner {
        Some(_) if named(&marks.won) => look.won(),
        Some(side) => look.of_side(side),
        None if is_legal => look.legal(),
        None => look.faint(),
    };
    let is_chosen = marks.cursor.as_ref() == Some(&place.name);
    if place.kind != PlaceKind::Label && is_chosen {
        style = style.patch(look.chosen());
    }
    let is_free = place.kind == PlaceKind::Cell && place.owner.is_none();
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

/// The marks beside a place.
fn brackets(place: &Place, marks: &Marks) -> Option<(&'static str, &'static str)> {
    if place.kind == PlaceKind::Label {
        return None;
    }
    let is_cell = place.kind == PlaceKind::Cell;
    let named = |names: &[String]| names.contains(&place.name);
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

fn length(text: &str) -> u16 {
    text.chars().count().try_into().unwrap_or(u16::MAX)
}

/// Writes the part of a text that fits.
fn put(buffer: &mut Buffer, area: Rect, (x, y): (u16, u16), text: &str, style: Style) {
    for (index, symbol) in text.chars().enumerate() {
        let x = area.x.saturating_add(x).saturating_add(index as u16);
        let position = Position::new(x, area.y.saturating_add(y));
        let cell = buffer
            .cell_mut(position)
            .filter(|_| area.contains(position));
        if let Some(cell) = cell {
            cell.set_char(symbol).set_style(style);
        }
    }
}
