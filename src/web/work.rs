//! What a tab has thought about for it: what is due, and what comes of it.

use std::time::{Duration, Instant};

use super::messages::{self, About};
use super::pool::{Task, Work};
use super::request::Mode;
use super::tab::{Analysis, Tab};
use super::thinking::{self, Event, STRETCH, Teller, What};
use crate::search::{Stop, TreeMethod};
use crate::session::{Choice, Found, Reply};

/// What a tab can have thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Hint,
    Analysis,
    Tree,
}

impl Purpose {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Purpose::Move => "move",
            Purpose::Hint => "hint",
            Purpose::Analysis => "analysis",
            Purpose::Tree => "tree",
        }
    }
}

/// The work in progress.
pub(super) struct Job {
    id: u64,
    pub(super) purpose: Purpose,
    pub(super) stop: Stop,
    cancelled: Stop,
    since: Instant,
}

/// Two machines take at least this time for a move, so that somebody can follow them.
const PACE: Duration = Duration::from_millis(250);

impl Tab {
    /// Starts what is due: the machine's move, or else the analysis.
    pub(super) fn go_on(&mut self) {
        if self.job.is_some() || self.engine.session().result().is_some() {
            return;
        }
        if self.is_machines_turn() && !self.paused {
            self.move_machine();
        } else {
            self.analyse();
        }
    }

    fn move_machine(&mut self) {
        let side = self.engine.session().to_move();
        self.modes[side.index()].apply(self.engine.settings_mut());
        self.consider(Purpose::Move);
    }

    pub(super) fn hint(&mut self) -> Result<(), String> {
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
        let teller = self.begin_job(purpose);
        match choice {
            Choice::Known(reply, _) => teller.tell(What::Known(reply)),
            Choice::Search(request) => {
                let session = self.engine.session().snapshot();
                self.submit(thinking::find(session, *request, teller));
            }
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
        let teller = self.begin_job(Purpose::Analysis);
        self.submit(thinking::analyse(session, request, teller));
    }

    pub(super) fn tree(&mut self, plies: u32, minimax: bool) {
        let method = if minimax {
            TreeMethod::Minimax
        } else {
            TreeMethod::AlphaBeta
        };
        if self.is_busy_with(Purpose::Move) {
            let why = "the tree is drawn when the machine has moved";
            self.messages.push(messages::refused(why));
            return;
        }
        let session = self.engine.session().snapshot();
        let teller = self.begin_job(Purpose::Tree);
        self.submit(thinking::grow(session, plies, method, teller));
    }

    /// Notes down new work in place of the old one.
    fn begin_job(&mut self, purpose: Purpose) -> Teller {
        self.interrupt();
        let id = self.next_id;
        self.next_id += 1;
        self.job = Some(Job {
            id,
            purpose,
            stop: Stop::new(),
            cancelled: Stop::new(),
            since: Instant::now(),
        });
        let session = self.engine.session();
        let about = About {
            what: purpose.name(),
            ply: session.history().len(),
            side: session.to_move(),
        };
        let events = self.events.clone();
        Teller { id, about, events }
    }

    fn submit(&self, work: Work) {
        if let Some(job) = &self.job {
            self.shared.pool.submit(Task {
                game: self.game,
                urgent: job.purpose != Purpose::Analysis,
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

    /// Takes what its work says, unless it has gone on to other work.
    pub(super) fn learn(&mut self, event: Event) {
        let Some(job) = self.job.as_ref().filter(|job| job.id == event.id) else {
            return;
        };
        let (purpose, since) = (job.purpose, job.since);
        match event.what {
            What::Told(message) => self.messages.push(message),
            What::Found(found) => self.decide(purpose, found),
            What::Known(reply) if purpose == Purpose::Hint => self.show_hint(&reply),
            What::Known(reply) => self.move_at_pace(reply, since),
            What::Over { complete } => {
                self.job = None;
                if let Some(analysis) = &mut self.analysis
                    && purpose == Purpose::Analysis
                {
                    let left = analysis.left.saturating_sub(since.elapsed());
                    analysis.left = if complete { Duration::ZERO } else { left };
                }
                self.go_on();
                self.tell_state();
            }
        }
    }

    fn decide(&mut self, purpose: Purpose, found: Option<Box<Found>>) {
        let Some(found) = found else {
            self.job = None;
            return self.tell_state();
        };
        let (reply, _) = self.engine.decide(*found, 0);
        let since = self.job.as_ref().map_or_else(Instant::now, |job| job.since);
        if purpose == Purpose::Hint {
            self.show_hint(&reply);
        } else {
            self.move_at_pace(reply, since);
        }
    }

    fn show_hint(&mut self, reply: &Reply) {
        if let Reply::Move(name) = reply {
            let message = messages::hint(self.engine.session(), name);
            self.messages.push(message);
        }
        self.job = None;
        self.go_on();
        self.tell_state();
    }

    /// Plays the machine's move, or a little later if it is its own opponent.
    fn move_at_pace(&mut self, reply: Reply, since: Instant) {
        let both = self.modes.iter().all(|mode| mode.machine);
        let early = PACE.saturating_sub(since.elapsed());
        if both && !early.is_zero() {
            let (id, events) = (self.job.as_ref().map(|job| job.id), self.events.clone());
            tokio::spawn(async move {
                tokio::time::sleep(early).await;
                let what = What::Known(reply);
                let _ = id.map(|id| events.send(Event { id, what }));
            });
            return;
        }
        self.job = None;
        if let Reply::Move(name) = reply
            && let Err(error) = self.play(&name)
        {
            log::error!("the machine's move {name} cannot be played: {error}");
            self.paused = true;
        }
        self.go_on();
        self.tell_state();
    }
}
