//! Exact values in games in which positions can repeat and a repetition is a draw.
//!
//! The value of a position is its value without a history. Two kinds of questions find it:
//!
//! - **Does a side win, or lose, within n plies?** The answer does not depend on the path to a
//!   position, so that all answers are stored. Wins and losses are found this way, the nearest first.
//! - **Does it reach at least a draw, or a win?** An answer may depend on a repetition, and so on the
//!   path to the position. It carries the index of the shallowest position on the path that it depends
//!   on: for "yes" that of the move which proves it, for "no" the lowest of all moves. An answer that
//!   depends only on the position itself, or on positions below it, does not depend on the path, since
//!   a repetition is a draw. Only answers that do not depend on the path are stored or reported.
//!
//! If there are few enough reachable positions to keep them all, [`Region`] decides all of them.
//!
//! This avoids the graph-history interaction [Campbell 1985], which also has a more general
//! solution [Kishimoto and Müller 2004].

use std::collections::HashMap;
use std::sync::Arc;

use super::facts::{Facts, Keys, Memory};
use super::number::{Arithmetic, Number};
use super::retrograde::Region;
use super::{GRACE, is_again};
use crate::game::{Knowledge, Repetition, Rules, Value};
use crate::resources::{Limits, Meter, Stop, Stopped};

/// The limit for the distance of wins, and for the length of lines.
const LONGEST: u16 = 1000;

/// The limits of an only win, in plies: how near it must be, and how much longer any other win must take.
const NEAR: u16 = 15;
const LATER: u16 = 8;

/// The index of an answer that does not depend on the path to the position.
const NOTHING: usize = usize::MAX;

/// The index of an answer that depends on where a line was cut off, so on more than the positions
/// on the path, whose indices start at 1.
const OUTSIDE: usize = 0;

/// The search for draws gets about as many nodes as the search for wins, plus this many; so does
/// deciding all positions.
const NODES_FOR_DRAWS: u64 = 1000;

/// The reason why a position has no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undecided {
    /// The rules: a repetition is not a draw, or margins count.
    Rules,
    /// No win is near enough, and whether there is a draw depends on the path to the position.
    Position,
}

impl Undecided {
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Undecided::Rules => {
                "cannot solve: positions of this game can repeat, and a repetition is not simply a draw"
            }
            Undecided::Position => {
                "cannot solve: no win was found within 1000 plies, and no proof of a draw"
            }
        }
    }
}

/// The results that a side may aim for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Draw,
    Win,
}

impl Aim {
    /// The aim that the other side must be denied.
    const fn denied(self) -> Aim {
        match self {
            Aim::Draw => Aim::Win,
            Aim::Win => Aim::Draw,
        }
    }

    const fn is_reached_by(self, value: Value) -> bool {
        match self {
            Aim::Draw => value.0 >= 0,
            Aim::Win => value.0 > 0,
        }
    }
}

/// The end of a game with best play, seen from the side to move.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) value: Value,
    /// The distance of a win or loss.
    pub(super) plies: u16,
}

/// An answer with the shallowest position on the path that it depends on.
#[derive(Clone, Copy)]
struct Answer {
    yes: bool,
    rests_on: usize,
}

impl Answer {
    const fn certain(yes: bool) -> Answer {
        Answer {
            yes,
            rests_on: NOTHING,
        }
    }
}

/// A solver of one game with repetitions.
pub(super) struct Cycles<R: Rules, K: Knowledge<R>> {
    knowledge: Arc<K>,
    memory: Memory,
    meter: Meter,
    /// The untried moves of the positions on the path.
    moves: Vec<R::Move>,
    /// The indices, from 1, of the positions on the path to the current one, by their keys.
    way: HashMap<u64, usize, Keys>,
    undecided: Option<Undecided>,
}

impl<R: Rules, K: Knowledge<R>> Cycles<R, K> {
    /// A solver that uses as much memory as `most` facts.
    pub(super) fn new(
        knowledge: Arc<K>,
        most: usize,
        limits: &Limits,
        stop: &Stop,
    ) -> Cycles<R, K> {
        Cycles {
            knowledge,
            // The other half is for the positions themselves.
            memory: Memory::new(most / 2),
            meter: Meter::new(limits, stop).with_grace(GRACE),
            moves: Vec::new(),
            way: HashMap::default(),
            undecided: None,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.meter.own_nodes()
    }

    pub(super) fn forget(&mut self) {
        self.memory.clear();
    }

    /// The reason why the last position has no value, if it was not a limit.
    pub(super) const fn undecided(&self) -> Option<Undecided> {
        self.undecided
    }

    /// Tells whether the side to move is known to win.
    pub(super) fn knows_win(&self, position: &R) -> bool {
        self.facts(position).wins_in.is_some()
    }

    /// The exact value of a position.
    ///
    /// # Errors
    /// If a limit was reached, or the position cannot be decided: see [`Cycles::undecided`].
    pub(super) fn value(&mut self, position: &R) -> Result<Number, Stopped> {
        let End { value, plies } = self.end(position)?;
        Ok(Arithmetic::<R>::result(value, plies.into()))
    }

    /// The end of the game with best play.
    fn end(&mut self, position: &R) -> Result<End, Stopped> {
        self.undecided = None;
        self.moves.clear();
        self.way.clear();
        if let Some(value) = position.outcome_for_mover() {
            return Ok(End { value, plies: 0 });
        }
        if R::REPETITION != Repetition::Draw || R::SCALE.has_margin() {
            self.undecided = Some(Undecided::Rules);
            return Err(Stopped);
        }
        let start = self.nodes();
        let mut for_draws = 0;
        for plies in 1..=LONGEST {
            if self.wins(position, plies)? {
                let value = Value::WIN;
                return Ok(End { value, plies });
            }
            if self.loses(position, plies)? {
                let value = Value::LOSS;
                return Ok(End { value, plies });
            }
            let for_wins = self.nodes() - start - for_draws;
            let share = (for_wins + NODES_FOR_DRAWS).saturating_sub(for_draws);
            if share > 0 {
                let before = self.nodes();
                if self.is_draw_within(share, position)? {
                    let value = Value::DRAW;
                    return Ok(End { value, plies: 0 });
                }
                if let Some(end) = self.decide_all(share, position)? {
                    return Ok(end);
                }
                for_draws += self.nodes() - before;
            }
        }
        self.undecided = Some(Undecided::Position);
        Err(Stopped)
    }

    /// A move of an unfinished position that keeps its value, with the position after it; if it
    /// wins, a quickest one.
    pub(super) fn best_move(&mut self, position: &R) -> Result<Option<(R::Move, R)>, Stopped> {
        let end = self.end(position)?;
        for mv in position.legal_moves() {
            let child = position.after(mv);
            let again = is_again::<R, K>(position, &child);
            let End { value, plies } = self.end(&child)?;
            let value = if again { value } else { -value };
            if value == end.value && (value == Value::DRAW || plies + 1 == end.plies) {
                return Ok(Some((mv, child)));
            }
        }
        Ok(None)
    }

    /// A line of best play to the end of the game, or to a repeated position.
    pub(super) fn line(&mut self, position: &R) -> Result<Vec<R::Move>, Stopped> {
        let mut position = position.clone();
        let (mut line, mut met) = (Vec::new(), vec![position.key()]);
        while position.outcome().is_none() {
            let Some((mv, child)) = self.best_move(&position)? else {
                break;
            };
            line.push(mv);
            position = child;
            if met.contains(&position.key()) {
                break;
            }
            met.push(position.key());
        }
        Ok(line)
    }

    /// The only move that wins within [`NEAR`] plies, if no other one wins within [`LATER`] plies more.
    pub(super) fn only_win(&mut self, position: &R) -> Result<Option<(R::Move, Number)>, Stopped> {
        self.undecided = None;
        self.moves.clear();
        for plies in 1..=NEAR {
            if !self.wins(position, plies)? {
                continue;
            }
            let mut only = None;
            for mv in position.legal_moves() {
                if self.wins_by(position, mv, plies + LATER)? && only.replace(mv).is_some() {
                    return Ok(None);
                }
            }
            let number = Arithmetic::<R>::result(Value::WIN, plies.into());
            return Ok(only.map(|mv| (mv, number)));
        }
        Ok(None)
    }

    fn facts(&self, position: &R) -> Facts {
        self.memory.get(self.knowledge.key(position))
    }

    fn learn(&mut self, position: &R, fact: impl FnOnce(&mut Facts)) {
        self.memory.learn(self.knowledge.key(position), fact);
    }

    /// Puts the moves of a position on the stack. Returns the index of the first.
    #[inline(never)]
    fn add_moves(&mut self, position: &R) -> usize {
        let first = self.moves.len();
        self.moves.extend(position.legal_moves());
        first
    }

    /// Tells whether the side to move wins within this many plies.
    fn wins(&mut self, position: &R, plies: u16) -> Result<bool, Stopped> {
        self.meter.count()?;
        if let Some(value) = position.outcome_for_mover() {
            return Ok(value.0 > 0);
        }
        if let Some(known) = self.facts(position).wins_within(plies) {
            return Ok(known);
        }
        let first = self.add_moves(position);
        let mut found = false;
        for index in first..self.moves.len() {
            found = self.wins_by(position, self.moves[index], plies)?;
            if found {
                break;
            }
        }
        self.moves.truncate(first);
        self.learn(position, |facts| facts.learn_win(plies, found));
        Ok(found)
    }

    /// Tells whether the side to move wins within this many plies by this move.
    #[inline]
    fn wins_by(&mut self, position: &R, mv: R::Move, plies: u16) -> Result<bool, Stopped> {
        let child = position.after(mv);
        if is_again::<R, K>(position, &child) {
            self.wins(&child, plies - 1)
        } else {
            self.loses(&child, plies - 1)
        }
    }

    /// Tells whether the side to move loses within this many plies, whatever it plays.
    fn loses(&mut self, position: &R, plies: u16) -> Result<bool, Stopped> {
        self.meter.count()?;
        if let Some(value) = position.outcome_for_mover() {
            return Ok(value.0 < 0);
        }
        if let Some(known) = self.facts(position).loses_within(plies) {
            return Ok(known);
        }
        let first = self.add_moves(position);
        let mut all = first < self.moves.len();
        for index in first..self.moves.len() {
            let child = position.after(self.moves[index]);
            all = if is_again::<R, K>(position, &child) {
                self.loses(&child, plies - 1)?
            } else {
                self.wins(&child, plies - 1)?
            };
            if !all {
                break;
            }
        }
        self.moves.truncate(first);
        self.learn(position, |facts| facts.learn_loss(plies, all));
        Ok(all)
    }

    /// Decides all reachable positions, if `nodes` of them and as much memory as the facts have are
    /// enough. Returns the end of the game from this position.
    fn decide_all(&mut self, nodes: u64, position: &R) -> Result<Option<End>, Stopped> {
        let limit = self.meter.pause_after(nodes);
        let region = Region::explore::<K>(position, self.memory.bytes(), &mut self.meter);
        if !self.meter.go_on(limit) {
            return Err(Stopped);
        }
        let Ok(Some(mut region)) = region else {
            return Ok(None);
        };
        region.look_back(&mut self.meter)?;
        for (position, End { value, plies }) in region.ends() {
            self.learn(position, |facts| match value.0.signum() {
                1 => facts.learn_nearest_win(plies),
                -1 => facts.learn_nearest_loss(plies),
                _ => (facts.not_lost, facts.not_won) = (true, true),
            });
        }
        Ok(region.ends().next().map(|(_, end)| end))
    }

    /// Tells whether a draw can be proved within this many nodes.
    fn is_draw_within(&mut self, nodes: u64, position: &R) -> Result<bool, Stopped> {
        let limit = self.meter.pause_after(nodes);
        for aim in [Aim::Draw, Aim::Win] {
            self.way.clear();
            self.moves.clear();
            if self.reaches(position, aim).is_err() {
                break;
            }
        }
        self.way.clear();
        self.moves.clear();
        if !self.meter.go_on(limit) {
            return Err(Stopped);
        }
        let facts = self.facts(position);
        Ok(facts.not_lost && facts.not_won)
    }

    /// Tells whether the side to move reaches the aim. Answers that do not depend on the path are stored.
    fn reaches(&mut self, position: &R, aim: Aim) -> Result<Answer, Stopped> {
        self.meter.count()?;
        if let Some(value) = position.outcome_for_mover() {
            return Ok(Answer::certain(aim.is_reached_by(value)));
        }
        let facts = self.facts(position);
        let known = match aim {
            Aim::Draw => facts.is_held(),
            Aim::Win => facts.is_won(),
        };
        if let Some(yes) = known {
            return Ok(Answer::certain(yes));
        }
        let key = position.key();
        if let Some(&place) = self.way.get(&key) {
            return Ok(Answer {
                yes: aim == Aim::Draw,
                rests_on: place,
            });
        }
        let own = self.way.len() + 1;
        if own > usize::from(LONGEST) {
            return Ok(Answer {
                yes: false,
                rests_on: OUTSIDE,
            });
        }
        self.way.insert(key, own);
        let mut answer = self.try_moves(position, aim)?;
        self.way.remove(&key);
        if answer.rests_on >= own {
            answer.rests_on = NOTHING;
            self.learn(position, |facts| match aim {
                Aim::Draw => facts.not_lost |= answer.yes,
                Aim::Win => facts.not_won |= !answer.yes,
            });
        }
        Ok(answer)
    }

    fn try_moves(&mut self, position: &R, aim: Aim) -> Result<Answer, Stopped> {
        let first = self.add_moves(position);
        let mut answer = Answer::certain(false);
        for index in first..self.moves.len() {
            let child = position.after(self.moves[index]);
            let again = is_again::<R, K>(position, &child);
            let wanted = if again { aim } else { aim.denied() };
            let found = self.reaches(&child, wanted)?;
            if found.yes == again {
                answer = Answer { yes: true, ..found };
                break;
            }
            answer.rests_on = answer.rests_on.min(found.rests_on);
        }
        self.moves.truncate(first);
        Ok(answer)
    }
}
