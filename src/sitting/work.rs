//! The work that a sitting has done for it: what is due, and what follows from the results.

use std::time::{Duration, Instant};

use super::mode::Mode;
use super::news::{About, News, Purpose};
use super::pool::{Task, Work};
use super::thinking::{self, Event, EventSender, Message, STRETCH};
use super::{Analysis, Sitting};
use crate::search::{Stop, TreeMethod};
use crate::session::{Choice, Found, Reply, Thought};

/// The work in progress.
pub(super) struct Job {
    id: u64,
    pub(super) purpose: Purpose,
    pub(super) stop: Stop,
    cancelled: Stop,
    since: Instant,
    /// The machine's move once it is found, with the time to play it.
    due: Option<(Instant, Reply)>,
}

/// The shortest time for a move when two machines play, so that a person can follow.
const PACE: Duration = Duration::from_millis(250);

impl Sitting {
    /// Starts the work that is due: the machine's move, or else the review, or else the analysis.
    pub(super) fn go_on(&mut self) {
        if self.job.is_some() || self.resting {
            return;
        }
        let is_over = self.engine.session().result().is_some();
        if !is_over && self.is_machines_turn() && !self.paused {
            self.move_machine();
        } else if !self.review_on() && !is_over {
            self.analyse();
        }
    }

    fn move_machine(&mut self) {
        let side = self.engine.session().to_move();
        self.modes[side.index()].apply(self.engine.settings_mut());
        self.consider(Purpose::Move);
    }

    /// Looks for a move that a person could play, for a second.
    ///
    /// # Errors
    /// Returns a sentence unless a person is to move.
    pub(crate) fn hint(&mut self) -> Result<(), String> {
        if self.engine.session().result().is_some() {
            return Err("the game is over".into());
        }
        if self.is_machines_turn() && !self.paused {
            return Err("the machine is to move".into());
        }
        Mode::default().apply(self.engine.settings_mut());
        self.consider(Purpose::Hint);
        Ok(())
    }

    fn consider(&mut self, purpose: Purpose) {
        let side = self.engine.session().to_move();
        let choice = self.engine.consider(side, Instant::now(), 0);
        let witness = self.engine.witness(false);
        let session = self.engine.session().snapshot();
        let sender = self.begin_job(purpose);
        match choice {
            Choice::Known(reply, thought) => {
                if let Some(Thought::FromBook(_)) = thought {
                    let request = self.engine.analysis(None, 1, Instant::now());
                    thinking::tell_known(&session, &witness.book_alone(), &request, &sender);
                }
                sender.send(Message::Known(reply));
            }
            Choice::Search(request) if purpose == Purpose::Hint => {
                self.submit(thinking::advise(session, witness, *request, sender));
            }
            Choice::Search(request) => self.submit(thinking::find(session, *request, sender)),
        }
    }

    fn analyse(&mut self) {
        let Some(Analysis { moves, left }) = self.analysis else {
            return;
        };
        if left.is_zero() {
            return;
        }
        let lines = if moves { usize::MAX } else { 1 };
        Mode::default().apply(self.engine.settings_mut());
        let request = self.engine.analysis(Some(STRETCH), lines, Instant::now());
        let session = self.engine.session().snapshot();
        let witness = self.engine.witness(true);
        let sender = self.begin_job(Purpose::Analysis);
        self.submit(thinking::analyse(session, witness, request, sender));
    }

    /// Draws the search tree of the position.
    ///
    /// # Errors
    /// Returns a sentence while the machine is finding its move.
    pub(crate) fn tree(&mut self, plies: u32, minimax: bool) -> Result<(), String> {
        let method = if minimax {
            TreeMethod::Minimax
        } else {
            TreeMethod::AlphaBeta
        };
        if self.is_busy_with(Purpose::Move) {
            return Err("the tree is drawn when the machine has moved".into());
        }
        let session = self.engine.session().snapshot();
        let sender = self.begin_job(Purpose::Tree);
        self.submit(thinking::grow(session, plies, method, sender));
        Ok(())
    }

    /// Starts new work in place of the old.
    pub(super) fn begin_job(&mut self, purpose: Purpose) -> EventSender {
        self.interrupt();
        let id = self.next_id;
        self.next_id += 1;
        self.job = Some(Job {
            id,
            purpose,
            stop: Stop::new(),
            cancelled: Stop::new(),
            since: Instant::now(),
            due: None,
        });
        let about = About {
            purpose,
            ply: self.ply(),
            side: self.engine.session().to_move(),
        };
        let listener = self.listener.clone();
        EventSender {
            id,
            about,
            listener,
        }
    }

    pub(super) fn submit(&self, work: Work) {
        if let Some(job) = &self.job {
            self.pool.submit(Task {
                game: self.game,
                urgent: ![Purpose::Analysis, Purpose::Review].contains(&job.purpose),
                stop: job.stop.clone(),
                cancelled: job.cancelled.clone(),
                work,
            });
        }
    }

    pub(super) fn interrupt(&mut self) {
        if let Some(job) = self.job.take() {
            job.cancelled.request();
            job.stop.request();
        }
    }

    fn is_busy_with(&self, purpose: Purpose) -> bool {
        self.job.as_ref().is_some_and(|job| job.purpose == purpose)
    }

    pub(super) fn interrupt_unless(&mut self, purpose: Purpose) {
        if !self.is_busy_with(purpose) {
            self.interrupt();
        }
    }

    /// Takes an event of its work; events of earlier work are ignored.
    pub(crate) fn learn(&mut self, event: Event) {
        let Some(job) = self.job.as_ref().filter(|job| job.id == event.id) else {
            return;
        };
        let (purpose, since) = (job.purpose, job.since);
        match event.message {
            Message::News(news) => self.news.push(news),
            Message::Found(found) => self.decide(purpose, found),
            Message::Known(reply) => self.reply(purpose, reply),
            Message::Over { complete } => {
                self.job = None;
                if let Some(analysis) = &mut self.analysis
                    && purpose == Purpose::Analysis
                {
                    let left = analysis.left.saturating_sub(since.elapsed());
                    analysis.left = if complete { Duration::ZERO } else { left };
                }
                self.go_on_and_tell();
            }
            Message::Assessed(ply, assessed) => {
                self.job = None;
                self.assess(ply, assessed);
            }
            Message::Failed => self.give_up(purpose),
        }
    }

    /// Ends work that failed. It is not started again, since the same position would probably fail
    /// again.
    fn give_up(&mut self, purpose: Purpose) {
        self.job = None;
        match (purpose, &mut self.analysis) {
            (Purpose::Move, _) => self.paused = true,
            (Purpose::Review, _) => self.review = None,
            (Purpose::Analysis, Some(analysis)) => analysis.left = Duration::ZERO,
            _ => {}
        }
        let why = "the search has failed, and the game stands as it was";
        self.news.push(News::Refused(why.into()));
        self.go_on_and_tell();
    }

    fn decide(&mut self, purpose: Purpose, found: Option<Box<Found>>) {
        let Some(found) = found else {
            self.job = None;
            return self.news.push(News::Changed);
        };
        let (reply, _) = self.engine.decide(*found, 0);
        self.reply(purpose, reply);
    }

    fn reply(&mut self, purpose: Purpose, reply: Reply) {
        if purpose == Purpose::Hint {
            self.show_hint(&reply);
        } else {
            self.move_at_pace(reply);
        }
    }

    fn show_hint(&mut self, reply: &Reply) {
        if let Reply::Move(name) = reply {
            let session = self.engine.session();
            let clicks = session.clicks(std::slice::from_ref(name));
            self.news.push(News::Hint {
                ply: session.history().len(),
                name: name.clone(),
                clicks: clicks.into_iter().next().unwrap_or_default(),
            });
        }
        self.job = None;
        self.go_on_and_tell();
    }

    /// Plays the machine's move, a little later if the machine plays both sides.
    fn move_at_pace(&mut self, reply: Reply) {
        let both = self.modes.iter().all(|mode| mode.machine);
        if let Some(job) = self.job.as_mut().filter(|_| both) {
            job.due = Some((job.since + PACE, reply));
            self.move_when_due();
        } else {
            self.put_machines(reply);
        }
    }

    /// The time at which [`Sitting::move_when_due`] has a move to play.
    pub(crate) fn due(&self) -> Option<Instant> {
        let (when, _) = self.job.as_ref()?.due.as_ref()?;
        Some(*when)
    }

    /// Plays the move that the machine found earlier, if it is time.
    pub(crate) fn move_when_due(&mut self) {
        let is_time = self.due().is_some_and(|when| when <= Instant::now());
        let job = self.job.as_mut().filter(|_| is_time);
        if let Some((_, reply)) = job.and_then(|job| job.due.take()) {
            self.put_machines(reply);
        }
    }

    fn put_machines(&mut self, reply: Reply) {
        self.job = None;
        if let Reply::Move(name) = reply
            && let Err(error) = self.put(&name)
        {
            log::error!("the machine's move {name} cannot be played: {error}");
            self.paused = true;
        }
        self.go_on_and_tell();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::super::Pool;
    use super::*;

    use crate::games::tictactoe::TicTacToe;
    use crate::session::{Engine, Registry};

    #[test]
    fn work_that_panics_is_over_and_nothing_waits_for_it() {
        let engine = Engine::new(Registry::empty().with::<TicTacToe>()).expect("an engine");
        let pool = Arc::new(Pool::new(1, 1).expect("a thread"));
        let (sender, receiver) = mpsc::channel();
        let sender = std::sync::Mutex::new(sender);
        let listener = move |event| {
            let sender = sender.lock().expect("the sender");
            sender.send(event).expect("somebody listens");
        };
        let mut sitting = Sitting::new(engine, pool, Arc::new(listener));

        let sender = sitting.begin_job(Purpose::Move);
        sitting.submit(Box::new(move |_, _| {
            let _teller = sender;
            panic!("on purpose");
        }));
        sitting.learn(receiver.recv().expect("an event"));

        assert_eq!(sitting.busy(), None);
        assert!(sitting.is_paused());
        let is_refusal = |news: &News| matches!(news, News::Refused(_));
        assert!(sitting.news.iter().any(is_refusal));
    }
}
