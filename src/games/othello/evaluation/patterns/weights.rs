//! The weights: their order in a file, and their layout in memory.

use std::sync::LazyLock;

use super::shapes::{INDICES, swapped_and_mirrored};

/// The number of stages of the game with weights of their own.
pub(super) const STAGES: usize = 15;
/// The number of empty squares in a stage.
const STAGE: u32 = 4;

/// The stage with this number of empty squares; 0 is the end.
pub(super) fn stage(empty: u32) -> usize {
    (empty.saturating_sub(1) / STAGE) as usize
}

/// The number of counts over the whole board: see [`super::counts`].
pub(super) const COUNTS: usize = 5;
/// The bound of a count.
const MOST: usize = 64;

/// The distinct weights of the shapes: one for each class of symmetric contents.
const OF_SHAPES: usize = 143_721;
/// The number of weights of a stage: those of the shapes, and then, for each count, one for each number.
pub(super) const EACH: usize = OF_SHAPES + COUNTS * MOST;

/// The order of a stage's distinct weights in a file.
pub(super) struct Order {
    /// The place in a file of each index of all shapes.
    place: Vec<u32>,
    /// The index with colours swapped, for each index.
    swapped: Vec<u32>,
}

/// The order of weights in a file, for those who learn weights: it takes 1.8 MB for good.
pub(super) static ORDER: LazyLock<Order> = LazyLock::new(Order::new);

impl Order {
    pub(super) fn new() -> Order {
        let (swapped, mirrored) = swapped_and_mirrored();
        let mut place = vec![0; INDICES];
        let mut shapes = 0;
        for index in 0..INDICES {
            let mirror = mirrored[index] as usize;
            place[index] = if mirror < index {
                place[mirror]
            } else {
                shapes += 1;
                shapes as u32 - 1
            };
        }
        assert_eq!(shapes, OF_SHAPES, "the classes of symmetric contents");
        Order { place, swapped }
    }

    /// The place of the weight of an index, seen from the side to move.
    pub(super) fn of_index(&self, index: usize, is_white: bool) -> usize {
        let seen = if is_white {
            self.swapped[index] as usize
        } else {
            index
        };
        self.place[seen] as usize
    }
}

/// The place of the weight of a count.
pub(super) fn of_count(kind: usize, count: u32) -> usize {
    OF_SHAPES + kind * MOST + count as usize
}

/// The number of indices rounded up, so that a masked index is always in bounds.
pub(super) const ROOM: usize = INDICES.next_power_of_two();

/// The weights of all stages, laid out for summing.
pub(super) struct Weights {
    /// By stage and index of all shapes, for Black and for White to move, seen from that side.
    pub(super) shapes: [Box<[[i16; 2]; ROOM]>; STAGES],
    /// By stage, by kind of count and by count.
    pub(super) counts: [[[i16; MOST]; COUNTS]; STAGES],
}

impl Weights {
    /// Weights that say nothing.
    pub(super) fn zero() -> Weights {
        let shapes = |_| {
            let room = vec![[0; 2]; ROOM].into_boxed_slice();
            room.try_into().expect("there is that much room")
        };
        Weights {
            shapes: std::array::from_fn(shapes),
            counts: [[[0; MOST]; COUNTS]; STAGES],
        }
    }

    /// Lays out the weights of all stages, given one after the other in the [`Order`].
    pub(super) fn from_numbers(order: &Order, numbers: &[i16]) -> Weights {
        let of_stage = |stage: usize| &numbers[stage * EACH..][..EACH];
        let shapes = |stage: usize| {
            let weights = of_stage(stage);
            let of_side = |index, is_white| weights[order.of_index(index, is_white)];
            let mut room = vec![[0; 2]; ROOM].into_boxed_slice();
            for (index, pair) in room[..INDICES].iter_mut().enumerate() {
                *pair = [of_side(index, false), of_side(index, true)];
            }
            room.try_into().expect("there is that much room")
        };
        let counts = |stage: usize| {
            let of_kind = |kind| move |count| of_stage(stage)[of_count(kind, count as u32)];
            std::array::from_fn(|kind| std::array::from_fn(of_kind(kind)))
        };
        Weights {
            shapes: std::array::from_fn(shapes),
            counts: std::array::from_fn(counts),
        }
    }
}
