//! The rules step by step, with a small position for each.

use super::variant::{Choice, Naming, Variant};
use crate::game::Lesson;

/// Positions and moves to show, in the names of a variant.
struct Examples {
    /// A first move of the game.
    first: &'static str,
    /// A man that can capture, and how.
    capture: (&'static str, &'static str),
    /// A man that can capture twice in a move.
    captures: (&'static str, &'static str),
    /// A man before the last row.
    crowning: (&'static str, &'static str),
    /// A king, which takes a piece from afar or steps back.
    king: (&'static str, &'static str),
    /// A side that cannot move.
    blocked: &'static str,
}

const ON_10: Examples = Examples {
    first: "32-28",
    capture: ("W:W38,48:B5,32", "38x27"),
    captures: ("W:W38,48:B5,22,32", "38x18"),
    crowning: ("W:W7,48:B15,25", "7-2"),
    king: ("W:WK47,48:B5,33", "47x15"),
    blocked: "W:W36:B27,31",
};

const ON_8: Examples = Examples {
    first: "11-15",
    capture: ("W:W23,31:B4,18", "23x14"),
    captures: ("W:W23,31:B4,10,18", "23x7"),
    crowning: ("W:W6,31:B12,20", "6-2"),
    king: ("W:WK18,31:B4,5", "18-23"),
    blocked: "W:W21:B14,17",
};

const WITH_LETTERS: Examples = Examples {
    first: "c3-d4",
    capture: (ON_8.capture.0, "e3:c5"),
    captures: (ON_8.captures.0, "e3:e7"),
    crowning: (ON_8.crowning.0, "c7-d8"),
    king: ("W:WK30,31:B4,19", "c1:h6"),
    blocked: ON_8.blocked,
};

const MIRRORED: Examples = Examples {
    first: "22-18",
    capture: ("W:W22,30:B1,19", "22x15"),
    captures: ("W:W22,30:B1,11,19", "22x6"),
    crowning: ("W:W7,30:B9,17", "7-3"),
    king: ("W:WK19,30:B1,8", "19-22"),
    blocked: "W:W24:B15,20",
};

const fn examples<V: Variant>() -> Examples {
    match V::LAWS.naming {
        Naming::Letters => WITH_LETTERS,
        Naming::Mirrored => MIRRORED,
        Naming::Numbers if V::BOARD.side() == 10 => ON_10,
        Naming::Numbers => ON_8,
    }
}

/// All the steps.
pub(super) const fn all<V: Variant>() -> [Lesson; 7] {
    let shown = examples::<V>();
    [
        Lesson::new(
            "A man moves diagonally forward to the next square, if that is empty. Touch a piece, then the \
             square where it goes.",
        )
        .example(shown.first),
        Lesson::new(if V::LAWS.frisian {
            "Whoever can capture must: a piece jumps over one of the other side to the empty square behind \
             it, diagonally, sideways or straight ahead, and that piece leaves the board."
        } else if V::LAWS.backwards {
            "Whoever can capture must: a piece jumps over one of the other side to the empty square behind \
             it, forwards or backwards, and that piece leaves the board."
        } else if !V::LAWS.men_take_kings {
            "Whoever can capture must: a man jumps forwards over a man of the other side, not over a king, to \
             the empty square behind it, and that man leaves the board."
        } else {
            "Whoever can capture must: a man jumps forwards over a piece of the other side to the empty \
             square behind it, and that piece leaves the board."
        })
        .on(shown.capture.0)
        .example(shown.capture.1),
        Lesson::new(
            "If the piece can capture again from there, it goes on in the same move. Touch the piece, then \
             each square on its way.",
        )
        .on(shown.captures.0)
        .example(shown.captures.1),
        choice::<V>().on(shown.captures.0).example(shown.captures.1),
        Lesson::new("A man that ends its move on the last row becomes a king.")
            .on(shown.crowning.0)
            .example(shown.crowning.1),
        Lesson::new(if V::LAWS.flying {
            "A king flies: it moves over any distance along a diagonal, and takes a piece from afar, if the \
             square behind it is empty."
        } else {
            "A king moves and captures backwards, too, one square at a time."
        })
        .on(shown.king.0)
        .example(shown.king.1),
        Lesson::new(
            "Whoever has no piece left, or none that can move, has lost. Here White is to move, and cannot. \
             A position that keeps coming back is a draw, and so are many moves without a capture.",
        )
        .on(shown.blocked),
    ]
}

/// What to capture if there is a choice.
const fn choice<V: Variant>() -> Lesson {
    Lesson::new(match V::LAWS.choice {
        Choice::Free => "If there are several ways to capture, you may choose.",
        Choice::Most => {
            "If there are several ways to capture, you must choose one that takes the most pieces."
        }
        Choice::Italian => {
            "If there are several ways to capture, you must choose one that takes the most pieces; among \
             those, one with a king that takes the most kings, and takes them first."
        }
        Choice::Value => {
            "If there are several ways to capture, you must take what is worth the most: a king counts a \
             little less than two men."
        }
    })
}
