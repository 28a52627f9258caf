//! The weights: how they are kept in a file, and how they are laid out to be added up.

use std::sync::LazyLock;

use thiserror::Error;

use super::shapes::{INDICES, swapped_and_mirrored};

/// How many stages of the game have weights of their own.
pub const STAGES: usize = 15;
/// How many empty squares belong to a stage.
const STAGE: u32 = 4;

/// The stage with so many empty squares: 0 is the end.
pub(super) fn stage(empty: u32) -> usize {
    (empty.saturating_sub(1) / STAGE) as usize
}

/// What is counted on the whole board: see [`super::counts`].
pub(super) const COUNTS: usize = 5;
/// A count is less than this.
const MOST: usize = 64;

/// The weights of a stage that are different, in the order of a file: those of the shapes, one for
/// all that are the same by symmetry; then, for each thing that is counted, one for each number.
pub(super) struct Order {
    /// For each index of all shapes, its place in a file.
    place: Vec<u32>,
    /// The index of the same discs in other colours.
    swapped: Vec<u32>,
    shapes: usize,
}

/// See [`Order`].
pub(super) static ORDER: LazyLock<Order> = LazyLock::new(|| {
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
    Order {
        place,
        swapped,
        shapes,
    }
});

impl Order {
    /// How many weights a stage has.
    pub(super) fn len(&self) -> usize {
        self.shapes + COUNTS * MOST
    }

    /// The place of the weight of an index of all shapes, as the side to move sees it.
    pub(super) fn of_index(&self, index: usize, is_white: bool) -> u32 {
        let seen = if is_white {
            self.swapped[index] as usize
        } else {
            index
        };
        self.place[seen]
    }

    /// The place of the weight of a number of what is counted.
    pub(super) fn of_count(&self, kind: usize, count: u32) -> u32 {
        (self.shapes + kind * MOST) as u32 + count
    }
}

/// What is wrong with a file of weights.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// It cannot be inflated.
    #[error("the weights are damaged: {0}")]
    Damaged(String),
    /// It has too few or too many.
    #[error("there are {found} weights, and {wanted} are wanted")]
    Count {
        /// How many it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
    },
}

/// The indices that there is room for, so that each is within after a mask.
pub(super) const ROOM: usize = INDICES.next_power_of_two();

/// Weights of all stages, laid out to be added up.
pub(super) struct Weights {
    /// By stage and index of all shapes, for Black and for White to move, as that side sees it.
    pub(super) shapes: [Box<[[i16; 2]; ROOM]>; STAGES],
    /// By stage, by what is counted and by its number.
    pub(super) counts: [[[i16; MOST]; COUNTS]; STAGES],
}

impl Weights {
    /// Reads the weights of a file: DEFLATE over numbers of two bytes, the lower one first; see
    /// [`Order`].
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let bytes = miniz_oxide::inflate::decompress_to_vec(bytes)
            .map_err(|error| WeightsError::Damaged(error.to_string()))?;
        let (pairs, _) = bytes.as_chunks::<2>();
        let numbers: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let wanted = STAGES * ORDER.len();
        if numbers.len() != wanted {
            let found = numbers.len();
            return Err(WeightsError::Count { found, wanted });
        }
        Ok(Weights::from_numbers(&numbers))
    }

    /// The weights of all stages one after the other, in the order of a file.
    pub(super) fn from_numbers(numbers: &[i16]) -> Weights {
        let order = &*ORDER;
        let of_stage = |stage: usize| &numbers[stage * order.len()..][..order.len()];
        let shapes = |stage: usize| {
            let weights = of_stage(stage);
            let of_side = |index, is_white| weights[order.of_index(index, is_white) as usize];
            let mut room = vec![[0; 2]; ROOM].into_boxed_slice();
            for (index, pair) in room[..INDICES].iter_mut().enumerate() {
                *pair = [of_side(index, false), of_side(index, true)];
            }
            room.try_into().expect("there is that much room")
        };
        let counts = |stage: usize| {
            let weights = &of_stage(stage)[order.shapes..];
            std::array::from_fn(|kind| std::array::from_fn(|count| weights[kind * MOST + count]))
        };
        Weights {
            shapes: std::array::from_fn(shapes),
            counts: std::array::from_fn(counts),
        }
    }
}
