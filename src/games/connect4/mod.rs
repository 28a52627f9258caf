//! Connect 4: discs fall in columns, and four in a row wins. The standard board has 7 columns of 6
//! cells.

mod alignments;
mod board;
#[cfg(test)]
mod evaluation_tests;
mod expansion;
mod knowledge;
mod notation;
mod rules;
mod setup;
mod sizes;
#[cfg(test)]
mod tests;
mod threats;
mod windows;
mod zero;

pub use alignments::Alignments;
pub use knowledge::Connect4Knowledge;
pub use rules::{Column, Connect4};
pub use threats::Threats;
pub use windows::Windows;
pub use zero::Zero;

use crate::game::{
    CellShape, Colour, Data, EvaluationVisitor, Game, Lesson, Look, Material, PieceShape, Side,
    Standing,
};
use board::Geometry;

impl<const COLUMNS: usize, const ROWS: usize> Game for Connect4<COLUMNS, ROWS> {
    type Knowledge = Connect4Knowledge;

    const NAME: &'static str = "connect4";
    const TITLE: &'static str = "Connect4";
    const ABOUT: &'static str = "Drop discs in columns, four in a row wins.";
    const SIDES: [&'static str; 2] = ["Red", "Yellow"];
    const LOOK: Look = Look::DEFAULT
        .on(Material::Rack)
        .cells(CellShape::Round)
        .falling()
        .pieces(
            (PieceShape::Ring, Colour::Red),
            (PieceShape::Star, Colour::Yellow),
        );
    const PIECES: &'static [(Side, &'static str)] = Standing::STONES;
    const LESSONS: &'static [Lesson] = &[
        Lesson::new(
            "Red begins, and the sides take turns. Choose a column: the disc falls to its lowest empty hole.",
        )
        .example("D1"),
        Lesson::new("Four discs of your colour in a row win: across, upwards or diagonally.")
            .after(&["D1", "D2", "C1", "C2", "E1", "E2", "B1"]),
        Lesson::new(
            "Three in a row with an empty hole at both ends cannot be stopped: the other side can fill only one.",
        )
        .after(&["C1", "C2", "D1", "D2", "B1"]),
        Lesson::new("If the board is full before anybody has four in a row, the game is a draw."),
    ];
    const SIZE: (u8, u8) = (COLUMNS as u8, ROWS as u8);
    // A single number, as Go clients send it, means the standard board.
    const BOARD_SIZES: &'static [&'static [u32]] = if COLUMNS == 7 && ROWS == 6 {
        &[&[7], &[7, 6]]
    } else {
        &[&[COLUMNS as u32, ROWS as u32]]
    };
    const PERFT: &'static str = sizes::perft(COLUMNS, ROWS);
    const BENCH: &'static [&'static str] = sizes::bench(COLUMNS, ROWS);

    const BOOK: Option<&'static [u8]> = sizes::book(COLUMNS, ROWS);
    const WEIGHTS: Option<&'static [u8]> = sizes::weights(COLUMNS, ROWS);
    const DATA: &'static [Data] = sizes::data(COLUMNS, ROWS);

    fn start() -> Self {
        Connect4::default()
    }

    fn evaluations<V: EvaluationVisitor<Self>>(visitor: &mut V) {
        visitor.visit_stateless(
            "threats",
            "cells that complete four, by who will get them, and open windows",
            Threats::default(),
        );
        visitor.visit_stateless(
            "windows",
            "2, 10, 50 for one, two, three discs alone in four cells",
            Windows::default(),
        );
        visitor.visit_stateless(
            "alignments",
            "1000 for each three in a row and 100 for each pair that can still become four",
            Alignments::default(),
        );
        visitor.visit_stateless("zero", "0, so that only wins and losses count", Zero);
    }
}

/// The value of four in a row in the evaluations taken from other programs.
const FOUR: i32 = 10_000;

/// The value of a position with four in a row, seen from Black; `None` without one.
fn judge_fours<const COLUMNS: usize, const ROWS: usize>([black, white]: [u64; 2]) -> Option<i32> {
    if Geometry::<COLUMNS, ROWS>::has_four(black) {
        Some(FOUR)
    } else {
        Geometry::<COLUMNS, ROWS>::has_four(white).then_some(-FOUR)
    }
}
