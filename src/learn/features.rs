//! The weights that count in a position: for each group of places the one for its contents, and for things that
//! groups do not see one each.

use super::board::Board;
use super::plan::{MOST_GROUPS, Plan};
use crate::game::{Planes, Side};

/// The groups whose indices are in one word.
const LANES: usize = 4;
/// The words of a block.
const WORDS: usize = 8;
/// The groups whose indices are computed at a time.
const BLOCK: usize = LANES * WORDS;

/// The numbers that the contents of some groups have, in base (kinds + 1), 16 bits each. None of them overflows, so
/// words are added whole: a compiler may miss that sixteen bits of each can be added at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Block([u64; WORDS]);

/// The features of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    pub(super) plan: Plan,
    /// Where the weights of each group begin.
    starts: Vec<u32>,
    /// The number of weights in a set.
    each: usize,
    /// The places that groups see.
    seen: u128,
    views: [View; 2],
}

/// The board as a side to move sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct View {
    /// The amounts that a thing adds to the blocks of indices, by its kind and place.
    added: Vec<Block>,
    /// The weight of a thing of another kind, by its kind and place.
    alone: Vec<u32>,
    /// Where the weights of this view begin.
    start: usize,
}

impl Features {
    /// The features of a plan, which fits the board.
    pub(super) fn new(board: &Board, plan: Plan) -> Features {
        let tables = plan.tables();
        let first_alone = tables.last().map_or(0, |&end| end as usize);
        let each = first_alone + (board.kinds - plan.grouped) * board.points.len();
        Features {
            starts: plan
                .groups
                .iter()
                .map(|group| tables[group.table])
                .collect(),
            each,
            seen: plan
                .groups
                .iter()
                .flat_map(|group| &group.places)
                .fold(0, |seen, place| seen | 1 << place),
            views: Side::BOTH.map(|side| View::new(board, &plan, side, (first_alone, each))),
            plan,
        }
    }

    /// The number of weights.
    pub(super) fn weights(&self) -> usize {
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

    /// Calls a function with the number of each weight that counts in a position.
    #[inline]
    pub(super) fn for_each(&self, planes: &Planes, to_move: Side, mut call: impl FnMut(usize)) {
        let view = &self.views[to_move.index()];
        let first = view.start + self.set(planes) * self.each;
        let places = self.plan.alone.len();
        let blocks = self.starts.len().div_ceil(BLOCK);
        let mut indices = [Block([0; WORDS]); MOST_GROUPS / BLOCK];
        for (kind, &set) in planes.sets().iter().enumerate() {
            let mut left = set;
            while left != 0 {
                let at = kind * places + left.trailing_zeros() as usize;
                left &= left - 1;
                match view.alone.get(at) {
                    Some(&u32::MAX) => add(&mut indices, &view.added[at * blocks..][..blocks]),
                    Some(&weight) => call(first + weight as usize),
                    None => {}
                }
            }
        }
        let words = indices.iter().flat_map(|Block(words)| words);
        for (starts, &word) in self.starts.chunks(LANES).zip(words) {
            for (lane, &start) in starts.iter().enumerate() {
                let index = (word >> (16 * lane)) as u16;
                call(first + start as usize + usize::from(index));
            }
        }
    }
}

#[inline]
fn add(indices: &mut [Block], added: &[Block]) {
    for (Block(words), Block(added)) in indices.iter_mut().zip(added) {
        for (word, added) in words.iter_mut().zip(added) {
            *word = word.wrapping_add(*added);
        }
    }
}

impl View {
    /// The board as a side sees it. The weights of things of other kinds begin at `first_alone`, and there are
    /// `each` of a view.
    fn new(board: &Board, plan: &Plan, side: Side, (first_alone, each): (usize, usize)) -> View {
        let exchange = plan.exchange.as_ref().filter(|_| side == Side::White);
        let places = board.points.len();
        let blocks = plan.groups.len().div_ceil(BLOCK);
        let mut added = vec![Block([0; WORDS]); board.kinds * places * blocks];
        let mut alone = vec![u32::MAX; board.kinds * places];
        for (row, alone) in alone.iter_mut().enumerate() {
            let (kind, place) = (row / places, row % places);
            let (kind, place) = exchange.map_or((kind, place), |exchange| {
                (exchange.kinds[kind].into(), exchange.places[place].into())
            });
            match kind.checked_sub(plan.grouped) {
                None => plan.add(kind, place, &mut added[row * blocks..][..blocks]),
                Some(other) => {
                    let weight = first_alone + other * places + usize::from(plan.alone[place]);
                    *alone = weight as u32;
                }
            }
        }
        let is_apart = side == Side::White && exchange.is_none();
        View {
            added,
            alone,
            start: if is_apart { plan.sets() * each } else { 0 },
        }
    }
}

impl Plan {
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
