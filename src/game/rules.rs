//! What is legal, what a move does, when it is over: the part of a game that the search needs.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use super::{Side, Turn, Value};

/// The most moves that a position of any game may have.
pub const MAX_MOVES: usize = 256;

/// The legal moves of a position, in a fixed buffer: the search allocates nothing.
pub type Moves<M> = ArrayVec<M, MAX_MOVES>;

/// The moves worth searching, each with its place in the order.
pub type Candidates<M> = ArrayVec<Candidate<M>, MAX_MOVES>;

/// A move that is worth searching.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How promising it is: larger is searched earlier, equals in the order they are given.
    pub order: i32,
}

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

/// What [`Rules::expand`] found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The candidates have to be searched. No candidate means that the game is over.
    Open,
    /// The exact result is known without a search.
    Decided {
        /// The result, seen from the side to move.
        value: Value,
        /// The number of plies to the end with best play.
        plies: u32,
    },
}

/// The rules of a game, implemented by its position.
///
/// A position is a value: it is copied and a move is played on the copy, nothing is ever taken
/// back. Small ones (up to 64 bytes) are what the search likes best.
///
/// The required part is what every game has. The provided methods are *hooks*: their neutral
/// defaults cost nothing, and a game that knows more about itself says it there. Exact values
/// are the same with and without them.
pub trait Rules: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move, as small as possible.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// How results count.
    const SCALE: Scale;

    /// Whether the sides take strict turns. `false` makes the search ask after each move whose
    /// turn it is.
    const ALTERNATES: bool = true;

    /// Where [`Rules::expand`] leaves an unfinished position open, no win for the side to move comes
    /// in fewer plies than these, and no loss in fewer than one less. At least 1.
    const QUICKEST_WIN: u32 = 1;

    /// Hook: how far the solver sees when the search for play sees 100 plies ahead with as many
    /// nodes. In play, it is tried when the end of the game is not further away, by
    /// [`Rules::max_choices`].
    const SOLVER_REACH: u32 = 150;

    /// Hook: what it counts beside the order of [`Rules::expand`] that a move has always cut off in
    /// other positions. Where it is 0, that only tells between moves with the same order.
    const HISTORY: i32 = 0;

    /// Hook: with at most so many plies left by [`Rules::max_plies`], [`Rules::finish`] always has an
    /// answer, so that no table holds such positions.
    const FINISHED_FROM: u32 = 0;

    /// Hook: with at least so many plies left, the solver prefers, of the moves that promise about as
    /// much, the one that refutes most of the moves that the other side has. That saves work where
    /// moves can mostly be played in any order, since what comes after is then met again.
    const COMMON_REPLIES_FROM: Option<u32> = None;

    /// The move that passes, in a game that has one. A forced pass is a move like any other: it
    /// is then the only one that [`Rules::moves`] gives.
    const PASS: Option<Self::Move> = None;

    /// `Some(n)`: keys are below 2ⁿ and equal for equal positions alone. `None`: a key is a hash
    /// of 64 bits, and two positions may share one by bad luck.
    const KEY_BITS: Option<u32> = None;

    /// What it means when a position comes again.
    const REPETITION: Repetition = Repetition::Never;

    /// How many times a position has to occur for that to end the game. Searches take the second
    /// time for the last.
    const OCCURRENCES: u32 = 2;

    /// Whose turn it is. It stays defined after the end.
    fn turn(&self) -> Turn;

    /// The result, once the game is over, **seen from Black**.
    fn outcome(&self) -> Option<Value>;

    /// Adds the legal moves to the empty list `moves`: none exactly when the game is over.
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

    /// An upper limit of the plies (passes included) that the game can still take. It plans time
    /// and ends iterative deepening.
    fn max_plies(&self) -> u32 {
        u32::MAX
    }

    /// Hook: an upper limit of the moves (passes included) to the end at which a side has a choice.
    /// A search that goes so deep reaches the end everywhere, so that it leaves nothing out.
    fn max_choices(&self) -> u32 {
        self.max_plies()
    }

    /// Hook: the position if the side to move could pass, for a null move: where it is good enough
    /// for a side to do nothing, a move is. That is wrong where to be on the move may be bad.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Hook: the moves worth searching, added to the empty list `candidates`, each with its place
    /// in the order; or the result, where the position is decided at sight. Moves may be left out
    /// when another candidate is at least as good. A position that is over gives no candidates.
    fn expand(&self, candidates: &mut Candidates<Self::Move>) -> Expansion {
        let mut moves = Moves::new();
        self.moves(&mut moves);
        candidates.extend(moves.into_iter().map(|mv| Candidate { mv, order: 0 }));
        Expansion::Open
    }

    /// Hook: gives the candidates of [`Rules::expand`] a better order, which may take its time: only
    /// the solver asks, and only where it has to search.
    fn reorder(&self, candidates: &mut Candidates<Self::Move>) {
        let _ = candidates;
    }

    /// Hook: limits (lowest, highest) that the result cannot leave, seen from the side to move.
    fn bounds(&self) -> (Value, Value) {
        (Value::MIN, Value::MAX)
    }

    /// Hook: about what the margin may be, in a game with margins. The solver begins there: the nearer
    /// it is, the fewer questions are left. Nothing else depends on it.
    fn estimate(&self) -> Value {
        Value::DRAW
    }

    /// Hook: an answer to the question whether the result is at least `wanted`, where a routine of
    /// the game's own has it sooner than a search: in the last few plies, say. The result is at
    /// least the answer if that is at least `wanted`, and at most the answer if not. Where it looks
    /// at many positions, it adds their number to `nodes`. Only the solver asks, and only where no
    /// distance counts.
    fn finish(&self, wanted: Value, nodes: &mut u64) -> Option<Value> {
        let _ = (wanted, nodes);
        None
    }

    /// Hook: a key that positions may share when their exact value is the same, by symmetry for
    /// instance. Defaults to [`Rules::key`].
    fn canonical_key(&self) -> u64 {
        self.key()
    }

    /// Hook: a number that positions share when they are likely to be looked up together, the ones
    /// after each move of a position above all: what is known about them is then kept together.
    /// In a game where stones are set and stay, the stones of the side to move are such a number.
    /// Positions with the same [`Rules::canonical_key`] have the same family.
    fn family(&self) -> u64 {
        self.canonical_key()
    }

    /// Hook: the family of the positions after each move, where they all have the same; it is looked
    /// for in the memory as soon as the position is reached.
    fn next_family(&self) -> Option<u64> {
        None
    }

    /// Hook: a key for files, such as books: the same for **all** positions that are the same by
    /// the game's symmetry, and the same in every run and on every machine. It differs from
    /// [`Rules::canonical_key`] only where that one leaves some of them apart to save time.
    fn symmetric_key(&self) -> u64 {
        self.canonical_key()
    }

    /// Hook: the one that stands for all positions that are the same by the game's symmetry. What
    /// depends on how a position is searched, and is kept under its [`Rules::symmetric_key`], is
    /// found out about that one. Defaults to the position itself.
    fn symmetric_image(&self) -> Self {
        self.clone()
    }

    /// The side whose turn it is, from whose point of view values and scores are seen. Chance has no
    /// view of its own: there it is Black.
    #[inline]
    fn to_move(&self) -> Side {
        self.turn().side()
    }

    /// The result, once the game is over, seen from [`Rules::to_move`].
    #[inline]
    fn outcome_for_mover(&self) -> Option<Value> {
        self.outcome().map(|value| value.seen_by(self.to_move()))
    }

    /// The legal moves as a new list.
    fn legal_moves(&self) -> Moves<Self::Move> {
        let mut moves = Moves::new();
        self.moves(&mut moves);
        moves
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
}
