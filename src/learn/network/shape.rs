//! The shape of a network: the order of its weights, and the things that they belong to.

use serde_json::{Value, json};

use super::{MOST, ONE, WEIGHT};
use crate::game::{Notation, Planes, Side, Symmetry};
use crate::learn::accumulator::BLOCK;
use crate::learn::board::Board;
use crate::learn::symmetries::{self, Exchange, is_permutation};

/// The form of a network, and the order of its weights: for each set of inputs the bias of its neurons and then the row
/// of each thing, and for each set of outputs and each phase the weights of the side to move's view, those of the other
/// one, and an offset. White has sets of its own if the sides cannot be exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The neurons of each view.
    pub(super) neurons: usize,
    /// The kinds of things and of facts, and those of things alone.
    pub(super) kinds: usize,
    kinds_of_things: usize,
    pub(super) places: usize,
    exchange: Option<Exchange>,
    /// The turned and mirrored boards that are the same, as maps of the places.
    pub(super) turns: Vec<Vec<u8>>,
    /// The most things on the board.
    most: u32,
    /// The phase of a position with so many things.
    phases: Vec<u8>,
}

impl Shape {
    /// The parts of a game, by the number of things, that have outputs of their own.
    pub(super) const PHASES: usize = 4;

    /// The form for a board as these positions show it.
    pub(crate) fn of<R: Notation + Symmetry>(
        board: &Board,
        positions: &[R],
        neurons: usize,
    ) -> Shape {
        let sample: Vec<R> = positions
            .iter()
            .step_by(1 + positions.len() / 200)
            .cloned()
            .collect();
        let counts = positions
            .iter()
            .map(|position| board.count(&board.planes(position)));
        let most = counts.max().unwrap_or(0);
        Shape {
            neurons,
            kinds: board.kinds,
            kinds_of_things: board.kinds_of_things,
            places: board.points.len(),
            exchange: symmetries::exchange(board, &sample),
            turns: symmetries::same(board, &sample),
            phases: phases(most),
            most,
        }
    }

    /// Returns true if a network may have so many neurons for each side.
    pub(crate) fn has(neurons: usize) -> bool {
        (1..=MOST / BLOCK).any(|blocks| neurons == blocks * BLOCK)
    }

    /// The number of kinds and places of things.
    pub(super) fn things(&self) -> usize {
        self.kinds * self.places
    }

    /// The sets of weights.
    fn sets(&self) -> usize {
        if self.exchange.is_some() { 1 } else { 2 }
    }

    /// The weights of a set of inputs, and of the output of a phase.
    fn inputs(&self) -> usize {
        self.neurons * (1 + self.things())
    }

    fn outputs(&self) -> usize {
        2 * self.neurons + 1
    }

    /// The number of weights.
    pub(crate) fn weights(&self) -> usize {
        self.sets() * (self.inputs() + Shape::PHASES * self.outputs())
    }

    /// The set of a side.
    fn set(&self, side: Side) -> usize {
        side.index().min(self.sets() - 1)
    }

    /// Where the bias of a side's view begins.
    pub(super) fn bias(&self, side: Side) -> usize {
        self.set(side) * self.inputs()
    }

    /// Where the row of a thing, kind · places + place, begins in a side's view.
    pub(super) fn row(&self, side: Side, thing: usize) -> usize {
        let (kind, place) = (thing / self.places, thing % self.places);
        let (kind, place) = match &self.exchange {
            Some(exchange) if side == Side::White => exchange.of((kind, place)),
            _ => (kind, place),
        };
        self.bias(side) + self.neurons * (1 + kind * self.places + place)
    }

    /// Where the weights of the output for a side to move begin.
    pub(super) fn output(&self, side: Side, phase: usize) -> usize {
        let output = self.set(side) * Shape::PHASES + phase;
        self.sets() * self.inputs() + output * self.outputs()
    }

    /// The phase of a position with these contents.
    #[inline]
    pub(super) fn phase(&self, planes: &Planes) -> usize {
        let things = planes.count(self.kinds_of_things);
        let phase = self.phases.get(things as usize);
        phase.map_or(Shape::PHASES - 1, |&phase| phase.into())
    }

    /// The whole number that stands for a weight of 1, and the largest weight: the inputs of all things and facts
    /// together stay within 16 bits.
    pub(super) fn scale(&self, weight: usize) -> (f32, f32) {
        if weight < self.sets() * self.inputs() {
            let one = f32::from(ONE);
            let sets = 1 + self.kinds - self.kinds_of_things;
            (
                one,
                f32::from(i16::MAX) / one / (sets * self.places + 1) as f32,
            )
        } else {
            (WEIGHT as f32, 8.0)
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "neurons": self.neurons,
            "exchange": Exchange::to_json(self.exchange.as_ref()),
            "turns": self.turns,
            "most": self.most,
        })
    }

    /// Reads what [`Shape::to_json`] writes; `None` if it is not of this board.
    pub(crate) fn from_json(value: &Value, board: &Board) -> Option<Shape> {
        let most = u32::try_from(value["most"].as_u64()?).ok()?;
        let places = board.points.len();
        if most as usize > board.kinds * places {
            return None;
        }
        let shape = Shape {
            neurons: usize::try_from(value["neurons"].as_u64()?).ok()?,
            kinds: board.kinds,
            kinds_of_things: board.kinds_of_things,
            places,
            exchange: Exchange::from_json(&value["exchange"])?,
            turns: serde_json::from_value(value["turns"].clone()).ok()?,
            phases: phases(most),
            most,
        };
        let exchange = shape.exchange.as_ref();
        let turns = &shape.turns;
        let fits = Shape::has(shape.neurons)
            && exchange.is_none_or(|exchange| exchange.fits(board))
            && (1..=8).contains(&turns.len())
            && turns.iter().all(|turn| is_permutation(turn, places));
        fits.then_some(shape)
    }
}

/// The phase of a position for each number of things up to the most.
fn phases(most: u32) -> Vec<u8> {
    let phase = |things: u32| things * Shape::PHASES as u32 / (most + 1);
    (0..=most).map(|things| phase(things) as u8).collect()
}
