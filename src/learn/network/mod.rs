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

const _: () = assert!(MOST <= MOST_BLOCKS * BLOCK && MOST == 2 * BLOCK);

/// A network with its weights, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    pub(super) shape: Shape,
    numbers: Vec<i16>,
    /// The numbers that each thing adds to the inputs of all neurons.
    rows: Rows,
    /// The weights of Black's view and of White's: by the side to move, and by the phase.
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
            *block = Block(bias.map(|bias| ZERO.wrapping_add_signed(bias)));
        }
        let things = 0..shape.things();
        let rows = things.flat_map(|thing| Side::BOTH.map(|side| shape.row(side, thing)));
        let added = |row: [i16; BLOCK]| Block(row.map(i16::cast_unsigned));
        let rows = rows.flat_map(all).map(added).collect();
        let blocks = 2 * shape.neurons / BLOCK;
        let of_side = |side| (0..Shape::PHASES).map(move |phase| (side, phase));
        let outputs = Side::BOTH.into_iter().flat_map(of_side);
        let outputs: Vec<(Side, usize)> = outputs
            .map(|(side, phase)| (side, shape.output(side, phase)))
            .collect();
        let views = outputs.iter().flat_map(|&(to_move, own)| {
            let other = own + shape.neurons;
            Side::BOTH.map(|side| if side == to_move { own } else { other })
        });
        let offsets = outputs.iter().map(|(_, start)| start + 2 * shape.neurons);
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
    #[inline(never)]
    pub(super) fn value(&self, accumulator: &Accumulator, to_move: Side) -> i32 {
        let phase = self.shape.phase(&accumulator.planes);
        let output = to_move.index() * Shape::PHASES + phase;
        let weighted = if self.shape.neurons == BLOCK {
            self.weighted::<2>(accumulator, output)
        } else {
            self.weighted::<4>(accumulator, output)
        };
        let sum = SQUARE * i32::from(self.offsets[output]) + weighted;
        let value = (i64::from(sum) * 1000 / i64::from(SQUARE * WEIGHT)) as i32;
        if to_move == Side::Black {
            value
        } else {
            -value
        }
    }

    /// The sum of what the neurons of both views put out, in N blocks, weighted.
    #[inline]
    fn weighted<const N: usize>(&self, accumulator: &Accumulator, output: usize) -> i32 {
        let weights = self.outputs.as_chunks::<N>().0.get(output);
        // First all squares and then the sum: the compiler makes the widest vectors of either.
        let mut squares = [[0; BLOCK]; N];
        for (squares, inputs) in squares.iter_mut().zip(&accumulator.blocks) {
            *squares = inputs.put_out();
        }
        let mut sum = 0;
        for (squares, Weights(weights)) in squares.iter().zip(weights.into_iter().flatten()) {
            for at in 0..BLOCK {
                sum += i32::from(squares[at]) * i32::from(weights[at]);
            }
        }
        sum
    }
}

impl Block {
    /// The squared outputs of neurons with these inputs.
    #[inline]
    fn put_out(&self) -> [i16; BLOCK] {
        let Block(inputs) = self;
        let mut squares = [0; BLOCK];
        // By index, which the compiler makes vectors of.
        for at in 0..BLOCK {
            let put_out = inputs[at].saturating_sub(ZERO).min(ONE);
            squares[at] = ((put_out * put_out + 128) >> 8) as i16;
        }
        squares
    }
}
