//! The evaluation `network`, the default of the standard board: a small neural network.

use super::board::Geometry;
use super::judge_fours;
use super::rules::Connect4;
use crate::game::{Evaluation, Rules, Selectivity, Side};

/// The neurons of the hidden layer.
const NEURONS: usize = 64;

/// The bits of a board of seven columns of six, hence the rows of weights for each kind of input.
const CELLS: usize = 49;

/// A weight or a sum for each neuron.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Neurons([i16; NEURONS]);

/// A network with one hidden layer. Its inputs are the discs and threats of both sides and the side
/// to move; its output is the logarithm of the odds to win, where 100 units are a factor of e, as
/// for [`Threats`](super::Threats).
///
/// The sums of the discs are updated from move to move (an efficiently updatable network,
/// [Nasu 2018]); those of the threats, the cells that would complete four, are added at each position.
///
/// `7x6.network.md` says how it was trained.
#[derive(Clone, Copy, Debug)]
pub struct Network;

/// The weights of the network. A neuron's output is between 0 and [`Weights::ONE`].
struct Weights {
    bias: Neurons,
    /// Weights of each disc of Black, and of White.
    discs: [[Neurons; CELLS]; 2],
    /// Weights of each threat of Black, and of White.
    threats: [[Neurons; CELLS]; 2],
    /// Weights added if Black is to move.
    black_to_move: Neurons,
    output: Neurons,
    output_bias: i32,
}

static WEIGHTS: Weights = Weights::read(include_bytes!("7x6.network"));

impl Neurons {
    const ZERO: Neurons = Neurons([0; NEURONS]);

    #[inline]
    fn add(&mut self, other: &Neurons) {
        for (sum, weight) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_add(weight);
        }
    }
}

impl Weights {
    /// The largest output of a neuron.
    const ONE: i16 = 256;

    /// One unit of the value, in units of the output.
    const UNIT: i32 = 16 * Weights::ONE as i32;

    const BYTES: usize = 2 * NEURONS * (4 * 42 + 3) + 4;

    /// Reads the weights, little-endian numbers of two bytes: for each kind of input and each cell,
    /// column by column, those of all neurons. The last number, the bias of the output, has four
    /// bytes.
    const fn read(bytes: &[u8; Weights::BYTES]) -> Weights {
        let mut weights = Weights {
            bias: Neurons::ZERO,
            discs: [[Neurons::ZERO; CELLS]; 2],
            threats: [[Neurons::ZERO; CELLS]; 2],
            black_to_move: Neurons::ZERO,
            output: Neurons::ZERO,
            output_bias: 0,
        };
        let mut row = 0;
        while row < 4 * 42 {
            let (kind, cell) = (row / 42, row % 42);
            let bit = cell / 6 * 7 + cell % 6;
            let neurons = Weights::row(bytes, row);
            if kind < 2 {
                weights.discs[kind][bit] = neurons;
            } else {
                weights.threats[kind - 2][bit] = neurons;
            }
            row += 1;
        }
        weights.black_to_move = Weights::row(bytes, row);
        weights.bias = Weights::row(bytes, row + 1);
        weights.output = Weights::row(bytes, row + 2);
        let at = bytes.len() - 4;
        weights.output_bias =
            i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        weights
    }

    const fn row(bytes: &[u8; Weights::BYTES], row: usize) -> Neurons {
        let (mut neurons, mut i) = (Neurons::ZERO, 0);
        while i < NEURONS {
            let at = 2 * (row * NEURONS + i);
            neurons.0[i] = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
            i += 1;
        }
        neurons
    }

    /// The value for these sums of the hidden layer.
    #[inline]
    fn value(&self, sums: &Neurons) -> i32 {
        let products = sums
            .0
            .iter()
            .zip(self.output.0)
            .map(|(sum, weight)| i32::from((*sum).clamp(0, Weights::ONE)) * i32::from(weight));
        (products.sum::<i32>() + self.output_bias) / Weights::UNIT
    }
}

/// Adds the weights of all given cells.
#[inline]
fn add_cells(sums: &mut Neurons, weights: &[Neurons; CELLS], mut cells: u64) {
    while cells != 0 {
        if let Some(row) = weights.get(cells.trailing_zeros() as usize) {
            sums.add(row);
        }
        cells &= cells - 1;
    }
}

/// Meant for the standard board: of any other it would see only some columns.
impl<const COLUMNS: usize, const ROWS: usize> Evaluation<Connect4<COLUMNS, ROWS>> for Network {
    type Accumulator = Neurons;

    fn start(&self, position: &Connect4<COLUMNS, ROWS>) -> Neurons {
        let mut sums = WEIGHTS.bias;
        for (weights, cells) in WEIGHTS.discs.iter().zip(position.stones()) {
            add_cells(&mut sums, weights, cells);
        }
        sums
    }

    #[inline]
    fn update(
        &self,
        accumulator: &Neurons,
        before: &Connect4<COLUMNS, ROWS>,
        _: super::Column,
        after: &Connect4<COLUMNS, ROWS>,
    ) -> Neurons {
        let mut sums = *accumulator;
        let disc = before.empty() & !after.empty();
        add_cells(&mut sums, &WEIGHTS.discs[before.to_move().index()], disc);
        sums
    }

    #[inline]
    fn value(&self, position: &Connect4<COLUMNS, ROWS>, accumulator: &Neurons) -> i32 {
        let stones = position.stones();
        if let Some(value) = judge_fours::<COLUMNS, ROWS>(stones) {
            return value;
        }
        let empty = position.empty();
        if empty == 0 {
            return 0;
        }
        let mut sums = *accumulator;
        for (weights, own) in WEIGHTS.threats.iter().zip(stones) {
            let threats = Geometry::<COLUMNS, ROWS>::completions(own) & empty;
            add_cells(&mut sums, weights, threats);
        }
        if position.to_move() == Side::Black {
            sums.add(&WEIGHTS.black_to_move);
        }
        WEIGHTS.value(&sums)
    }

    fn grain(&self) -> i16 {
        60
    }

    fn per_result(&self) -> Option<u16> {
        Some(200)
    }

    fn selectivity(&self) -> Selectivity {
        // Shared with `Threats`, for which a match showed a gain.
        super::threats::SELECTIVITY
    }
}
