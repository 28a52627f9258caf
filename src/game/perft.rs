//! Counting the paths of the game tree, the standard test of a move generator.

use super::{Moves, Rules};

/// The number of ways a game can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Perft {
    /// The move sequences of exactly the requested number of plies; a forced pass is a ply.
    pub sequences: u64,
    /// The games that finished in fewer plies.
    pub finished: u64,
}

/// Counts the move sequences of exactly `plies` plies from `position`, and the games that finish
/// earlier; a position that is over counts as one finished game. Every move is played: there is no
/// bulk counting. Returns `None` if `stop`, which is called every few thousand moves, returns true, and
/// for more than 1000 plies of a game that has no limit ([`Rules::max_plies`]).
pub fn perft<R: Rules>(position: &R, plies: u32, stop: &impl Fn() -> bool) -> Option<Perft> {
    let mut counting = Counting {
        count: Perft::default(),
        until_asked: 0,
        stop,
    };
    if plies == 0 && position.outcome().is_none() {
        counting.count.sequences = 1;
        return Some(counting.count);
    }
    // All games are over a ply after the last one that there may be.
    let plies = match position.max_plies() {
        Some(most) => plies.min(most.saturating_add(1)),
        None if plies > MOST_PLIES => return None,
        None => plies,
    };
    let mut lists: Vec<_> = (0..plies.max(1)).map(|_| Moves::new()).collect();
    counting
        .visit(position, &mut lists)
        .then_some(counting.count)
}

/// No count of an endless game gets so far.
const MOST_PLIES: u32 = 1000;

/// Playing this many moves takes well under a millisecond in most games.
const MOVES_BETWEEN_STOPS: usize = 4096;

/// A count in progress.
struct Counting<'a, S> {
    count: Perft,
    /// The number of moves to play before the next call of `stop`.
    until_asked: usize,
    stop: &'a S,
}

impl<S: Fn() -> bool> Counting<'_, S> {
    /// Counts as many plies as there are move lists. Returns `false` if stopped.
    fn visit<R: Rules>(&mut self, position: &R, lists: &mut [Moves<R::Move>]) -> bool {
        let is_last = lists.len() == 1;
        let Some((moves, lists)) = lists.split_first_mut() else {
            return true;
        };
        moves.clear();
        position.moves(moves);
        if self.is_stopped(moves.len()) {
            return false;
        }
        if moves.is_empty() {
            self.count.finished += 1;
        }
        for candidate in moves.iter() {
            let next = position.after(candidate.mv);
            if is_last {
                // Keeps the compiler from counting without playing the move.
                std::hint::black_box(&next);
                self.count.sequences += 1;
            } else if !self.visit(&next, lists) {
                return false;
            }
        }
        true
    }

    fn is_stopped(&mut self, moves: usize) -> bool {
        if let Some(left) = self.until_asked.checked_sub(moves) {
            self.until_asked = left;
            return false;
        }
        self.until_asked = MOVES_BETWEEN_STOPS;
        (self.stop)()
    }
}
