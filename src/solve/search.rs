//! The test of one bound: is a position worth at least some number?

use std::ops::Range;
use std::sync::Arc;

use super::entries::{Address, Bounds, Entries};
use super::moves::{CommonReplies, Untried, is_again};
use super::number::{Arithmetic, Number, plies_left};
use crate::game::{Expansion, Knowledge, Moves, Rules, Value};
use crate::resources::{Claim, Foresight, Meter, Stopped, Team};

/// With fewer plies left, searching the children is cheaper than looking them all up first.
const LEAST_LEFT_TO_LOOK_AHEAD: u32 = 8;

/// With fewer plies left, the threads of a solver do not divide the moves of a position; nor do
/// they in the second half of the plies that the test is about.
const LEAST_LEFT_TO_SHARE: u32 = 8;

/// The number of the most promising moves of a position that all threads search together: work on
/// later moves is wasted if one of these settles the test.
const TRIED_TOGETHER: usize = 3;

/// Within this many plies of the minimum for dividing moves, all threads search only the first move
/// together: there is less to divide below the others.
const LEFT_TO_TRY_ONE: u32 = 10;

/// The number of visits to shared positions after which a thread checks whether earlier ones on its
/// path have been settled.
const VISITS_TO_LOOK_BACK: u32 = 32;

/// Moves are deferred behind all others by subtracting this from their order.
const PUT_OFF: i32 = 1 << 24;

/// Written entries are reported to the table's area in batches of this size.
const WRITTEN_TO_TELL: usize = 64;

/// A search that tests bounds.
pub(super) struct Search<'a, R: Rules, K: Knowledge<R>, T> {
    pub(super) knowledge: Arc<K>,
    /// A look ahead for the order of moves, where there is one.
    pub(super) foresight: Option<&'a dyn Foresight<R>>,
    /// The memory of this thread's knowledge.
    memory: K::Memory,
    pub(super) table: T,
    meter: Meter,
    /// The threads that work on the same test, if there are several.
    team: Option<Arc<Team>>,
    /// A list for the candidates of a position.
    pub(super) candidates: Moves<R::Move>,
    /// Lists for the moves that a look ahead follows.
    lists: Vec<Moves<R::Move>>,
    /// The untried moves of the positions on the current path, those of a position after those of the
    /// one before it.
    pub(super) moves: Vec<Untried<R::Move>>,
    /// Which moves refuted others.
    pub(super) common: CommonReplies,
    /// With fewer plies left, moves are not divided among threads.
    least_left_to_share: u32,
    /// The written entries not yet reported to the area.
    written: usize,
    /// The positions on the current path whose moves are divided among threads, with their bounds.
    shared: Vec<(Address, Number)>,
    /// The visits to shared positions so far.
    visits: u32,
    /// The index in `shared` of a position that another thread has settled, with its answer: any
    /// search below it is wasted.
    settled: Option<(usize, Number)>,
}

impl<R: Rules, K: Knowledge<R>, T: Entries> Search<'_, R, K, T> {
    pub(super) fn new(
        knowledge: Arc<K>,
        memory: K::Memory,
        table: T,
        meter: Meter,
        team: Option<Arc<Team>>,
    ) -> Self {
        Search {
            knowledge,
            foresight: None,
            memory,
            table,
            meter,
            team,
            candidates: Moves::new(),
            lists: Vec::new(),
            moves: Vec::new(),
            common: CommonReplies::default(),
            least_left_to_share: LEAST_LEFT_TO_SHARE,
            written: 0,
            shared: Vec::new(),
            visits: 0,
            settled: None,
        }
    }

    /// The nodes searched so far.
    pub(super) fn nodes(&self) -> u64 {
        self.meter.own_nodes()
    }

    /// The memory of its knowledge, for another search of the same thread.
    pub(super) fn into_memory(self) -> K::Memory {
        self.memory
    }

    /// See [`super::Solver::forget`].
    pub(super) fn forget(&mut self) {
        self.written = 0;
        self.table.area().forget();
    }

    /// Tests whether the position is worth at least `wanted`. If so, the answer is at least
    /// `wanted`, and a lower bound on the value; otherwise the answer is below `wanted`, and an
    /// upper bound.
    pub(super) fn ask(&mut self, position: &R, wanted: Number) -> Result<Number, Stopped> {
        self.moves.clear();
        self.shared.clear();
        self.settled = None;
        self.least_left_to_share = LEAST_LEFT_TO_SHARE.max(plies_left(position) / 2);
        self.visit(position, None, wanted)
    }

    /// The same; `None` if this many nodes were not enough.
    pub(super) fn ask_for(
        &mut self,
        nodes: u64,
        position: &R,
        wanted: Number,
    ) -> Result<Option<Number>, Stopped> {
        let limit = self.meter.pause_after(nodes);
        let answer = self.ask(position, wanted);
        let paused = self.meter.go_on(limit);
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Stopped) if paused => Ok(None),
            Err(Stopped) => Err(Stopped),
        }
    }

    /// The answer, if it needs no search.
    pub(super) fn look_up(&mut self, position: &R, wanted: Number) -> Option<Number> {
        self.candidates.clear();
        match self.knowledge.expand(position, &mut self.candidates) {
            Expansion::Decided { value, plies } => {
                return Some(Arithmetic::<R>::result(value, plies));
            }
            Expansion::Open if self.candidates.is_empty() => return Some(result_now(position)),
            Expansion::Open => {}
        }
        let address = self.address(position);
        self.known(address, wanted)
    }

    /// Tells whether the table has the answer.
    pub(super) fn knows(&self, position: &R, wanted: Number) -> bool {
        self.known(self.address(position), wanted).is_some()
    }

    #[inline]
    pub(super) fn address(&self, position: &R) -> Address {
        self.table.address(
            self.knowledge.key(position),
            self.knowledge.family(position),
        )
    }

    /// See [`Knowledge::answer`].
    #[inline]
    fn known_at_once(&mut self, position: &R, wanted: Number) -> Option<Number> {
        if R::SCALE.has_distance() {
            return None;
        }
        let mut nodes = 0;
        let wanted = Value(wanted.get());
        let answer = self
            .knowledge
            .answer(position, wanted, &mut self.memory, &mut nodes);
        self.meter.add(nodes);
        Some(Arithmetic::<R>::result(answer?, 0))
    }

    /// See [`Search::ask`]. `address` is that of the position, if known.
    fn visit(
        &mut self,
        position: &R,
        address: Option<Address>,
        wanted: Number,
    ) -> Result<Number, Stopped> {
        self.meter.count()?;
        if let Some(answer) = self.known_at_once(position, wanted) {
            return Ok(answer);
        }
        let address = address.unwrap_or_else(|| {
            let address = self.address(position);
            self.table.prefetch(address);
            address
        });
        let left = plies_left(position);
        if left >= LEAST_LEFT_TO_LOOK_AHEAD
            && let Some(family) = self.knowledge.next_family(position)
        {
            self.table.prefetch_family(family);
        }
        self.candidates.clear();
        match self.knowledge.expand(position, &mut self.candidates) {
            Expansion::Decided { value, plies } => {
                return Ok(Arithmetic::<R>::result(value, plies));
            }
            Expansion::Open if self.candidates.is_empty() => return Ok(result_now(position)),
            Expansion::Open => {}
        }
        let mut known = Bounds::of_rules::<R, K>((Value::MIN, Value::MAX), left);
        if let Some(answer) = known.answer(wanted) {
            return Ok(answer);
        }
        known.narrow(Bounds::of_rules::<R, K>(
            self.knowledge.bounds(position),
            left,
        ));
        if let Some(answer) = known.answer(wanted) {
            return Ok(answer);
        }
        if let [only] = &self.candidates[..] {
            // Forced replies are not stored.
            let mv = only.mv;
            return self.try_move(position, mv, None, wanted);
        }
        if let Some(entry) = self.table.probe(address) {
            if let Some(answer) = entry.answer(wanted) {
                return Ok(answer);
            }
            known.narrow(entry);
        }
        self.order_by_foresight(position);
        let nodes_before = self.meter.own_nodes();
        let base = self.moves.len();
        let answer = self.visit_moves(position, left, address, wanted)?;
        self.moves.truncate(base);
        if answer >= wanted {
            known.low = known.low.max(answer);
        } else {
            known.high = known.high.min(answer);
        }
        self.remember(address, known, self.meter.own_nodes() - nodes_before);
        Ok(answer)
    }

    /// Adds to the order of the candidates what a look ahead sees after them.
    #[inline]
    fn order_by_foresight(&mut self, position: &R) {
        if let Some(plies) = self.knowledge.look_ahead(position)
            && let Some(foresight) = self.foresight
        {
            foresight.order(position, plies, &mut self.candidates, &mut self.lists);
        }
    }

    /// An estimate of the margin of a position.
    pub(super) fn estimate(&mut self, position: &R) -> i32 {
        let plies = self.knowledge.look_ahead_for_margin(position);
        let ahead = plies.zip(self.foresight);
        ahead.map_or(0, |(plies, foresight)| {
            foresight.estimate(position, plies, &mut self.lists)
        })
    }

    /// Stores a result in the table that took this many nodes.
    #[inline]
    fn remember(&mut self, address: Address, known: Bounds, work: u64) {
        self.table.store(address, known, work);
        self.written += 1;
        if self.written == WRITTEN_TO_TELL {
            self.written = 0;
            if self.table.area().add_written(WRITTEN_TO_TELL) {
                self.table.grow();
            }
        }
    }

    /// The answer from the candidate moves. `own` is the address of the position.
    #[inline]
    fn visit_moves(
        &mut self,
        position: &R,
        left: u32,
        own: Address,
        wanted: Number,
    ) -> Result<Number, Stopped> {
        let looks_ahead = left >= LEAST_LEFT_TO_LOOK_AHEAD && left > K::ANSWERED_FROM + 1;
        let mut next = self.moves.len();
        self.add_moves(position, looks_ahead);
        let mut best = -Number::LIMIT;
        if looks_ahead {
            best = self.look_ahead(next, wanted);
        }
        if best < wanted {
            self.begin_with_common_reply(next, left);
        }
        if left >= self.least_left_to_share
            && best < wanted
            && let Some(team) = self.team.clone()
        {
            let together = if left > self.least_left_to_share + LEFT_TO_TRY_ONE {
                TRIED_TOGETHER
            } else {
                1
            };
            return self.share_moves(position, next..next + together, own, best, wanted, &team);
        }
        while best < wanted && next < self.moves.len() {
            self.bring_best_to(next);
            let Untried { mv, address, .. } = self.moves[next];
            next += 1;
            let address = looks_ahead.then_some(address);
            best = best.max(self.try_move(position, mv, address, wanted)?);
            if best >= wanted {
                self.note_reply(mv, left);
            }
        }
        Ok(best)
    }

    /// The same for the moves from an index on, with other threads at work: moves that another
    /// thread is searching come last, apart from those to be tried together, and the others'
    /// results can end the loop.
    fn share_moves(
        &mut self,
        position: &R,
        together: Range<usize>,
        own: Address,
        mut best: Number,
        wanted: Number,
        team: &Team,
    ) -> Result<Number, Stopped> {
        self.give_up_if_settled()?;
        let level = self.shared.len();
        self.shared.push((own, wanted));
        let mut next = together.start;
        while best < wanted && next < self.moves.len() {
            self.bring_best_to(next);
            let Untried {
                mv, address, order, ..
            } = self.moves[next];
            let claim = team.claim(address.identity());
            let is_put_off = order <= -PUT_OFF;
            if matches!(claim, Claim::Taken) && next >= together.end && !is_put_off {
                self.moves[next].order -= 2 * PUT_OFF;
                continue;
            }
            next += 1;
            match self.try_move(position, mv, Some(address), wanted) {
                Ok(answer) => best = best.max(answer),
                Err(Stopped) => match self.settled.take_if(|(settled, _)| *settled == level) {
                    Some((_, answer)) => {
                        best = answer;
                        break;
                    }
                    None => return Err(Stopped),
                },
            }
            if let Some(answer) = self.known(own, wanted) {
                best = answer;
                break;
            }
        }
        self.shared.truncate(level);
        Ok(best)
    }

    /// Now and then, checks whether another thread has settled a test on the current path.
    #[inline]
    fn give_up_if_settled(&mut self) -> Result<(), Stopped> {
        self.visits += 1;
        if !self.visits.is_multiple_of(VISITS_TO_LOOK_BACK) {
            return Ok(());
        }
        for (level, &(address, wanted)) in self.shared.iter().enumerate() {
            if let Some(answer) = self.known(address, wanted) {
                self.settled = Some((level, answer));
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// The table's answer for a position.
    fn known(&self, address: Address, wanted: Number) -> Option<Number> {
        self.table.probe(address)?.answer(wanted)
    }

    /// The answer for a move.
    #[inline]
    fn try_move(
        &mut self,
        position: &R,
        mv: R::Move,
        address: Option<Address>,
        wanted: Number,
    ) -> Result<Number, Stopped> {
        let child = position.after(mv);
        let again = is_again::<R, K>(position, &child);
        let answer = self.visit(&child, address, Arithmetic::<R>::question(wanted, again))?;
        Ok(Arithmetic::<R>::of_move(answer, again))
    }
}

impl Bounds {
    /// The bounds that the rules alone give for an unfinished position.
    #[inline]
    fn of_rules<R: Rules, K: Knowledge<R>>(values: (Value, Value), left: u32) -> Bounds {
        let (low, high) = Arithmetic::<R>::limits::<K>(values, left);
        Bounds { low, high }
    }

    #[inline]
    fn narrow(&mut self, other: Bounds) {
        self.low = self.low.max(other.low);
        self.high = self.high.min(other.high);
    }

    /// The answer, if the bounds are enough for one; see [`Search::ask`].
    #[inline]
    pub(super) fn answer(self, wanted: Number) -> Option<Number> {
        if self.low >= wanted {
            Some(self.low)
        } else {
            (self.high < wanted).then_some(self.high)
        }
    }
}

/// The result of a position without moves.
#[cold]
fn result_now<R: Rules>(position: &R) -> Number {
    debug_assert!(position.outcome().is_some(), "no moves, and not over");
    Arithmetic::<R>::result(position.outcome_for_mover().unwrap_or(Value::DRAW), 0)
}
