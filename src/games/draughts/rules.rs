//! The rules of draughts on bit boards.

use std::marker::PhantomData;

use super::board::{bits, step};
use super::steps::Steps;
use super::variant::{Counting, Variant};
use crate::game::{Moves, Repetition, Rules, Scale, Side, Turn, Value};

/// A position of a variant of draughts. Black's men go down the board, to larger numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draughts<V> {
    /// The pieces of Black and White.
    pieces: [u64; 2],
    /// Those of them that are kings.
    kings: u64,
    to_move: Side,
    /// The plies since the last capture or move of a man.
    quiet: u8,
    /// The plies since there was left what limits them; see [`Draughts::ending_limit`].
    ending: u8,
    /// Of each side, the king that moved last and how often in a row, where that is limited.
    runs: [Run; 2],
    variant: PhantomData<V>,
}

/// Moves of the same king in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Run {
    /// Where the king stands.
    pub(super) king: u8,
    pub(super) moves: u8,
}

impl Run {
    /// The most moves of a king in a row.
    pub(super) const MOST: u8 = 3;
}

/// A move, captures and all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The squares of the captured pieces.
    pub(super) captured: u64,
    pub(super) from: u8,
    pub(super) to: u8,
    /// [`Move::CROWNED`], and the number of this way among those with the same squares and captures.
    pub(super) way: u8,
}

impl Move {
    /// A man is crowned on its way, and ends elsewhere.
    pub(super) const CROWNED: u8 = 1 << 7;

    /// Tells whether it is the same but for the way.
    pub(super) fn is_like(self, other: Move) -> bool {
        (self.from, self.to, self.captured) == (other.from, other.to, other.captured)
    }
}

impl<V: Variant> Draughts<V> {
    /// A position with these pieces and kings, without counted plies.
    pub(super) fn new(pieces: [u64; 2], kings: u64, to_move: Side) -> Self {
        Draughts {
            pieces,
            kings,
            to_move,
            quiet: 0,
            ending: 0,
            runs: [Run::default(); 2],
            variant: PhantomData,
        }
    }

    /// The first position: all rows but two are full.
    pub(super) fn first() -> Self {
        let half = V::BOARD.half;
        let rows = |from: u8| (from..from + half - 1).fold(0, |all, row| all | V::BOARD.row(row));
        Draughts::new([rows(0), rows(half + 1)], 0, V::LAWS.begins)
    }

    /// The same with so many counted plies, and so many of them with what is left.
    pub(super) fn with_counts(mut self, quiet: u8, ending: u8) -> Self {
        (self.quiet, self.ending) = (quiet, ending);
        self
    }

    /// The same with these kings that have moved in a row.
    pub(super) fn with_runs(mut self, runs: [Run; 2]) -> Self {
        self.runs = runs;
        self
    }

    pub(super) fn quiet(&self) -> u8 {
        self.quiet
    }

    pub(super) fn ending(&self) -> u8 {
        self.ending
    }

    pub(super) fn runs(&self) -> [Run; 2] {
        self.runs
    }

    #[inline]
    pub(super) fn of(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The same with the other side on move.
    #[inline]
    pub(super) fn passed(mut self) -> Self {
        self.to_move = !self.to_move;
        self
    }

    /// The board as the other side sees it, with the pieces of both exchanged.
    pub(super) fn turned(mut self) -> Self {
        let turn = |bit: u8| {
            let (row, place) = V::BOARD.row_and_place(bit);
            V::BOARD.bit(V::BOARD.len() - 1 - (row * V::BOARD.half + place))
        };
        let turned = |set: u64| bits(set).fold(0, |all, bit| all | 1 << turn(bit));
        self.pieces = [turned(self.pieces[1]), turned(self.pieces[0])];
        self.kings = turned(self.kings);
        self.runs = [self.runs[1], self.runs[0]].map(|run| match run.moves {
            0 => run,
            moves => Run {
                king: turn(run.king),
                moves,
            },
        });
        self.to_move = !self.to_move;
        self
    }

    /// The kings of both sides.
    #[inline]
    pub(super) fn kings(&self) -> u64 {
        self.kings
    }

    #[inline]
    pub(super) fn men(&self, side: Side) -> u64 {
        self.of(side) & !self.kings
    }

    #[inline]
    pub(super) fn kings_of(&self, side: Side) -> u64 {
        self.of(side) & self.kings
    }

    #[inline]
    pub(super) fn empty(&self) -> u64 {
        V::BOARD.squares & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces that a man of the side to move may capture.
    #[inline]
    pub(super) fn takeable_by_man(&self) -> u64 {
        let other = !self.to_move;
        if V::LAWS.men_take_kings {
            self.of(other)
        } else {
            self.men(other)
        }
    }

    /// The kings of the side to move that may move.
    #[inline]
    fn free_kings(&self) -> u64 {
        let kings = self.kings_of(self.to_move);
        let Run { king, moves } = self.runs[self.to_move.index()];
        if V::LAWS.frisian && moves >= Run::MOST && self.men(self.to_move) != 0 {
            return kings & !(1 << king);
        }
        kings
    }

    #[inline]
    fn has_quiet_move<const DOWN: i32>(&self) -> bool {
        let (men, kings, empty) = (self.men(self.to_move), self.free_kings(), self.empty());
        let steps_men = Steps::<V, DOWN>::FORWARD
            .into_iter()
            .any(|by| step(men, by) & empty != 0);
        steps_men
            || kings != 0 && Steps::<V, DOWN>::king_moves().any(|by| step(kings, by) & empty != 0)
    }

    #[inline]
    fn has_move(&self) -> bool {
        let has_quiet = match self.to_move {
            Side::Black => self.has_quiet_move::<1>(),
            Side::White => self.has_quiet_move::<-1>(),
        };
        has_quiet || self.must_capture()
    }

    #[inline]
    fn add_quiet_moves<const DOWN: i32>(&self, moves: &mut Moves<Move>) {
        let (men, empty) = (self.men(self.to_move), self.empty());
        let quiet = |from: u8, to: u8| Move {
            captured: 0,
            from,
            to,
            way: 0,
        };
        for by in Steps::<V, DOWN>::FORWARD {
            for to in bits(step(men, by) & empty) {
                moves.push(quiet((i32::from(to) - by) as u8, to));
            }
        }
        for from in bits(self.free_kings()) {
            let runs = Steps::<V, DOWN>::king_moves()
                .map(|by| Steps::<V, DOWN>::run(step(1 << from, by), by, empty));
            let all = runs.fold(0, |all, run| all | run);
            moves.extend(bits(all).map(|to| quiet(from, to)));
        }
    }

    /// Tells whether so many plies were counted that the game is drawn.
    #[inline]
    pub(super) fn is_counted_out(&self) -> bool {
        let is_over = |limit| self.ending >= limit;
        self.quiet >= Self::QUIET_LIMIT
            || self.ending > 0 && self.ending_limit().is_some_and(is_over)
    }

    /// Tells whether plies with what is left on the board are counted.
    pub(super) fn counts_ending(&self) -> bool {
        match V::LAWS.counting {
            // A man that is crowned may bring the limit along.
            Counting::Fifteen => self.is_limited(),
            _ => self.ending_limit().is_some(),
        }
    }

    /// Tells whether more plies were counted than the game can last.
    pub(super) fn exceeds_limit(&self) -> bool {
        let most = match V::LAWS.counting {
            Counting::Fifteen => u8::MAX,
            _ => self.ending_limit().unwrap_or(0),
        };
        self.quiet > Self::QUIET_LIMIT || self.ending > most
    }

    /// The row in which the men of a side are crowned.
    #[inline]
    pub(super) fn last_row(side: Side) -> u64 {
        match side {
            Side::Black => Steps::<V, 1>::LAST_ROW,
            Side::White => Steps::<V, -1>::LAST_ROW,
        }
    }

    /// The plies without a capture or a move of a man after which the game is drawn.
    pub(super) const QUIET_LIMIT: u8 = match V::LAWS.counting {
        Counting::Forty => 80,
        Counting::International | Counting::Frisian => 50,
        Counting::Fifteen => 30,
    };

    /// The plies after which the game is drawn by what is left on the board, whatever moves: a king against a
    /// few pieces, a king among them, or as many pieces and kings of each side. A capture begins the count anew.
    #[inline]
    pub(super) fn ending_limit(&self) -> Option<u8> {
        if self.kings == 0 {
            return None;
        }
        let [black, white] = self.pieces;
        if (black | white).count_ones() <= 4 {
            return self.limit_of_few();
        }
        match V::LAWS.counting {
            Counting::Fifteen => self.limit_of_equals(),
            _ => None,
        }
    }

    fn limit_of_few(&self) -> Option<u8> {
        let counts = self.pieces.map(u64::count_ones);
        let kings = self.pieces.map(|pieces| (pieces & self.kings).count_ones());
        let is_alone = |side: &usize| (counts[*side], kings[*side]) == (1, 1);
        let alone = (0..2).find(|side| is_alone(side) && kings[1 - side] > 0)?;
        match (V::LAWS.counting, counts[1 - alone]) {
            (Counting::International, 1 | 2) => Some(10),
            (Counting::International, 3) => Some(32),
            (Counting::Fifteen, 2) => Some(10),
            (Counting::Fifteen, 3) if self.holds_long_diagonal(alone) => Some(10),
            (Counting::Frisian, 1) => Some(4),
            (Counting::Frisian, 2) if kings[1 - alone] == 2 => Some(14),
            _ => None,
        }
    }

    fn limit_of_equals(&self) -> Option<u8> {
        let [black, white] = self.pieces.map(|pieces| {
            let kings = pieces & self.kings;
            (pieces.count_ones(), kings.count_ones())
        });
        match black {
            (4 | 5, _) if black == white => Some(60),
            (6 | 7, _) if black == white => Some(120),
            _ => None,
        }
    }

    /// Tells whether plies count by the number of pieces alone: kings may decide later whether they have a
    /// limit.
    #[inline]
    fn is_limited(&self) -> bool {
        let [black, white] = self.pieces.map(u64::count_ones);
        match (black.min(white), black.max(white)) {
            (1, 2 | 3) => true,
            (4..=7, most) => black == white && most <= 7,
            _ => false,
        }
    }

    /// Tells whether a side has a piece on the diagonal between the two corners, and the other has none.
    fn holds_long_diagonal(&self, side: usize) -> bool {
        let diagonal = const { V::BOARD.long_diagonal() };
        self.pieces[side] & diagonal != 0 && self.pieces[1 - side] & diagonal == 0
    }

    /// A hash of the board and the side to move.
    #[inline]
    fn hash(&self) -> u64 {
        let [black, white] = self.pieces;
        let mixed = black.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ white;
        let mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(31) ^ self.kings;
        let mixed = mixed.wrapping_mul(0xa076_1d64_78bd_642f) ^ self.to_move.index() as u64;
        mixed ^ mixed >> 32
    }
}

impl<V: Variant> Rules for Draughts<V> {
    type Move = Move;
    const SCALE: Scale = Scale::Distance;
    const REPETITION: Repetition = Repetition::Draw;
    const OCCURRENCES: u32 = 3;

    #[inline]
    fn turn(&self) -> Turn {
        self.to_move.into()
    }

    #[inline]
    fn outcome(&self) -> Option<Value> {
        if !self.has_move() {
            return Some(Value::LOSS.seen_by(self.to_move));
        }
        self.is_counted_out().then_some(Value::DRAW)
    }

    #[inline]
    fn moves(&self, moves: &mut Moves<Move>) {
        if self.is_counted_out() {
            return;
        }
        self.add_captures(moves);
        if moves.is_empty() {
            match self.to_move {
                Side::Black => self.add_quiet_moves::<1>(moves),
                Side::White => self.add_quiet_moves::<-1>(moves),
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let few = match V::LAWS.counting {
            Counting::Fifteen => None,
            _ => self.ending_limit(),
        };
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        let own = self.to_move.index();
        let was_king = self.kings & from != 0;
        let is_king =
            was_king || to & Self::last_row(self.to_move) != 0 || mv.way & Move::CROWNED != 0;
        self.pieces[own] = self.pieces[own] & !from | to;
        self.pieces[1 - own] &= !mv.captured;
        self.kings &= !(mv.captured | from);
        self.kings |= if is_king { to } else { 0 };
        let is_quiet = was_king && mv.captured == 0;
        self.quiet = if is_quiet { self.quiet + 1 } else { 0 };
        let goes_on = match V::LAWS.counting {
            Counting::Fifteen => self.is_limited(),
            _ => few.is_some() && self.ending_limit() == few,
        };
        self.ending = match goes_on && mv.captured == 0 {
            true => self.ending.saturating_add(1),
            false => 0,
        };
        if V::LAWS.frisian {
            self.count_run(mv, is_quiet);
        }
        self.to_move = !self.to_move;
    }

    fn key(&self) -> u64 {
        let mut key = self.hash() ^ u64::from(self.quiet) << 8 ^ u64::from(self.ending) << 16;
        if V::LAWS.frisian {
            let runs = self
                .runs
                .map(|run| u64::from(run.moves) << 6 | u64::from(run.king));
            key ^= runs[0] << 24 ^ runs[1] << 40;
        }
        key
    }

    /// Without the counted plies, which differ whenever a position comes again.
    fn repetition_key(&self) -> u64 {
        self.hash()
    }

    fn move_index(mv: Move) -> u16 {
        u16::from(mv.from) << 6 | u16::from(mv.to)
    }

    #[inline]
    fn is_irreversible(&self, mv: Move) -> bool {
        mv.captured != 0 || self.kings >> mv.from & 1 == 0
    }
}

impl<V: Variant> Draughts<V> {
    /// Counts the moves of the king that moves, or forgets them.
    fn count_run(&mut self, mv: Move, is_quiet: bool) {
        let [own, other] = [self.to_move, !self.to_move].map(Side::index);
        let run = self.runs[own];
        let before = if run.moves > 0 && run.king == mv.from {
            run.moves
        } else {
            0
        };
        self.runs[own] = match is_quiet && self.men(self.to_move) != 0 {
            true => Run {
                king: mv.to,
                moves: before + 1,
            },
            false => Run::default(),
        };
        if mv.captured >> self.runs[other].king & 1 == 1 || self.men(!self.to_move) == 0 {
            self.runs[other] = Run::default();
        }
    }
}
