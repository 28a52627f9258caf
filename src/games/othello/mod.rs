//! Othello: on 8 x 8 squares, a move turns the discs that it encloses. A side without a move
//! passes; when neither side has one, more discs win.

mod bits;
mod ending;
mod evaluation;
mod geometry;
mod ggf;
mod knowledge;
mod nboard;
mod notation;
mod order;
mod rules;
mod stability;
mod symmetry;
mod wthor;

pub use ending::LastSquares;
pub use evaluation::{Discs, Mobility, Patterns, Positional};
pub use knowledge::OthelloKnowledge;
pub use rules::{Othello, Square};

#[cfg(test)]
mod tests;

use crate::game::{
    Data, EvaluationVisitor, Game, Lesson, Look, Material, Protocol, RecordFormat, Side, Standing,
    Strength, embedded,
};

impl Game for Othello {
    type Knowledge = OthelloKnowledge;

    const NAME: &'static str = "othello";
    const TITLE: &'static str = "Othello";
    const ABOUT: &'static str =
        "Enclose discs to turn them; most discs win. Also known as Reversi.";
    const UNIT: Option<&'static str> = Some("discs");
    const LOOK: Look = Look::DEFAULT.on(Material::Felt);
    const PIECES: &'static [(Side, &'static str)] = Standing::STONES;
    const LESSONS: &'static [Lesson] = &[
        Lesson::new(
            "Black begins. Put a disc so that discs of the other side lie in a straight row between it and \
             another disc of yours. The small points show where you can.",
        )
        .example("F5"),
        Lesson::new(
            "All discs enclosed in this way turn over and are yours, in every direction. If you cannot \
             turn any disc over, you must pass; otherwise you may not.",
        )
        .after(&["F5"]),
        Lesson::new(
            "The game is over when neither side can move, mostly with a full board. Whoever has more discs \
             wins. A disc in a corner is never turned over again, so corners are worth a lot.",
        )
        .after(&["E6", "F4", "E3", "F6", "G5", "D6", "E7", "F5", "C5"]),
    ];
    const SIZE: (u8, u8) = (8, 8);
    const BOARD_SIZES: &'static [&'static [u32]] = &[&[8], &[8, 8]];
    const SGF_NUMBER: Option<u32> = Some(2);
    const RECORDS: &'static [RecordFormat] = &[ggf::FORMAT, wthor::FORMAT];
    const PROTOCOLS: &'static [Protocol] = &[nboard::PROTOCOL];
    const PERFT: &'static str = include_str!("perft.txt");
    const OPENINGS: &'static str = include_str!("openings.txt");
    const BOOK: Option<&'static [u8]> = embedded!("8x8.book");
    const DATA: &'static [Data] = &[Data::book("othello/8x8.book"), Patterns::DATA];
    // The start, the Tiger opening, and numbers 79, 66, 60, 40 and 20 of the FForum endgames
    // [Tastet n.d.].
    const BENCH: &'static [&'static str] = &[
        "---------------------------OX------XO--------------------------- X",
        "------------------XO-O----XXOO-----XOX-----OOX------O----------- X",
        "--------------X-----O-XX---OOOX-OOOOXOXX--OOOOOO--O-OO-O----OO-- X",
        "-OOO----X-OXX---XXOXXOO-XOXXOO--XXOOOO--XXOOOO----OOO-----O----- X",
        "---OOOO----OOO----XOXOXX--XOOXXX--XOOXXX--XOOOXX--OXXX-X--XXXX-- X",
        "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
        "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
    ];

    // Games are long, so that a little more tells.
    const LEVELS: &'static [Strength] = &[
        Strength::new(100, 870),
        Strength::new(150, 440),
        Strength::new(220, 265),
        Strength::new(330, 157),
        Strength::new(600, 94),
        Strength::new(1100, 57),
        Strength::new(2000, 36),
        Strength::new(4000, 22),
        Strength::new(8000, 13),
    ];

    fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
        notation::arranged(pieces, to_move)
    }

    fn start() -> Othello {
        Othello::START
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit(
            "patterns",
            "patterns on rows, diagonals and corners, by phase; trained on its own games; 100 is a disc",
            Patterns::default(),
        );
        visitor.trainable::<Patterns>("patterns");
        visitor.visit_stateless(
            "mobility",
            "moves now and later, corners, edges and stable discs, weighted by phase; 100 is a disc",
            Mobility::default(),
        );
        visitor.visit_stateless(
            "positional",
            "moves, corners, edges, X and C squares, weighted by hand; 100 is about a disc",
            Positional::default(),
        );
        visitor.visit_stateless("discs", "Black's discs less White's", Discs);
    }
}
