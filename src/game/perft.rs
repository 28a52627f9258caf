//! Counting the paths of the game tree, the test of every move generator.

use super::{Moves, Rules};

/// How many ways a game can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Perft {
    /// The move sequences of exactly the asked number of plies; a forced pass is a ply.
    pub sequences: u64,
    /// The games that finished in fewer plies.
    pub finished: u64,
}

/// Counts the move sequences of exactly `plies` plies from `position`, and the games that finish
/// earlier; a position that is over counts as one finished game. Every move is played: nothing is
/// counted in bulk. `None` when `stop`, which is asked now and then, says so.
pub fn perft<R: Rules>(position: &R, plies: u32, stop: &impl Fn() -> bool) -> Option<Perft> {
    let mut count = Perft::default();
    if plies == 0 && position.outcome().is_none() {
        count.sequences = 1;
        return Some(count);
    }
    let mut lists: Vec<_> = (0..plies.max(1)).map(|_| Moves::new()).collect();
    visit(position, &mut lists, stop, &mut count).then_some(count)
}

/// Below this many plies a count takes no time, and `stop` is not asked.
const UNINTERRUPTED_PLIES: usize = 4;

/// Counts as many plies as there are lists for moves.
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
            // Keeps the compiler from counting without playing.
            std::hint::black_box(&next);
            count.sequences += 1;
        } else if !visit(&next, lists, stop, count) {
            return false;
        }
    }
    true
}
