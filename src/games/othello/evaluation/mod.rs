//! The evaluations of Othello, each in its own file.

mod discs;
mod mobility;
mod patterns;
mod positional;

pub use discs::Discs;
pub use mobility::Mobility;
pub use patterns::Patterns;
pub(super) use patterns::shapes;
pub use positional::Positional;

use super::rules::Othello;
use crate::game::{Rules, Selectivity, Side};

/// Selectivity for evaluations in hundredths of a disc.
const SELECTIVITY: Selectivity = Selectivity {
    reduction: 250,
    futility: 300,
    futility_depth: 4,
    at_sight: true,
    ..Selectivity::NONE
};

/// Converts a value for the side to move to one for Black.
fn seen_from_black(position: &Othello, value: i32) -> i32 {
    match position.to_move() {
        Side::Black => value,
        Side::White => -value,
    }
}

/// The number of squares on our side less those on theirs.
#[inline]
fn difference(own: u64, opponent: u64) -> i32 {
    own.count_ones() as i32 - opponent.count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Evaluation, Notation};
    use crate::games::othello::symmetry;

    fn for_positions(mut check: impl FnMut(&Othello)) {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..100 {
            let mut position = Othello::START;
            while position.outcome().is_none() {
                check(&position);
                let moves = position.legal_moves();
                position = position.after(moves[rng.usize(..moves.len())]);
            }
        }
    }

    fn value(evaluation: &impl Evaluation<Othello, Accumulator = ()>, position: &Othello) -> i32 {
        evaluation.value(position, &())
    }

    #[test]
    fn swapping_the_colours_and_the_turn_changes_the_sign_of_every_evaluation() {
        for_positions(|position| {
            let boards = Side::BOTH.map(|side| position.discs(!side));
            let swapped = Othello::from_discs(boards, !position.to_move());
            assert_eq!(value(&Discs, &swapped), -value(&Discs, position));
            assert_eq!(
                value(&Positional::default(), &swapped),
                -value(&Positional::default(), position)
            );
            assert_eq!(
                value(&Mobility::default(), &swapped),
                -value(&Mobility::default(), position)
            );
        });
    }

    #[test]
    fn what_is_good_for_one_side_is_as_bad_for_the_other() {
        // Only one evaluation counts the turn, and by the same amount on every board.
        let mut turns = std::collections::HashMap::new();
        for_positions(|position| {
            let boards = Side::BOTH.map(|side| position.discs(!side));
            let swapped = Othello::from_discs(boards, position.to_move());
            assert_eq!(value(&Discs, &swapped), -value(&Discs, position));
            assert_eq!(
                value(&Positional::default(), &swapped),
                -value(&Positional::default(), position)
            );
            let twice =
                value(&Mobility::default(), &swapped) + value(&Mobility::default(), position);
            let phase = position.empty().count_ones() / 4;
            let turn = turns.entry((position.to_move(), phase)).or_insert(twice);
            assert_eq!(*turn, twice, "{}", position.position());
        });
    }

    #[test]
    fn turning_the_board_changes_no_evaluation() {
        for_positions(|position| {
            for image in symmetry::images(Side::BOTH.map(|side| position.discs(side))) {
                let image = Othello::from_discs(image, position.to_move());
                assert_eq!(value(&Discs, &image), value(&Discs, position));
                assert_eq!(
                    value(&Positional::default(), &image),
                    value(&Positional::default(), position)
                );
                assert_eq!(
                    value(&Mobility::default(), &image),
                    value(&Mobility::default(), position)
                );
            }
        });
    }

    #[test]
    fn a_corner_is_worth_much_and_the_x_square_beside_it_costs() {
        // White is to move; Black has A1, B2, or neither.
        let with = |rows: &str| {
            let rest = "--XXX------OX------XO------OO-------------------";
            Othello::parse_position(&format!("{rows}{rest} O")).expect("a position")
        };
        let neither = with("----------------");
        let corner = with("X--------X------");
        let x_square = with("---------X------");
        let compare = |value: &dyn Fn(&Othello) -> i32| {
            assert!(value(&corner) > value(&neither) + 300);
            assert!(value(&x_square) < value(&neither) - 300);
        };
        compare(&|position| value(&Positional::default(), position));
        compare(&|position| value(&Mobility::default(), position));
    }
}
