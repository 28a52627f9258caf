//! The exact end of a game in progress: a solver that works in small portions beside a search for
//! play, on the most important questions first: the winner before the distance, and the move that
//! the search would play before all others.

use super::area::Area;
use super::asking::Asking;
use super::entries::{Entries, Pairs, Words};
use super::moves::is_again;
use super::number::{Arithmetic, plies_left};
use super::{Kind, Range, either, line_worth};
use std::sync::Arc;

use crate::game::{Knowledge, Rules, Score};
use crate::resources::{Foresight, Limits, Stop, Stopped, Table};

/// Finds the exact value of one position, step by step.
pub(crate) struct Finish<'a, R: Rules, K: Knowledge<R>> {
    position: R,
    kind: Kind<'a, R, K>,
    known: Known<R::Move>,
}

/// What is known about the position.
struct Known<M> {
    range: Range,
    /// A move that reaches the lower end of the range, once a test succeeded.
    best: Option<M>,
    /// The move that is being tested.
    guess: Option<M>,
    /// The moves whose test failed, each with the rank that it misses.
    refuted: Vec<(M, i32)>,
}

impl<'a, R: Rules, K: Knowledge<R>> Finish<'a, R, K> {
    /// Starts with the entries in the solver's half of the table. It respects the time limit of
    /// `limits`.
    pub(crate) fn new(
        knowledge: &Arc<K>,
        position: &R,
        table: &'a Table,
        limits: &Limits,
        stop: &Stop,
    ) -> Self {
        let limits = Limits {
            nodes: None,
            ..*limits
        };
        let (lines, extent) = table.beside_playing();
        let area = Area::new(lines, extent);
        let kind = match Words::new(area) {
            Some(words) => Kind::Words(Asking::in_play(knowledge, words, &limits, stop)),
            None => Kind::Pairs(Asking::in_play(knowledge, Pairs::new(area), &limits, stop)),
        };
        let range = Range::new(&**knowledge, position);
        Finish {
            position: position.clone(),
            kind,
            known: Known {
                range,
                best: None,
                guess: None,
                refuted: Vec::new(),
            },
        }
    }

    /// The same with a look ahead.
    pub(crate) fn with_foresight(mut self, foresight: &'a dyn Foresight<R>) -> Self {
        either!(&mut self.kind, asking => asking.foresee(foresight));
        self
    }

    /// The nodes searched so far.
    pub(crate) fn nodes(&self) -> u64 {
        either!(&self.kind, asking => asking.nodes())
    }

    /// Continues for this many nodes. Returns whether the value is known then. `moves` are those of
    /// the position, with the one that seems best first. An unfinished test is restarted, with what
    /// the table has kept of it, so that only growing portions come to an end.
    ///
    /// # Errors
    /// If the time is over or the stop was requested; earlier findings stay.
    pub(crate) fn work(&mut self, nodes: u64, moves: &[R::Move]) -> Result<bool, Stopped> {
        let Finish {
            position,
            kind,
            known,
        } = self;
        either!(kind, asking => known.work(position, asking, nodes, moves))
    }

    /// The score and a line of best play to the end of the game, or as far as time allowed; once
    /// the value is known.
    pub(crate) fn solution(&mut self) -> Option<(Score, Vec<R::Move>)> {
        let Range { low, high, .. } = self.known.range;
        let mv = self.known.best.filter(|_| low == high)?;
        let child = self.position.after(mv);
        let number = Arithmetic::<R>::number(low, plies_left(&self.position));
        let again = child.to_move() == self.position.to_move();
        let number = Arithmetic::<R>::after_move(number, again);
        let rest = either!(&mut self.kind, asking => line_worth(asking, &child, number));
        let rest = rest.unwrap_or_default();
        let line: Vec<R::Move> = std::iter::once(mv).chain(rest).collect();
        Some((self.score(low, line.len()), line))
    }

    /// A move that is known to win, or not to lose if no win is known, and a lower bound on its
    /// score.
    pub(crate) fn safe_move(&self) -> Option<(R::Move, Score)> {
        let Range { low, .. } = self.known.range;
        let mv = self.known.best.filter(|_| low >= 0)?;
        let plies = plies_left(&self.position) as usize;
        Some((mv, self.score(low, plies)))
    }

    /// Tells whether this move is known to lose.
    pub(crate) fn is_refuted(&self, mv: R::Move) -> bool {
        self.known.is_refuted(mv, 0)
    }

    /// The score of a rank; if distances do not count, the end comes after this many plies.
    fn score(&self, rank: i32, plies: usize) -> Score {
        let number = Arithmetic::<R>::number(rank, plies_left(&self.position));
        Arithmetic::<R>::score(number, u32::try_from(plies).unwrap_or(u32::MAX))
    }
}

impl<M: Copy + PartialEq> Known<M> {
    fn work<R: Rules<Move = M>, K: Knowledge<R>, T: Entries + Send + Sync>(
        &mut self,
        position: &R,
        asking: &mut Asking<'_, R, K, T>,
        nodes: u64,
        moves: &[M],
    ) -> Result<bool, Stopped> {
        let end = asking.nodes().saturating_add(nodes);
        while let Some(rank) = self.question::<R>() {
            let left = end.saturating_sub(asking.nodes());
            if left == 0 || !self.put(position, asking, left, rank, moves)? {
                return Ok(false);
            }
        }
        if self.best.is_none() {
            // The value is the worst possible one.
            let number = Arithmetic::<R>::number(self.range.low, plies_left(position));
            self.best = asking.keeping(position, number)?.map(|(mv, _)| mv);
        }
        Ok(true)
    }

    /// Tells whether this move is known to miss this rank.
    fn is_refuted(&self, mv: M, rank: i32) -> bool {
        let mut refuted = self.refuted.iter();
        refuted.any(|&(refuted, missed)| refuted == mv && missed <= rank)
    }

    /// Chooses the next bound: first the winner, preceded, if there are draws, by who does not
    /// lose.
    fn question<R: Rules>(&mut self) -> Option<i32> {
        let Range { low, high, .. } = self.range;
        let order = if R::SCALE.has_margin() || Arithmetic::<R>::DISTANCE {
            [0, 1]
        } else {
            [1, 0]
        };
        let sign = order.into_iter().find(|rank| low < *rank && *rank <= high);
        sign.or_else(|| self.range.question())
    }

    /// Tests whether the position has this rank, first move by move and then as a whole. Returns
    /// whether there was an answer.
    fn put<R: Rules<Move = M>, K: Knowledge<R>, T: Entries + Send + Sync>(
        &mut self,
        position: &R,
        asking: &mut Asking<'_, R, K, T>,
        nodes: u64,
        rank: i32,
        moves: &[M],
    ) -> Result<bool, Stopped> {
        let end = asking.nodes().saturating_add(nodes);
        // Another move may easily reach it when the first one is hard to refute.
        let part = if Arithmetic::<R>::DISTANCE { 2 } else { 1 };
        if self.find_move(position, asking, nodes / part, rank, moves)? {
            return Ok(true);
        }
        let plies = plies_left(position);
        let wanted = Arithmetic::<R>::number(rank, plies);
        let left = end.saturating_sub(asking.nodes());
        let Some(found) = asking.ask_alone(left, position, wanted)? else {
            return Ok(false);
        };
        if found >= wanted {
            self.best = asking.keeping(position, found)?.map(|(mv, _)| mv);
            self.range
                .at_least(Arithmetic::<R>::rank(found, plies).max(rank));
        } else {
            self.range
                .at_most(Arithmetic::<R>::rank(found, plies).min(rank - 1));
        }
        Ok(true)
    }

    /// Tests the first move. Returns whether it reaches the rank. With distances, it tests one move
    /// after the other: there the result for a single move is useful by itself.
    fn find_move<R: Rules<Move = M>, K: Knowledge<R>, T: Entries + Send + Sync>(
        &mut self,
        position: &R,
        asking: &mut Asking<'_, R, K, T>,
        nodes: u64,
        rank: i32,
        moves: &[M],
    ) -> Result<bool, Stopped> {
        let end = asking.nodes().saturating_add(nodes);
        let plies = plies_left(position);
        let wanted = Arithmetic::<R>::number(rank, plies);
        let alone = if Arithmetic::<R>::DISTANCE {
            usize::MAX
        } else {
            1
        };
        let moves = self.guess.into_iter().chain(moves.iter().copied());
        for mv in moves.take(alone) {
            if self.is_refuted(mv, rank) {
                continue;
            }
            self.guess = Some(mv);
            let child = position.after(mv);
            let again = is_again::<R, K>(position, &child);
            let question = Arithmetic::<R>::question(wanted, again);
            let left = end.saturating_sub(asking.nodes());
            let Some(found) = asking.ask_alone(left, &child, question)? else {
                return Ok(false);
            };
            let found = Arithmetic::<R>::of_move(found, again);
            if found >= wanted {
                self.range
                    .at_least(Arithmetic::<R>::rank(found, plies).max(rank));
                self.best = Some(mv);
                return Ok(true);
            }
            // It may miss lower ranks as well: without draws, a move that does not win loses.
            let missed = Arithmetic::<R>::rank(found, plies).min(rank - 1) + 1;
            self.refuted.push((mv, missed));
            self.guess = None;
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::connect4::{Connect4, Connect4Knowledge};
    use crate::games::othello::Othello;
    use crate::games::stonehenge::Stonehenge;
    use crate::solve::Solver;

    /// Plays at random until at most this many plies are left.
    fn late<R: Rules>(start: R, left: u32, rng: &mut fastrand::Rng) -> Option<R> {
        let mut position = start;
        while position.max_plies() > Some(left) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            position.play(moves[rng.usize(..moves.len())]);
        }
        position.outcome().is_none().then_some(position)
    }

    fn check<G: Game>(start: &G, left: u32) {
        let knowledge = Arc::new(G::Knowledge::default());
        let mut rng = fastrand::Rng::with_seed(17);
        let (playing, mut solving) = (Table::new(1).unwrap(), Table::new(1).unwrap());
        let (limits, stop) = (Limits::none(), Stop::new());
        let positions = (0..200).filter_map(|_| late(start.clone(), left, &mut rng));
        let positions: Vec<G> = positions.take(40).collect();
        assert!(positions.len() > 10);
        for position in &positions {
            let mut solver = Solver::new(G::Knowledge::default(), &mut solving, &limits, &stop);
            let exact = solver.value(position).unwrap();
            let moves = position.legal_moves();
            let mut finish = Finish::new(&knowledge, position, &playing, &limits, &stop);
            let mut order = moves.to_vec();
            let mut portion = 10;
            while !finish.work(portion, &order).unwrap() {
                portion += portion / 4;
                if let Some((mv, score)) = finish.safe_move() {
                    let worth = solver.value_of_move(position, mv).unwrap().value.0;
                    assert!(worth >= score.units().signum(), "{position:?}");
                }
                for &mv in order.iter().filter(|&&mv| finish.is_refuted(mv)) {
                    assert!(solver.value_of_move(position, mv).unwrap().value.0 < 0);
                }
                // A search for play may change its mind.
                rng.shuffle(&mut order);
            }
            let (score, line) = finish.solution().unwrap();
            assert_eq!(solver.value_of_move(position, line[0]).unwrap(), exact);
            assert_eq!(score.units().signum(), exact.value.0.signum());
            if Arithmetic::<G>::DISTANCE && exact.value.0 != 0 {
                assert_eq!(score.plies_to_end(), Some(line.len() as u32));
            }
            let end = line.iter().fold(position.clone(), |p, mv| p.after(*mv));
            assert!(end.outcome().is_some());
        }
    }

    #[test]
    fn a_value_found_little_by_little_is_the_exact_one_and_nothing_before_it_is_wrong() {
        check(&Connect4::<5, 4>::default(), 14);
        check(&Othello::start(), 9);
        check(&Stonehenge::start(), 8);
    }

    #[test]
    fn what_was_found_out_is_there_for_the_next_move() {
        let (limits, stop) = (Limits::none(), Stop::new());
        let table = Table::new(1).unwrap();
        let mut position = Connect4::<5, 4>::default();
        let mut first = Finish::new(
            &Arc::new(Connect4Knowledge),
            &position,
            &table,
            &limits,
            &stop,
        );
        assert!(first.work(u64::MAX, &position.legal_moves()).unwrap());
        let (_, line) = first.solution().unwrap();
        let whole = first.nodes();
        drop(first);
        position.play(line[0]);
        let mut second = Finish::new(
            &Arc::new(Connect4Knowledge),
            &position,
            &table,
            &limits,
            &stop,
        );
        assert!(second.work(u64::MAX, &position.legal_moves()).unwrap());
        assert!(second.nodes() * 4 < whole, "{} of {whole}", second.nodes());
    }

    #[test]
    fn a_draw_is_seen_where_the_first_move_is_hard_to_refute() {
        type Standard = Connect4<7, 6>;
        let mut position = Standard::start();
        for column in [1, 1, 3, 1, 5, 2, 2, 3, 3, 6] {
            let moves = position.legal_moves();
            let mv = moves.iter().find(|&&mv| Standard::move_index(mv) == column);
            position.play(*mv.unwrap());
        }
        // The move to the third column loses in 32 plies.
        let mut moves = position.legal_moves().to_vec();
        moves.swap(0, 2);
        let table = Table::new(16).unwrap();
        let mut finish = Finish::new(
            &Arc::new(Connect4Knowledge),
            &position,
            &table,
            &Limits::none(),
            &Stop::new(),
        );
        let mut portion = 1000;
        while finish.safe_move().is_none() {
            finish.work(portion, &moves).unwrap();
            portion *= 2;
        }
        let nodes = finish.nodes();
        assert!(nodes < 800_000, "{nodes}");
    }
}
