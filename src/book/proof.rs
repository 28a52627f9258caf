//! Proofs: books that show who wins with as few positions as possible.
//!
//! A proof holds positions up to a number of plies from its roots: one winning move of each won
//! position, and every move of all others. The solver decides the last positions; of a won one, the
//! proof has the winning move as well, so that it can be played without solving.

mod check;
mod known;

use std::collections::HashSet;

pub use check::verify_proof;
pub use known::UnusableError;

use super::build::{BuildError, Built, Plan, Progress};
use super::journal::Journal;
use super::moves::decided;
use super::origin::Method;
use super::positions::Keys;
use super::worth::{Entry, Form, Worth};
use crate::game::{Game, Side, Value};
use crate::search::{Limits, Stop, Stopped, Table, ordered_moves};
use crate::solve::Solver;

/// The form of all values in a proof.
const FORM: Form = Form::Winner;

/// Proves who wins each root, one after the other, and each of their moves if the origin asks for
/// it. All threads work on one position at a time, with one table. Results are kept in a journal,
/// as for [`build`](super::build); but which of several proofs is found may depend on
/// interruptions.
///
/// # Errors
/// Returns a [`BuildError`]. There is no book then, but usually a journal.
pub fn prove<G: Game>(
    plan: &Plan,
    roots: &[G],
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Result<Built, BuildError> {
    let mut table = Table::new(plan.hash)?;
    let mut known = known::in_files::<G>(plan)?;
    let (journal, kept) = plan.open_journal(FORM)?;
    let in_journal = kept.len() as u64;
    known.extend(kept);
    let all_moves = plan.origin.method == Method::Proof { all_moves: true };
    let moves = |root| different_children::<G>(root).len() as u64;
    let mut prover = Prover {
        solver: Solver::with_threads(
            G::Knowledge::default(),
            &mut table,
            &Limits::none(),
            stop,
            plan.threads,
        ),
        known,
        complete: HashSet::new(),
        journal,
        in_journal,
        solved: 0,
        done: 0,
        all: match all_moves {
            true => roots.iter().map(moves).sum(),
            false => roots.len() as u64,
        },
        report,
    };
    let plies = plan.origin.plies;
    for root in roots {
        let decided = match all_moves {
            true => prover.decide_all_moves(root, plies),
            false => prover.decide_root(root, plies),
        };
        decided.map_err(|error| match error {
            Some(reason) => plan.unwritten(reason),
            None if !stop.is_requested() => BuildError::Undecided,
            None => plan.interrupted(format!("{} values", prover.in_journal)),
        })?;
    }
    let mut entries = Keys::default();
    for root in roots {
        prover.collect(root, plies, &mut entries);
        if all_moves && plies > 0 {
            for child in different_children(root) {
                prover.collect(&child, plies - 1, &mut entries);
            }
        }
    }
    let mut entries: Vec<Entry> = entries.into_iter().collect();
    entries.sort_unstable_by_key(|entry| entry.0);
    plan.finish(FORM, &entries, prover.journal)
}

/// The reason to end early: an error of the journal, or `None` for a request to stop.
type Halt = Option<std::io::Error>;

/// The likelihood that a move is the right one, relative to the move before it in the game's order.
/// With 0.95, proofs of Stonehenge took up to twice the time; with 1, a quarter more.
const LATER_IS_WORSE: f64 = 0.98;

struct Prover<'a, R: Game> {
    /// All known values, from this run and before.
    known: Keys<Worth>,
    /// The inner positions whose whole proof was found or checked in this run. Earlier results may
    /// lack positions of their proofs.
    complete: HashSet<u64>,
    solver: Solver<'a, R, R::Knowledge>,
    journal: Journal,
    /// The number of values in the journal.
    in_journal: u64,
    /// The number of positions solved in this run.
    solved: u64,
    /// The number of roots, or of their moves, that are decided.
    done: u64,
    all: u64,
    report: &'a mut dyn FnMut(Progress),
}

impl<G: Game> Prover<'_, G> {
    fn decide_root(&mut self, root: &G, plies: u32) -> Result<(), Halt> {
        let worth = self.decide(root, plies)?;
        self.tell(root.position(), root.to_move(), worth);
        Ok(())
    }

    /// Decides each move of a root, next the one with the most known, and then the root.
    fn decide_all_moves(&mut self, root: &G, plies: u32) -> Result<(), Halt> {
        let mut left = different_children(root);
        while !left.is_empty() && plies > 0 {
            left = self.with_least_work_first(left);
            let child = left.remove(0);
            let worth = self.decide(&child, plies - 1)?;
            self.tell(name_of_move(root, &child), child.to_move(), worth);
        }
        self.decide(root, plies).map(drop)
    }

    /// Reports a winner.
    fn tell(&mut self, what: String, to_move: Side, worth: Worth) {
        self.done += 1;
        let winner = match worth.rank().signum() {
            1 => Some(to_move),
            -1 => Some(!to_move),
            _ => None,
        };
        (self.report)(Progress::Proved { what, winner });
    }
}

impl<R: Game> Prover<'_, R> {
    /// Decides a position, `plies` above the last positions. Known values guide it, but are checked
    /// again, since their proofs may be incomplete.
    fn decide(&mut self, position: &R, plies: u32) -> Result<Worth, Halt> {
        let key = position.canonical_key();
        let known = self.look_up(position);
        if let Some(worth) = known
            && self.is_complete(position, worth, plies)
        {
            return Ok(worth);
        }
        if plies == 0 {
            return self.solve(position);
        }
        let mut children = different_children(position);
        if known.is_none() {
            children = self.with_least_work_first(children);
        }
        children.sort_by_cached_key(|child| !self.wins(position, child));
        let mut best = FORM.result::<R>(Value::LOSS, 0);
        for child in &children {
            let worth = of_move(position, child, self.decide(child, plies - 1)?);
            if worth.rank() > best.rank() {
                best = worth;
            }
            if is_won(best) {
                break;
            }
        }
        if known != Some(best) {
            self.keep(&[(key, best)])?;
        }
        self.complete.insert(key);
        Ok(best)
    }

    /// Returns true if a known position needs no more work.
    fn is_complete(&self, position: &R, worth: Worth, plies: u32) -> bool {
        at_sight(position).is_some()
            || match plies {
                0 => self.has_its_move(position, worth),
                _ => self.complete.contains(&position.canonical_key()),
            }
    }

    fn keep(&mut self, found: &[Entry]) -> Result<(), Halt> {
        self.journal.add(found).map_err(Some)?;
        self.in_journal += found.len() as u64;
        self.known.extend(found.iter().copied());
        Ok(())
    }

    /// Solves a last position; keeps its value and, if it is won, that of the position after the
    /// best move.
    fn solve(&mut self, position: &R) -> Result<Worth, Halt> {
        (self.report)(Progress::Proving {
            done: self.done,
            all: self.all,
            solved: self.solved,
        });
        let value = self.solver.value(position).map_err(|Stopped| None)?.value;
        let worth = FORM.result::<R>(value, 0);
        let mut found = vec![(position.canonical_key(), worth)];
        if value > Value::DRAW {
            let best = self.solver.best_move(position).map_err(|Stopped| None)?;
            let reply = best.map(|mv| position.after(mv));
            if let Some(reply) = reply.filter(|reply| at_sight(reply).is_none()) {
                let again = reply.to_move() == position.to_move();
                found.push((reply.canonical_key(), worth.of_move(again)));
            }
        }
        self.solved += 1;
        self.keep(&found)?;
        Ok(worth)
    }

    /// Sorts children by the work left to decide them: the more is known after a move, the less is
    /// left. Such a move goes before slightly more promising ones. A move that refutes many others
    /// is then used wherever it can be, and the proof becomes far smaller.
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

    /// The share of a position's children whose winner is unknown.
    fn unknown_after(&self, position: &R) -> f64 {
        let next = different_children(position);
        let is_known = |next: &R| self.look_up(next).is_some() || self.solver.knows_winner(next);
        let unknown = next.iter().filter(|next| !is_known(next)).count();
        unknown as f64 / next.len().max(1) as f64
    }

    fn look_up(&self, position: &R) -> Option<Worth> {
        at_sight(position).or_else(|| self.known.get(&position.canonical_key()).copied())
    }

    /// Returns true if the winning move of a won last position is known; a journal that was cut
    /// short or damaged may have lost it.
    fn has_its_move(&self, position: &R, worth: Worth) -> bool {
        let mut children = different_children(position).into_iter();
        !is_won(worth) || children.any(|child| self.wins(position, &child))
    }

    /// Returns true if the move to that position is known to win.
    fn wins(&self, position: &R, child: &R) -> bool {
        let worth = self.look_up(child);
        worth.is_some_and(|worth| is_won(of_move(position, child, worth)))
    }

    /// Collects the positions of the proof, from a position `plies` above the last ones.
    fn collect(&self, position: &R, plies: u32, entries: &mut Keys<Worth>) {
        let key = position.canonical_key();
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
            let whole = |child: &R| {
                plies == 0
                    || (self.look_up(child))
                        .is_some_and(|worth| self.is_complete(child, worth, plies - 1))
            };
            let mut children = children.iter();
            match children.find(|child| self.wins(position, child) && whole(child)) {
                Some(child) if plies > 0 => self.collect(child, plies - 1, entries),
                Some(reply) if at_sight(reply).is_none() => {
                    let worth = self.look_up(reply);
                    entries.extend(worth.map(|worth| (reply.canonical_key(), worth)));
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

fn at_sight<R: Game>(position: &R) -> Option<Worth> {
    let (value, plies) = decided(position)?;
    Some(FORM.result::<R>(value, plies))
}

/// The value of a move to a position with this value.
fn of_move<R: Game>(position: &R, child: &R, worth: Worth) -> Worth {
    worth.of_move(child.to_move() == position.to_move())
}

fn is_won(worth: Worth) -> bool {
    worth.rank() > 0
}

/// The positions after each move, symmetric ones once, in the game's order of moves.
fn different_children<R: Game>(position: &R) -> Vec<R> {
    let mut seen = HashSet::new();
    let moves = ordered_moves(&R::Knowledge::default(), position).into_iter();
    let children = moves.map(|mv| position.after(mv));
    children
        .filter(|child| seen.insert(child.canonical_key()))
        .collect()
}

/// The first move, in the game's order, to a position or to one symmetric to it.
fn name_of_move<G: Game>(position: &G, child: &G) -> String {
    let key = child.canonical_key();
    let mut moves = ordered_moves(&G::Knowledge::default(), position).into_iter();
    let mv = moves.find(|&mv| position.after(mv).canonical_key() == key);
    mv.map_or_else(|| child.position(), |mv| position.name_move(mv))
}
