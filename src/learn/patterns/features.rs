//! The weights that count in a position: for each group of places the one for its contents, and for things that
//! groups do not see one each.

use super::plan::{Group, MOST_GROUPS, Plan};
use crate::game::{Planes, Side};
use crate::learn::board::Board;

/// The groups whose indices are in one word.
const LANES: usize = 4;
/// The words of a block.
const WORDS: usize = 8;
/// The groups whose indices are computed at a time.
const BLOCK: usize = LANES * WORDS;
/// The most blocks of a view.
const MOST_BLOCKS: usize = MOST_GROUPS / BLOCK;

/// The numbers that the contents of some groups have, in base (kinds + 1), 16 bits each. None of them overflows, so
/// words are added whole: a compiler may miss that sixteen bits of each can be added at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Block([u64; WORDS]);

const EMPTY: Block = Block([0; WORDS]);

/// The features of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) plan: Plan,
    /// Where the weights of each group begin.
    starts: Vec<u32>,
    /// The number of weights in a set.
    each: usize,
    /// The places that groups see.
    seen: u128,
    /// The kinds of things that there are.
    kinds: usize,
    /// The blocks of indices of a view.
    blocks: usize,
    /// The amounts that a thing adds to the blocks of indices, by its kind and place: first those of Black's view.
    rows: Vec<Block>,
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

/// The contents of a position and the indices that they give all groups, as both sides see them. After a move few of
/// them differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indices {
    planes: Planes,
    blocks: [Block; 2 * MOST_BLOCKS],
}

impl Indices {
    /// Those of an empty board.
    pub(crate) const EMPTY: Indices = Indices {
        planes: Planes::EMPTY,
        blocks: [EMPTY; 2 * MOST_BLOCKS],
    };
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
            kinds: board.kinds,
            blocks: plan.groups.len().div_ceil(BLOCK),
            rows: plan.rows(board),
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
    fn set(&self, planes: &Planes) -> usize {
        if self.plan.phases == 0 {
            return 0;
        }
        let grouped = planes.sets()[..self.plan.grouped].iter();
        let things: u32 = grouped.map(|set| (set & self.seen).count_ones()).sum();
        self.plan
            .set(things as usize, self.seen.count_ones() as usize)
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

    /// The indices of a position with these contents.
    #[inline]
    pub(crate) fn indices(&self, planes: Planes) -> Indices {
        let mut indices = Indices::EMPTY;
        self.go_to(&mut indices, planes);
        indices
    }

    /// The indices after a move that led to these contents.
    #[inline]
    pub(crate) fn moved(&self, before: &Indices, planes: Planes) -> Indices {
        let sets = before.planes.sets().iter().zip(planes.sets());
        let count = |(changed, things), (old, new): (&u128, &u128)| {
            (
                changed + (old ^ new).count_ones(),
                things + new.count_ones(),
            )
        };
        let (changed, things) = sets.take(self.kinds).fold((0, 0), count);
        // Where a move changes most of the board, beginning from nothing is faster.
        let mut indices = if changed < things {
            *before
        } else {
            Indices::EMPTY
        };
        self.go_to(&mut indices, planes);
        indices
    }

    /// Changes the indices to those of these contents.
    #[inline]
    fn go_to(&self, indices: &mut Indices, planes: Planes) {
        let before = std::mem::replace(&mut indices.planes, planes);
        let blocks = &mut indices.blocks;
        let kinds = before.sets().iter().zip(planes.sets()).take(self.kinds);
        for (kind, (old, new)) in kinds.enumerate() {
            let (mut gone, mut come) = (old & !new, new & !old);
            // Most often a thing went from one place to another. Even where two stand on a place until the other kinds
            // have had their turn, no number of a group overflows.
            while gone != 0 && come != 0 {
                let [from, to] = [&mut gone, &mut come].map(|set| self.row(kind, take_first(set)));
                for (block, (from, to)) in blocks.iter_mut().zip(from.iter().zip(to)) {
                    block.change(from, u64::wrapping_sub);
                    block.change(to, u64::wrapping_add);
                }
            }
            while gone != 0 {
                let row = self.row(kind, take_first(&mut gone)).iter();
                blocks
                    .iter_mut()
                    .zip(row)
                    .for_each(|(block, row)| block.change(row, u64::wrapping_sub));
            }
            while come != 0 {
                let row = self.row(kind, take_first(&mut come)).iter();
                blocks
                    .iter_mut()
                    .zip(row)
                    .for_each(|(block, row)| block.change(row, u64::wrapping_add));
            }
        }
    }

    /// What a thing on a place adds to the blocks of both views.
    #[inline]
    fn row(&self, kind: usize, place: usize) -> &[Block] {
        let blocks = 2 * self.blocks;
        let at = kind * self.places() + place;
        self.rows.get(at * blocks..(at + 1) * blocks).unwrap_or(&[])
    }

    fn places(&self) -> usize {
        self.plan.alone.len()
    }

    /// Calls a function with the number of each weight that counts in a position.
    #[inline]
    pub(super) fn for_each(&self, indices: &Indices, to_move: Side, mut call: impl FnMut(usize)) {
        let view = &self.views[to_move.index()];
        let first = view.start + self.set(&indices.planes) * self.each;
        self.for_each_alone(&indices.planes, view, |weight| call(first + weight));
        let begin = to_move.index() * self.blocks;
        let mut words = indices.blocks[begin..]
            .iter()
            .flat_map(|Block(words)| words);
        let index = |word: u64, lane: usize| usize::from((word >> (16 * lane)) as u16);
        // Whole words apart from the last one, which may have fewer groups: that nearly doubles the speed.
        let (whole, rest) = self.starts.as_chunks::<LANES>();
        for (starts, &word) in whole.iter().zip(&mut words) {
            for (lane, &start) in starts.iter().enumerate() {
                call(first + start as usize + index(word, lane));
            }
        }
        let last = words.next().copied().unwrap_or(0);
        for (lane, &start) in rest.iter().enumerate() {
            call(first + start as usize + index(last, lane));
        }
    }

    /// Calls a function with the weight of each thing that groups do not see.
    #[inline]
    fn for_each_alone(&self, planes: &Planes, view: &View, mut call: impl FnMut(usize)) {
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

impl Block {
    #[inline]
    fn change(&mut self, by: &Block, change: impl Fn(u64, u64) -> u64) {
        let (Block(words), Block(by)) = (self, by);
        for (word, &by) in words.iter_mut().zip(by) {
            *word = change(*word, by);
        }
    }
}

/// Takes the first place out of a set.
#[inline]
fn take_first(set: &mut u128) -> usize {
    let place = set.trailing_zeros() as usize;
    *set &= *set - 1;
    place
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

    /// What things of each kind on each place add to the indices, as each side sees them.
    fn rows(&self, board: &Board) -> Vec<Block> {
        let blocks = self.groups.len().div_ceil(BLOCK);
        let contents = board.contents();
        let seen = contents.flat_map(|content| Side::BOTH.map(|side| self.seen_by(side, content)));
        let row = |(kind, place)| {
            let mut row = vec![EMPTY; blocks];
            if kind < self.grouped {
                self.add(kind, place, &mut row);
            }
            row
        };
        seen.flat_map(row).collect()
    }

    /// Adds what a thing of a kind that groups see means for their indices.
    fn add(&self, kind: usize, place: usize, indices: &mut [Block]) {
        let words = indices.iter_mut().flat_map(|Block(words)| words);
        for (groups, word) in self.groups.chunks(LANES).zip(words) {
            for (lane, group) in groups.iter().enumerate() {
                let is_here = |&other: &u8| usize::from(other) == place;
                if let Some(digit) = group.places.iter().position(is_here) {
                    let index = (kind + 1) * (self.grouped + 1).pow(digit as u32);
                    *word |= (index as u64) << (16 * lane);
                }
            }
        }
    }
}
