//! The last plies: who wins with at most [`MOST_EMPTY`] empty cells.

use arrayvec::ArrayVec;

use super::ordering;
use super::playout::{self, Hint, Try};
use super::rules::{Placement, Stonehenge};
use super::slack::{Ending, Slack};
use super::sums::Sums;
use crate::game::{Rules, Value};

/// With so many empty cells, a table of positions costs more than it saves.
pub(super) const MOST_EMPTY: u32 = 7;

/// The most moves in so few cells.
const MOST_TRIES: usize = (MOST_EMPTY * MOST_EMPTY.div_ceil(2)) as usize;

/// Who wins, if that few cells are empty; adds the positions after it that were looked at to
/// `nodes`.
pub(super) fn answer(position: &Stonehenge, nodes: &mut u64) -> Option<Value> {
    if position.empty().count_ones() > MOST_EMPTY || position.outcome().is_some() {
        return None;
    }
    let ending = end(position, &mut None, nodes);
    Some(if ending.is_won {
        Value::WIN
    } else {
        Value::LOSS
    })
}

/// How a position ends.
fn end(position: &Stonehenge, hint: &mut Hint, nodes: &mut u64) -> Ending {
    let mover = position.to_move();
    if let Some(winner) = position.winner() {
        let is_won = winner == mover;
        let slack = Slack::of_owner(position, winner);
        return Ending { is_won, slack };
    }
    let cells = position.empty();
    if cells.count_ones() <= playout::MOST_EMPTY {
        let hands = [mover, !mover].map(|side| position.hand(side));
        return playout::play_out(Sums::of(position), cells, hands, hint);
    }
    let hinted = hint.filter(|mv| cells >> mv.cell() & 1 == 1);
    let hinted = hinted.map(|mv| position.after(mv));
    if let Some(child) = hinted
        && child.has_won(mover)
    {
        return Ending::won(Slack::of_owner(&child, mover));
    }
    if let Some(win) = ordering::winning_move(position) {
        *hint = Some(win);
        return Ending::won(Slack::of_owner(&position.after(win), mover));
    }
    let mut reply = None;
    let mut play = |child: &Stonehenge| {
        *nodes += 1;
        end(child, &mut reply, nodes)
    };
    if let Some(child) = hinted {
        let next = play(&child);
        if !next.is_won {
            return Ending::won(next.slack);
        }
    }
    let mut moves = ArrayVec::<Try<()>, MOST_TRIES>::new();
    ordering::for_each_worth_trying(position, &mut |mv, order| {
        let after = ();
        moves.push(Try { order, mv, after });
    });
    let play = |mv: Placement, _: &()| play(&position.after(mv));
    let ending = playout::try_all::<_, MOST_TRIES>(&moves, hint, play);
    if ending.is_won {
        return ending;
    }
    // Of the moves that were left out nothing is known but that they lose.
    Ending::lost(Slack::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};

    #[test]
    fn what_refutes_a_stone_refutes_the_larger_ones_that_it_covers() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut covered = 0;
        for _ in 0..10_000 {
            let mut position = Stonehenge::start();
            while position.max_plies() > Some(MOST_EMPTY) {
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
            let moves = position.legal_moves();
            for mv in &moves {
                let child = position.after(*mv);
                if child.outcome().is_some() {
                    continue;
                }
                let ending = end(&child, &mut None, &mut 0);
                let is_covered = |&&other: &&Placement| {
                    other.more_than(*mv).is_some_and(|more| {
                        let cell = usize::from(mv.cell());
                        let more = playout::weight(cell, more);
                        ending.is_won && ending.slack.allows(more, cell)
                    })
                };
                for larger in moves.iter().filter(is_covered) {
                    let child = position.after(*larger);
                    let value = child.outcome().or_else(|| answer(&child, &mut 0));
                    assert_eq!(value, Some(Value::WIN), "{mv:?} {}", child.position());
                    covered += 1;
                }
            }
        }
        assert!(covered > 10_000, "{covered}");
    }
}
