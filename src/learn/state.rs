//! All that a learner needs to go on later, in a file.

use serde_json::{Map, Value};

use super::board::Board;
use super::champion::Champion;
use super::errors::Errors;
use super::file::{self, Content, FileError};
use super::learner::{Fit, Learner};
use super::linear::LinearFit;
use super::model::Form;
use super::network::NetworkFit;
use super::patterns::PatternsFit;

const KIND: &str = file::TRAINING;

impl Learner {
    /// The bytes of a file from which the learner goes on as if it had never stopped.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut more = Map::from_iter([
            ("trials".into(), self.champion.trials_to_json()),
            ("errors".into(), self.errors.to_json()),
        ]);
        self.best().content.describe(&mut more);
        let best = &self.champion.numbers;
        let numbers = match &self.fit {
            Fit::Patterns(patterns) => packed(patterns.floats(), best),
            Fit::Network(network) => {
                more.insert("fit".into(), network.to_json());
                packed(network.floats(), best)
            }
            Fit::Linear(linear) => {
                more.insert("fit".into(), linear.to_json());
                packed(linear.floats(), best)
            }
        };
        file::write(KIND, &self.origin, &self.board, more, &numbers)
    }

    /// Reads what [`Learner::to_bytes`] writes.
    ///
    /// # Errors
    /// A sentence if the file is none of a training, or damaged.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Learner, FileError> {
        let content = file::read(KIND, bytes)?;
        let trials = Champion::trials_from_json(&content.head["trials"]);
        let errors = match &content.head["errors"] {
            // Those of a training of an earlier build.
            Value::Null => Some(Errors::default()),
            value => Errors::from_json(value),
        };
        let contradiction = || FileError::contradiction(KIND);
        let (fit, numbers) = fit(&content, &content.board).ok_or_else(contradiction)?;
        Ok(Learner {
            fit,
            champion: Champion {
                numbers,
                trials: trials.ok_or_else(contradiction)?,
            },
            errors: errors.ok_or_else(contradiction)?,
            origin: content.origin,
            board: content.board,
        })
    }
}

/// The state of the learning, and the best weights so far.
fn fit(content: &Content<'_>, board: &Board) -> Option<(Fit, Vec<i16>)> {
    let form = Form::of_head(&content.head, board)?;
    let weights = form.weights();
    Some(match form {
        Form::Patterns(features) => {
            let (floats, best) = unpacked(content, weights)?;
            (
                Fit::Patterns(PatternsFit::of_floats(features, &floats)),
                best,
            )
        }
        Form::Network(shape) => {
            let (floats, best) = unpacked(content, weights)?;
            let network = NetworkFit::of_floats(shape, &content.head["fit"], &floats)?;
            (Fit::Network(network), best)
        }
        Form::Linear(form) => {
            let (floats, best) = unpacked(content, weights)?;
            let linear = LinearFit::of_floats(form, &content.head["fit"], &floats)?;
            (Fit::Linear(linear), best)
        }
    })
}

/// The floats of each weight, and as it is rounded in the best weights so far.
fn packed<const N: usize>(floats: impl Iterator<Item = [f32; N]>, best: &[i16]) -> Vec<u8> {
    let mut numbers = Vec::with_capacity(each::<N>() * best.len());
    for (floats, best) in floats.zip(best) {
        numbers.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
        numbers.extend(best.to_le_bytes());
    }
    numbers
}

/// Reads what [`packed`] writes; `None` if a float is no number.
fn unpacked<const N: usize>(
    content: &Content<'_>,
    weights: usize,
) -> Option<(Vec<[f32; N]>, Vec<i16>)> {
    let numbers = content.numbers(each::<N>() * weights)?;
    let float = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let weights = numbers.chunks_exact(each::<N>()).map(|weight| {
        let (floats, best) = weight.split_at(N * size_of::<f32>());
        let floats = std::array::from_fn(|n| float(&floats[n * size_of::<f32>()..]));
        (floats, i16::from_le_bytes([best[0], best[1]]))
    });
    let (floats, best): (Vec<[f32; N]>, _) = weights.unzip();
    let are_numbers = floats.iter().flatten().all(|float| float.is_finite());
    are_numbers.then_some((floats, best))
}

/// The bytes of a weight.
const fn each<const N: usize>() -> usize {
    N * size_of::<f32>() + size_of::<i16>()
}
