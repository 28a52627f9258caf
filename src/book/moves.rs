//! From the values of positions to moves.

use super::error::BookError;
use super::read::Book;
use super::worth::Worth;
use crate::game::{Expansion, Game, Knowledge, Moves, Rules};
use crate::search::ordered_moves;

/// Moves with their values for the side that plays them.
pub type KnownMoves<R> = Vec<(<R as Rules>::Move, Worth)>;

/// The moves of a position that the book knows something of, the best first, each with its value
/// for the side to move. `None` when the book does not know the best one: then the position is not
/// in it, or a move may be better than those it knows.
///
/// Moves that are equally good come in the order in which the game would try them.
///
/// # Errors
/// When the book is damaged where it is read.
pub fn moves<R: Game>(book: &Book, position: &R) -> Result<Option<KnownMoves<R>>, BookError> {
    let Some(own) = book.find(position.canonical_key())? else {
        return Ok(None);
    };
    let moves = ordered_moves(&R::Knowledge::default(), position);
    let mut known = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let child = position.after(mv);
        if let Some(worth) = look_up(book, &child)? {
            let again = child.to_move() == position.to_move();
            known.push((mv, worth.of_move(again)));
        }
    }
    known.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.rank()));
    let all = known.len() == moves.len();
    let best = known.first().map(|(_, worth)| worth.rank());
    // A move that is worth what the position is worth is a best one.
    let enough = best.is_some_and(|best| all || best >= own.rank());
    Ok(enough.then_some(known))
}

/// The worth of a position, where the book knows it or it is decided at sight.
fn look_up<R: Game>(book: &Book, position: &R) -> Result<Option<Worth>, BookError> {
    match decided(position) {
        Some((value, plies)) => Ok(Some(book.form().result::<R>(value, plies))),
        None => book.find(position.canonical_key()),
    }
}

/// The result of a position, where it is over or decided at sight, and the plies to it.
pub(super) fn decided<R: Game>(position: &R) -> Option<(crate::game::Value, u32)> {
    if let Some(value) = position.outcome_for_mover() {
        return Some((value, 0));
    }
    match R::Knowledge::default().expand(position, &mut Moves::new()) {
        Expansion::Decided { value, plies } => Some((value, plies)),
        Expansion::Open => None,
    }
}
