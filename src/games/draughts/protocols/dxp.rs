//! DamExchange [Mesander n.d.]: two programs play each other, of which the initiator asks for games.

use std::time::{Duration, Instant};

use super::board::Board;
use super::messages::{Consent, Message, Reason};
use super::notation::Step;
use crate::game::{Desk, Dialogue, Heard, Info, Remaining, Side, Task, Terms, Value};
use crate::release::RELEASE;

/// A dialogue in DamExchange.
pub(super) struct Dxp {
    board: Board,
    terms: Terms,
    /// The position of the games that are asked for.
    start: String,
    /// The games that were asked for.
    asked: u32,
    state: State,
    game: Game,
    /// The move that is searched is wanted no more.
    is_abandoned: bool,
}

/// The state of the dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No game is played.
    Idle,
    /// A game was asked for.
    Asked,
    Playing,
    /// The end of the game was told, and the other side has to confirm it.
    Ending,
}

/// The game in progress.
struct Game {
    own: Side,
    begins: Side,
    minutes: u32,
    /// The moves of each side after which the game ends; 0 for any number.
    moves: u32,
    plies: u32,
    /// The time that this side has used.
    used: Duration,
    /// When its move began.
    since: Instant,
}

impl Dxp {
    pub(super) fn new(terms: Terms) -> Dxp {
        Dxp {
            board: Board::default(),
            terms,
            start: String::new(),
            asked: 0,
            state: State::Idle,
            game: Game::new(Side::White, Side::White, 0, 0),
            is_abandoned: false,
        }
    }
}

impl Game {
    fn new(own: Side, begins: Side, minutes: u32, moves: u32) -> Game {
        Game {
            own,
            begins,
            minutes,
            moves,
            plies: 0,
            used: Duration::ZERO,
            since: Instant::now(),
        }
    }

    /// The clock of this side; `None` if the game has no time limit.
    fn clock(&self) -> Option<Remaining> {
        let time = Duration::from_secs(60 * u64::from(self.minutes));
        let moves = self.moves.saturating_sub(self.plies / 2);
        (self.minutes > 0).then(|| Remaining {
            left: time.saturating_sub(self.used),
            increment: Duration::ZERO,
            moves,
        })
    }
}

impl Dialogue for Dxp {
    fn begin(&mut self, desk: &mut dyn Desk) {
        self.board.look(desk);
        self.start = desk.position();
        if self.terms.games > 0 {
            self.ask(desk);
        }
    }

    fn hear(&mut self, message: &str, desk: &mut dyn Desk) -> Heard {
        let Some(message) = Message::read(message) else {
            log::warn!("{message:?} is no message of DamExchange");
            return Heard::Done;
        };
        if desk.is_thinking() {
            match message {
                Message::Request { .. } | Message::End { .. } | Message::Back { .. } => {
                    self.is_abandoned = true;
                    return Heard::AfterSearch;
                }
                Message::Move { .. } | Message::Answer { .. } => {
                    log::warn!("{message:?} comes out of turn");
                    return Heard::Done;
                }
                Message::Chat(_) | Message::BackAnswer { .. } => {}
            }
        }
        match message {
            Message::Request {
                version,
                follower,
                minutes,
                moves,
                start,
                ..
            } => self.answer(version, start, (follower, minutes, moves), desk),
            Message::Answer { consent, .. } => self.begin_asked(consent, desk),
            Message::Move { step, .. } => self.take(&step, desk),
            Message::End { stops, .. } => self.confirm(stops, desk),
            Message::Back { number, side } => self.go_back(number, side, desk),
            Message::Chat(text) => log::info!("chat: {text}"),
            Message::BackAnswer { .. } => {}
        }
        Heard::Done
    }

    fn found(&mut self, best: Option<&str>, info: &Info, desk: &mut dyn Desk) {
        let abandoned = std::mem::take(&mut self.is_abandoned);
        if abandoned || self.state != State::Playing {
            return;
        }
        let step = self.board.best(best, info).into_iter().next();
        let (Some(name), Some(step)) = (best, step) else {
            return self.end(Reason::Lost, desk);
        };
        let time = self.game.since.elapsed();
        self.game.used += time;
        if desk.play(None, name).is_err() {
            return self.end(Reason::Unknown, desk);
        }
        self.game.plies += 1;
        let seconds = u32::try_from((time.as_millis() + 500) / 1000).unwrap_or(u32::MAX);
        desk.say(&Message::Move { seconds, step }.text());
    }
}

impl Dxp {
    /// Asks for the next game.
    fn ask(&mut self, desk: &mut dyn Desk) {
        let own = match self.asked % 2 {
            0 => Side::White,
            _ => Side::Black,
        };
        self.asked += 1;
        desk.restart();
        if let Err(error) = desk.set_up(&self.start) {
            log::error!("{error}");
        }
        let begins = desk.to_move();
        let start = (self.start != (self.board.variation.start)())
            .then(|| (self.board.variation.write)(&self.start))
            .flatten();
        let Terms { minutes, moves, .. } = self.terms;
        self.game = Game::new(own, begins, minutes, moves);
        self.state = State::Asked;
        let request = Message::Request {
            version: 1,
            name: name(),
            follower: !own,
            minutes,
            moves,
            start: start.map(|letters| (begins, letters)),
        };
        desk.say(&request.text());
    }

    /// Takes the answer to a request.
    fn begin_asked(&mut self, consent: Consent, desk: &mut dyn Desk) {
        match (self.state, consent) {
            (State::Asked, Consent::Yes) => {
                self.state = State::Playing;
                self.go_on(desk);
            }
            (State::Asked, refusal) => {
                log::error!("the other side refuses the game: {refusal:?}");
                desk.quit();
            }
            _ => {}
        }
    }

    /// Answers a request.
    fn answer(
        &mut self,
        version: u32,
        start: Option<(Side, String)>,
        (own, minutes, moves): (Side, u32, u32),
        desk: &mut dyn Desk,
    ) {
        let consent = match version {
            0 | 1 => self.set_up(start, desk),
            _ => Consent::OtherVersion,
        };
        let answer = Message::Answer {
            name: name(),
            consent,
        };
        desk.say(&answer.text());
        if consent == Consent::Yes {
            self.game = Game::new(own, desk.to_move(), minutes, moves);
            self.state = State::Playing;
            self.go_on(desk);
        }
    }

    fn set_up(&self, start: Option<(Side, String)>, desk: &mut dyn Desk) -> Consent {
        desk.restart();
        let set_up = match start {
            None => self.board.start(desk),
            Some((side, letters)) => self.board.set_up(side, &letters, desk),
        };
        match set_up {
            Ok(()) if desk.result().is_none() => Consent::Yes,
            _ => Consent::NotThis,
        }
    }

    /// Takes a move of the other side.
    fn take(&mut self, step: &Step, desk: &mut dyn Desk) {
        if self.state != State::Playing || desk.to_move() == self.game.own {
            return;
        }
        if let Some(value) = desk.result() {
            // It could have told so.
            return self.end(self.reason(value), desk);
        }
        match self.board.play(step, desk) {
            Ok(()) => {
                self.game.plies += 1;
                self.go_on(desk);
            }
            Err(error) => {
                let position = desk.position();
                desk.say(&Message::Chat(format!("{error} in {position}")).text());
                self.end(Reason::Unknown, desk);
            }
        }
    }

    /// Thinks if it is this side's turn, or ends the game then if it is over.
    fn go_on(&mut self, desk: &mut dyn Desk) {
        let Game { own, moves, .. } = self.game;
        if desk.to_move() != own {
            return;
        }
        self.game.since = Instant::now();
        if let Some(value) = desk.result() {
            return self.end(self.reason(value), desk);
        }
        if moves > 0 && self.game.plies >= 2 * moves {
            return self.end(Reason::Unknown, desk);
        }
        let task = Task {
            clock: self.game.clock(),
            ..Task::default()
        };
        self.board.think(task, desk);
    }

    /// The reason that a result, seen from Black, is to end the game.
    fn reason(&self, value: Value) -> Reason {
        match value.seen_by(self.game.own) {
            Value::DRAW => Reason::Drawn,
            won if won > Value::DRAW => Reason::Won,
            _ => Reason::Lost,
        }
    }

    /// Ends the game, which only the side to move may do.
    fn end(&mut self, reason: Reason, desk: &mut dyn Desk) {
        let stops = self.is_last();
        desk.say(&Message::End { reason, stops }.text());
        self.state = State::Ending;
    }

    /// Takes the end of a game, or the consent to it.
    fn confirm(&mut self, stops: bool, desk: &mut dyn Desk) {
        let was = std::mem::replace(&mut self.state, State::Idle);
        if was == State::Playing {
            let answer = Message::End {
                reason: Reason::Unknown,
                stops: self.is_last(),
            };
            desk.say(&answer.text());
        }
        if stops || was != State::Idle && self.is_last() {
            desk.quit();
        } else if self.asked < self.terms.games {
            self.ask(desk);
        }
    }

    /// Tells whether this is the last of the games that this side asks for.
    fn is_last(&self) -> bool {
        self.terms.games > 0 && self.asked >= self.terms.games
    }

    /// Answers a request to go back.
    fn go_back(&mut self, number: u32, side: Side, desk: &mut dyn Desk) {
        let second = u32::from(side != self.game.begins);
        let plies = number
            .checked_sub(1)
            .and_then(|moves| moves.checked_mul(2)?.checked_add(second));
        let back = plies.and_then(|plies| self.game.plies.checked_sub(plies));
        let goes_back = self.state == State::Playing
            && back.is_some_and(|back| desk.undo(usize::try_from(back).unwrap_or(usize::MAX)));
        desk.say(&Message::BackAnswer { goes_back }.text());
        if goes_back {
            self.game.plies -= back.unwrap_or(0);
        }
        // It may have been this side's turn before.
        if self.state == State::Playing {
            self.go_on(desk);
        }
    }
}

fn name() -> String {
    format!("Heelstone {RELEASE}")
}
