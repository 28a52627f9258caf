//! Evaluations of the game's own that are sums of weights.

mod batch;
mod fit;
mod lessons;

use serde_json::{Value, json};

use super::file::FileError;
use super::model::Content;
use super::weights::Weights;
use crate::game::{LinearEvaluation, Rules};
pub(crate) use batch::Batch;
pub(crate) use fit::LinearFit;

/// The most weights, so that a file cannot ask for all memory.
const MOST_WEIGHTS: usize = 1 << 24;

/// The shape of an evaluation's weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    /// The name of the evaluation.
    pub(crate) evaluation: String,
    pub(crate) stages: usize,
    /// The number of weights of a stage.
    pub(crate) each: usize,
    /// The sum, in the evaluation's units, that stands for a result of 1; `None` if the tanh of the sum in thousandths does.
    pub(crate) largest: Option<u32>,
}

/// The weights of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinearWeights {
    pub(crate) form: Linear,
    pub(crate) numbers: Vec<i16>,
}

/// The features of a position, seen from the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    pub(crate) stage: usize,
    /// Weights of the stage, each with how often it counts.
    pub(crate) counts: Vec<(u32, i16)>,
    /// The number with which a position teaches half as much as an even one.
    pub(crate) ahead: Option<f32>,
}

impl Features {
    /// The sum of these weights of its stage.
    fn sum(&self, weights: &[f32]) -> f32 {
        let of_each = |&(weight, times): &(u32, i16)| f32::from(times) * weights[weight as usize];
        self.counts.iter().map(of_each).sum()
    }

    /// The share of an error to be learnt from in a position with this sum: less if a side is far ahead, and the less, the
    /// more the sum changes if each weight changes by how often it counts.
    fn share(&self, sum: f32) -> f32 {
        let squares = |&(_, times): &(u32, i16)| f32::from(times).powi(2);
        let leverage: f32 = self.counts.iter().map(squares).sum();
        let of_lead = |half: f32| 1.0 / (1.0 + (sum / half).powi(2));
        self.ahead.map_or(1.0, of_lead) / leverage
    }
}

impl LinearWeights {
    /// Tells whether these are the weights of an evaluation, which has this name.
    pub(crate) fn are_of<R: Rules, E: LinearEvaluation<R>>(&self, name: &str) -> bool {
        let form = &self.form;
        form.evaluation == name && (form.stages, form.each) == (E::STAGES, E::weights())
    }
}

/// The weights of an evaluation in a file of `train`.
pub(crate) fn linear_weights<R: Rules, E: LinearEvaluation<R>>(
    name: &str,
    bytes: &[u8],
) -> Result<Vec<i16>, FileError> {
    match Weights::from_bytes(bytes)?.content {
        Content::Linear(weights) if weights.are_of::<R, E>(name) => Ok(weights.numbers),
        Content::Linear(weights) if weights.form.evaluation == name => Err(FileError(format!(
            "these weights are those of another version of the evaluation `{name}`"
        ))),
        _ => Err(FileError(format!(
            "these are not weights of the evaluation `{name}`"
        ))),
    }
}

/// An evaluation of the game's own, which has this name, with the weights in a file of `train`. So a program may have
/// what was learnt as a part of it.
///
/// # Errors
/// A sentence if the file is none of weights, damaged, or of another evaluation.
pub fn linear_evaluation<R: Rules, E: LinearEvaluation<R>>(
    name: &str,
    bytes: &[u8],
) -> Result<E, FileError> {
    linear_weights::<R, E>(name, bytes).map(|weights| E::with_weights(&weights))
}

impl Linear {
    /// The number of all weights.
    pub(super) fn weights(&self) -> usize {
        self.stages * self.each
    }

    /// A sum in the evaluation's units for the number 1.
    pub(crate) fn unit(&self) -> f32 {
        self.largest.map_or(1000.0, |largest| largest as f32)
    }

    /// The number that a sum of numbers of weights stands for.
    fn number(&self, sum: f32) -> f32 {
        match self.largest {
            Some(_) => sum,
            None => sum.tanh(),
        }
    }

    /// Weights in the evaluation's units.
    fn rounded(&self, numbers: &[f32]) -> Vec<i16> {
        let unit = self.unit();
        let round = |number: &f32| (number * unit).round() as i16;
        numbers.iter().map(round).collect()
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "evaluation": self.evaluation,
            "stages": self.stages,
            "weights": self.each,
            "largest": self.largest,
        })
    }

    /// Reads what [`Linear::to_json`] writes.
    pub(super) fn from_json(value: &Value) -> Option<Linear> {
        let number = |key: &str| usize::try_from(value[key].as_u64()?).ok();
        let (stages, each) = (number("stages")?, number("weights")?);
        let weights = stages.checked_mul(each)?;
        let largest = match &value["largest"] {
            Value::Null => None,
            largest => Some(u32::try_from(largest.as_u64()?).ok()?),
        };
        let fits = (1..=MOST_WEIGHTS).contains(&weights) && largest != Some(0);
        fits.then_some(Linear {
            evaluation: value["evaluation"].as_str()?.to_string(),
            stages,
            each,
            largest,
        })
    }
}
