//! Proofs: who wins, with no more positions than it takes to show it.
//!
//! A proof is a book of positions up to some plies from its roots. Of a position that is won it has
//! one move that wins it, and of all others every move. The last positions are the solver's: where
//! one is won, the proof has the move as well, so that it can be played without solving.

use std::collections::HashSet;

use super::build::{BuildError, Built, Plan, Progress};
use super::error::BookError;
use super::journal::Journal;
use super::moves::decided;
use super::positions::Keys;
use super::read::Book;
use super::verify::{Verified, VerifyError, check_count, compare, missing};
use super::worth::{Entry, Form, Worth};
use crate::game::{Notation, Rules, Value};
use crate::search::{Limits, Stop, Stopped, Table, ordered_moves};
use crate::solve::Solver;

/// What all values of a proof are.
const FORM: Form = Form::Winner;

/// Proves who wins each of the roots, the first one first. All threads work on one position at a
/// time, with one table. What is found is kept in a journal, as [`build`](super::build) does it; but
/// which of several proofs comes out may depend on where it was interrupted.
///
/// # Errors
/// See [`BuildError`]. There is no book then, but mostly a journal.
pub fn prove<R: Rules>(
    plan: &Plan,
    roots: &[R],
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<Built, BuildError> {
    let mut table = Table::new(plan.hash)?;
    let (journal, known) = plan.open_journal(FORM)?;
    let mut prover = Prover {
        solver: Solver::with_threads(&mut table, &Limits::none(), stop, plan.threads),
        solved: known.len() as u64,
        known,
        journal,
        done: 0,
        all: roots.len() as u64,
        report,
    };
    for root in roots {
        prover
            .decide(root, plan.origin.plies)
            .map_err(|error| match error {
                Some(reason) => plan.unwritten(reason),
                None => plan.interrupted(format!("{} values", prover.solved)),
            })?;
        prover.done += 1;
    }
    let mut entries = Keys::default();
    for root in roots {
        prover.collect(root, plan.origin.plies, &mut entries);
    }
    let mut entries: Vec<Entry> = entries.into_iter().collect();
    entries.sort_unstable_by_key(|entry| entry.0);
    plan.finish(FORM, &entries, prover.journal)
}

/// Why the work ends: what the journal says, or the wish to stop.
type Halt = Option<std::io::Error>;

/// How much less likely each move is the right one than the move before it, in the order of the
/// game. With 0.95 proofs of Stonehenge took up to twice the time, and with 1 a fourth more.
const LATER_IS_WORSE: f64 = 0.98;

struct Prover<'a, R: Rules> {
    known: Keys<Worth>,
    solver: Solver<'a, R>,
    journal: Journal,
    /// How many positions were solved.
    solved: u64,
    /// How many roots are decided, and how many there are.
    done: u64,
    all: u64,
    report: &'a mut dyn FnMut(Progress),
}

impl<R: Rules> Prover<'_, R> {
    /// Decides a position, with the last positions so many plies after it.
    fn decide(&mut self, position: &R, plies: u32) -> Result<Worth, Halt> {
        if let Some(worth) = self.look_up(position)
            && (plies > 0 || self.has_its_move(position, worth))
        {
            return Ok(worth);
        }
        if plies == 0 {
            return self.solve(position);
        }
        let children = self.with_least_work_first(different_children(position));
        let of_move = |child: &R, worth| of_move(position, child, worth);
        let known = children.iter();
        let known = known.filter_map(|child| Some(of_move(child, self.look_up(child)?)));
        let mut best = known.max_by_key(|worth| worth.rank());
        for child in &children {
            if best.is_some_and(is_won) {
                break;
            }
            let worth = of_move(child, self.decide(child, plies - 1)?);
            if best.is_none_or(|best| worth.rank() > best.rank()) {
                best = Some(worth);
            }
        }
        let best = best.unwrap_or(FORM.result::<R>(Value::LOSS, 0));
        self.known.insert(position.symmetric_key(), best);
        Ok(best)
    }

    /// Solves a last position, and keeps what is known of it, and of the one after its best move.
    fn solve(&mut self, position: &R) -> Result<Worth, Halt> {
        (self.report)(Progress::Proving {
            done: self.done,
            all: self.all,
            solved: self.solved,
        });
        let value = self.solver.value(position).map_err(|Stopped| None)?.value;
        let worth = FORM.result::<R>(value, 0);
        let mut found = vec![(position.symmetric_key(), worth)];
        if value > Value::DRAW {
            let best = self.solver.best_move(position).map_err(|Stopped| None)?;
            let reply = best.map(|mv| position.after(mv));
            if let Some(reply) = reply.filter(|reply| at_sight(reply).is_none()) {
                let again = reply.to_move() == position.to_move();
                found.push((reply.symmetric_key(), worth.of_move(again)));
            }
        }
        self.solved += found.len() as u64;
        self.journal.add(&found).map_err(Some)?;
        self.known.extend(found);
        Ok(worth)
    }

    /// The more is known of what comes after a move, the less work it is to decide it. Such a move
    /// goes before those that the game would try a little earlier: one move that answers many then
    /// answers all it can, and the proof is far smaller.
    fn with_least_work_first(&self, children: Vec<R>) -> Vec<R> {
        let mut chance = 1.0;
        let in_turn = children.into_iter().map(|child| {
            let work = self.unknown_after(&child) / chance;
            chance *= LATER_IS_WORSE;
            (work, child)
        });
        let mut in_turn: Vec<(f64, R)> = in_turn.collect();
        in_turn.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        in_turn.into_iter().map(|(_, child)| child).collect()
    }

    /// The share of the positions after this one of which it is not known who wins.
    fn unknown_after(&self, position: &R) -> f64 {
        let next = different_children(position);
        let is_known = |next: &R| self.look_up(next).is_some() || self.solver.knows_winner(next);
        let unknown = next.iter().filter(|next| !is_known(next)).count();
        unknown as f64 / next.len().max(1) as f64
    }

    fn look_up(&self, position: &R) -> Option<Worth> {
        at_sight(position).or_else(|| self.known.get(&position.symmetric_key()).copied())
    }

    /// Whether the move is known that wins a last position: a journal that ended suddenly, or was
    /// damaged, may have lost it.
    fn has_its_move(&self, position: &R, worth: Worth) -> bool {
        let wins = |child: &R| {
            let worth = self.look_up(child);
            worth.is_some_and(|worth| is_won(of_move(position, child, worth)))
        };
        !is_won(worth)
            || at_sight(position).is_some()
            || different_children(position).iter().any(wins)
    }

    /// Takes the positions that belong to the proof, with the last ones so many plies after this.
    fn collect(&self, position: &R, plies: u32, entries: &mut Keys<Worth>) {
        let key = position.symmetric_key();
        let Some(&worth) = self
            .known
            .get(&key)
            .filter(|_| at_sight(position).is_none())
        else {
            return;
        };
        if entries.insert(key, worth).is_some() {
            return;
        }
        let children = different_children(position);
        if is_won(worth) {
            let wins = |child: &&R| {
                let worth = self.look_up(child);
                worth.is_some_and(|worth| is_won(of_move(position, child, worth)))
            };
            match children.iter().find(wins) {
                Some(child) if plies > 0 => self.collect(child, plies - 1, entries),
                Some(reply) if at_sight(reply).is_none() => {
                    let worth = self.look_up(reply);
                    entries.extend(worth.map(|worth| (reply.symmetric_key(), worth)));
                }
                _ => {}
            }
        } else if plies > 0 {
            for child in &children {
                self.collect(child, plies - 1, entries);
            }
        }
    }
}

/// Checks a proof: that each position of it that is won has a move to one that is lost, that every
/// move of all others is covered, that there is nothing else in it, and that `sample` of the
/// positions that were solved, chosen by `seed`, are solved again with the same winner, without the
/// book. `report` is told how many were.
///
/// # Errors
/// The first thing that is wrong, or that it was stopped.
pub fn verify_proof<G: Notation>(
    book: &Book,
    roots: &[G],
    (sample, seed): (usize, u64),
    table: &mut Table,
    stop: &Stop,
    report: &mut dyn FnMut(u64),
) -> Result<Verified, VerifyError> {
    book.check()?;
    let mut check = Check {
        book,
        seen: HashSet::new(),
        last: Vec::new(),
    };
    for root in roots {
        check.walk(root, book.origin().plies)?;
    }
    let Check { seen, mut last, .. } = check;
    let wanted = seen.len() as u64;
    check_count(book, wanted)?;
    let all = last.len() as u64;
    fastrand::Rng::with_seed(seed).shuffle(&mut last);
    last.truncate(sample);
    for (done, (position, found)) in last.iter().enumerate() {
        let value = Solver::new(table, &Limits::none(), stop)
            .value(position)?
            .value;
        compare(book, position, *found, FORM.result::<G>(value, 0))?;
        report(done as u64 + 1);
    }
    Ok(Verified {
        inner: wanted - all,
        last: all,
        sample: last.len() as u64,
    })
}

struct Check<'a, G> {
    book: &'a Book,
    seen: HashSet<u64>,
    /// The positions that the solver decided.
    last: Vec<(G, Worth)>,
}

impl<G: Notation> Check<'_, G> {
    /// The worth of a position with the last positions so many plies after it, once all of its proof
    /// is checked but for what the solver decided.
    fn walk(&mut self, position: &G, plies: u32) -> Result<Worth, VerifyError> {
        if let Some(worth) = at_sight(position) {
            return Ok(worth);
        }
        let own = self
            .find(position)?
            .ok_or_else(|| missing(self.book, position))?;
        if !self.seen.insert(position.symmetric_key()) {
            return Ok(own);
        }
        if plies == 0 {
            self.last.push((position.clone(), own));
        }
        let mut best: Option<Worth> = None;
        for child in different_children(position) {
            let is_known = at_sight(&child).is_some() || self.find(&child)?.is_some();
            let worth = match (is_won(own), plies) {
                (true, _) if !is_known => continue,
                (true, 0) => self.reply(&child)?,
                (false, 0) => continue,
                _ => self.walk(&child, plies - 1)?,
            };
            let worth = of_move(position, &child, worth);
            if best.is_none_or(|best| worth.rank() > best.rank()) {
                best = Some(worth);
            }
        }
        if plies > 0 || is_won(own) {
            let none = FORM.result::<G>(Value::LOSS, 0);
            compare(self.book, position, own, best.unwrap_or(none))?;
        }
        Ok(own)
    }

    fn find(&self, position: &G) -> Result<Option<Worth>, BookError> {
        self.book.find(position.symmetric_key())
    }

    /// The worth of the position after the move that wins a last one.
    fn reply(&mut self, position: &G) -> Result<Worth, VerifyError> {
        if let Some(worth) = at_sight(position) {
            return Ok(worth);
        }
        let worth = self
            .find(position)?
            .ok_or_else(|| missing(self.book, position))?;
        if self.seen.insert(position.symmetric_key()) {
            self.last.push((position.clone(), worth));
        }
        Ok(worth)
    }
}

fn at_sight<R: Rules>(position: &R) -> Option<Worth> {
    let (value, plies) = decided(position)?;
    Some(FORM.result::<R>(value, plies))
}

/// What a move to a position of that worth is worth.
fn of_move<R: Rules>(position: &R, child: &R, worth: Worth) -> Worth {
    worth.of_move(child.to_move() == position.to_move())
}

fn is_won(worth: Worth) -> bool {
    worth.rank() > 0
}

/// The positions after each move, those that are the same by symmetry once, in the order in which
/// the game would try them.
fn different_children<R: Rules>(position: &R) -> Vec<R> {
    let mut seen = HashSet::new();
    let moves = ordered_moves(position).into_iter();
    let children = moves.map(|mv| position.after(mv));
    children
        .filter(|child| seen.insert(child.symmetric_key()))
        .collect()
}
