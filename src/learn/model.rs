//! Evaluations with integer weights: patterns or a network.

use serde_json::{Map, Value};

use super::accumulator::{Accumulator, Rows};
use super::board::Board;
use super::linear::{Linear, LinearWeights};
use super::network::{Network, Shape};
use super::patterns::{Features, Patterns, Plan};
use crate::game::Side;

/// Patterns or a network, with their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    Patterns(Patterns),
    Network(Network),
}

/// The kind of evaluation that weights belong to, with its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Patterns(Features),
    Network(Shape),
    Linear(Linear),
}

/// Weights, of whichever kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// An evaluation of any game, by what stands on its board.
    Model(Box<Model>),
    /// The weights of an evaluation that the game has.
    Linear(LinearWeights),
}

impl Model {
    /// The numbers that each thing adds to the accumulator.
    #[inline]
    pub(super) fn rows(&self) -> &Rows {
        match self {
            Model::Patterns(patterns) => patterns.rows(),
            Model::Network(network) => network.rows(),
        }
    }

    /// The value of a position with this accumulator, in thousandths, seen from Black. What it calls is not inlined: in one
    /// function, every node would save the registers that the longest part needs.
    #[inline]
    pub(super) fn value(&self, accumulator: &Accumulator, to_move: Side) -> i32 {
        match self {
            Model::Patterns(patterns) => patterns.sum(accumulator, to_move),
            Model::Network(network) => network.value(accumulator, to_move),
        }
    }

    /// The neurons of a network, for each side.
    pub(crate) fn neurons(&self) -> Option<usize> {
        match self {
            Model::Patterns(_) => None,
            Model::Network(network) => Some(network.neurons()),
        }
    }
}

impl Content {
    /// The weights.
    pub(super) fn numbers(&self) -> &[i16] {
        match self {
            Content::Model(model) => match &**model {
                Model::Patterns(patterns) => &patterns.numbers,
                Model::Network(network) => network.numbers(),
            },
            Content::Linear(linear) => &linear.numbers,
        }
    }

    /// Adds to the head of a file what its weights are of.
    pub(super) fn describe(&self, head: &mut Map<String, Value>) {
        let (key, value) = match self {
            Content::Model(model) => match &**model {
                Model::Patterns(patterns) => ("features", patterns.features.plan.to_json()),
                Model::Network(network) => ("network", network.shape.to_json()),
            },
            Content::Linear(linear) => ("linear", linear.form.to_json()),
        };
        head.insert(key.into(), value);
    }
}

impl Form {
    /// Reads what [`Content::describe`] writes.
    pub(super) fn of_head(head: &Value, board: &Board) -> Option<Form> {
        if head["linear"].is_object() {
            return Linear::from_json(&head["linear"]).map(Form::Linear);
        }
        if head["network"].is_object() {
            return Shape::from_json(&head["network"], board).map(Form::Network);
        }
        let plan = Plan::from_json(&head["features"]).filter(|plan| plan.fits(board))?;
        Some(Form::Patterns(Features::new(board, plan)))
    }

    /// The number of weights.
    pub(super) fn weights(&self) -> usize {
        match self {
            Form::Patterns(features) => features.weights(),
            Form::Network(shape) => shape.weights(),
            Form::Linear(linear) => linear.weights(),
        }
    }

    /// With these weights, of the right number, on a board that it fits.
    pub(super) fn with(self, board: &Board, numbers: Vec<i16>) -> Content {
        let model = match self {
            Form::Patterns(features) => Model::Patterns(Patterns::new(board, features, numbers)),
            Form::Network(shape) => Model::Network(Network::new(shape, numbers)),
            Form::Linear(form) => return Content::Linear(LinearWeights { form, numbers }),
        };
        Content::Model(Box::new(model))
    }
}
