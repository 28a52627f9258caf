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
mod learnt;
mod model;
mod notation;
mod ordering;
mod playout;
mod reachable;
mod rules;
mod setup;
mod slack;
mod sums;
#[cfg(test)]
mod tests;
mod weights;

pub use evaluation::{Fitted, Lines};
pub use knowledge::StonehengeKnowledge;
pub use rules::{Placement, Stonehenge};

use crate::game::{
    CellShape, Colour, Data, EvaluationVisitor, Game, Lesson, Look, Material, PieceShape, Side,
    Standing, Strength, embedded,
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
    const PIECES: &'static [(Side, &'static str)] = setup::PIECES;
    const LESSONS: &'static [Lesson] = &[
        Lesson::new(
            "A move puts one of your stones on an empty cell: touch a stone in your hand, then a cell. The \
             sides take turns, and a stone stays where it is.",
        )
        .example("K6"),
        Lesson::new(
            "The cells lie on 15 lines, and the mark at the end of a line shows who owns it. A line goes to \
             the side with the larger sum of stones on it, as soon as the other side cannot catch up any \
             more. Here the line of A and B is White's: it is full, and 6 beats 4.",
        )
        .after(&["K6", "J5", "A4", "B6"]),
        Lesson::new(
            "A full line with equal sums goes to the side that did not fill it. Here White put the last \
             stone on the line of A and B, so it is Black's.",
        )
        .after(&["A6", "B6"]),
        Lesson::new(
            "The game is over as soon as a side owns eight lines, more than half of them: that side wins.",
        )
        .after(&[
            "B4", "E1", "N1", "L5", "O5", "J6", "P6", "A4", "Q3", "F3", "C3", "H2", "D1", "G2", "R2",
        ]),
    ];
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

    // From a few thousand nodes on, nobody but the solver plays much better.
    const LEVELS: &'static [Strength] = &[
        Strength::new(100, 950),
        Strength::new(150, 500),
        Strength::new(200, 310),
        Strength::new(300, 190),
        Strength::new(600, 72),
        Strength::new(1500, 38),
        Strength::new(4000, 18),
    ];

    fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
        setup::arranged(pieces, to_move)
    }

    fn start() -> Stonehenge {
        Stonehenge::START
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless(
            "fitted",
            "200 for a line owned, part of it for the lead on an open line, more than 400 for the \
             largest stone in the hand; learnt from its own games",
            Fitted::default(),
        );
        visitor.trainable::<Fitted>("fitted");
        visitor.visit_stateless(
            "lines",
            "50 for a line owned, 10 for each unit of value in the hand, 1000 for eight lines",
            Lines::default(),
        );
    }
}
