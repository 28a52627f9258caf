//! Stonehenge, by Reiner Knizia: numbered stones on 18 cells fight for 15 lines; eight win.

mod drawing;
mod ending;
mod evaluation;
mod geometry;
mod hand;
mod keys;
mod knowledge;
mod lanes;
mod leads;
mod model;
mod notation;
mod ordering;
mod playout;
mod reachable;
mod rules;
mod slack;
mod sums;
#[cfg(test)]
mod tests;
mod weights;

pub use evaluation::{Fitted, Lines};
pub use knowledge::StonehengeKnowledge;
pub use rules::{Placement, Stonehenge};

use crate::game::{
    CellShape, Colour, Data, EvaluationVisitor, Game, Look, Material, PieceShape, embedded,
};

impl Game for Stonehenge {
    type Knowledge = StonehengeKnowledge;

    const NAME: &'static str = "stonehenge";
    const TITLE: &'static str = "Stonehenge";
    const ABOUT: &'static str =
        "Numbered stones on 18 cells: the larger sum takes a line, and eight lines win.";
    const LOOK: Look = Look::DEFAULT
        .on(Material::Turf)
        .cells(CellShape::Hexagon)
        .pieces(
            (PieceShape::Stone, Colour::Slate),
            (PieceShape::Slab, Colour::Sand),
        );
    const SIZE: (u8, u8) = (18, 18);
    const BOARD_SIZES: &'static [&'static [u32]] = &[&[18], &[19]];
    const PERFT: &'static str = include_str!("perft.txt");
    // A proof that Black wins; `docs/stonehenge.md` says how it was found.
    const BOOK: Option<&'static [u8]> = embedded!("start.book");
    const DATA: &'static [Data] = &[Data::book("stonehenge/start.book")];
    // The start, a small stone answered in the middle row, then later and later positions.
    const BENCH: &'static [&'static str] = &[
        ".................. ............... b",
        "...A......c....... ............... b",
        "...c...A...Bd..... ............... b",
        "...dCeA...EbF..... ...X........... w",
        ".fbBE.e..F.....dD. OX....O...X.O.. b",
        "F...BC.b..D.daC.fe X...OX..OOXX.O. b",
    ];

    fn start() -> Stonehenge {
        Stonehenge::START
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless(
            "fitted",
            "200 for a line owned, part of it for the lead on an open line, up to 445 for a \
             stone in the hand; fitted to solved positions",
            Fitted::default(),
        );
        visitor.visit_stateless(
            "lines",
            "50 for a line owned, 10 for each unit of value in the hand, 1000 for eight lines",
            Lines::default(),
        );
    }
}
