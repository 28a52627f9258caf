//! The rules of Othello on two bit boards.

use super::bits::{flips, mobility};
use super::symmetry;
use crate::game::{Moves, Rules, Scale, Side, Symmetry, Turn, Value};

/// A move: the square to play on, row by row from 0 (A1) to 63 (H8), or [`Square::PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The forced pass.
    pub const PASS: Square = Square(64);
}

/// A position of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    /// The discs of the side to move, bit n for square n.
    own: u64,
    /// The discs of the other side.
    opponent: u64,
    to_move: Side,
}

impl Othello {
    /// The start of the game.
    pub(super) const START: Othello = Othello {
        own: 1 << 28 | 1 << 35,
        opponent: 1 << 27 | 1 << 36,
        to_move: Side::Black,
    };

    /// Creates a position from the discs of Black and of White, which must not overlap.
    pub fn from_discs([black, white]: [u64; 2], to_move: Side) -> Othello {
        let (own, opponent) = match to_move {
            Side::Black => (black, white),
            Side::White => (white, black),
        };
        Othello {
            own,
            opponent,
            to_move,
        }
    }

    /// The discs of a side, bit n for square n: A1 is 0, B1 is 1, A2 is 8.
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.to_move {
            self.own
        } else {
            self.opponent
        }
    }

    /// The discs of the side to move.
    pub(super) fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the side that is not to move.
    pub(super) fn opponent(&self) -> u64 {
        self.opponent
    }

    /// The squares without a disc.
    pub fn empty(&self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The squares where the side to move may play.
    pub(super) fn placements(&self) -> u64 {
        mobility(self.own, self.opponent)
    }

    /// The same as moves.
    #[inline]
    pub(super) fn placements_in_order(&self) -> impl Iterator<Item = Square> + use<> {
        let mut placements = self.placements();
        std::iter::from_fn(move || {
            let square = placements.trailing_zeros() as u8;
            (placements != 0).then(|| {
                placements &= placements - 1;
                Square(square)
            })
        })
    }

    /// The position after a legal move to a square.
    pub(super) fn after_placing(&self, square: usize) -> Othello {
        let turned = flips(square, self.own, self.opponent);
        Othello {
            own: self.opponent ^ turned,
            opponent: self.own | turned | 1 << (square & 63),
            to_move: !self.to_move,
        }
    }

    /// The position after the side to move passes, even if it may not.
    #[inline]
    pub(super) fn passed(&self) -> Othello {
        Othello {
            own: self.opponent,
            opponent: self.own,
            to_move: !self.to_move,
        }
    }

    /// The disc difference of a game that ends here, seen from the side to move. Empty squares go
    /// to the winner, as in tournaments.
    fn margin(&self) -> Value {
        let [own, opponent] = [self.own, self.opponent].map(|discs| discs.count_ones() as i16);
        let empty = 64 - own - opponent;
        let difference = own - opponent;
        Value(difference + difference.signum() * empty)
    }

    /// A hash of a pair of boards: both halves of a product of 128 bits, as wyhash does
    /// [Wang n.d.].
    fn hash([own, opponent]: [u64; 2], to_move: Side) -> u64 {
        const OWN: [u64; 2] = [0xA076_1D64_78BD_642F, 0x8EBC_6AF0_9C88_C6E3];
        const OPPONENT: u64 = 0xE703_7ED1_A0B4_28DB;
        let product = u128::from(own ^ OWN[to_move.index()]) * u128::from(opponent ^ OPPONENT);
        // A factor of zero would hide the other factor, so one is added again.
        (product >> 64) as u64 ^ (product as u64).wrapping_add(opponent.rotate_left(32))
    }
}

impl Rules for Othello {
    type Move = Square;
    const SCALE: Scale = Scale::Margin;
    #[inline]
    fn turn(&self) -> Turn {
        self.to_move.into()
    }

    #[inline]
    fn outcome(&self) -> Option<Value> {
        let over = self.placements() == 0 && mobility(self.opponent, self.own) == 0;
        over.then(|| self.margin().seen_by(self.to_move))
    }

    #[inline]
    fn moves(&self, moves: &mut Moves<Square>) {
        let mut placements = self.placements();
        if placements == 0 && mobility(self.opponent, self.own) != 0 {
            moves.push(Square::PASS);
        }
        while placements != 0 {
            moves.push(Square(placements.trailing_zeros() as u8));
            placements &= placements - 1;
        }
    }

    #[inline]
    fn play(&mut self, mv: Square) {
        *self = if mv == Square::PASS {
            self.passed()
        } else {
            self.after_placing(usize::from(mv.0))
        };
    }

    #[inline]
    fn key(&self) -> u64 {
        Othello::hash([self.own, self.opponent], self.to_move)
    }

    fn move_index(mv: Square) -> u16 {
        mv.0.into()
    }

    fn max_plies(&self) -> Option<u32> {
        // Between two discs there is at most one pass.
        let most = 2 * self.empty().count_ones();
        Some(if self.placements() != 0 {
            most - 1
        } else if mobility(self.opponent, self.own) != 0 {
            most
        } else {
            0
        })
    }
}

impl Symmetry for Othello {
    fn images(&self) -> impl Iterator<Item = Othello> {
        let images = symmetry::images([self.own, self.opponent]);
        images.into_iter().map(|[own, opponent]| Othello {
            own,
            opponent,
            ..*self
        })
    }

    fn exchanged(&self) -> Option<Othello> {
        Some(Othello {
            to_move: !self.to_move,
            ..*self
        })
    }

    /// The image with the smallest boards; books rely on this choice.
    fn canonical(&self) -> Othello {
        let least = self
            .images()
            .min_by_key(|image| [image.own, image.opponent]);
        least.unwrap_or(*self)
    }
}
