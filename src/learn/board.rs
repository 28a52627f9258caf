//! The places of a game's board, and what stands on them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::game::{Notation, PlaceKind, Planes, Side};

/// A thing on a place, as the drawing shows it: the number of its owner, and its text.
type Thing = (Option<usize>, String);

/// The places of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Where each place is, in half columns and rows.
    pub(super) points: Vec<(i16, i16)>,
    /// The number of kinds of things and of facts.
    pub(super) kinds: usize,
    /// The number of kinds of things.
    pub(super) kinds_of_things: usize,
    /// The things of each kind, where the drawing tells what stands on a place.
    things: Vec<Thing>,
}

impl Board {
    /// Where a place is that no position uses.
    pub(super) const OFF: (i16, i16) = Planes::OFF_THE_BOARD;

    /// The places that are used.
    pub(super) fn squares(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.points.len()).filter(|&place| self.points[place] != Board::OFF)
    }

    /// The board of a game, as some of its positions show it.
    ///
    /// # Errors
    /// A sentence if it has too many places.
    pub(crate) fn of<R: Notation>(positions: &[R]) -> Result<Board, String> {
        let points = R::plane_points();
        let board = if points.is_empty() {
            Board::drawn(positions)
        } else {
            let used = |position: &R| position.planes().sets().iter().rposition(|&set| set != 0);
            let last = positions.iter().filter_map(used).max();
            let kinds = last.map_or(1, |last| last + 1);
            Board {
                points,
                kinds,
                kinds_of_things: kinds.min(R::THINGS),
                things: Vec::new(),
            }
        };
        if board.points.is_empty() || board.points.len() > Planes::PLACES {
            return Err(format!(
                "a board of {} places is no board to learn from",
                board.points.len()
            ));
        }
        Ok(board)
    }

    /// The board by its drawings. What is seen most often stands for an empty place; if there are too many other
    /// things, only their owners count.
    fn drawn<R: Notation>(positions: &[R]) -> Board {
        let mut points = BTreeMap::new();
        let mut seen: BTreeMap<Thing, usize> = BTreeMap::new();
        for position in positions {
            for place in position.drawing().places {
                if place.kind == PlaceKind::Cell {
                    points.insert((place.y, place.x), ());
                    *seen
                        .entry((place.owner.map(Side::index), place.text))
                        .or_default() += 1;
                }
            }
        }
        let mut things: Vec<Thing> = seen.keys().cloned().collect();
        if things.len() > Planes::MOST {
            things = [0, 1].map(|side| (Some(side), String::new())).into();
        } else if let Some(empty) = seen
            .iter()
            .max_by_key(|(_, count)| **count)
            .map(|(thing, _)| thing)
        {
            things.retain(|thing| thing != empty);
        }
        Board {
            points: points.into_keys().map(|(y, x)| (x, y)).collect(),
            kinds: things.len(),
            kinds_of_things: things.len(),
            things,
        }
    }

    /// Refuses a file of `what` whose places or kinds of things are not those of the game. Facts that pass for things could
    /// stand on one place with others, which no weight is for.
    ///
    /// # Errors
    /// A sentence if so.
    pub(crate) fn check<R: Notation>(&self, what: &str) -> Result<(), String> {
        let points = R::plane_points();
        let fits = if points.is_empty() {
            self.kinds_of_things == self.kinds
        } else {
            self.points == points
                && !self.is_drawn()
                && self.kinds_of_things == self.kinds.min(R::THINGS)
        };
        if fits {
            Ok(())
        } else {
            Err(format!(
                "this file of {what} cannot be used: its board is not that of the game"
            ))
        }
    }

    /// Each kind on each place.
    pub(super) fn contents(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.kinds).flat_map(|kind| (0..self.points.len()).map(move |place| (kind, place)))
    }

    /// True if what stands where is read from drawings, which takes long.
    pub(super) fn is_drawn(&self) -> bool {
        !self.things.is_empty()
    }

    /// The number of things on the board.
    #[inline]
    pub(crate) fn count(&self, planes: &Planes) -> u32 {
        planes.count(self.kinds_of_things)
    }

    /// The contents of the board.
    #[inline]
    pub(crate) fn planes<R: Notation>(&self, position: &R) -> Planes {
        if self.is_drawn() {
            self.read(position)
        } else {
            position.planes()
        }
    }

    fn read<R: Notation>(&self, position: &R) -> Planes {
        let mut planes = Planes::EMPTY;
        for place in position.drawing().places {
            let is_meant = |(owner, text): &Thing| {
                *owner == place.owner.map(Side::index) && (text.is_empty() || *text == place.text)
            };
            let kind = self.things.iter().position(is_meant);
            let at = self
                .points
                .binary_search_by_key(&(place.y, place.x), |&(x, y)| (y, x));
            if let (PlaceKind::Cell, Some(kind), Ok(at)) = (place.kind, kind, at) {
                planes.put(kind, at);
            }
        }
        planes
    }

    pub(super) fn to_json(&self) -> Value {
        let thing = |(owner, text): &Thing| json!([owner, text]);
        let mut json = json!({
            "points": self.points,
            "kinds": self.kinds,
            "things": self.things.iter().map(thing).collect::<Vec<_>>(),
        });
        if self.kinds_of_things < self.kinds {
            json["facts"] = (self.kinds - self.kinds_of_things).into();
        }
        json
    }

    /// Reads what [`Board::to_json`] writes.
    pub(super) fn from_json(value: &Value) -> Option<Board> {
        let number = |value: &Value| i16::try_from(value.as_i64()?).ok();
        let point = |value: &Value| Some((number(value.get(0)?)?, number(value.get(1)?)?));
        let thing = |value: &Value| {
            let owner = value.get(0)?.as_u64().map(|owner| owner as usize);
            Some((owner, value.get(1)?.as_str()?.to_string()))
        };
        let points = value["points"]
            .as_array()?
            .iter()
            .map(point)
            .collect::<Option<Vec<_>>>()?;
        let things = value["things"]
            .as_array()?
            .iter()
            .map(thing)
            .collect::<Option<Vec<_>>>()?;
        let kinds = usize::try_from(value["kinds"].as_u64()?).ok()?;
        let facts = match &value["facts"] {
            Value::Null => 0,
            facts => usize::try_from(facts.as_u64()?).ok()?,
        };
        let fits = (1..=Planes::PLACES).contains(&points.len())
            && (1..=Planes::MOST).contains(&kinds)
            && facts < kinds
            && (facts == 0 || things.is_empty())
            && (things.is_empty() || things.len() == kinds)
            && (things.is_empty() || points.is_sorted_by_key(|&(x, y)| (y, x)));
        fits.then_some(Board {
            points,
            kinds,
            kinds_of_things: kinds - facts,
            things,
        })
    }
}
