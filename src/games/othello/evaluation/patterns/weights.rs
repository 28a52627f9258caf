//! The weights: their order in a file, and their layout in memory.

use std::sync::LazyLock;

use miniz_oxide::inflate::decompress_to_vec_with_limit as inflate;
use thiserror::Error;

use super::shapes::{INDICES, swapped_and_mirrored};

/// The number of stages of the game with weights of their own.
pub const STAGES: usize = 15;
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

/// The order of a stage's distinct weights in a file: those of the shapes, one for each class of
/// symmetric contents; then, for each count, one for each number.
pub(super) struct Order {
    /// The place in a file of each index of all shapes.
    place: Vec<u32>,
    /// The index with colours swapped, for each index.
    swapped: Vec<u32>,
    shapes: usize,
}

/// The order of weights in a file, for those who fit weights: it takes 1.8 MB for good.
pub(super) static ORDER: LazyLock<Order> = LazyLock::new(Order::new);

impl Order {
    fn new() -> Order {
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
    }

    /// The number of weights in a stage.
    pub(super) fn len(&self) -> usize {
        self.shapes + COUNTS * MOST
    }

    /// The place of the weight of an index, seen from the side to move.
    pub(super) fn of_index(&self, index: usize, is_white: bool) -> u32 {
        let seen = if is_white {
            self.swapped[index] as usize
        } else {
            index
        };
        self.place[seen]
    }

    /// The place of the weight of a count.
    pub(super) fn of_count(&self, kind: usize, count: u32) -> u32 {
        (self.shapes + kind * MOST) as u32 + count
    }
}

/// The reason why a file of weights is refused.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file cannot be inflated.
    #[error("the weights are damaged: {0}")]
    Damaged(String),
    /// The file has too few or too many weights.
    #[error("there are {found} weights, and {wanted} are wanted")]
    Count {
        /// The number of weights in the file.
        found: usize,
        /// The number of weights needed.
        wanted: usize,
    },
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
    /// Reads the weights of a file: DEFLATE over little-endian numbers of two bytes, in the
    /// [`Order`].
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let order = Order::new();
        let wanted = STAGES * order.len();
        // A small file may inflate to more than fits into memory.
        let bytes =
            inflate(bytes, 2 * wanted).map_err(|error| WeightsError::Damaged(error.to_string()))?;
        let (pairs, rest) = bytes.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(WeightsError::Damaged("half a weight is left over".into()));
        }
        let numbers: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        if numbers.len() != wanted {
            let found = numbers.len();
            return Err(WeightsError::Count { found, wanted });
        }
        Ok(Weights::from_numbers(&order, &numbers))
    }

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

    /// Lays out the weights of all stages, given one after the other in the order.
    pub(super) fn from_numbers(order: &Order, numbers: &[i16]) -> Weights {
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

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;

    use super::*;

    #[test]
    fn a_file_that_inflates_to_more_than_the_weights_is_given_up_there() {
        let whole = 2 * STAGES * ORDER.len();
        let read = |bytes: usize| Weights::from_bytes(&compress_to_vec(&vec![0; bytes], 1)).err();
        assert!(read(whole).is_none());
        for bytes in [whole + 1, whole + 2, 4 * whole] {
            let error = read(bytes);
            assert!(matches!(error, Some(WeightsError::Damaged(_))), "{error:?}");
        }
        let error = read(whole - 2);
        assert!(
            matches!(error, Some(WeightsError::Count { .. })),
            "{error:?}"
        );
        assert!(matches!(read(whole - 1), Some(WeightsError::Damaged(_))));
    }
}
