//! A drawing: what it shows, and where a move is clicked.

use std::collections::{HashMap, HashSet};

use super::for_random_positions;
use crate::engine::common::visit_all_variants;
use heelstone::game::{Game, GameVisitor, Place, PlaceKind, Planes, Point, Vertex};

law!(
    what_stands_where_is_what_the_drawing_shows,
    planes_are_in_the_drawing
);
/// Whatever looks the same in the drawing is of the same kind. A kind may have several looks.
pub(in crate::engine) fn planes_are_in_the_drawing<G: Game>() {
    let points = G::plane_points();
    let mut kinds = HashMap::new();
    for_random_positions::<G>(|position| {
        let planes = position.planes();
        for place in position.drawing().places {
            let at = points.iter().position(|&point| point == (place.x, place.y));
            let Some(at) = at.filter(|_| place.kind != PlaceKind::Choice) else {
                continue;
            };
            let mut sets = planes.sets().iter().take(G::THINGS);
            let kind = sets.position(|set| set >> at & 1 == 1);
            let looks = (place.owner, place.text);
            let known = *kinds.entry(looks.clone()).or_insert(kind);
            assert_eq!(known, kind, "{}: {looks:?}", G::NAME);
        }
        let is_inside = |set: &u128| points.len() == Planes::PLACES || set >> points.len() == 0;
        assert!(planes.sets().iter().all(is_inside), "{}", G::NAME);
    });
    assert_eq!(points.is_empty(), kinds.is_empty(), "{}", G::NAME);
}

law!(
    every_move_can_be_clicked_in_the_drawing,
    moves_are_in_the_drawing
);
fn moves_are_in_the_drawing<G: Game>() {
    for_random_positions::<G>(|position| {
        let drawing = position.drawing();
        let mut clicked = HashSet::new();
        for mv in position.legal_moves() {
            let clicks = position.clicks(mv);
            for name in &clicks {
                let places = drawing.places.iter().filter(|place| place.name == *name);
                assert_eq!(places.count(), 1, "{}: {name}", G::NAME);
            }
            assert!(!clicks.is_empty(), "{}: nothing to click", G::NAME);
            assert!(clicked.insert(clicks), "two moves with the same clicks");
        }
        for name in position.lines().iter().flat_map(|line| &line.places) {
            let is_cell = |place: &&Place| place.kind == PlaceKind::Cell && place.name == *name;
            let cells = drawing.places.iter().filter(is_cell);
            assert_eq!(cells.count(), 1, "{}: a line through {name}", G::NAME);
        }
        assert!(
            drawing
                .to_text()
                .lines()
                .all(|line| !line.trim().is_empty())
        );
    });
}

law!(
    a_grid_shows_every_vertex_that_can_be_played,
    moves_are_on_the_grid
);
fn moves_are_on_the_grid<G: Game>() {
    let has_vertices = G::start().grid().is_some();
    for_random_positions::<G>(|position| {
        let grid = position.grid();
        assert_eq!(
            grid.is_some(),
            has_vertices,
            "{}: once and for all",
            G::NAME
        );
        let Some(grid) = grid else { return };
        for mv in position.legal_moves() {
            let name = position.name_move(mv);
            if name != "pass" {
                let vertex = Vertex::parse(&name).expect("a move is a vertex");
                assert_eq!(grid.point(vertex), Point::Empty, "{}: {name}", G::NAME);
            }
        }
    });
}
