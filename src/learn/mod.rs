//! Evaluations that are learnt by playing: with nothing but the rules of a game, `heelstone train` plays it against itself
//! and learns what combinations of things on neighbouring places are worth; [`Learned`] evaluates with that.

mod accumulator;
mod board;
mod champion;
mod errors;
mod evaluation;
mod file;
mod forecasts;
mod games;
mod labels;
mod learner;
mod linear;
mod model;
mod network;
mod patterns;
mod sample;
mod shares;
mod state;
mod symmetries;
mod weights;

pub use accumulator::Accumulator;
pub(crate) use board::Board;
pub(crate) use champion::{Champion, Trial};
pub(crate) use errors::Errors;
pub(crate) use evaluation::Evaluator;
pub use evaluation::Learned;
pub use file::FileError;
pub(crate) use file::{Origin, game_of_file};
pub(crate) use forecasts::Forecasts;
pub(crate) use games::{EXPLORED, LONGEST, OPENING, explore, roll};
pub(crate) use labels::Labels;
pub(crate) use learner::{Fit, Learner, Subject};
pub use linear::linear_evaluation;
#[cfg(feature = "games")]
pub(crate) use linear::linear_weights;
pub(crate) use linear::{Batch, Features, Linear, LinearWeights};
pub(crate) use model::Content;
pub(crate) use patterns::Games;
pub(crate) use sample::Sample;
pub(crate) use shares::shared;
pub(crate) use weights::Weights;
