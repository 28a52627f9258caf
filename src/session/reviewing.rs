//! The engine as the reviewer of the game in progress.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::engine::Engine;
use super::{Judged, Review, Session};
use crate::search::{Limits, Request, Stop, TimeBudget};

/// What a review spends on each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    /// The limits that are set for a move, apart from the clocks.
    Limits,
    /// This much time.
    Time(Duration),
    /// This many nodes, so that the review is the same on every machine.
    Nodes(u64),
}

/// The reason why there is nothing to review: a whole sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum NoReview {
    /// No move was played.
    #[error("there is no move to review")]
    NoMoves,
    /// Nothing limits the search of a position.
    #[error("a review needs a limit for each move, such as 0.5 seconds")]
    NoLimit,
}

impl Engine {
    /// Prepares the review of the game so far.
    ///
    /// # Errors
    /// If there is nothing to review, or no limit.
    pub(crate) fn prepare_review(&self, budget: Budget) -> Result<Review, NoReview> {
        self.prepare_review_of(&self.session, budget)
    }

    /// The same of another game.
    ///
    /// # Errors
    /// If there is nothing to review, or no limit.
    pub(crate) fn prepare_review_of(
        &self,
        session: &Session,
        budget: Budget,
    ) -> Result<Review, NoReview> {
        let settings = &self.settings;
        let none = Limits::none();
        let limits = match budget {
            Budget::Limits => Limits {
                depth: settings.depth,
                nodes: settings.nodes,
                time: settings.timelimit.map(TimeBudget::fixed),
                ..none
            },
            Budget::Time(time) => Limits {
                time: Some(TimeBudget::fixed(time)),
                ..none
            },
            Budget::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..none
            },
        };
        if limits.is_unlimited() {
            return Err(NoReview::NoLimit);
        }
        let request = Request {
            margin: 0,
            plain: false,
            ..self.request(limits)
        };
        let review = Review::new(session, self.witness(true), request);
        match review.moves() {
            0 => Err(NoReview::NoMoves),
            _ => Ok(review),
        }
    }

    /// Reviews the game so far; `report` gets each move as soon as it is judged, the last one first. Returns
    /// false if it was stopped.
    pub(crate) fn review(
        &mut self,
        review: &mut Review,
        stop: &Stop,
        report: &mut dyn FnMut(&Judged),
    ) -> bool {
        let start = Instant::now();
        // What earlier searches left there would change the judgements.
        self.table_alone().clear();
        while let Some(ply) = review.next() {
            let job = review.job(ply);
            let assessed = job(self.table_alone(), stop);
            let Some(assessed) = assessed.filter(|_| !stop.is_requested()) else {
                return false;
            };
            if let Some(judged) = review.note(ply, assessed) {
                report(&judged);
            }
        }
        log::info!("reviewed {} moves in {:?}", review.moves(), start.elapsed());
        true
    }
}
