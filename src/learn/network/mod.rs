//! A small network: what stands where adds up to the inputs of some neurons, once as either side sees the board, and the
//! squares of what they put out weigh into the value [Nasu 2018].

mod fit;
mod shape;

pub(crate) use fit::{NetworkFit, Sample};
pub(super) use shape::Shape;

use crate::game::{Planes, Side};

/// The lanes of a vector.
const LANES: usize = 32;
/// The most neurons of a view.
const MOST: usize = 64;
/// What an output of 1 is in the numbers of the inputs, and the largest that a neuron puts out.
const ONE: i16 = 255;
/// What the square of [`ONE`] is, rounded to eight bits.
const SQUARE: i32 = 254;
/// What a weight of 1 is in the numbers of the output.
const WEIGHT: i32 = 2048;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Vector([i16; LANES]);

/// The inputs of the neurons of one view.
type View = [Vector; MOST / LANES];

/// A network with its weights, in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    pub(super) shape: Shape,
    numbers: Vec<i16>,
    /// What no things add to each view.
    bias: Box<[View; 2]>,
    /// What a thing adds to both views, by its kind and place.
    rows: Vec<Vector>,
    /// The weights of the side to move's view and of the other one: by the side to move, and by the phase.
    outputs: Vec<Vector>,
    /// What each of these adds by itself.
    offsets: Vec<i16>,
}

/// The contents of a position and the inputs that they give all neurons, as both sides see them. After a move they
/// differ by the rows of a few things.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums {
    planes: Planes,
    views: [View; 2],
}

impl Network {
    /// The network with these weights, of which there are as many as it has.
    pub(super) fn new(shape: Shape, numbers: Vec<i16>) -> Network {
        let vectors = |start: usize| {
            let numbers = numbers[start..start + shape.neurons].chunks_exact(LANES);
            numbers.map(|lanes| Vector(std::array::from_fn(|lane| lanes[lane])))
        };
        let view = |side: Side| {
            let mut view = [Vector([0; LANES]); MOST / LANES];
            view.iter_mut()
                .zip(vectors(shape.bias(side)))
                .for_each(|(lanes, bias)| *lanes = bias);
            view
        };
        let things = 0..shape.things();
        let rows = things.flat_map(|thing| Side::BOTH.map(|side| shape.row(side, thing)));
        let outputs = Side::BOTH
            .into_iter()
            .flat_map(|side| (0..Shape::PHASES).map(move |phase| (side, phase)))
            .map(|(side, phase)| shape.output(side, phase));
        let outputs: Vec<usize> = outputs.collect();
        let of_output = |&start: &usize| [start, start + shape.neurons].into_iter();
        Network {
            bias: Box::new(Side::BOTH.map(view)),
            rows: rows.flat_map(vectors).collect(),
            offsets: outputs
                .iter()
                .map(|start| numbers[start + 2 * shape.neurons])
                .collect(),
            outputs: outputs
                .iter()
                .flat_map(of_output)
                .flat_map(vectors)
                .collect(),
            numbers,
            shape,
        }
    }

    pub(super) fn numbers(&self) -> &[i16] {
        &self.numbers
    }

    /// The inputs in a position with these contents.
    #[inline]
    pub(super) fn sums(&self, planes: Planes) -> Sums {
        let mut sums = Sums {
            planes: Planes::EMPTY,
            views: *self.bias,
        };
        self.go_to(&mut sums, planes);
        sums
    }

    /// The inputs after a move that led to these contents.
    #[inline]
    pub(super) fn moved(&self, before: &Sums, planes: Planes) -> Sums {
        let sets = before.planes.sets().iter().zip(planes.sets());
        let count = |(changed, things), (old, new): (&u128, &u128)| {
            let (gone, all) = ((old ^ new).count_ones(), new.count_ones());
            (changed + gone, things + all)
        };
        let (changed, things) = sets.take(self.shape.kinds).fold((0, 0), count);
        // Where a move changes most of the board, beginning from nothing is faster.
        if changed >= things {
            return self.sums(planes);
        }
        let mut sums = *before;
        self.go_to(&mut sums, planes);
        sums
    }

    /// Changes the inputs to those of these contents.
    #[inline]
    fn go_to(&self, sums: &mut Sums, planes: Planes) {
        let before = std::mem::replace(&mut sums.planes, planes);
        let kinds = before.sets().iter().zip(planes.sets());
        for (kind, (old, new)) in kinds.enumerate().take(self.shape.kinds) {
            let (mut gone, mut come) = (old & !new, new & !old);
            while gone != 0 {
                self.change(sums, kind, &mut gone, i16::wrapping_sub);
            }
            while come != 0 {
                self.change(sums, kind, &mut come, i16::wrapping_add);
            }
        }
    }

    /// Takes the first place out of a set, and changes the inputs by a thing of this kind on it.
    #[inline]
    fn change(
        &self,
        sums: &mut Sums,
        kind: usize,
        places: &mut u128,
        change: impl Fn(i16, i16) -> i16 + Copy,
    ) {
        let thing = kind * self.shape.places + places.trailing_zeros() as usize;
        *places &= *places - 1;
        let vectors = self.shape.neurons / LANES;
        let begin = 2 * vectors * thing;
        let rows = self.rows.get(begin..begin + 2 * vectors).unwrap_or(&[]);
        let changed = rows.chunks_exact(vectors).zip(&mut sums.views);
        for (lane, row) in changed.flat_map(|(row, view)| view.iter_mut().zip(row)) {
            let (Vector(lane), Vector(row)) = (lane, row);
            lane.iter_mut()
                .zip(row)
                .for_each(|(sum, &by)| *sum = change(*sum, by));
        }
    }

    /// The value of a position, in thousandths, seen from Black.
    #[inline]
    pub(super) fn value(&self, sums: &Sums, to_move: Side) -> i32 {
        let output = to_move.index() * Shape::PHASES + self.shape.phase(&sums.planes);
        let vectors = self.shape.neurons / LANES;
        let begin = 2 * vectors * output;
        let weights = self.outputs.get(begin..begin + 2 * vectors).unwrap_or(&[]);
        let mut sum = SQUARE * i32::from(self.offsets[output]);
        for (side, weights) in [to_move, !to_move]
            .into_iter()
            .zip(weights.chunks_exact(vectors))
        {
            let lanes = sums.views[side.index()].iter().zip(weights);
            sum += lanes
                .map(|(inputs, weights)| inputs.weigh(weights))
                .sum::<i32>();
        }
        let value = i64::from(sum) * 1000 / i64::from(SQUARE * WEIGHT);
        if to_move == Side::Black {
            value as i32
        } else {
            -value as i32
        }
    }
}

impl Vector {
    /// The sum of what neurons with these inputs put out, weighted.
    #[inline]
    fn weigh(&self, Vector(weights): &Vector) -> i32 {
        let Vector(inputs) = self;
        let weighted = inputs.iter().zip(weights).map(|(&input, &weight)| {
            let put_out = input.clamp(0, ONE) as u16;
            let square = ((put_out * put_out + 128) >> 8) as i16;
            i32::from(square) * i32::from(weight)
        });
        weighted.sum()
    }
}
