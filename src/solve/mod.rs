//! Exact values: who wins with best play, and when, or by how much.
//!
//! A [`Solver`] tests whether a position is worth at least some number (a search with a null
//! window) and narrows the value down from the answers. It needs only a game's [`Rules`]; the
//! game's [`Knowledge`] makes it fast, and changes nothing else.
//!
//! ```
//! use heelstone::games::connect4::{Connect4, Connect4Knowledge};
//! use heelstone::game::Notation;
//! use heelstone::search::{Limits, Stop, Table};
//! use heelstone::solve::Solver;
//!
//! let position = Connect4::<5, 4>::parse_position("...../...../..O../.OXX. b")?;
//! let mut table = Table::new(1)?;
//! let mut solver = Solver::new(Connect4Knowledge, &mut table, &Limits::none(), &Stop::new());
//! let value = solver.value(&position)?;
//! let line = solver.line(&position)?;
//! assert_eq!(value.to_string(), format!("loss in {}", line.len()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod area;
mod asking;
mod cycles;
mod entries;
mod facts;
mod finish;
mod moves;
mod number;
mod only;
mod retrograde;
mod search;

pub use crate::game::result::{Exact, Extent};
pub(crate) use finish::Finish;

use self::area::Area;
use self::asking::{Asking, GRACE};
use self::cycles::{Cycles, Undecided};
use self::entries::{Entries, Pairs, Words};
use self::facts::Memory;
use self::moves::is_again;
use self::number::{Arithmetic, Number, plies_left};

use std::sync::Arc;

use crate::game::{Knowledge, NoKnowledge, Rules};
use crate::resources::{Foresight, Limits, Stop, Stopped, Table};

/// Finds exact values of positions of one game.
///
/// Its results stay in the table, and belong to that game: call [`Table::clear`] before using it
/// for another one. A search for play and a solver share a table only in turns; each finds it empty
/// after the other.
pub struct Solver<'a, R: Rules, K: Knowledge<R> = NoKnowledge>(Way<'a, R, K>);

/// The method for a game.
enum Way<'a, R: Rules, K: Knowledge<R>> {
    /// For games whose positions cannot repeat.
    Straight(Box<Kind<'a, R, K>>),
    /// For games whose positions can repeat.
    Cycles(Cycles<R, K>),
    /// Not at all: a position with chance is worth an expectation, which no question with two answers
    /// finds.
    Refused,
}

/// The form of the table's entries, which depends on the game and the size of the table.
enum Kind<'a, R: Rules, K: Knowledge<R>> {
    Words(Asking<'a, R, K, Words<'a, R>>),
    Pairs(Asking<'a, R, K, Pairs<'a>>),
}

/// Calls the same method of either kind of search.
macro_rules! either {
    ($kind:expr, $asking:ident => $call:expr) => {
        match $kind {
            Kind::Words($asking) => $call,
            Kind::Pairs($asking) => $call,
        }
    };
}
use either;

impl<'a, R: Rules, K: Knowledge<R>> Solver<'a, R, K> {
    /// A solver that stores its results in `table`. It respects the time and node limits of
    /// `limits`, over all calls together.
    pub fn new(
        knowledge: K,
        table: &'a mut Table,
        limits: &Limits,
        stop: &Stop,
    ) -> Solver<'a, R, K> {
        Solver::with_threads(knowledge, table, limits, stop, 1)
    }

    /// The same with this many threads, which share the work on hard positions. The values do not
    /// depend on their number, but the choice among equally good lines may.
    pub fn with_threads(
        knowledge: K,
        table: &'a mut Table,
        limits: &Limits,
        stop: &Stop,
        threads: usize,
    ) -> Solver<'a, R, K> {
        let knowledge = &Arc::new(knowledge);
        if R::CHANCE {
            return Solver(Way::Refused);
        }
        let (lines, extent) = table.for_solving();
        if R::REPETITION.is_possible() {
            let most = size_of_val(lines) / Memory::BYTES;
            return Solver(Way::Cycles(Cycles::new(
                Arc::clone(knowledge),
                most,
                limits,
                stop,
            )));
        }
        let area = Area::new(lines, extent);
        Solver(Way::Straight(Box::new(match Words::new(area) {
            Some(words) => Kind::Words(Asking::new(knowledge, words, limits, stop, threads)),
            None => Kind::Pairs(Asking::new(
                knowledge,
                Pairs::new(area),
                limits,
                stop,
                threads,
            )),
        })))
    }

    /// The same with a look ahead, such as [`Searcher::foresight`](crate::search::Searcher::foresight): a
    /// game that asks for it is solved sooner. The values do not depend on it.
    #[must_use]
    pub fn with_foresight(mut self, foresight: &'a dyn Foresight<R>) -> Self {
        if let Way::Straight(kind) = &mut self.0 {
            either!(&mut **kind, asking => asking.foresee(foresight));
        }
        self
    }

    /// Prepares for an unrelated position: the solver starts again with little memory, which stays
    /// in the cache, and takes more as it needs it.
    pub fn forget(&mut self) {
        match &mut self.0 {
            Way::Straight(kind) => either!(&mut **kind, asking => asking.forget()),
            Way::Cycles(cycles) => cycles.forget(),
            Way::Refused => {}
        }
    }

    /// The nodes searched so far.
    pub fn nodes(&self) -> u64 {
        match &self.0 {
            Way::Straight(kind) => either!(&**kind, asking => asking.nodes()),
            Way::Cycles(cycles) => cycles.nodes(),
            Way::Refused => 0,
        }
    }

    /// The exact value of a position, seen from its side to move. If positions can repeat, it is
    /// the value of a game that begins there.
    ///
    /// # Errors
    /// If a limit was reached or the stop was requested before the value was known, or if it cannot
    /// be found: see [`Solver::refusal`].
    pub fn value(&mut self, position: &R) -> Result<Exact, Stopped> {
        Ok(Arithmetic::<R>::exact(self.number(position)?))
    }

    fn number(&mut self, position: &R) -> Result<Number, Stopped> {
        match &mut self.0 {
            Way::Straight(kind) => either!(&mut **kind, asking => value(asking, position)),
            Way::Cycles(cycles) => cycles.value(position),
            Way::Refused => Err(Stopped),
        }
    }

    /// Why the last question has no answer, in a sentence, where no limit was the reason: positions of
    /// the game may come again, and it cannot be told what the position is worth without a past; or chance
    /// has a turn.
    pub fn refusal(&self) -> Option<&'static str> {
        match &self.0 {
            Way::Straight(_) => None,
            Way::Cycles(cycles) => cycles.undecided().map(Undecided::sentence),
            Way::Refused => {
                Some("cannot solve a game with chance: its positions have no exact value")
            }
        }
    }

    /// Tells whether the table knows if the side to move wins.
    pub(crate) fn knows_winner(&self, position: &R) -> bool {
        let least_win = Arithmetic::<R>::number(1, plies_left(position));
        match &self.0 {
            Way::Straight(kind) => {
                either!(&**kind, asking => asking.knows(position, least_win))
            }
            Way::Cycles(cycles) => cycles.knows_win(position),
            Way::Refused => false,
        }
    }

    /// Tells whether the position is a draw with best play: this takes at most two tests, whereas the
    /// exact value may take several.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn is_draw(&mut self, position: &R) -> Result<bool, Stopped> {
        let number = |rank| Arithmetic::<R>::number(rank, plies_left(position));
        let (draw, least_win) = (number(0), number(1));
        let kind = match &mut self.0 {
            Way::Straight(kind) => kind,
            Way::Cycles(cycles) => return Ok(cycles.value(position)? == draw),
            Way::Refused => return Err(Stopped),
        };
        either!(&mut **kind, asking => {
            Ok(asking.ask(position, least_win)? < least_win && asking.ask(position, draw)? >= draw)
        })
    }

    /// A move of an unfinished position that keeps its exact value.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn best_move(&mut self, position: &R) -> Result<Option<R::Move>, Stopped> {
        let kind = match &mut self.0 {
            Way::Straight(kind) => kind,
            Way::Cycles(cycles) => return Ok(cycles.best_move(position)?.map(|(mv, _)| mv)),
            Way::Refused => return Err(Stopped),
        };
        let found = either!(&mut **kind, asking => {
            let number = value(asking, position)?;
            asking.keeping(position, number)?
        });
        Ok(found.map(|(mv, _)| mv))
    }

    /// A line of best play to the end of the game: each move keeps the exact value of its side. It
    /// also ends at a repeated position.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn line(&mut self, position: &R) -> Result<Vec<R::Move>, Stopped> {
        match &mut self.0 {
            Way::Straight(kind) => either!(&mut **kind, asking => line(asking, position)),
            Way::Cycles(cycles) => cycles.line(position),
            Way::Refused => Err(Stopped),
        }
    }

    /// The exact value of a legal move, seen from the side that plays it; plies are counted from
    /// before the move.
    ///
    /// # Errors
    /// As [`Solver::value`].
    pub fn value_of_move(&mut self, position: &R, mv: R::Move) -> Result<Exact, Stopped> {
        let child = position.after(mv);
        let number = self.number(&child)?;
        let again = is_again::<R, K>(position, &child);
        Ok(Arithmetic::<R>::exact(Arithmetic::<R>::of_move(
            number, again,
        )))
    }
}

/// Narrows the value down by testing bounds.
fn value<R: Rules, K: Knowledge<R>, T: Entries + Send + Sync>(
    asking: &mut Asking<'_, R, K, T>,
    position: &R,
) -> Result<Number, Stopped> {
    if let Some(value) = position.outcome_for_mover() {
        return Ok(Arithmetic::<R>::result(value, 0));
    }
    let left = plies_left(position);
    let mut range = Range::new(&*asking.knowledge, position);
    if R::SCALE.has_margin() {
        range.estimate = asking.estimate(position);
    }
    while let Some(rank) = range.question() {
        let wanted = Arithmetic::<R>::number(rank, left);
        let found = asking.ask(position, wanted)?;
        let found_rank = Arithmetic::<R>::rank(found, left);
        if found >= wanted {
            range.at_least(found_rank.max(rank));
        } else {
            range.at_most(found_rank.min(rank - 1));
        }
    }
    Ok(Arithmetic::<R>::number(range.low, left))
}

/// The possible values, in ranks (see [`Arithmetic::rank`]), and the choice of the next bound to
/// test.
struct Range {
    low: i32,
    high: i32,
    /// True if a test has given a bound on that side yet; until then the limit may be far off.
    asked: [bool; 2],
    /// The first bound to test, if margins count.
    estimate: i32,
    /// The next step away from the estimate; 0 to start from outside.
    step: i32,
}

impl Range {
    fn new<R: Rules>(knowledge: &impl Knowledge<R>, position: &R) -> Range {
        let (low, high) = Arithmetic::<R>::ranks(knowledge.bounds(position), plies_left(position));
        Range {
            low,
            high,
            asked: [false; 2],
            estimate: 0,
            step: i32::from(R::SCALE.has_margin()),
        }
    }

    /// The next bound: is the value at least this? `None` if it is known.
    fn question(&mut self) -> Option<i32> {
        if self.low >= self.high {
            return None;
        }
        let lowest = self.low + 1;
        Some(if self.step > 0 {
            self.step_out().clamp(lowest, self.high)
        } else {
            self.bisect()
        })
    }

    /// Margins are mostly near the estimate, and small compared with the largest possible one: from
    /// the estimate in growing steps, then by bisection.
    fn step_out(&mut self) -> i32 {
        let step = self.step;
        self.step = (4 * step).min(1 << 20);
        match self.asked {
            [false, false] => self.estimate,
            [true, false] => self.low + step,
            [false, true] => self.high + 1 - step,
            [true, true] => self.low + 1 + (self.high - self.low - 1) / 2,
        }
    }

    /// Distances are bisected, but the far half of each sign first: a quick win is cheap to test,
    /// and the result narrows later tests (as in the solver of [Pons 2019]).
    fn bisect(&self) -> i32 {
        let Range { low, high, .. } = *self;
        let middle = low + (high - low) / 2;
        let split = if middle <= 0 && low / 2 < middle {
            low / 2
        } else if middle >= 0 && high / 2 > middle {
            high / 2
        } else {
            middle
        };
        split + 1
    }

    fn at_least(&mut self, rank: i32) {
        self.low = self.low.max(rank).min(self.high);
        self.asked[0] = true;
    }

    fn at_most(&mut self, rank: i32) {
        self.high = self.high.min(rank).max(self.low);
        self.asked[1] = true;
    }
}

/// Follows moves that keep the value to the end of the game.
fn line<R: Rules, K: Knowledge<R>, T: Entries + Send + Sync>(
    asking: &mut Asking<'_, R, K, T>,
    position: &R,
) -> Result<Vec<R::Move>, Stopped> {
    let number = value(asking, position)?;
    line_worth(asking, position, number)
}

/// The same from a position whose value is known to be `number`.
fn line_worth<R: Rules, K: Knowledge<R>, T: Entries + Send + Sync>(
    asking: &mut Asking<'_, R, K, T>,
    position: &R,
    mut number: Number,
) -> Result<Vec<R::Move>, Stopped> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while position.outcome().is_none() {
        let Some((mv, child)) = asking.keeping(&position, number)? else {
            debug_assert!(false, "no move keeps the value");
            break;
        };
        let again = child.to_move() == position.to_move();
        number = Arithmetic::<R>::after_move(number, again);
        line.push(mv);
        position = child;
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::Range;

    /// Tests until the value is known. Returns the number of tests.
    fn questions(value: i32, estimate: i32) -> usize {
        let mut range = Range {
            low: -64,
            high: 64,
            asked: [false; 2],
            estimate,
            step: 1,
        };
        let asked = std::iter::from_fn(|| {
            let wanted = range.question()?;
            // The weakest possible answer.
            if value >= wanted {
                range.at_least(wanted);
            } else {
                range.at_most(wanted - 1);
            }
            Some(wanted)
        });
        let count = asked.count();
        assert_eq!((range.low, range.high), (value, value), "from {estimate}");
        count
    }

    #[test]
    fn the_questions_end_with_the_value_wherever_they_begin() {
        for value in -64..=64 {
            for estimate in [-100, -64, -63, -3, 0, 1, 2, 40, 64, 100] {
                assert!(questions(value, estimate) <= 12, "{value} from {estimate}");
            }
        }
    }

    #[test]
    fn a_right_estimate_leaves_few_questions() {
        for value in -64..=64 {
            assert!(questions(value, value) <= 4, "{value}");
        }
    }
}
