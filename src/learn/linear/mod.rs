//! Evaluations of the game's own that are sums of weights.

mod fit;

use serde_json::{Value, json};

pub(crate) use fit::LinearFit;

/// The most weights, so that a file cannot ask for all memory.
const MOST_WEIGHTS: usize = 1 << 24;

/// What the weights of an evaluation are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    /// The name of the evaluation.
    pub(crate) evaluation: String,
    pub(crate) stages: usize,
    /// The number of weights of a stage.
    pub(crate) each: usize,
    /// What the sum is in its own units where the number for a result is 1; `None` if that is the tanh of thousandths.
    pub(crate) largest: Option<u32>,
}

/// The weights of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinearWeights {
    pub(crate) form: Linear,
    pub(crate) numbers: Vec<i16>,
}

/// What counts in a position, seen from the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    pub(crate) stage: usize,
    /// Weights of the stage, each with how often it counts.
    pub(crate) counts: Vec<(u32, i16)>,
    /// The number with which a position teaches half as much as an even one.
    pub(crate) ahead: Option<f32>,
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
