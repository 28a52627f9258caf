//! Draws the board, as large as the room allows.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::dress::{Marks, Wardrobe, brackets, length, owners_of_strokes};
use super::ground::{Lines, Order, fill, is_stroke, on_board};
use super::paint::{Depth, Parting};
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

/// A drawing at a scale.
pub(super) struct Picture<'a> {
    drawing: &'a Drawing,
    wardrobe: Wardrobe,
    order: Order,
    scale: Scale,
    left: i16,
    top: i16,
    /// The columns and lines before the first place.
    margins: (u16, u16),
    /// The distance of neighbouring cells, in half cells.
    apart: i16,
}

impl<'a> Picture<'a> {
    /// The largest picture within a width in columns and a height in lines, or else the smallest.
    pub(super) fn within(
        drawing: &'a Drawing,
        wardrobe: Wardrobe,
        (width, height): (u16, u16),
    ) -> Picture<'a> {
        let order = Order::of(drawing);
        let fits = |picture: &Picture<'_>| {
            let (columns, lines) = picture.size();
            columns <= width && lines <= height
        };
        let of = |scale| Picture::at(drawing, wardrobe, order, scale);
        let mut pictures = SCALES.into_iter().map(of);
        pictures
            .find(fits)
            .unwrap_or_else(|| of(SCALES[SCALES.len() - 1]))
    }

    fn at(drawing: &'a Drawing, wardrobe: Wardrobe, order: Order, scale: Scale) -> Picture<'a> {
        let xs = |places: &[&Place]| places.iter().map(|place| place.x).min().unwrap_or(0);
        let ys = |places: &[&Place]| places.iter().map(|place| place.y).min().unwrap_or(0);
        let all: Vec<&Place> = drawing.places.iter().collect();
        let cells: Vec<&Place> = on_board(drawing, order);
        let (left, top) = (xs(&all), ys(&all));
        // A grid has lines around its outermost cells.
        let is_outermost = |of_cells, of_all| order == Order::Grid && of_cells == of_all;
        let margins = (
            match is_outermost(xs(&cells), left) {
                true => MARGIN.max(scale.x),
                false => MARGIN,
            },
            match is_outermost(ys(&cells), top) {
                true => scale.y - 1,
                false => 0,
            },
        );
        let apart = distance(drawing);
        Picture {
            drawing,
            wardrobe,
            order,
            scale,
            left,
            top,
            margins,
            apart,
        }
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
        let ground = self.ground();
        let (columns, lines) = (columns.max(ground.right()), lines.max(ground.bottom()));
        (columns, lines + self.drawing.captions.len() as u16)
    }

    /// The board without what is around it.
    fn ground(&self) -> Rect {
        let places = on_board(self.drawing, self.order);
        let Scale { x: across, y: down } = self.scale;
        let starts = places.iter().map(|place| self.place(place));
        let (mut left, mut top, mut right, mut bottom) = (u16::MAX, u16::MAX, 0, 0);
        for ((x, y), place) in starts.zip(&places) {
            let end = match self.order {
                Order::Grid => x + across,
                Order::Free => x + length(&place.text).max(across) - 1,
            };
            (left, top) = (left.min(x), top.min(y));
            (right, bottom) = (right.max(end), bottom.max(y));
        }
        let (before, above) = match self.order {
            Order::Grid => (across, down - 1),
            Order::Free => (MARGIN, 0),
        };
        let below = if self.is_grid_of_squares() { 0 } else { above };
        let (left, top) = (left.saturating_sub(before), top.saturating_sub(above));
        let width = (right + 1).saturating_sub(left);
        let width = if self.is_grid_of_squares() {
            width - 1
        } else {
            width
        };
        Rect::new(left, top, width, (bottom + 1 + below).saturating_sub(top))
    }

    /// True if squares of two colours part the cells; without colours, lines do.
    fn is_grid_of_squares(&self) -> bool {
        self.parting() == Parting::Squares
    }

    fn parting(&self) -> Parting {
        match self.wardrobe.look.depth {
            Depth::None => Parting::Lines,
            _ => self.wardrobe.board.parting,
        }
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
            self.margins.0 + x.saturating_mul(self.scale.x),
            self.margins.1 + y.saturating_mul(self.scale.y),
        )
    }

    /// Draws the picture; returns the areas that can be clicked, with the names of their places.
    pub(super) fn draw(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        marks: &Marks,
    ) -> Vec<(Rect, String)> {
        self.draw_ground(buffer, area);
        let strokes = owners_of_strokes(&self.drawing.places, &marks.lines);
        let on = on_board(self.drawing, self.order);
        // Cells lie above the strokes that lead to them.
        let is_label = |place: &&Place| place.kind == PlaceKind::Label;
        for place in self.drawing.places.iter().filter(is_label) {
            let style = match on.contains(&place) {
                false => self.wardrobe.dress(place, marks, 0).1,
                true if is_stroke(place) || place.owner.is_none() => {
                    let owner = strokes.get(&(place.x, place.y));
                    self.wardrobe.stroke(owner.copied())
                }
                true => self.wardrobe.dress(place, marks, 0).1,
            };
            put(
                buffer,
                area,
                self.start(place, &place.text),
                &place.text,
                style,
            );
        }
        let mut hits = Vec::new();
        for place in self.drawing.places.iter().filter(|place| !is_label(place)) {
            self.draw_plate(buffer, area, place, marks);
            let (text, style) = self.wardrobe.dress(place, marks, self.room());
            let (x, y) = self.start(place, &text);
            put(buffer, area, (x, y), &text, style);
            hits.push((
                self.around(area, place, (x, y), length(&text)),
                place.name.clone(),
            ));
        }
        self.draw_marks(buffer, area, marks);
        let captions = self.drawing.captions.iter().rev();
        for (index, caption) in captions.enumerate() {
            let y = self.size().1.saturating_sub(1 + index as u16);
            put(buffer, area, (MARGIN, y), caption, Style::new());
        }
        hits
    }

    /// The marks are drawn last, above their neighbours.
    fn draw_marks(&self, buffer: &mut Buffer, area: Rect, marks: &Marks) {
        for place in &self.drawing.places {
            let Some((left, right)) = brackets(place, marks) else {
                continue;
            };
            let (text, _) = self.wardrobe.dress(place, marks, self.room());
            let (x, y) = self.start(place, &text);
            let style = self.wardrobe.look.strong();
            put(buffer, area, (x.saturating_sub(1), y), left, style);
            put(buffer, area, (x + length(&text), y), right, style);
        }
    }

    fn draw_ground(&self, buffer: &mut Buffer, area: Rect) {
        let ground = shifted(self.ground(), area);
        let style = self.wardrobe.ground();
        if self.wardrobe.look.depth != Depth::None {
            fill(buffer, ground, area, style);
        }
        if self.order == Order::Grid && self.parting() == Parting::Lines {
            let lines = Lines {
                area: ground,
                width: 2 * self.scale.x,
                height: self.scale.y,
            };
            lines.draw(buffer, area, self.wardrobe.look.unicode, style);
        }
    }

    /// Draws a cell or a piece without its text.
    fn draw_plate(&self, buffer: &mut Buffer, area: Rect, place: &Place, marks: &Marks) {
        if self.wardrobe.look.depth == Depth::None {
            return;
        }
        let (text, _) = self.wardrobe.dress(place, marks, self.room());
        let (x, y) = self.start(place, &text);
        let Scale { x: across, y: down } = self.scale;
        let more = u16::from(across > 1);
        let around = Rect::new(x - more.min(x), y, length(&text) + 2 * more, 1);
        if place.kind == PlaceKind::Cell && self.order == Order::Grid {
            let (x, y) = self.place(place);
            let square = match self.parting() {
                Parting::Lines => Rect::new(x + 1 - across, y, 2 * across - 1, 1),
                Parting::Squares => Rect::new(x - across, y + 1 - down, 2 * across, down),
                Parting::Holes => around,
            };
            fill(buffer, shifted(square, area), area, self.wardrobe.cell());
        }
        let style = match (place.kind, place.owner) {
            (_, Some(side)) => self.wardrobe.piece(side),
            (PlaceKind::Cell, None) => self.wardrobe.cell(),
            _ => return,
        };
        fill(buffer, shifted(around, area), area, style);
    }

    /// The start of a text, which is centred on its place if it is longer than the usual one.
    fn start(&self, place: &Place, text: &str) -> (u16, u16) {
        let (x, y) = self.place(place);
        let more = length(text).saturating_sub(length(&place.text));
        (x.saturating_sub(more / 2), y)
    }

    /// The area of a place for the mouse: its square, or its text and half the way to its neighbours.
    fn around(&self, area: Rect, place: &Place, (x, y): (u16, u16), width: u16) -> Rect {
        let Scale { x: across, y: down } = self.scale;
        if place.kind == PlaceKind::Cell && self.order == Order::Grid {
            let (x, y) = self.place(place);
            let square = Rect::new(
                x - across.min(x),
                (y + 1) - down.min(y + 1),
                2 * across,
                down,
            );
            return shifted(square, area).intersection(area);
        }
        let more = across.saturating_sub(1).min(x);
        let around = Rect::new(x - more, y, width.max(1) + 2 * more, 1);
        shifted(around, area).intersection(area)
    }
}

/// An area of the picture on the screen, where the picture begins at the start of `area`.
fn shifted(rect: Rect, area: Rect) -> Rect {
    Rect {
        x: rect.x.saturating_add(area.x),
        y: rect.y.saturating_add(area.y),
        ..rect
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
