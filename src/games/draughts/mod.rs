//! Draughts and checkers: men and kings that jump over those of the other side, which have to be captured.
//!
//! One family of rules on bit boards, the variants as types: international draughts on 10 x 10, English
//! checkers on 8 x 8, and their relatives.

mod board;
mod capture;
mod drawing;
mod evaluation;
mod fen;
mod lessons;
mod listing;
mod notation;
mod pdn;
mod protocols;
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
pub use variant::Variant;

use crate::game::{
    Data, EvaluationVisitor, Game, Knowledge, Lesson, Look, Material as BoardMaterial, Protocol,
    RecordFormat, Side, Standing, Symmetry,
};

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
    const LOOK: Look = Look::DEFAULT.on(BoardMaterial::Wood).seated(Side::White);
    const PIECES: &'static [(Side, &'static str)] = fen::PIECES;
    const LESSONS: &'static [Lesson] = const { &lessons::all::<V>() };
    const SIZE: (u8, u8) = (V::BOARD.side(), V::BOARD.side());
    const BOARD_SIZES: &'static [&'static [u32]] = match V::BOARD.side() {
        10 => &[&[10], &[10, 10]],
        _ => &[&[8], &[8, 8]],
    };
    const RECORDS: &'static [RecordFormat] = const { &pdn::formats::<V>() };
    const PROTOCOLS: &'static [Protocol] = &protocols::ALL;
    const PERFT: &'static str = V::PERFT;
    const BENCH: &'static [&'static str] = V::BENCH;
    const WEIGHTS: Option<&'static [u8]> = V::WEIGHTS;
    const DATA: &'static [Data] = V::DATA;

    fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
        fen::arranged(pieces, to_move)
    }

    fn start() -> Self {
        Draughts::first()
    }

    fn evaluations<E: EvaluationVisitor<Self>>(visitor: &mut E) {
        visitor.visit_stateless(Material::NAME, Material::ABOUT, Material);
    }
}
