//! How the engine thinks: from the settings and clocks to a search, and from its result to a move.

use std::time::{Duration, Instant};

use super::Found;
use super::engine::Engine;
use super::pondering::Expected;
use super::settings::Settings;
use super::{Info, Reply, Thought};
use crate::game::{MoveError, Side, Strength, Turn};
use crate::search::{Handicap, Limits, Request, Stop, TimeBudget};

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

    /// How the engine plays below full strength in the current game; `None` at full strength.
    pub(super) fn strength(&self) -> Option<Strength> {
        self.session.info().strength(self.settings.level)
    }

    /// What the next move is found without, and what is overlooked in finding it.
    fn handicap(&mut self) -> Option<Handicap> {
        let strength = self.strength();
        let set = self.tuning.overlooks();
        if strength.is_none() && set == 0 || self.settings.plain {
            return None;
        }
        Some(Handicap {
            overlooks: set.max(strength.map_or(0, |strength| strength.overlooks_in(self.form))),
            seed: self.rng.u64(..),
        })
    }

    /// Tells whether book and solver are asked for a move.
    pub(super) fn is_knowing(&self) -> bool {
        let overlooks = self.tuning.overlooks() > 0;
        !(self.settings.plain || overlooks || self.strength().is_some())
    }

    /// All limits that are set, for a move of `side` requested at `start`.
    pub(crate) fn limits(&self, side: Side, start: Instant) -> Limits {
        let Settings {
            depth,
            nodes,
            timelimit,
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
        let nodes = [nodes, self.strength().map(|strength| strength.nodes)];
        let nodes = nodes.into_iter().flatten().min();
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
        let handicap = self.handicap();
        let variety = self.settings.variety;
        let (reply, thought) = self.choose(side, start, stop, variety, handicap)?;
        self.last_move = thought;
        if let Reply::Move(name) = &reply {
            self.session.play(Some(side), name)?;
            // Below full strength nothing may be learnt on the opponent's time.
            self.expected = self.expected_reply(side).filter(|_| handicap.is_none());
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
            handicap: None,
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
        let handicap = self.handicap().map(|handicap| Handicap {
            overlooks: 0,
            ..handicap
        });
        let (reply, _) = self.choose(side, start, stop, 0, handicap)?;
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
        handicap: Option<Handicap>,
    ) -> Result<(Reply, Option<Thought>), MoveError> {
        if self.session.result().is_none() && self.session.turn() == Turn::Chance {
            return Err(MoveError::Chance);
        }
        let request = match self.ways(side, start, variety, handicap) {
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
        let handicap = self.handicap();
        self.ways(side, start, variety, handicap)
    }

    fn ways(
        &mut self,
        side: Side,
        start: Instant,
        variety: u16,
        handicap: Option<Handicap>,
    ) -> Choice {
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
        let request = self.request(self.limits(side, start));
        Choice::Search(Box::new(Request {
            margin: i16::try_from(variety).unwrap_or(i16::MAX),
            threads: if handicap.is_some() {
                1
            } else {
                request.threads
            },
            handicap,
            ..request
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

    pub(super) fn think(
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
