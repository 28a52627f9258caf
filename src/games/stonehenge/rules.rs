//! The rules of Stonehenge [Knizia 1994].

use super::geometry::{ALL_CELLS, ALL_LINES, CELL_SYMMETRIES, CELLS, LINE_SYMMETRIES, LINES};
use super::hand::{Hand, LARGEST, STONES};
use super::lanes::{CELL_LANES, Lanes};
use super::{keys, lanes};
use crate::game::{Moves, Rules, Scale, Side, Symmetry, Turn, Value};

/// Putting a stone on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    cell: u8,
    stone: u8,
}

/// A position of Stonehenge. It fits in a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stonehenge {
    /// Four bits a cell, cell 0 the lowest: 0 for an empty one, the value of Black's stone, or 8
    /// more than that of White's.
    stones: u128,
    /// Black's sum less White's on each line, see [`lanes`].
    balance: Lanes,
    /// How many cells of each line are empty, see [`lanes`].
    free: Lanes,
    /// The empty cells.
    empty: u32,
    /// The lines that Black and White own.
    owned: [u16; 2],
    hands: [Hand; 2],
}

/// Who owns this many lines has won.
pub(super) const LINES_TO_WIN: u32 = 8;

const WHITE: u128 = 8;

impl Placement {
    /// A stone of this value (1 to 6) on this cell (from 0); `None` outside of these.
    pub fn new(cell: u8, stone: u8) -> Option<Placement> {
        let exists = usize::from(cell) < CELLS && (1..=LARGEST).contains(&stone);
        exists.then_some(Placement { cell, stone })
    }

    /// The same for what is known to exist.
    #[inline]
    pub(super) fn on(cell: usize, stone: u8) -> Placement {
        debug_assert!(cell < CELLS && (1..=LARGEST).contains(&stone));
        let cell = cell as u8;
        Placement { cell, stone }
    }

    /// The cell, from 0.
    pub fn cell(self) -> u8 {
        self.cell
    }

    /// How much larger the stone is than another on the same cell.
    #[inline]
    pub(super) fn more_than(self, other: Placement) -> Option<u8> {
        let is_more = self.cell == other.cell && self.stone > other.stone;
        is_more.then(|| self.stone - other.stone)
    }

    /// The value of the stone.
    pub fn stone(self) -> u8 {
        self.stone
    }
}

impl Stonehenge {
    /// The empty board.
    pub(super) const START: Stonehenge = Stonehenge {
        stones: 0,
        balance: [lanes::LEVEL; 2],
        free: lanes::FREE,
        empty: ALL_CELLS,
        owned: [0; 2],
        hands: [Hand::FULL; 2],
    };

    /// The stone on a cell.
    pub(super) fn stone(&self, cell: usize) -> Option<(Side, u8)> {
        let code = (self.stones >> (4 * cell)) as u8 & 15;
        let side = if u128::from(code) & WHITE == 0 {
            Side::Black
        } else {
            Side::White
        };
        (code != 0).then_some((side, code & 7))
    }

    pub(super) fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    /// The lines of a side, bit n for line n.
    pub(super) fn owned(&self, side: Side) -> u16 {
        self.owned[side.index()]
    }

    /// The lines that nobody owns.
    pub(super) fn undecided(&self) -> u16 {
        ALL_LINES & !(self.owned[0] | self.owned[1])
    }

    /// The empty cells, bit n for cell n.
    pub(super) fn empty(&self) -> u32 {
        self.empty
    }

    /// Black's sum less White's on a line.
    pub(super) fn balance(&self, line: usize) -> i8 {
        lanes::get(self.balance, line) as i8 - lanes::get([lanes::LEVEL; 2], 0) as i8
    }

    /// The number of empty cells on a line.
    pub(super) fn free(&self, line: usize) -> u8 {
        lanes::get(self.free, line)
    }

    /// Black's sum less White's on all lines, [`lanes::LEVEL`] more, and the empty cells of each.
    pub(super) fn lanes(&self) -> (Lanes, Lanes) {
        (self.balance, self.free)
    }

    /// All stones, as [`keys`] wants them.
    pub(super) fn stone_bits(&self) -> u128 {
        self.stones
    }

    pub(super) fn has_won(&self, side: Side) -> bool {
        self.owned(side).count_ones() >= LINES_TO_WIN
    }

    pub(super) fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.has_won(side))
    }

    /// Puts a stone on an empty cell, and leaves the lines to be decided.
    #[inline]
    pub(super) fn put(&mut self, side: Side, mv: Placement) {
        let cell = usize::from(mv.cell);
        let white = u128::from(side == Side::White) * WHITE;
        self.stones |= (u128::from(mv.stone) | white) << (4 * cell);
        self.empty &= !(1 << cell);
        self.hands[side.index()] = self.hands[side.index()].without(mv.stone);
        for (half, on_line) in CELL_LANES[cell].into_iter().enumerate() {
            let weight = on_line * u64::from(mv.stone);
            self.balance[half] = if side == Side::Black {
                self.balance[half].wrapping_add(weight)
            } else {
                self.balance[half].wrapping_sub(weight)
            };
            self.free[half] = self.free[half].wrapping_sub(on_line);
        }
    }

    /// The position without the stone on a cell, the owners left as they are.
    #[must_use]
    pub(super) fn without_stone(&self, cell: usize) -> Stonehenge {
        let stones = self.with_stones_at(|other| (other != cell).then_some(other as u8));
        stones.with_owned(self.owned)
    }

    /// The same stones on other cells, where they have one, and no line decided.
    fn with_stones_at(&self, cell_of: impl Fn(usize) -> Option<u8>) -> Stonehenge {
        let mut moved = Stonehenge::START;
        for cell in 0..CELLS {
            if let (Some((side, stone)), Some(cell)) = (self.stone(cell), cell_of(cell)) {
                moved.put(side, Placement { cell, stone });
            }
        }
        moved
    }

    /// The position with other owners of the lines, by side.
    #[must_use]
    pub(super) fn with_owned(self, owned: [u16; 2]) -> Stonehenge {
        Stonehenge { owned, ..self }
    }

    /// Gives the lines that are decided to their owners, after a move of `mover`.
    ///
    /// A full line is the case that nobody can add anything to. It is the only one in which both
    /// sides pass the test, at equal sums, and then the one who did not fill it has it.
    #[inline]
    pub(super) fn decide(&mut self, mover: Side) {
        let [black, white] = self.safe_lines();
        let undecided = self.undecided();
        let claims = [black & undecided, white & undecided];
        let other = claims[(!mover).index()];
        self.owned[(!mover).index()] |= other;
        self.owned[mover.index()] |= claims[mover.index()] & !other;
    }

    /// For each side, the lines whose sum the other side cannot exceed any more, even with its
    /// best stones on all the free cells. At equal sums a full line is safe for both.
    #[inline]
    pub(super) fn safe_lines(&self) -> [u16; 2] {
        let black_reach = lanes::reach(self.free, &self.hands[0].facts().best);
        let white_reach = lanes::reach(self.free, &self.hands[1].facts().best);
        let mut safe = [0; 2];
        for half in (0..2).rev() {
            let balance = self.balance[half];
            let black = lanes::at_least(balance, lanes::LEVEL + white_reach[half]);
            let white = lanes::at_least(lanes::LEVEL - black_reach[half], balance);
            safe = [safe[0] << 8 | black, safe[1] << 8 | white];
        }
        [safe[0] & ALL_LINES, safe[1] & ALL_LINES]
    }
}

impl Rules for Stonehenge {
    type Move = Placement;
    const SCALE: Scale = Scale::Winner;
    #[inline]
    fn turn(&self) -> Turn {
        if self.empty.count_ones().is_multiple_of(2) {
            Turn::Black
        } else {
            Turn::White
        }
    }

    fn outcome(&self) -> Option<Value> {
        self.winner().map(|winner| Value::WIN.seen_by(winner))
    }

    fn moves(&self, moves: &mut Moves<Placement>) {
        if self.outcome().is_some() {
            return;
        }
        let hand = self.hand(self.to_move());
        for cell in set_bits(self.empty) {
            for stone in hand.values() {
                moves.push(Placement::on(cell, stone));
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: Placement) {
        let mover = self.to_move();
        self.put(mover, mv);
        self.decide(mover);
    }

    fn key(&self) -> u64 {
        keys::key(self)
    }

    fn move_index(mv: Placement) -> u16 {
        u16::from(mv.cell) * u16::from(LARGEST) + u16::from(mv.stone) - 1
    }

    fn max_plies(&self) -> Option<u32> {
        let is_over = self.outcome().is_some();
        Some(if is_over { 0 } else { self.empty.count_ones() })
    }
}

impl Symmetry for Stonehenge {
    fn images(&self) -> impl Iterator<Item = Stonehenge> {
        CELL_SYMMETRIES
            .iter()
            .zip(&LINE_SYMMETRIES)
            .map(|(cells, lines)| {
                let turn = |owned: u16| {
                    set_bits(owned.into()).fold(0, |turned, line| turned | 1 << lines[line])
                };
                let owned = self.owned.map(turn);
                self.with_stones_at(|cell| Some(cells[cell]))
                    .with_owned(owned)
            })
    }

    /// More positions share it than are images: decided lines matter no more.
    fn canonical_key(&self) -> u64 {
        keys::canonical_key(self)
    }
}

/// The indices of the bits that are set, the lowest first.
pub(super) fn set_bits(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (index < u32::BITS).then_some(index as usize)
    })
}

// Eighteen cells are filled by twice nine stones, and fifteen lines cannot be shared evenly.
const _: () = assert!(CELLS == 2 * STONES && LINES as u32 == 2 * LINES_TO_WIN - 1);
