//! Proofs: who wins, with no more positions than it takes to show it.
//!
//! A proof is a book of positions up to some plies from its roots. Of a position that is won it has
//! one move that wins it, and of all others every move. The last positions are the solver's: where
//! one is won, the proof has the move as well, so that it can be played without solving.

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

/// What all values of a proof are.
const FORM: Form = Form::Winner;

/// Proves who wins each of the roots, the first one first, and if the origin asks for it, what each
/// of their moves is worth. All threads work on one position at a time, with one table. What is found
/// is kept in a journal, as [`build`](super::build) does it; but which of several proofs comes out
/// may depend on where it was interrupted.
///
/// # Errors
/// See [`BuildError`]. There is no book then, but mostly a journal.
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

/// Why the work ends: what the journal says, or the wish to stop.
type Halt = Option<std::io::Error>;

/// How much less likely each move is the right one than the move before it, in the order of the
/// game. With 0.95 proofs of Stonehenge took up to twice the time, and with 1 a fourth more.
const LATER_IS_WORSE: f64 = 0.98;

struct Prover<'a, R: Game> {
    /// Whatever is known, of this run or before.
    known: Keys<Worth>,
    /// The positions before the last ones of which the whole proof was gone through in this run:
    /// from before, all the positions of a proof need not be known.
    complete: HashSet<u64>,
    solver: Solver<'a, R, R::Knowledge>,
    journal: Journal,
    /// How many values are in the journal.
    in_journal: u64,
    /// How many positions were solved in this run.
    solved: u64,
    /// How many roots, or moves, are decided, and how many there are.
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

    /// Decides each move of a root, always the one next of which most is known, and so the root.
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

    /// Tells who wins what.
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
    /// Decides a position, with the last positions so many plies after it. What was known before is
    /// gone through again, since it shows the way but need not be whole.
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

    /// Whether nothing is left to do for a position that is known.
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

    /// Solves a last position, and keeps what is known of it, and of the one after its best move.
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
        at_sight(position).or_else(|| self.known.get(&position.canonical_key()).copied())
    }

    /// Whether the move is known that wins a last position: a journal that ended suddenly, or was
    /// damaged, may have lost it.
    fn has_its_move(&self, position: &R, worth: Worth) -> bool {
        let mut children = different_children(position).into_iter();
        !is_won(worth) || children.any(|child| self.wins(position, &child))
    }

    /// Whether it is known that the move to that position wins.
    fn wins(&self, position: &R, child: &R) -> bool {
        let worth = self.look_up(child);
        worth.is_some_and(|worth| is_won(of_move(position, child, worth)))
    }

    /// Takes the positions that belong to the proof, with the last ones so many plies after this.
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

/// What a move to a position of that worth is worth.
fn of_move<R: Game>(position: &R, child: &R, worth: Worth) -> Worth {
    worth.of_move(child.to_move() == position.to_move())
}

fn is_won(worth: Worth) -> bool {
    worth.rank() > 0
}

/// The positions after each move, those that are the same by symmetry once, in the order in which
/// the game would try them.
fn different_children<R: Game>(position: &R) -> Vec<R> {
    let mut seen = HashSet::new();
    let moves = ordered_moves(&R::Knowledge::default(), position).into_iter();
    let children = moves.map(|mv| position.after(mv));
    children
        .filter(|child| seen.insert(child.canonical_key()))
        .collect()
}

/// The first move in the order of the game to a position, or to one that is the same by symmetry.
fn name_of_move<G: Game>(position: &G, child: &G) -> String {
    let key = child.canonical_key();
    let mut moves = ordered_moves(&G::Knowledge::default(), position).into_iter();
    let mv = moves.find(|&mv| position.after(mv).canonical_key() == key);
    mv.map_or_else(|| child.position(), |mv| position.name_move(mv))
}
