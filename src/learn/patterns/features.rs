//! The weights that count in a position: for each group of places the one for its contents, and for things that
//! groups do not see one each.

use super::groups::{Group, MOST_GROUPS};
use super::plan::Plan;
use crate::game::{Planes, Side};
use crate::learn::accumulator::{Accumulator, BLOCK, Block, MOST_BLOCKS, Rows, take_first};
use crate::learn::board::Board;

const _: () = assert!(MOST_GROUPS <= MOST_BLOCKS * BLOCK);

/// The features of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) plan: Plan,
    /// Where the weights of each group begin.
    pub(super) starts: Vec<u32>,
    /// The number of weights in a set.
    each: usize,
    /// The places that groups see.
    seen: u128,
    /// The blocks of indices of a view.
    blocks: usize,
    /// The amounts that a thing adds to the indices: the numbers that the contents of the groups have, in base
    /// (kinds + 1).
    pub(in crate::learn) rows: Rows,
    views: [View; 2],
}

/// The board as a side to move sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct View {
    /// The weight of a thing of a kind that groups do not see, by its kind and place.
    alone: Vec<u32>,
    /// Where the weights of this view begin.
    start: usize,
}

impl Features {
    /// The features of a plan, which fits the board.
    pub(crate) fn new(board: &Board, plan: Plan) -> Features {
        let tables = plan.tables();
        let first_alone = tables.last().map_or(0, |&end| end as usize);
        let each = first_alone + (board.kinds - plan.grouped) * board.points.len();
        let start_of = |group: &Group| tables[group.table];
        let places = plan.groups.iter().flat_map(|group| &group.places);
        Features {
            starts: plan.groups.iter().map(start_of).collect(),
            each,
            seen: places.fold(0, |seen, place| seen | 1 << place),
            blocks: plan.groups.len().div_ceil(BLOCK),
            rows: plan.rows(board, &Side::BOTH),
            views: Side::BOTH.map(|side| View::new(board, &plan, side, (first_alone, each))),
            plan,
        }
    }

    /// The number of weights.
    pub(crate) fn weights(&self) -> usize {
        self.views[1].start + self.plan.sets() * self.each
    }

    /// The number of the set of weights for a position.
    #[inline]
    pub(super) fn set(&self, planes: &Planes) -> usize {
        if self.plan.phases == 0 {
            0
        } else {
            self.set_of_phase(planes)
        }
    }

    #[inline(never)]
    fn set_of_phase(&self, planes: &Planes) -> usize {
        let grouped = planes.sets()[..self.plan.grouped].iter();
        let things: u32 = grouped.map(|set| (set & self.seen).count_ones()).sum();
        self.plan
            .set(things as usize, self.seen.count_ones() as usize)
    }

    /// Where the weights of a set begin.
    #[inline]
    pub(super) fn first(&self, to_move: Side, set: usize) -> usize {
        self.views[to_move.index()].start + set * self.each
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

    fn places(&self) -> usize {
        self.plan.alone.len()
    }

    /// Calls a function with the number of each weight that counts in a position.
    #[inline]
    pub(super) fn for_each(
        &self,
        accumulator: &Accumulator,
        to_move: Side,
        mut call: impl FnMut(usize),
    ) {
        let first = self.first(to_move, self.set(&accumulator.planes));
        self.for_each_alone(&accumulator.planes, to_move, |weight| call(first + weight));
        let begin = to_move.index() * self.blocks;
        let blocks = &accumulator.blocks[begin..];
        for (starts, Block(indices)) in self.starts.chunks(BLOCK).zip(blocks) {
            for (&start, &index) in starts.iter().zip(indices) {
                call(first + start as usize + usize::from(index));
            }
        }
    }

    /// Returns true if there are things that groups do not see.
    #[inline]
    pub(super) fn has_alone(&self) -> bool {
        !self.views[0].alone.is_empty()
    }

    /// Calls a function with the weight of each thing that groups do not see.
    #[inline]
    pub(super) fn for_each_alone(
        &self,
        planes: &Planes,
        to_move: Side,
        mut call: impl FnMut(usize),
    ) {
        let view = &self.views[to_move.index()];
        if view.alone.is_empty() {
            return;
        }
        for (kind, &set) in planes.sets().iter().enumerate() {
            let mut left = set;
            while left != 0 {
                let at = kind * self.places() + take_first(&mut left);
                if let Some(&weight) = view.alone.get(at).filter(|&&weight| weight != u32::MAX) {
                    call(weight as usize);
                }
            }
        }
    }
}

impl View {
    /// The board as a side sees it. The weights of things of other kinds begin at `first_alone`, and there are
    /// `each` of a view.
    fn new(board: &Board, plan: &Plan, side: Side, (first_alone, each): (usize, usize)) -> View {
        let weight = |(kind, place): (usize, usize)| {
            let other = kind.checked_sub(plan.grouped)?;
            Some((first_alone + other * plan.alone.len() + usize::from(plan.alone[place])) as u32)
        };
        let alone = board
            .contents()
            .map(|content| weight(plan.seen_by(side, content)));
        let is_apart = side == Side::White && plan.exchange.is_none();
        View {
            alone: if plan.grouped == board.kinds {
                Vec::new()
            } else {
                alone.map(|weight| weight.unwrap_or(u32::MAX)).collect()
            },
            start: if is_apart { plan.sets() * each } else { 0 },
        }
    }
}

impl Plan {
    /// The kind and place of a thing as a side sees it.
    fn seen_by(&self, side: Side, (kind, place): (usize, usize)) -> (usize, usize) {
        match &self.exchange {
            Some(exchange) if side == Side::White => exchange.of((kind, place)),
            _ => (kind, place),
        }
    }

    /// The numbers that a thing of each kind on each place adds to the indices, as these sides see them.
    pub(super) fn rows(&self, board: &Board, sides: &[Side]) -> Rows {
        let blocks = self.groups.len().div_ceil(BLOCK);
        let seen_by = |content| sides.iter().map(move |&side| self.seen_by(side, content));
        let seen = board.contents().flat_map(seen_by);
        let row = |(kind, place)| {
            let mut row = vec![Block::EMPTY; blocks];
            if kind < self.grouped {
                self.add(kind, place, &mut row);
            }
            row
        };
        let rows = seen.flat_map(row).collect();
        let Accumulator { blocks: empty, .. } = Accumulator::EMPTY;
        let blocks = sides.len() * blocks;
        Rows::new((board.kinds, board.points.len()), blocks, rows, empty)
    }

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
