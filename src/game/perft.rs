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
/// bulk counting. Returns `None` if `stop`, which is called now and then, returns true.
pub fn perft<R: Rules>(position: &R, plies: u32, stop: &impl Fn() -> bool) -> Option<Perft> {
    let mut count = Perft::default();
    if plies == 0 && position.outcome().is_none() {
        count.sequences = 1;
        return Some(count);
    }
    let mut lists: Vec<_> = (0..plies.max(1)).map(|_| Moves::new()).collect();
    visit(position, &mut lists, stop, &mut count).then_some(count)
}

/// Counts of fewer plies are quick and do not call `stop`.
const UNINTERRUPTED_PLIES: usize = 4;

/// Counts as many plies as there are move lists.
fn visit<R: Rules>(
    position: &R,
    lists: &mut [Moves<R::Move>],
    stop: &impl Fn() -> bool,
    count: &mut Perft,
) -> bool {
    let plies = lists.len();
    let Some((moves, lists)) = lists.split_first_mut() else {
        return true;
    };
    if plies > UNINTERRUPTED_PLIES && stop() {
        return false;
    }
    moves.clear();
    position.moves(moves);
    if moves.is_empty() {
        count.finished += 1;
    }
    for candidate in moves.iter() {
        let next = position.after(candidate.mv);
        if plies == 1 {
            // Keeps the compiler from counting without playing the move.
            std::hint::black_box(&next);
            count.sequences += 1;
        } else if !visit(&next, lists, stop, count) {
            return false;
        }
    }
    true
}
