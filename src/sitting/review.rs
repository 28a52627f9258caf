//! The review of the game: a position at a time, while nothing else is to be done. Puzzles.

use std::time::Duration;

use super::Sitting;
use super::news::{News, Purpose};
use super::thinking::Message;
use crate::session::{Assessed, Budget, PuzzleMaker, Review};

impl Sitting {
    /// Reviews the game with all its moves, those taken back too, with so much time for each position.
    ///
    /// # Errors
    /// Returns a sentence if there is nothing to review.
    pub(crate) fn begin_review(&mut self, time: Duration) -> Result<(), String> {
        let game = self.engine.session().with_moves(&self.line);
        let review = self.engine.prepare_review_of(&game, Budget::Time(time));
        self.review = Some(review.map_err(|error| error.to_string())?);
        self.interrupt_unless(Purpose::Move);
        self.go_on_and_tell();
        Ok(())
    }

    /// True while the game is reviewed.
    pub(crate) fn is_reviewing(&self) -> bool {
        self.review.is_some()
    }

    /// Ends the review.
    pub(crate) fn end_review(&mut self) {
        self.review = None;
        if self.busy() == Some(Purpose::Review) {
            self.interrupt();
        }
        self.go_on_and_tell();
    }

    /// Forgets a review whose moves are no longer those of the game.
    pub(super) fn keep_review_of_line(&mut self) {
        let is_other = |review: &Review| !self.line.starts_with(review.line());
        if self.review.as_ref().is_some_and(is_other) {
            self.review = None;
        }
    }

    /// Starts to assess the next position. Returns false if there is none.
    pub(super) fn review_on(&mut self) -> bool {
        let Some(review) = &self.review else {
            return false;
        };
        let Some(ply) = review.next() else {
            return false;
        };
        let job = review.job(ply);
        let sender = self.begin_job(Purpose::Review);
        self.submit(Box::new(move |table, stop| {
            let assessed = job(table, stop).map(Box::new);
            sender.send(Message::Assessed(ply, assessed));
        }));
        true
    }

    /// Takes the result of [`Sitting::review_on`].
    pub(super) fn assess(&mut self, ply: usize, assessed: Option<Box<Assessed>>) {
        let (Some(review), Some(assessed)) = (&mut self.review, assessed) else {
            // Other work needed the thread: the position is assessed later.
            return self.go_on();
        };
        let judged = review.note(ply, *assessed);
        let clicks = |judged| {
            let clicks = review.clicks(&judged);
            (judged, clicks)
        };
        let news = News::Reviewed {
            judged: judged.map(clicks),
            progress: review.progress(),
        };
        let is_complete = review.next().is_none();
        self.news.push(news);
        if is_complete {
            self.review = None;
            return self.go_on_and_tell();
        }
        self.go_on();
    }

    /// Makes a puzzle of the present game.
    ///
    /// # Errors
    /// Returns a sentence while the machine is finding its move.
    pub(crate) fn make_puzzle(&mut self, seed: u64) -> Result<(), String> {
        if self.busy() == Some(Purpose::Move) {
            return Err("a puzzle is made when the machine has moved".into());
        }
        let session = self.engine.session().snapshot();
        let sender = self.begin_job(Purpose::Puzzle);
        self.submit(Box::new(move |_, stop| {
            let puzzle = PuzzleMaker::new(&session, seed).and_then(|mut maker| maker.next(stop));
            sender.send(Message::News(match puzzle {
                Some(puzzle) => News::Puzzle(puzzle),
                None => News::Refused("no puzzle of this game was found".into()),
            }));
            sender.send(Message::Over { complete: true });
        }));
        self.go_on_and_tell();
        Ok(())
    }
}
