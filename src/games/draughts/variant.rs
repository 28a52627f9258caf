//! The variants of the family, each a few rules that differ.

use std::fmt::Debug;

use super::board::Board;
use crate::game::{Data, Side, embedded};

/// Which captures are legal if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Any that is complete.
    Free,
    /// Those of the most pieces.
    Most,
    /// The Italian order: the most pieces, with a king, the most kings, the kings soonest.
    Italian,
    /// The most by value, a king counting a little less than two men, and with a king.
    Value,
}

/// How squares are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By numbers from the top left.
    Numbers,
    /// By numbers from the top left of the mirrored board.
    Mirrored,
    /// By letter and row.
    Letters,
}

/// The counted plies that end a game, by what is left on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// 25 moves each; with a king against three pieces, a king among them, 16, against one or two 5.
    International,
    /// 40 moves each.
    Forty,
    /// 15 moves each with kings only. By the number of pieces, from the last capture on and whatever moves: with a
    /// king against two pieces, a king among them, or three while it holds the long diagonal, 5; with as many
    /// kings and pieces of each side, 30 with four or five pieces and 60 with six or seven.
    Fifteen,
    /// 25 moves each; with a king against two kings 7, against one 2.
    Frisian,
}

/// What a variant lays down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laws {
    /// Kings move and capture over any distance.
    pub flying: bool,
    /// Men capture backwards, too.
    pub backwards: bool,
    /// Men capture kings.
    pub men_take_kings: bool,
    /// Pieces capture straight ahead and sideways, too, and a king makes at most three moves in a row while
    /// its side has men.
    pub frisian: bool,
    /// A man that reaches the last row in a capture goes on as a king.
    pub crowned_on_the_way: bool,
    /// The same pieces captured on another way are another move.
    pub keeps_ways: bool,
    pub choice: Choice,
    pub counting: Counting,
    pub naming: Naming,
    pub begins: Side,
}

/// A variant of draughts: its rules, and what [`Game`](crate::game::Game) asks of it.
pub trait Variant: Copy + Eq + Debug + Send + Sync + 'static {
    /// Its board.
    const BOARD: Board;
    /// Its rules.
    const LAWS: Laws;
    /// The name of the game.
    const NAME: &'static str;
    /// Its name among the variants of that game.
    const VARIANT: Option<&'static str> = None;
    /// See [`Game::TITLE`](crate::game::Game::TITLE).
    const TITLE: &'static str;
    /// See [`Game::ABOUT`](crate::game::Game::ABOUT).
    const ABOUT: &'static str;
    /// See [`Game::PERFT`](crate::game::Game::PERFT).
    const PERFT: &'static str;
    /// See [`Game::BENCH`](crate::game::Game::BENCH).
    const BENCH: &'static [&'static str];
    /// See [`Game::WEIGHTS`](crate::game::Game::WEIGHTS).
    const WEIGHTS: Option<&'static [u8]> = None;
    /// See [`Game::DATA`](crate::game::Game::DATA).
    const DATA: &'static [Data] = &[];
    /// Its GameType in PDN: the number, who begins, the board, the names of squares.
    const GAME_TYPE: &'static str;
}

const INTERNATIONAL: Laws = Laws {
    flying: true,
    backwards: true,
    men_take_kings: true,
    frisian: false,
    crowned_on_the_way: false,
    keeps_ways: false,
    choice: Choice::Most,
    counting: Counting::International,
    naming: Naming::Numbers,
    begins: Side::White,
};

const ENGLISH: Laws = Laws {
    flying: false,
    backwards: false,
    choice: Choice::Free,
    counting: Counting::Forty,
    begins: Side::Black,
    ..INTERNATIONAL
};

/// International draughts, on 10 x 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct International;

impl Variant for International {
    const BOARD: Board = Board::new(5);
    const LAWS: Laws = INTERNATIONAL;
    const NAME: &'static str = "draughts";
    const TITLE: &'static str = "Draughts";
    const ABOUT: &'static str =
        "Jump over pieces to take them, on 10 x 10 squares, with kings that fly.";
    const PERFT: &'static str = include_str!("perft/international.txt");
    const BENCH: &'static [&'static str] = &[
        "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
        "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
        "W:WK46,32,38,42:B5,9,14,K3",
    ];
    const WEIGHTS: Option<&'static [u8]> = embedded!("international.weights");
    const DATA: &'static [Data] = &[Data::weights("draughts/international.weights")];
    const GAME_TYPE: &'static str = "20,W,10,10,N2,0";
}

/// Frisian draughts, in which pieces capture sideways and straight ahead, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frisian;

impl Variant for Frisian {
    const BOARD: Board = Board::new(5);
    const LAWS: Laws = Laws {
        frisian: true,
        choice: Choice::Value,
        counting: Counting::Frisian,
        ..INTERNATIONAL
    };
    const NAME: &'static str = "draughts";
    const VARIANT: Option<&'static str> = Some("frisian");
    const TITLE: &'static str = "Frisian draughts";
    const ABOUT: &'static str =
        "Draughts on 10 x 10 squares in which pieces capture sideways and straight ahead, too.";
    const PERFT: &'static str = include_str!("perft/frisian.txt");
    const BENCH: &'static [&'static str] =
        &["W:W28,31,32,33,36,37,38,39,40,41,42,43:B2,3,6,7,8,9,10,11,12,13,16,19"];
    const GAME_TYPE: &'static str = "40,W,10,10,N2,0";
}

/// Russian draughts, on 8 x 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Russian;

impl Variant for Russian {
    const BOARD: Board = Board::new(4);
    const LAWS: Laws = Laws {
        crowned_on_the_way: true,
        keeps_ways: true,
        choice: Choice::Free,
        counting: Counting::Fifteen,
        naming: Naming::Letters,
        ..INTERNATIONAL
    };
    const NAME: &'static str = "draughts";
    const VARIANT: Option<&'static str> = Some("russian");
    const TITLE: &'static str = "Russian draughts";
    const ABOUT: &'static str =
        "Draughts on 8 x 8 squares with kings that fly and a free choice of captures.";
    const PERFT: &'static str = include_str!("perft/russian.txt");
    const BENCH: &'static [&'static str] =
        &["W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"];
    const GAME_TYPE: &'static str = "25,W,8,8,A0,0";
}

/// Brazilian draughts: the international rules on 8 x 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brazilian;

impl Variant for Brazilian {
    const BOARD: Board = Board::new(4);
    const LAWS: Laws = Laws {
        counting: Counting::Fifteen,
        naming: Naming::Letters,
        ..INTERNATIONAL
    };
    const NAME: &'static str = "draughts";
    const VARIANT: Option<&'static str> = Some("brazilian");
    const TITLE: &'static str = "Brazilian draughts";
    const ABOUT: &'static str = "The rules of international draughts on 8 x 8 squares.";
    const PERFT: &'static str = include_str!("perft/brazilian.txt");
    const BENCH: &'static [&'static str] =
        &["W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"];
    const GAME_TYPE: &'static str = "26,W,8,8,A0,0";
}

/// Italian draughts, in which men do not capture kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Italian;

impl Variant for Italian {
    const BOARD: Board = Board::new(4);
    const LAWS: Laws = Laws {
        men_take_kings: false,
        choice: Choice::Italian,
        naming: Naming::Mirrored,
        begins: Side::White,
        ..ENGLISH
    };
    const NAME: &'static str = "draughts";
    const VARIANT: Option<&'static str> = Some("italian");
    const TITLE: &'static str = "Italian draughts";
    const ABOUT: &'static str = "Draughts on 8 x 8 squares in which men do not capture kings.";
    const PERFT: &'static str = include_str!("perft/italian.txt");
    const BENCH: &'static [&'static str] =
        &["W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"];
    const GAME_TYPE: &'static str = "22,W,8,8,N2,1";
}

/// English draughts, also known as American checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct English;

impl Variant for English {
    const BOARD: Board = Board::new(4);
    const LAWS: Laws = ENGLISH;
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const ABOUT: &'static str =
        "Jump over pieces to take them, on 8 x 8 squares, with kings that step.";
    const PERFT: &'static str = include_str!("perft/english.txt");
    const BENCH: &'static [&'static str] = &[
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "B:W18,22,24,26,27,30,31,32:B2,3,5,7,10,12,14,15",
        "W:WK10,K22,28:B4,K15,12",
    ];
    const WEIGHTS: Option<&'static [u8]> = embedded!("english.weights");
    const DATA: &'static [Data] = &[Data::weights("draughts/english.weights")];
    const GAME_TYPE: &'static str = "21,B,8,8,N1,0";
}
