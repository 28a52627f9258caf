//! Learning a game: what is learnt, and the best of it so far.

use super::board::Board;
use super::champion::{Champion, Trial};
use super::errors::Errors;
use super::file::Origin;
use super::forecasts::Forecasts;
use super::linear::{Linear, LinearFit};
use super::model::Form;
use super::network::{NetworkFit, Shape};
use super::patterns::{Features, PatternsFit, Plan};
use super::weights::Weights;
use crate::game::{Notation, Symmetry};

/// A game while it is being learnt.
#[derive(Clone)]
pub(crate) struct Learner {
    pub(crate) board: Board,
    pub(crate) fit: Fit,
    pub(crate) champion: Champion,
    /// The errors of predictions since the last match.
    pub(crate) errors: Errors,
    pub(crate) origin: Origin,
}

/// The state of what is learnt.
#[derive(Clone)]
pub(crate) enum Fit {
    Patterns(PatternsFit),
    Network(NetworkFit),
    Linear(LinearFit),
}

/// The subject of a training.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Patterns,
    /// A network with so many neurons for each side.
    Network(usize),
    /// An evaluation that the game has.
    Linear(Linear),
}

impl Learner {
    /// Knows nothing but the board, as these positions show it.
    ///
    /// # Errors
    /// A sentence if there is nothing to learn from, or a network cannot have that many neurons.
    pub(crate) fn new<R: Notation + Symmetry>(
        positions: &[R],
        subject: Subject,
        origin: Origin,
    ) -> Result<Learner, String> {
        let board = Board::of(positions)?;
        let fit = match subject {
            Subject::Network(neurons) if !Shape::has(neurons) => {
                return Err("a network has 32 or 64 neurons for each side".into());
            }
            Subject::Network(neurons) => {
                let shape = Shape::of(&board, positions, neurons);
                Fit::Network(NetworkFit::new(shape, origin.seed))
            }
            Subject::Linear(form) => Fit::Linear(LinearFit::new(form)),
            Subject::Patterns => {
                let plan = Plan::of(&board, positions)?;
                Fit::Patterns(PatternsFit::new(Features::new(&board, plan)))
            }
        };
        Ok(Learner {
            champion: Champion::new(fit.form().weights()),
            errors: Errors::default(),
            board,
            fit,
            origin,
        })
    }

    /// The present weights, rounded.
    pub(crate) fn weights(&self) -> Weights {
        self.with(self.fit.rounded(), self.origin.games)
    }

    /// The best weights so far.
    pub(crate) fn best(&self) -> Weights {
        let Champion { numbers, .. } = &self.champion;
        self.with(numbers.clone(), self.champion.games())
    }

    /// Returns true if it learns from games of the evaluation that was there before, and nothing was as good yet.
    pub(crate) fn has_none_better(&self) -> bool {
        self.fit.teacher().is_some() && self.champion.games() == 0
    }

    /// Keeps the result of a match of the newest weights against the best ones.
    pub(crate) fn keep(&mut self, trial: Trial) {
        if trial.is_kept {
            self.champion.numbers = self.fit.rounded();
        }
        self.champion.trials.push(trial);
        self.errors = Errors::default();
    }

    /// Weights that were learnt from so many games.
    fn with(&self, numbers: Vec<i16>, games: u64) -> Weights {
        Weights {
            origin: Origin {
                games,
                ..self.origin.clone()
            },
            board: self.board.clone(),
            content: self.fit.form().with(&self.board, numbers),
            forecasts: Forecasts::default(),
        }
    }
}

impl Fit {
    /// The games of a round. All of them are played with what was learnt before it.
    pub(crate) fn round(&self) -> u64 {
        match self {
            Fit::Patterns(_) => 32,
            Fit::Network(_) => 256,
            // A small part of the weights counts in a position: many positions have to share a round.
            Fit::Linear(_) => 1_024,
        }
    }

    /// The checksum of the evaluation that the training began with; `None` if it begins with nothing.
    pub(crate) fn teacher(&self) -> Option<u32> {
        match self {
            Fit::Patterns(_) => None,
            Fit::Network(network) => Some(network.teacher),
            Fit::Linear(linear) => Some(linear.teacher),
        }
    }

    /// Begins with games of this evaluation, if it begins with any.
    pub(crate) fn begin_with(&mut self, told: u32) {
        match self {
            Fit::Patterns(_) => {}
            Fit::Network(network) => network.teacher = told,
            Fit::Linear(linear) => linear.teacher = told,
        }
    }

    pub(super) fn form(&self) -> Form {
        match self {
            Fit::Patterns(patterns) => Form::Patterns(patterns.features.clone()),
            Fit::Network(network) => Form::Network(network.shape.clone()),
            Fit::Linear(linear) => Form::Linear(linear.form.clone()),
        }
    }

    fn rounded(&self) -> Vec<i16> {
        match self {
            Fit::Patterns(patterns) => patterns.rounded(),
            Fit::Network(network) => network.rounded(),
            Fit::Linear(linear) => linear.rounded(),
        }
    }
}
