//! Checking proofs.

use std::collections::HashSet;

use super::{FORM, at_sight, different_children, is_won, of_move};
use crate::book::error::BookError;
use crate::book::origin::Method;
use crate::book::read::Book;
use crate::book::verify::{Verified, VerifyError, check_count, compare, missing};
use crate::book::worth::Worth;
use crate::game::{Game, Value};
use crate::search::{Limits, Stop, Table};
use crate::solve::Solver;

/// Checks a proof: that each position of it that is won has a move to one that is lost, that every
/// move of all others is covered, that there is nothing else in it, and that `sample` of the
/// positions that were solved, chosen by `seed`, are solved again with the same winner, without the
/// book. `report` is told how many were.
///
/// # Errors
/// The first thing that is wrong, or that it was stopped.
pub fn verify_proof<G: Game>(
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
    let plies = book.origin().plies;
    let all_moves = book.origin().method == Method::Proof { all_moves: true };
    for root in roots {
        check.walk(root, plies)?;
        if all_moves && plies > 0 {
            for child in different_children(root) {
                check.walk(&child, plies - 1)?;
            }
        }
    }
    let Check { seen, mut last, .. } = check;
    let wanted = seen.len() as u64;
    check_count(book, wanted)?;
    let all = last.len() as u64;
    fastrand::Rng::with_seed(seed).shuffle(&mut last);
    last.truncate(sample);
    for (done, (position, found)) in last.iter().enumerate() {
        let value = Solver::new(G::Knowledge::default(), table, &Limits::none(), stop)
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

impl<G: Game> Check<'_, G> {
    /// The worth of a position with the last positions so many plies after it, once all of its proof
    /// is checked but for what the solver decided.
    fn walk(&mut self, position: &G, plies: u32) -> Result<Worth, VerifyError> {
        if let Some(worth) = at_sight(position) {
            return Ok(worth);
        }
        let own = self
            .find(position)?
            .ok_or_else(|| missing(self.book, position))?;
        if !self.seen.insert(position.canonical_key()) {
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
        self.book.find(position.canonical_key())
    }

    /// The worth of the position after the move that wins a last one.
    fn reply(&mut self, position: &G) -> Result<Worth, VerifyError> {
        if let Some(worth) = at_sight(position) {
            return Ok(worth);
        }
        let worth = self
            .find(position)?
            .ok_or_else(|| missing(self.book, position))?;
        if self.seen.insert(position.canonical_key()) {
            self.last.push((position.clone(), worth));
        }
        Ok(worth)
    }
}
