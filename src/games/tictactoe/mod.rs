//! Tic-tac-toe: 3 x 3, three in a row wins, a full board is a draw.

mod evaluation;
mod notation;
mod rules;

pub use evaluation::Lines;
pub use rules::{Cell, TicTacToe, TicTacToeKnowledge};

use crate::game::{
    Colour, EvaluationVisitor, Game, Lesson, Look, Material, PieceShape, Side, Standing, Strength,
};

impl Game for TicTacToe {
    type Knowledge = TicTacToeKnowledge;

    const NAME: &'static str = "tictactoe";
    const TITLE: &'static str = "Tic-tac-toe";
    const ABOUT: &'static str = "Three in a row on a board of 3 x 3.";
    const SIDES: [&'static str; 2] = ["X", "O"];
    const LOOK: Look = Look::DEFAULT.on(Material::Paper).pieces(
        (PieceShape::Cross, Colour::Blue),
        (PieceShape::Nought, Colour::Red),
    );
    const PIECES: &'static [(Side, &'static str)] = Standing::STONES;
    const LESSONS: &'static [Lesson] = &[
        Lesson::new("X begins, and the sides take turns to mark an empty cell.").example("B2"),
        Lesson::new("Three of your marks in a row win: across, upwards or diagonally.")
            .after(&["B2", "A1", "C1", "A2", "A3"]),
        Lesson::new("If the board is full before that, the game is a draw.")
            .after(&["B2", "A1", "C1", "A3", "A2", "C2", "B3", "B1", "C3"]),
    ];
    const SIZE: (u8, u8) = (3, 3);
    const BOARD_SIZES: &'static [&'static [u32]] = &[&[3], &[3, 3]];
    const PERFT: &'static str = include_str!("perft.txt");
    const BENCH: &'static [&'static str] = &[".../.../... b", ".../.X./... w", "..O/.X./X.. w"];

    // A board so small bears fewer.
    const LEVELS: &'static [Strength] = &[
        Strength::new(10, 900),
        Strength::new(30, 430),
        Strength::new(80, 250),
        Strength::new(180, 180),
        Strength::new(400, 130),
        Strength::new(2000, 105),
    ];

    fn start() -> TicTacToe {
        TicTacToe::default()
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless(
            "lines",
            "1 for three in a row of Black, -1 of White, else 0",
            Lines,
        );
    }
}
