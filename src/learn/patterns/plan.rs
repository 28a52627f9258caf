//! Which features a board has: groups of neighbouring places [Jaskowski 2014], and what symmetries make the same.

use serde_json::{Value, json};

use super::groups::{Group, MOST_GROUPS, shared, windows, with_images};
use crate::game::{Notation, Side, Symmetry};
use crate::learn::board::Board;
use crate::learn::symmetries::{self, Exchange};

/// The phases of a game in which each move adds a thing, and the most that a game may name.
const PHASES: usize = 4;
const MOST_PHASES: usize = 16;
/// The most ways to fill a group.
const MOST_CONTENTS: usize = 1 << 16;
/// The most weights, so that a file cannot ask for all memory.
const MOST_WEIGHTS: usize = 1 << 24;

/// The features, as data from which all else follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(super) groups: Vec<Group>,
    /// The number of kinds that groups see. A thing of the other kinds has a weight by its place alone.
    pub(super) grouped: usize,
    /// For each place, the one that has the weights of such things.
    pub(super) alone: Vec<u8>,
    /// Positions in which White is to move are seen as those with the sides exchanged, if there are such ones;
    /// else they have weights of their own.
    pub(super) exchange: Option<Exchange>,
    /// The number of phases with weights of their own, by how many things there are, and within each by whether their
    /// number is odd; 0 if all positions share the weights. Where each move adds a thing and the sides do not always take
    /// turns, the parity says who has to make the last moves, and no group of places sees it.
    pub(super) phases: usize,
}

impl Plan {
    /// The features to learn: the groups that the game names, or else rectangles.
    ///
    /// # Errors
    /// A sentence if the game names groups or phases that cannot be.
    pub(crate) fn of<R: Notation + Symmetry>(
        board: &Board,
        positions: &[R],
    ) -> Result<Plan, String> {
        let sample: Vec<R> = positions
            .iter()
            .step_by(1 + positions.len() / 200)
            .cloned()
            .collect();
        let turns = symmetries::same(board, &sample);
        let grouped = board.kinds_of_things.min(R::GROUPED_KINDS);
        let grouped_sets = |position: &R| {
            let planes = board.planes(position);
            planes.sets()[..grouped]
                .iter()
                .fold(0, |all, set| all | set)
        };
        let used = positions
            .iter()
            .map(grouped_sets)
            .fold(0, |all, used| all | used);
        let images = |place: usize| turns.iter().map(move |turn| turn[place]);
        let counts: Vec<(u32, Side)> = positions
            .iter()
            .map(|position| (grouped_sets(position).count_ones(), position.turn().side()))
            .collect();
        let plan = Plan {
            phases: match R::PHASES {
                0 if has_free_parity(&counts) => PHASES,
                phases => phases,
            },
            groups: match R::groups() {
                none if none.is_empty() => shared(windows(board, grouped, used), &turns),
                named => shared(with_images(&named, board, &turns)?, &turns),
            },
            grouped,
            alone: (0..board.points.len())
                .map(|place| images(place).min().unwrap_or(place as u8))
                .collect(),
            exchange: symmetries::exchange(board, &sample),
        };
        if plan.fits(board) {
            Ok(plan)
        } else {
            Err("the game names too many groups or phases, or groups of too many places".into())
        }
    }

    /// The number of sets of weights among which the number of things chooses.
    pub(super) fn sets(&self) -> usize {
        (2 * self.phases).max(1)
    }

    /// The set of weights for a position with so many things, of which there may be at most `most`.
    #[inline]
    pub(super) fn set(&self, things: usize, most: usize) -> usize {
        if self.phases == 0 {
            return 0;
        }
        2 * (things * self.phases / (most + 1)) + things % 2
    }

    /// Where the weights of each table begin, and where all end.
    pub(super) fn tables(&self) -> Vec<u32> {
        let tables = self.groups.iter().map(|group| group.table + 1).max();
        let mut begins = vec![0; tables.unwrap_or(0) + 1];
        for group in &self.groups {
            begins[group.table + 1] = (self.grouped as u32 + 1).pow(group.places.len() as u32);
        }
        for table in 1..begins.len() {
            begins[table] += begins[table - 1];
        }
        begins
    }

    /// Returns true if all of it is of this board, and small enough.
    pub(crate) fn fits(&self, board: &Board) -> bool {
        let places = board.points.len();
        let is_place = |&place: &u8| usize::from(place) < places;
        let contents = |group: &Group| (self.grouped + 1).checked_pow(group.places.len() as u32);
        let fits = |group: &Group| {
            let shares = self.groups.iter().find(|other| other.table == group.table);
            group.table < self.groups.len()
                && shares.is_some_and(|other| other.places.len() == group.places.len())
                && contents(group).is_some_and(|contents| contents <= MOST_CONTENTS)
                && group.places.iter().all(is_place)
        };
        let exchanges = self.exchange.as_ref();
        (1..=MOST_GROUPS).contains(&self.groups.len())
            && (1..=board.kinds_of_things).contains(&self.grouped)
            && self.phases <= MOST_PHASES
            && self.groups.iter().all(fits)
            && self.alone.len() == places
            && self.alone.iter().all(is_place)
            && exchanges.is_none_or(|exchange| exchange.fits(board))
            && self.is_small(board)
    }

    /// Returns true if it does not have too many weights.
    fn is_small(&self, board: &Board) -> bool {
        let grouped = self.tables().last().map_or(0, |&end| end as usize);
        let alone = (board.kinds - self.grouped) * board.points.len();
        let views = if self.exchange.is_some() { 1 } else { 2 };
        (grouped + alone) * self.sets() * views <= MOST_WEIGHTS
    }

    /// The plan as it is written to a file.
    pub(crate) fn to_json(&self) -> Value {
        let group = |group: &Group| json!({"table": group.table, "places": group.places});
        let mut json = json!({
            "groups": self.groups.iter().map(group).collect::<Vec<_>>(),
            "grouped": self.grouped,
            "alone": self.alone,
            "exchange": Exchange::to_json(self.exchange.as_ref()),
        });
        if self.phases > 0 {
            json["phases"] = self.phases.into();
        }
        json
    }

    /// Reads what [`Plan::to_json`] writes.
    pub(crate) fn from_json(value: &Value) -> Option<Plan> {
        let bytes = |value: &Value| serde_json::from_value::<Vec<u8>>(value.clone()).ok();
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let group = |value: &Value| {
            Some(Group {
                table: number(&value["table"])?,
                places: bytes(&value["places"])?,
            })
        };
        let groups = value["groups"].as_array()?.iter().map(group);
        Some(Plan {
            groups: groups.collect::<Option<_>>()?,
            grouped: number(&value["grouped"])?,
            alone: bytes(&value["alone"])?,
            phases: match &value["phases"] {
                Value::Null => 0,
                value => number(value)?,
            },
            exchange: Exchange::from_json(&value["exchange"])?,
        })
    }
}

/// Returns true if each move in these games adds a thing, and either side moves with even and with odd numbers of them.
fn has_free_parity(counts: &[(u32, Side)]) -> bool {
    let first = counts.first().map_or(0, |&(count, _)| count);
    let adds_one = |pair: &[(u32, Side)]| pair[1].0 == pair[0].0 + 1 || pair[1].0 == first;
    let both = |odd: u32| {
        let with = |side| {
            counts
                .iter()
                .any(|&(count, to_move)| to_move == side && count % 2 == odd)
        };
        Side::BOTH.into_iter().all(with)
    };
    counts.windows(2).all(adds_one) && both(0) && both(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::othello::Othello;
    use crate::learn::explore;

    #[test]
    fn groups_that_a_game_names_are_turned_and_share_their_tables() {
        let positions = explore(Othello::start);
        let board = Board::of(&positions).expect("a board");
        let plan = Plan::of(&board, &positions).expect("a plan");
        // Eleven shapes, in four or eight places; the longest diagonal in two.
        let tables: Vec<usize> = (0..11)
            .map(|table| {
                let groups = plan.groups.iter();
                groups.filter(|group| group.table == table).count()
            })
            .collect();
        assert_eq!(tables, [4, 8, 4, 4, 4, 4, 4, 2, 4, 4, 4]);
        assert_eq!(plan.groups.len(), 46);
        assert_eq!((plan.phases, plan.sets()), (6, 12));
    }
}
