//! How the engine thinks: from the settings and clocks to a search, and from its result to a move.

use std::time::{Duration, Instant};

use super::Found;
use super::engine::Engine;
use super::pondering::Expected;
use super::settings::Settings;
use super::{Info, Reply, Thought};
use crate::game::{MoveError, Side, Turn};
use crate::search::{Limits, Request, Stop, TimeBudget};

/// The way to find a move.
#[derive(Clone, Debug)]
pub enum Choice {
    /// The reply is known, with its source if any.
    Known(Reply, Option<Thought>),
    /// By this search.
    Search(Box<Request>),
}

impl Engine {
    /// Tells whether a search for a move would only end when the game is solved.
    pub fn is_unlimited(&self) -> bool {
        self.limits(self.session.to_move(), Instant::now())
            .is_unlimited()
    }

    /// All limits that are set, for a move of `side` requested at `start`.
    pub(super) fn limits(&self, side: Side, start: Instant) -> Limits {
        let Settings {
            depth,
            nodes,
            timelimit,
            level,
            ..
        } = self.settings;
        let fixed = timelimit.map(|limit| TimeBudget::fixed(limit - lag(limit)));
        let own_moves = self.session.max_plies().map(|plies| plies.div_ceil(2));
        let clock = self.clocks[side.index()];
        let on_clock = self
            .time_control
            .is_a_limit()
            .then(|| clock.budget(own_moves));
        let time = [fixed, on_clock]
            .into_iter()
            .flatten()
            .reduce(TimeBudget::tightest);
        let depth = [depth, level.depth()].into_iter().flatten().min();
        Limits {
            depth,
            nodes,
            time,
            start,
        }
    }

    /// Finds a move for `side`, or for the side to move, and plays it. It passes after the end, and
    /// if the pass is forced.
    ///
    /// # Errors
    /// When it is not that side's turn, but the other's or chance's.
    pub fn genmove(
        &mut self,
        side: Option<Side>,
        start: Instant,
        stop: &Stop,
    ) -> Result<Reply, MoveError> {
        let side = side.unwrap_or(self.session.to_move());
        self.expected = None;
        let (reply, thought) = self.choose(side, start, stop, self.settings.variety)?;
        self.last_move = thought;
        if let Reply::Move(name) = &reply {
            self.session.play(Some(side), name)?;
            self.expected = self.expected_reply(side);
        }
        self.clocks[side.index()].spend(start.elapsed());
        Ok(reply)
    }

    /// The reply of the opponent of `side` expected by the last search.
    fn expected_reply(&self, side: Side) -> Option<Expected> {
        let Some(Thought::Searched(info)) = &self.last_move else {
            return None;
        };
        Some(Expected {
            side,
            position: self.session.position(),
            reply: info.pv.get(1)?.clone(),
        })
    }

    /// The request for a search for a move, within these limits.
    pub(super) fn request(&self, limits: Limits) -> Request {
        Request {
            limits,
            threads: self.settings.threads,
            plain: self.settings.plain,
            lines: 1,
            margin: i16::try_from(self.settings.variety).unwrap_or(i16::MAX),
            tuning: self.tuning,
        }
    }

    /// Finds a move for `side` without playing it, and without any random choice.
    ///
    /// # Errors
    /// When it is not that side's turn, but the other's or chance's.
    pub fn reg_genmove(
        &mut self,
        side: Side,
        start: Instant,
        stop: &Stop,
    ) -> Result<Reply, MoveError> {
        let (reply, _) = self.choose(side, start, stop, 0)?;
        Ok(reply)
    }

    /// The source of the last move of [`Engine::genmove`]; `None` if that needed neither search nor
    /// book, and before the first one of a game.
    pub fn last_move(&self) -> Option<&Thought> {
        self.last_move.as_ref()
    }

    /// A move for `side`, and its source.
    fn choose(
        &mut self,
        side: Side,
        start: Instant,
        stop: &Stop,
        variety: u16,
    ) -> Result<(Reply, Option<Thought>), MoveError> {
        if self.session.result().is_none() && self.session.turn() == Turn::Chance {
            return Err(MoveError::Chance);
        }
        let request = match self.consider(side, start, variety) {
            Choice::Known(reply, thought) => return Ok((reply, thought)),
            Choice::Search(request) => *request,
        };
        let found = self
            .pondered(side, &request.limits, stop)
            .or_else(|| self.think(side, request, stop, &mut |_| {}));
        let (reply, thought) = self.decide(found.ok_or(MoveError::Illegal)?, variety);
        Ok((reply, Some(thought)))
    }

    /// Decides how to find a move for `side`: it is known, or the caller has to search for it with
    /// [`Session::search`](super::Session::search).
    pub fn consider(&mut self, side: Side, start: Instant, variety: u16) -> Choice {
        if self.session.result().is_some() {
            return Choice::Known(Reply::Move("pass".into()), None);
        }
        // For resigning, the score has to be known even of an only move.
        let only_move = self.session.only_move(side);
        if let Some(name) = only_move.filter(|_| !self.settings.resignation) {
            return Choice::Known(Reply::Move(name), None);
        }
        if let Some((reply, known)) = self.choose_from_book(side, variety) {
            return Choice::Known(reply, Some(Thought::FromBook(known)));
        }
        Choice::Search(Box::new(Request {
            margin: i16::try_from(variety).unwrap_or(i16::MAX),
            ..self.request(self.limits(side, start))
        }))
    }

    /// The reply that follows from the result of a search for a move.
    pub fn decide(&mut self, mut found: Found, variety: u16) -> (Reply, Thought) {
        if self.settings.resignation && found.score.is_proved() && found.score < -found.score {
            return (Reply::Resign, Thought::Searched(found.into()));
        }
        if variety > 0 && found.near.len() > 1 {
            let (name, score) = found.near.swap_remove(self.rng.usize(..found.near.len()));
            if name != found.best {
                found.pv = vec![name.clone()];
            }
            (found.best, found.score) = (name, score);
        }
        let reply = Reply::Move(found.best.clone());
        (reply, Thought::Searched(found.into()))
    }

    /// Searches without playing, for `seconds` or within the current limits, and reports the best
    /// `lines` of each finished iteration. Nothing is reported if the game is over.
    pub fn analyze(
        &mut self,
        seconds: Option<Duration>,
        lines: usize,
        start: Instant,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) {
        let side = self.session.to_move();
        let request = self.analysis(seconds, lines, start);
        self.think(side, request, stop, report);
    }

    /// The request for the search of [`Engine::analyze`].
    pub fn analysis(&self, seconds: Option<Duration>, lines: usize, start: Instant) -> Request {
        let side = self.session.to_move();
        let mut limits = self.limits(side, start);
        if let Some(time) = seconds {
            limits = Limits {
                time: Some(TimeBudget::fixed(time)),
                ..Limits::none()
            };
            limits.start = start;
        }
        Request {
            lines,
            margin: 0,
            ..self.request(limits)
        }
    }

    fn think(
        &mut self,
        side: Side,
        request: Request,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Found> {
        self.stop_pondering();
        let job = self.session.search(side, request)?;
        self.table.age();
        let found = job(&self.table, stop, report);
        log::info!(
            "{side}: {} at depth {}, score {}, {} nodes",
            found.best,
            found.depth,
            found.score,
            found.nodes
        );
        Some(found)
    }
}

/// The part of a time limit that is reserved for delivering the reply.
fn lag(limit: Duration) -> Duration {
    (limit / 20).min(Duration::from_millis(5))
}
