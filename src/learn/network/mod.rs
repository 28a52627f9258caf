//! A small network: what stands where adds up to the inputs of some neurons, once as either side sees the board, and the
//! squares of what they put out weigh into the value [Nasu 2018].

mod fit;
mod shape;

pub(crate) use fit::NetworkFit;
pub(super) use shape::Shape;

use super::accumulator::{Accumulator, BLOCK, Block, Blocks, MOST_BLOCKS, Rows};
use crate::game::Side;

/// The most neurons of a view.
const MOST: usize = 64;
/// The integer for an output of 1, which is the largest that a neuron puts out.
const ONE: u16 = 255;
/// The number for an input of 0 in an accumulator, chosen so that none falls below 0.
const ZERO: u16 = 1 << 15;
/// The square of [`ONE`], rounded to eight bits.
const SQUARE: i32 = 254;
/// The integer for an output weight of 1.
const WEIGHT: i32 = 2048;

const _: () = assert!(MOST <= MOST_BLOCKS * BLOCK);

/// A network with its weights, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    pub(super) shape: Shape,
    numbers: Vec<i16>,
    /// The numbers that each thing adds to the inputs of all neurons.
    rows: Rows,
    /// The weights of the side to move's view and of the other one: by the side to move, and by the phase.
    outputs: Vec<Weights>,
    /// The numbers that each of these adds by itself.
    offsets: Vec<i16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Weights([i16; BLOCK]);

impl Network {
    /// The network with these weights, of which there are as many as it has.
    pub(super) fn new(shape: Shape, numbers: Vec<i16>) -> Network {
        let all = |start: usize| {
            let numbers = numbers[start..start + shape.neurons].chunks_exact(BLOCK);
            numbers.map(|numbers| -> [i16; BLOCK] { std::array::from_fn(|at| numbers[at]) })
        };
        let mut empty: Blocks = Accumulator::EMPTY.blocks;
        let bias = Side::BOTH
            .into_iter()
            .flat_map(|side| all(shape.bias(side)));
        for (block, bias) in empty.iter_mut().zip(bias) {
            *block = Block::from_zero(bias);
        }
        let things = 0..shape.things();
        let rows = things.flat_map(|thing| Side::BOTH.map(|side| shape.row(side, thing)));
        let rows = rows.flat_map(all).map(Block::adding).collect();
        let blocks = 2 * shape.neurons / BLOCK;
        let of_side = |side| (0..Shape::PHASES).map(move |phase| (side, phase));
        let outputs = Side::BOTH.into_iter().flat_map(of_side);
        let outputs: Vec<usize> = outputs
            .map(|(side, phase)| shape.output(side, phase))
            .collect();
        let views = outputs
            .iter()
            .flat_map(|start| [*start, start + shape.neurons]);
        let offsets = outputs.iter().map(|start| start + 2 * shape.neurons);
        Network {
            rows: Rows::new((shape.kinds, shape.places), blocks, rows, empty),
            offsets: offsets.map(|at| numbers[at]).collect(),
            outputs: views.flat_map(all).map(Weights).collect(),
            numbers,
            shape,
        }
    }

    pub(super) fn numbers(&self) -> &[i16] {
        &self.numbers
    }

    /// The neurons for each side.
    pub(super) fn neurons(&self) -> usize {
        self.shape.neurons
    }

    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The value of a position, in thousandths, seen from Black.
    #[inline]
    pub(super) fn value(&self, accumulator: &Accumulator, to_move: Side) -> i32 {
        let phase = self.shape.phase(&accumulator.planes);
        let output = to_move.index() * Shape::PHASES + phase;
        let blocks = self.shape.neurons / BLOCK;
        let begin = 2 * blocks * output;
        let weights = self.outputs.get(begin..begin + 2 * blocks).unwrap_or(&[]);
        let (own, other) = weights.split_at(blocks.min(weights.len()));
        let mut sum = SQUARE * i32::from(self.offsets[output]);
        for (side, weights) in [(to_move, own), (!to_move, other)] {
            let view = &accumulator.blocks[side.index() * blocks..];
            for (inputs, weights) in view.iter().zip(weights) {
                sum += weights.weigh(inputs);
            }
        }
        let value = (i64::from(sum) * 1000 / i64::from(SQUARE * WEIGHT)) as i32;
        if to_move == Side::Black {
            value
        } else {
            -value
        }
    }
}

impl Block {
    /// Inputs of these sizes.
    fn from_zero(inputs: [i16; BLOCK]) -> Block {
        let words = inputs.map(|input| ZERO.wrapping_add_signed(input));
        let word = |word: usize| {
            let lanes = words[4 * word..][..4].iter().rev();
            lanes.fold(0, |word, &input| word << 16 | u64::from(input))
        };
        Block(std::array::from_fn(word))
    }
}

impl Weights {
    /// The sum of what neurons with these inputs put out, weighted.
    #[inline]
    fn weigh(&self, inputs: &Block) -> i32 {
        let Weights(weights) = self;
        let inputs = inputs.numbers();
        // By index, which the compiler makes vectors of.
        let mut sum = 0;
        for at in 0..BLOCK {
            let put_out = inputs[at].saturating_sub(ZERO).min(ONE);
            let square = ((put_out * put_out + 128) >> 8) as i16;
            sum += i32::from(square) * i32::from(weights[at]);
        }
        sum
    }
}
