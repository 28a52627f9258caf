//! What is legal, what a move does, when it is over: the part of a game that the search needs.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use super::{Moves, Side, Turn, Value};

/// The number of different move indices; see [`Rules::move_index`].
pub const MOVE_INDICES: usize = 1 << 12;

/// How results count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Only who wins counts: a result is ±1 or a draw.
    Winner,
    /// The result is a margin (discs, seeds).
    Margin,
    /// A result is ±1 or a draw, and a win is the better the sooner it comes.
    Distance,
    /// The same where the sides take strict turns and a win can only come by the winner's own move:
    /// wins take an odd number of plies, and losses an even one.
    DistanceByMover,
}

impl Scale {
    /// Whether results are margins.
    pub const fn has_margin(self) -> bool {
        matches!(self, Scale::Margin)
    }

    /// Whether wins are told apart by their distance.
    pub const fn has_distance(self) -> bool {
        matches!(self, Scale::Distance | Scale::DistanceByMover)
    }
}

/// What it means when a position comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// No position can.
    Never,
    /// The game is drawn.
    Draw,
    /// Something else: somebody has lost, say, or the board is counted; [`Rules::repeated`] tells.
    Other,
}

impl Repetition {
    /// Whether a position can come again.
    pub const fn is_possible(self) -> bool {
        !matches!(self, Repetition::Never)
    }
}

/// The hash of Glenn Fowler, Landon Noll and Kiem-Phong Vo (FNV-1a): short, and the same everywhere.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The rules of a game, implemented by its position.
///
/// A position is a value: it is copied and a move is played on the copy, nothing is ever taken
/// back. Small ones (up to 64 bytes) are what the search likes best.
///
/// A game that knows more about itself says so in its [`Knowledge`](super::Knowledge): exact values are
/// the same with and without it.
pub trait Rules: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move, as small as possible.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// How results count.
    const SCALE: Scale;

    /// `Some(n)`: keys are below 2ⁿ and equal for equal positions alone. `None`: a key is a hash
    /// of 64 bits, and two positions may share one by bad luck.
    const KEY_BITS: Option<u32> = None;

    /// What it means when a position comes again.
    const REPETITION: Repetition = Repetition::Never;

    /// Whether chance has a turn in this game, as where dice are rolled. Where it has none, nothing is
    /// compiled for it.
    const CHANCE: bool = false;

    /// How many times a position has to occur for that to end the game. Searches take the second
    /// time for the last.
    const OCCURRENCES: u32 = 2;

    /// Whose turn it is: [`Turn::Chance`] only where [`Rules::CHANCE`] says so. It stays defined after
    /// the end.
    fn turn(&self) -> Turn;

    /// The result, once the game is over, **seen from Black**.
    fn outcome(&self) -> Option<Value>;

    /// Adds the legal moves to the empty list `moves`: none exactly when the game is over. Having to pass
    /// is a move like any other, the only one then. In chance's turn the moves are what chance may bring:
    /// a roll of the dice has a name and stands in the history, too.
    fn moves(&self, moves: &mut Moves<Self::Move>);

    /// Plays a legal move. What an illegal one does is up to the game, as long as it is safe.
    fn play(&mut self, mv: Self::Move);

    /// A number for the position, side to move included, equal for equal positions. It needs no
    /// mixing. See [`Rules::KEY_BITS`].
    fn key(&self) -> u64;

    /// A number for a move, taken modulo [`MOVE_INDICES`]. The search remembers under it which moves
    /// were good; moves that share one are only ordered less well. Defaults to a hash of the move.
    fn move_index(mv: Self::Move) -> u16 {
        let mut hasher = Fnv::default();
        mv.hash(&mut hasher);
        // The high bits of a product are mixed best.
        (hasher.finish() >> 48) as u16
    }

    /// The weight of a legal move in chance's turn: of all weights there, it is the share of the games in
    /// which chance brings that move. A move of weight 0 never comes; one at least has more.
    fn weight(&self, roll: Self::Move) -> u32 {
        let _ = roll;
        1
    }

    /// The result, **seen from Black**, of a game that ends because this position has come again.
    fn repeated(&self) -> Value {
        Value::DRAW
    }

    /// Whether no position from before a legal move can come again after it, so that nobody needs to
    /// remember them. `false` is always right.
    fn is_irreversible(&self, mv: Self::Move) -> bool {
        let _ = mv;
        !Self::REPETITION.is_possible()
    }

    /// Returns an upper limit of the plies (passes and rolls included) that the game can still take, where
    /// there is one. It plans time and ends iterative deepening. Defaults to `None`.
    fn max_plies(&self) -> Option<u32> {
        None
    }

    /// The side whose turn it is, from whose point of view values and scores are seen. Chance has no
    /// view of its own: there it is Black.
    #[inline]
    fn to_move(&self) -> Side {
        self.turn().side()
    }

    /// Whether it is chance's turn.
    #[inline]
    fn is_chance(&self) -> bool {
        Self::CHANCE && self.turn() == Turn::Chance
    }

    /// The result, once the game is over, seen from [`Rules::to_move`].
    #[inline]
    fn outcome_for_mover(&self) -> Option<Value> {
        self.outcome().map(|value| value.seen_by(self.to_move()))
    }

    /// The legal moves as a new list.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Moves::new();
        self.moves(&mut moves);
        moves.iter().map(|candidate| candidate.mv).collect()
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
}
