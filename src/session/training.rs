//! Training: learning an evaluation of a game by playing it.

use std::sync::Arc;

use super::services::Start;
use super::{GameInfo, Registry, Session};
use crate::game::{Notation, Symmetry};
use crate::learn::{self, Labels, Learner, Origin, Weights};

/// A learner and the game that it plays, whose type is erased.
pub trait Training: Send {
    /// Plays the next game, and learns from it.
    fn play(&mut self);

    /// The number of games played so far.
    fn games(&self) -> u64;

    /// What was learnt, as a file of weights, from which [`Registry::with_weights`] makes an evaluation.
    fn weights(&self) -> Vec<u8>;

    /// A file from which [`Session::training`] goes on as if the training had never stopped.
    fn state(&self) -> Vec<u8>;
}

/// How a training begins.
#[derive(Clone, Copy, Debug)]
pub enum Begin<'a> {
    /// With nothing, and this seed of the games.
    Anew(u64),
    /// With the bytes of [`Training::state`].
    From(&'a [u8]),
}

struct Typed<R> {
    learner: Learner,
    labels: Labels,
    start: Start<R>,
}

/// A training of the game.
///
/// # Errors
/// A sentence if the state is not one of this game, or there is nothing to learn from.
pub(super) fn open<R: Notation + Symmetry>(
    info: &GameInfo,
    start: &Start<R>,
    begin: Begin<'_>,
) -> Result<Box<dyn Training>, String> {
    let size = info.size_name();
    let positions = learn::explore(&**start);
    let learner = match begin {
        Begin::Anew(seed) => {
            let origin = Origin {
                game: info.name.to_string(),
                size,
                seed,
                games: 0,
            };
            Learner::new(&positions, origin)?
        }
        Begin::From(bytes) => {
            let learner = Learner::from_bytes(bytes).map_err(|error| error.to_string())?;
            is_of(&learner.origin, info, "this is a training")?;
            learner
        }
    };
    Ok(Box::new(Typed {
        learner,
        labels: Labels::of(&positions),
        start: Arc::clone(start),
    }))
}

impl<R: Notation> Training for Typed<R> {
    fn play(&mut self) {
        learn::play(&mut self.learner, self.labels, &*self.start);
    }

    fn games(&self) -> u64 {
        self.learner.origin.games
    }

    fn weights(&self) -> Vec<u8> {
        self.learner.weights().to_bytes()
    }

    fn state(&self) -> Vec<u8> {
        self.learner.to_bytes()
    }
}

impl Session {
    /// Opens a training of the game.
    ///
    /// # Errors
    /// A sentence if the state is not one of this game, or there is nothing to learn from.
    pub fn training(&self, begin: Begin<'_>) -> Result<Box<dyn Training>, String> {
        self.services.training(begin)
    }

    /// Fits to weights of the game how well shallow searches foretell deep ones, so that a search with them skips
    /// branches. Searches take so many nodes at most; games are played as long as `goes_on`, which is told their number, wants it.
    ///
    /// # Errors
    /// A sentence if these are no weights, or those of another game, or the games tell too little.
    pub fn forecast(
        &self,
        weights: &[u8],
        nodes: u64,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<u8>, String> {
        let weights = Weights::from_bytes(weights).map_err(|error| error.to_string())?;
        is_of(&weights.origin, &self.info(), "these are weights")?;
        self.services.forecast(weights, nodes, goes_on)
    }
}

/// Refuses what was made for another game.
fn is_of(origin: &Origin, info: &GameInfo, what: &str) -> Result<(), String> {
    let Origin { game, size: of, .. } = origin;
    let size = info.size_name();
    if (&**game, of) == (info.name, &size) {
        return Ok(());
    }
    Err(format!(
        "{what} of {game} {of}, not of {} {size}",
        info.name
    ))
}

impl Registry {
    /// The same games; the one that these weights are of has another evaluation, `learned`, which it plays with
    /// unless another one is chosen.
    ///
    /// # Errors
    /// A sentence if these are no weights, or of a game that is not here.
    pub fn with_weights(mut self, bytes: &[u8]) -> Result<Registry, String> {
        let weights = Weights::from_bytes(bytes).map_err(|error| error.to_string())?;
        let Origin { game, size, .. } = &weights.origin;
        let is_meant = |info: &GameInfo| (info.name, &info.size_name()) == (&**game, size);
        let Some(entry) = self.find_mut(is_meant) else {
            return Err(format!(
                "these are weights of {game} {size}, which is not here"
            ));
        };
        entry.services = entry.services.learned(weights);
        Ok(self)
    }
}
