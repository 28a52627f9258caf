//! The whole screen: the game and its state on top, the board on the left, the panels beside or
//! below it, the keys at the bottom.

use std::collections::HashMap;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::board::Picture;
use super::dress::{Marks, Wardrobe};
use super::keys::Switch;
use super::state::{Hit, Screen};
use super::{panels, popup};
use crate::game::Side;
use crate::play::clicks::moves_through;
use crate::session::Session;

/// The least width and height of the panels.
const NARROWEST: u16 = 24;
const LOWEST: u16 = 4;

/// The most moves of the expected line shown on the board; more would only confuse.
const LONGEST_LINE: usize = 6;

/// Draws everything, and keeps the areas that can be clicked.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &mut Screen) {
    screen.settle();
    screen.hits.clear();
    let area = panels::draw_head(frame, frame.area(), screen);
    let area = panels::draw_foot(frame, area, screen);
    let beside = draw_board(frame, area, screen);
    panels::draw(frame, beside, screen);
    popup::draw(frame, screen);
}

/// Draws the board; returns the area left for the panels.
fn draw_board(frame: &mut Frame<'_>, area: Rect, screen: &mut Screen) -> Rect {
    let drawing = screen.desk.session().drawing();
    let wardrobe = Wardrobe::new(screen.look, screen.desk.session().info().look);
    let smallest = Picture::within(&drawing, wardrobe, (0, 0)).size();
    let beside = area.width >= smallest.0 + NARROWEST;
    let width = area.width - if beside { NARROWEST } else { 0 };
    let picture = Picture::within(&drawing, wardrobe, (width, area.height));
    let (columns, lines) = picture.size();
    if columns > area.width || lines > area.height {
        panels::say_too_small(frame, area, (columns, lines));
        return Rect::ZERO;
    }
    let marks = marks(screen);
    let hits = picture.draw(frame.buffer_mut(), area, &marks);
    // Move the terminal's own cursor there too, for screen readers.
    let at = hits
        .iter()
        .find(|(_, name)| screen.cursor.as_ref() == Some(name));
    if let Some((rect, _)) = at.filter(|_| screen.popup.is_none()) {
        let middle = Position::new(rect.x + rect.width / 2, rect.y);
        frame.set_cursor_position(Position::new(
            middle.x.min(area.right().saturating_sub(1)),
            middle.y,
        ));
    }
    let hits = hits
        .into_iter()
        .map(|(rect, name)| (rect, Hit::Place(name)));
    screen.hits.extend(hits);
    if beside {
        let x = area.x + columns;
        Rect::new(x, area.y, area.right() - x, area.height)
    } else if area.height >= lines + LOWEST {
        let y = area.y + lines;
        Rect::new(area.x, y, area.width, area.bottom() - y)
    } else {
        Rect::ZERO
    }
}

fn marks(screen: &Screen) -> Marks {
    let session = screen.desk.session();
    let hint = screen.desk.thoughts.hint();
    Marks {
        cursor: screen.cursor.clone(),
        next: screen.next(),
        shows_legal: screen.show.has(Switch::Legal),
        picked: screen.picked.clone(),
        last: session.last_clicks(),
        won: won_places(session),
        hint: hint.map(|hint| hint.clicks.clone()).unwrap_or_default(),
        texts: texts(screen),
        lines: session.lines(),
    }
}

/// The places of won lines, if every line is won by being full of the winner's stones; none in
/// games that own lines in another way.
fn won_places(session: &Session) -> Vec<String> {
    let drawing = session.drawing();
    let places = drawing.places.iter();
    let owners: HashMap<&str, Option<Side>> = places
        .map(|place| (place.name.as_str(), place.owner))
        .collect();
    let lines = session.lines();
    let is_full = |line: &crate::game::BoardLine| {
        let mut places = line.places.iter();
        line.owner.is_some() && places.all(|name| owners.get(name.as_str()) == Some(&line.owner))
    };
    if !lines.iter().all(is_full) {
        return Vec::new();
    }
    lines.into_iter().flat_map(|line| line.places).collect()
}

/// The texts on free places: the expected line, or a move's score, which has precedence.
fn texts(screen: &Screen) -> HashMap<String, String> {
    let mut texts = HashMap::new();
    let (thoughts, ply) = (&screen.desk.thoughts, screen.desk.sitting.ply());
    if screen.show.has(Switch::Line) {
        let line = thoughts.of(ply).map(|thought| &thought.clicks[..]);
        let line = line.unwrap_or_default().iter().take(LONGEST_LINE);
        for (index, place) in line.enumerate().filter_map(|(i, c)| Some((i, c.last()?))) {
            texts
                .entry(place.clone())
                .or_insert_with(|| (index + 1).to_string());
        }
    }
    if screen.show.has(Switch::Scores) {
        let ratings: HashMap<_, _> = thoughts.moves(ply).into_iter().collect();
        let legal = screen.desk.legal();
        for place in screen.next() {
            let moves = moves_through(&legal, &screen.picked, &place);
            let known = moves.iter().filter_map(|mv| ratings.get(&mv.name));
            if let Some(best) = known.max_by_key(|rating| rating.rank()) {
                texts.insert(place, best.short());
            }
        }
    }
    texts
}
