//! The part of a game that the search needs: legal moves, their effect, the end of the game.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use super::{Moves, Side, Turn, Value};

/// The number of different move indices; see [`Rules::move_index`].
pub const MOVE_INDICES: usize = 1 << 12;

/// How results count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Only the winner matters: a result is ±1 or a draw.
    Winner,
    /// The result is a margin (discs, seeds).
    Margin,
    /// A result is ±1 or a draw, and a quicker win is better.
    Distance,
    /// The same if the sides strictly alternate and a win can only come by the winner's own move:
    /// wins take an odd number of plies, and losses an even one.
    DistanceByMover,
}

impl Scale {
    /// Tells whether results are margins.
    pub const fn has_margin(self) -> bool {
        matches!(self, Scale::Margin)
    }

    /// Tells whether wins are ranked by their distance.
    pub const fn has_distance(self) -> bool {
        matches!(self, Scale::Distance | Scale::DistanceByMover)
    }
}

/// The consequence of a repeated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// No position can be repeated.
    Never,
    /// The game is drawn.
    Draw,
    /// Something else, such as a loss or a count of the board; see [`Rules::repeated`].
    Other,
}

impl Repetition {
    /// Tells whether a position can be repeated.
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
/// A position is a value: it is copied and a move is played on the copy; no move is ever undone.
/// The search is fastest with small ones (up to 64 bytes).
///
/// Further knowledge about the game is in its [`Knowledge`](super::Knowledge); exact values are the
/// same with and without it.
pub trait Rules: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move, as small as possible.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// How results count.
    const SCALE: Scale;

    /// `Some(n)`: keys are below 2ⁿ and identify positions exactly. `None`: a key is a 64-bit hash,
    /// and two positions may by bad luck share one.
    const KEY_BITS: Option<u32> = None;

    /// The consequence of a repeated position.
    const REPETITION: Repetition = Repetition::Never;

    /// True if chance has a turn in this game, as where dice are rolled. Where it has none, nothing is
    /// compiled for it.
    const CHANCE: bool = false;

    /// How many times a position has to occur to end the game. Searches treat the second occurrence
    /// as the last.
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

    /// Plays a legal move. An illegal one may do anything that is safe.
    fn play(&mut self, mv: Self::Move);

    /// A number for the position, including the side to move, equal for equal positions. It needs
    /// no mixing. See [`Rules::KEY_BITS`].
    fn key(&self) -> u64;

    /// A number that is equal for positions that count as the same when a position comes again. Defaults to
    /// [`Rules::key`]; it leaves out what grows from move to move, such as counted plies.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// A number for a move, taken modulo [`MOVE_INDICES`]. The search uses it to remember which
    /// moves were good; if moves share one, they are only ordered less well. Defaults to a hash of
    /// the move.
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

    /// The result, **seen from Black**, of a game that ends because this position was repeated.
    fn repeated(&self) -> Value {
        Value::DRAW
    }

    /// Tells whether no position from before this legal move can occur after it, so that those positions
    /// can be forgotten. `false` is always right.
    fn is_irreversible(&self, mv: Self::Move) -> bool {
        let _ = mv;
        !Self::REPETITION.is_possible()
    }

    /// Returns an upper limit of the plies (passes and rolls included) that the game can still take, where
    /// there is one. It plans time and ends iterative deepening. Defaults to `None`.
    fn max_plies(&self) -> Option<u32> {
        None
    }

    /// The side on move, from whose point of view values and scores are seen. Chance has no view of
    /// its own; Black's is used.
    #[inline]
    fn to_move(&self) -> Side {
        self.turn().side()
    }

    /// Tells whether it is chance's turn.
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
