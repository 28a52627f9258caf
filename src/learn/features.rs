//! What an evaluation sees of a position: groups of neighbouring places, each with a weight for each way to fill it
//! [Jaskowski 2014]. What the symmetries of the game make the same shares its weights.

use super::board::Board;
use super::symmetries::{self, Exchange};
use crate::game::{Notation, Planes, Side, Symmetry};

/// The most groups.
pub(super) const LANES: usize = 96;
/// The groups whose indices are computed at a time.
const BLOCK: usize = 32;
/// The most ways to fill a group.
const MOST_CONTENTS: usize = 20_000;

/// The numbers that the contents of some groups have, in base (kinds + 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Block([u16; BLOCK]);

/// A group of places, in the order of their digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The number of the table that has its weights.
    pub(super) table: usize,
    pub(super) places: Vec<u8>,
}

/// The features, as data from which all else follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) groups: Vec<Group>,
    /// The number of kinds that groups see. A thing of the other kinds has a weight by its place alone.
    pub(super) grouped: usize,
    /// For each place, the one that has the weights of such things.
    pub(super) alone: Vec<u8>,
    /// Positions in which White is to move are seen as those with the sides exchanged, if there are such ones;
    /// else they have weights of their own.
    pub(super) exchange: Option<Exchange>,
}

/// The features of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    pub(super) plan: Plan,
    /// Where the weights of each group begin.
    starts: Vec<u32>,
    /// The weights of positions in which the same side is to move.
    each: usize,
    views: [View; 2],
}

/// The board as a side to move sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct View {
    /// What a thing adds to the blocks of indices, by its kind and place.
    added: Vec<Block>,
    /// The weight of a thing of another kind, by its kind and place.
    alone: Vec<u32>,
    /// Where the weights of this view begin.
    start: usize,
}

impl Plan {
    /// The features that are learnt if nobody names others.
    pub(super) fn of<R: Notation + Symmetry>(board: &Board, positions: &[R]) -> Plan {
        let sample: Vec<R> = positions
            .iter()
            .step_by(1 + positions.len() / 200)
            .cloned()
            .collect();
        let turns = symmetries::same(board, &sample);
        let grouped = board.kinds.min(R::GROUPED_KINDS);
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
        Plan {
            groups: shared(windows(board, grouped, used), &turns),
            grouped,
            alone: (0..board.points.len())
                .map(|place| images(place).min().unwrap_or(place as u8))
                .collect(),
            exchange: symmetries::exchange(board, &sample),
        }
    }

    /// Returns true if all of it is of this board, and small enough.
    pub(super) fn fits(&self, board: &Board) -> bool {
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
        let exchanges = self.exchange.as_ref().is_none_or(|exchange| {
            is_permutation(&exchange.places, places) && is_permutation(&exchange.kinds, board.kinds)
        });
        (1..=LANES).contains(&self.groups.len())
            && (1..=board.kinds).contains(&self.grouped)
            && self.groups.iter().all(fits)
            && self.alone.len() == places
            && self.alone.iter().all(is_place)
            && exchanges
    }
}

/// Returns true if each number below `length` is there once.
fn is_permutation(map: &[u8], length: usize) -> bool {
    map.len() == length && (0..length).all(|number| map.contains(&(number as u8)))
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
    found.truncate(LANES);
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

/// The groups, of which those that a symmetry turns into each other share a table.
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

impl Features {
    /// The features of a plan, which fits the board.
    pub(super) fn new(board: &Board, plan: Plan) -> Features {
        let base = plan.grouped + 1;
        let tables = plan
            .groups
            .iter()
            .map(|group| group.table + 1)
            .max()
            .unwrap_or(0);
        let mut begins = vec![0; tables + 1];
        for group in &plan.groups {
            begins[group.table + 1] = base.pow(group.places.len() as u32) as u32;
        }
        for table in 0..tables {
            begins[table + 1] += begins[table];
        }
        let first_alone = begins[tables];
        let others = (board.kinds - plan.grouped) * board.points.len();
        let each = first_alone as usize + others;
        let places = board.points.len();
        let view = |side: Side| {
            let is_exchanged = side == Side::White && plan.exchange.is_some();
            let seen = |kind: usize, place: usize| match &plan.exchange {
                Some(exchange) if is_exchanged => {
                    (exchange.kinds[kind].into(), exchange.places[place].into())
                }
                _ => (kind, place),
            };
            let blocks = plan.groups.len().div_ceil(BLOCK);
            let mut added = vec![Block([0; BLOCK]); board.kinds * places * blocks];
            let mut alone = vec![u32::MAX; board.kinds * places];
            for kind in 0..board.kinds {
                for place in 0..places {
                    let (as_kind, at) = seen(kind, place);
                    if let Some(other) = usize::checked_sub(as_kind, plan.grouped) {
                        alone[kind * places + place] =
                            first_alone + (other * places + usize::from(plan.alone[at])) as u32;
                    } else {
                        let row = (kind * places + place) * blocks;
                        plan.add(as_kind, at, &mut added[row..][..blocks]);
                    }
                }
            }
            let start = if side == Side::White && !is_exchanged {
                each
            } else {
                0
            };
            View {
                added,
                alone,
                start,
            }
        };
        Features {
            starts: plan
                .groups
                .iter()
                .map(|group| begins[group.table])
                .collect(),
            each,
            views: Side::BOTH.map(view),
            plan,
        }
    }

    /// The number of weights.
    pub(super) fn weights(&self) -> usize {
        self.views[1].start + self.each
    }

    /// The sign of what the weights say, seen from Black.
    #[inline]
    pub(super) fn sign(&self, to_move: Side) -> i32 {
        if to_move == Side::White && self.plan.exchange.is_some() {
            -1
        } else {
            1
        }
    }

    /// Calls a function with the number of each weight that counts in a position.
    #[inline]
    pub(super) fn for_each(&self, planes: &Planes, to_move: Side, mut call: impl FnMut(usize)) {
        let view = &self.views[to_move.index()];
        let places = self.plan.alone.len();
        let blocks = self.starts.len().div_ceil(BLOCK);
        let mut indices = [Block([0; BLOCK]); LANES / BLOCK];
        for (kind, &set) in planes.sets().iter().enumerate() {
            let mut left = set;
            while left != 0 {
                let at = kind * places + left.trailing_zeros() as usize;
                left &= left - 1;
                match view.alone.get(at) {
                    Some(&u32::MAX) => add(&mut indices, &view.added[at * blocks..][..blocks]),
                    Some(&weight) => call(view.start + weight as usize),
                    None => {}
                }
            }
        }
        let indices = indices.iter().flat_map(|Block(indices)| indices);
        for (&start, &index) in self.starts.iter().zip(indices) {
            call(view.start + start as usize + usize::from(index));
        }
    }
}

#[inline]
fn add(indices: &mut [Block], added: &[Block]) {
    for (Block(indices), Block(added)) in indices.iter_mut().zip(added) {
        for (index, added) in indices.iter_mut().zip(added) {
            *index = index.wrapping_add(*added);
        }
    }
}

impl Plan {
    /// Adds what a thing of a kind that groups see means for their indices.
    fn add(&self, kind: usize, place: usize, indices: &mut [Block]) {
        let indices = indices.iter_mut().flat_map(|Block(indices)| indices);
        for (group, index) in self.groups.iter().zip(indices) {
            let is_here = |&other: &u8| usize::from(other) == place;
            if let Some(digit) = group.places.iter().position(is_here) {
                *index = ((kind + 1) * (self.grouped + 1).pow(digit as u32)) as u16;
            }
        }
    }
}
