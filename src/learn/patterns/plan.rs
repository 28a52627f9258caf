//! Which features a board has: groups of neighbouring places [Jaskowski 2014], and what symmetries make the same.

use serde_json::{Value, json};

use crate::game::{Notation, Side, Symmetry};
use crate::learn::board::Board;
use crate::learn::symmetries::{self, Exchange};

/// The most groups.
pub(super) const MOST_GROUPS: usize = 96;
/// The phases of a game in which each move adds a thing.
const PHASES: usize = 4;
/// The most ways to fill a group.
const MOST_CONTENTS: usize = 20_000;

/// A group of places, in the order of their digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The number of the table that has its weights.
    pub(super) table: usize,
    pub(super) places: Vec<u8>,
}

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
    /// The features that are learnt if nobody names others.
    pub(crate) fn of<R: Notation + Symmetry>(board: &Board, positions: &[R]) -> Plan {
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
        Plan {
            phases: if has_free_parity(&counts) { PHASES } else { 0 },
            groups: shared(windows(board, grouped, used), &turns),
            grouped,
            alone: (0..board.points.len())
                .map(|place| images(place).min().unwrap_or(place as u8))
                .collect(),
            exchange: symmetries::exchange(board, &sample),
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
            && (1..=board.kinds).contains(&self.grouped)
            && self.phases <= PHASES
            && self.groups.iter().all(fits)
            && self.alone.len() == places
            && self.alone.iter().all(is_place)
            && exchanges.is_none_or(|exchange| exchange.fits(board))
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

/// Rectangles of the board with as many places as a group may have, from the largest down until there are enough.
/// Among the groups of Breakthrough that were tried, strips of two rows learnt the most. Squares are for boards of
/// which every other place is used.
fn windows(board: &Board, kinds: usize, used: u128) -> Vec<Vec<u8>> {
    let most = (1..)
        .take_while(|&n| (kinds + 1).pow(n) <= MOST_CONTENTS)
        .count();
    let squares: Vec<usize> = board
        .squares()
        .filter(|square| used >> square & 1 == 1)
        .collect();
    let mut found: Vec<Vec<u8>> = Vec::new();
    for length in (2..=most as i16).rev() {
        let [upright, lying] =
            [(4, length), (2 * length, 2)].map(|shape| at_each_place(board, &squares, shape));
        let strips = upright.into_iter().chain(lying);
        let full: Vec<Vec<u8>> = strips
            .filter(|group| group.len() == 2 * length as usize)
            .collect();
        let square = at_each_place(board, &squares, (2 * length, length));
        let largest = square.iter().map(Vec::len).max().unwrap_or(0);
        let is_sparse = largest <= (length * length * 2 / 3) as usize;
        let whole = square
            .into_iter()
            .filter(|group| is_sparse && group.len() + 1 >= largest);
        for group in full.into_iter().chain(whole) {
            if group.len() <= most && !found.contains(&group) {
                found.push(group);
            }
        }
        if found.len() > 16 {
            break;
        }
    }
    if found.is_empty() {
        found = squares.iter().map(|&place| vec![place as u8]).collect();
    }
    found.truncate(MOST_GROUPS);
    found
}

/// The places in a rectangle, from each place on and from the one before it, which may not be used.
fn at_each_place(board: &Board, squares: &[usize], (width, height): (i16, i16)) -> Vec<Vec<u8>> {
    let corners = squares.iter().flat_map(|&place| {
        let (x, y) = board.points[place];
        [(x, y), (x - 2, y)]
    });
    let groups = corners.map(|(x, y)| {
        let is_inside = |&&place: &&usize| {
            let (px, py) = board.points[place];
            (x..x + width).contains(&px) && (y..y + height).contains(&py)
        };
        squares
            .iter()
            .filter(is_inside)
            .map(|&place| place as u8)
            .collect()
    });
    groups.collect()
}

/// Gives each group its table. Groups that a symmetry turns into each other share one.
fn shared(found: Vec<Vec<u8>>, turns: &[Vec<u8>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut tables = 0;
    let sorted = |places: &[u8]| {
        let mut places = places.to_vec();
        places.sort_unstable();
        places
    };
    for group in &found {
        if groups.iter().any(|other| sorted(&other.places) == *group) {
            continue;
        }
        for turn in turns {
            let places: Vec<u8> = group
                .iter()
                .map(|&place| turn[usize::from(place)])
                .collect();
            let image = sorted(&places);
            if found.contains(&image) && !groups.iter().any(|other| sorted(&other.places) == image)
            {
                groups.push(Group {
                    table: tables,
                    places,
                });
            }
        }
        tables += 1;
    }
    groups
}
