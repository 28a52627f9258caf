//! Evaluations that are learnt by playing: with nothing but the rules of a game, `heelstone train` plays it against itself
//! and learns what combinations of things on neighbouring places are worth; [`Learned`] evaluates with that.

mod board;
mod champion;
mod errors;
mod evaluation;
mod features;
mod file;
mod forecasts;
mod labels;
mod learner;
mod plan;
mod self_play;
mod state;
mod symmetries;
mod weights;

pub(crate) use board::Board;
pub(crate) use champion::{Champion, Trial};
pub(crate) use errors::Errors;
pub use evaluation::Learned;
pub use features::Indices;
pub use file::FileError;
pub(crate) use file::Origin;
pub(crate) use forecasts::Forecasts;
pub(crate) use labels::Labels;
pub(crate) use learner::Learner;
pub(crate) use self_play::{explore, play, roll};
pub(crate) use weights::Weights;
