//! Draughts and checkers: men and kings that jump over those of the other side, which have to be captured.
//!
//! One family of rules on bit boards, the variants as types: international draughts on 10 x 10, English
//! checkers on 8 x 8, and their relatives.

mod board;
mod capture;
mod drawing;
mod evaluation;
mod fen;
mod notation;
mod pdn;
mod relatives;
mod rules;
mod squares;
mod steps;
#[cfg(test)]
mod tests;
mod variant;

pub use evaluation::Material;
pub use relatives::Relative;
pub use rules::{Draughts, Move};
use variant::Naming;
pub use variant::Variant;

use crate::game::{Data, EvaluationVisitor, Game, Knowledge, Lesson, Look, RecordFormat, Symmetry};

/// International draughts, on 10 x 10.
pub type International = Draughts<variant::International>;
/// Frisian draughts.
pub type Frisian = Draughts<variant::Frisian>;
/// Russian draughts.
pub type Russian = Draughts<variant::Russian>;
/// Brazilian draughts.
pub type Brazilian = Draughts<variant::Brazilian>;
/// Italian draughts.
pub type Italian = Draughts<variant::Italian>;
/// English draughts, also known as American checkers.
pub type Checkers = Draughts<variant::English>;

/// A move with which many games begin.
const fn first_move<V: Variant>() -> &'static str {
    match V::LAWS.naming {
        Naming::Letters => "c3-d4",
        Naming::Mirrored => "22-18",
        Naming::Numbers if V::BOARD.side() == 10 => "32-28",
        Naming::Numbers => "11-15",
    }
}

/// The board has no symmetry that keeps the sides.
impl<V: Variant> Symmetry for Draughts<V> {
    fn exchanged(&self) -> Option<Self> {
        Some(self.turned())
    }
}

/// The knowledge of draughts: the sides alternate.
#[derive(Clone, Copy, Debug, Default)]
pub struct DraughtsKnowledge;

impl<V: Variant> Knowledge<Draughts<V>> for DraughtsKnowledge {
    type Memory = ();

    const ALTERNATES: bool = true;
}

impl<V: Variant> Game for Draughts<V> {
    type Knowledge = DraughtsKnowledge;

    const NAME: &'static str = V::NAME;
    const VARIANT: Option<&'static str> = V::VARIANT;
    const TITLE: &'static str = V::TITLE;
    const ABOUT: &'static str = V::ABOUT;
    const LOOK: Look = Look::DEFAULT.on(crate::game::Material::Wood);
    const LESSONS: &'static [Lesson] = &[
        Lesson::new(
            "A man moves diagonally forward to the next square, if that is empty. Touch a piece, then the \
             square where it goes.",
        )
        .example(first_move::<V>()),
        Lesson::new(
            "Whoever can capture must: a piece jumps over one of the other side to the empty square behind \
             it, and goes on from there as long as it can. The pieces that it jumped over leave the board.",
        ),
        Lesson::new(
            "A man that ends its move on the last row becomes a king, which moves backwards, too.",
        ),
        Lesson::new("Whoever has no piece left, or none that can move, has lost."),
    ];
    const SIZE: (u8, u8) = (V::BOARD.side(), V::BOARD.side());
    const RECORDS: &'static [RecordFormat] = const { &pdn::formats::<V>() };
    const PERFT: &'static str = V::PERFT;
    const BENCH: &'static [&'static str] = V::BENCH;
    const WEIGHTS: Option<&'static [u8]> = V::WEIGHTS;
    const DATA: &'static [Data] = V::DATA;

    fn start() -> Self {
        Draughts::first()
    }

    fn evaluations<E: EvaluationVisitor<Self>>(visitor: &mut E) {
        visitor.visit_stateless(Material::NAME, Material::ABOUT, Material);
    }
}
