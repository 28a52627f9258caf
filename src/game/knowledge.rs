//! Hints from a game that make the search and the solver fast and change no exact value.

use super::{Moves, Rules, Value};

/// The result of [`Knowledge::expand`] for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The moves have to be searched. If there are none, the game is over.
    Open,
    /// The exact result is known without a search.
    Decided {
        /// The result, seen from the side to move.
        value: Value,
        /// The number of plies to the end with best play.
        plies: u32,
    },
}

/// Knowledge about the game `R` beyond its rules. Every method has a neutral default that costs
/// nothing; [`NoKnowledge`] has only these defaults and is right for every game. Exact values are
/// the same with any knowledge.
///
/// In chance's turn nothing but [`Knowledge::bounds`] and [`Knowledge::max_choices`] is asked, and values are
/// seen from Black.
///
/// All threads share one value of this type; data that it stores between calls is in
/// [`Knowledge::Memory`], of which each thread has its own.
pub trait Knowledge<R: Rules>: Default + Send + Sync + 'static {
    /// The memory of one thread, for [`Knowledge::answer`].
    type Memory: Default + Send + 'static;

    /// `true` if the sides strictly alternate, so that the search need not ask after each move
    /// whose turn it is.
    const ALTERNATES: bool = false;

    /// How far the solver sees ahead, in plies, where the search for play sees 100 plies with the
    /// same number of nodes. In play, the solver is tried when the end of the game is not further
    /// away than that, by [`Knowledge::max_choices`].
    const SOLVER_REACH: u32 = 150;

    /// The weight, relative to the order of [`Knowledge::expand`], of a move that has always caused
    /// a cutoff in other positions. With 0, this history only decides between moves with the same
    /// order.
    const HISTORY: i32 = 0;

    /// The number of plies left, by [`Rules::max_plies`], from which on [`Knowledge::answer`]
    /// always has an answer, so that such positions are not stored in tables.
    const ANSWERED_FROM: u32 = 0;

    /// With at least this many plies left, the solver prefers, among moves that are about equally
    /// promising, the one that refutes most of the opponent's moves. That saves work in games whose
    /// moves can mostly be played in any order, since the positions after it then come up again.
    const COMMON_REPLIES_FROM: Option<u32> = None;

    /// The weight, beside the order of [`Knowledge::expand`], of a small advantage
    /// ([`Evaluation::grain`](super::Evaluation::grain)) that a look ahead sees after a move.
    const ADVANTAGE: i32 = 0;

    /// If [`Knowledge::expand`] leaves an unfinished position open, the side to move cannot win in
    /// fewer plies than this, and cannot lose in fewer than one less. At least 1.
    const QUICKEST_WIN: u32 = 1;

    /// An upper limit of the moves (passes included) to the end at which a side has a choice, and of the
    /// rolls. A search that goes so deep reaches the end everywhere, so that it leaves nothing out.
    fn max_choices(&self, position: &R) -> Option<u32> {
        position.max_plies()
    }

    /// The position after a hypothetical pass by the side to move, for a null move: if the position
    /// is good enough even then, it is with a real move. `None` if being on move can be a
    /// disadvantage.
    fn null_move(&self, position: &R) -> Option<R> {
        let _ = position;
        None
    }

    /// Adds the moves worth searching to the empty list `moves`, each with its place in the order,
    /// or returns the result if the position is decided at sight. Moves may be left out if another
    /// one is at least as good. A position that is over adds none.
    fn expand(&self, position: &R, moves: &mut Moves<R::Move>) -> Expansion {
        position.moves(moves);
        Expansion::Open
    }

    /// The plies that the solver looks ahead after each move, with the evaluation that is chosen, to
    /// give the moves of [`Knowledge::expand`] a better order; `None` where that takes longer than it
    /// saves.
    fn look_ahead(&self, position: &R) -> Option<u32> {
        let _ = position;
        None
    }

    /// The moves that a look ahead follows, added to the empty list `moves`, in any order. Where
    /// there are none, the position is judged as it stands. Defaults to [`Rules::moves`].
    fn moves_ahead(&self, position: &R, moves: &mut Moves<R::Move>) {
        position.moves(moves);
    }

    /// Bounds (lowest, highest) on the result, seen from the side to move.
    fn bounds(&self, position: &R) -> (Value, Value) {
        let _ = position;
        (Value::MIN, Value::MAX)
    }

    /// The plies that the solver looks ahead for a first estimate of the margin, in a game with
    /// margins, where a small advantage counts as one. The nearer it is, the fewer questions are left:
    /// nothing else depends on it. `None` for an estimate of 0.
    fn look_ahead_for_margin(&self, position: &R) -> Option<u32> {
        let _ = position;
        None
    }

    /// Tests whether the result is at least `wanted`, if a routine of the game can do so faster
    /// than a search, as in the last few plies. If the returned value is at least `wanted`, so is
    /// the result, and it is at least that value; otherwise the result is at most that value. A
    /// routine that visits many positions adds their number to `nodes`. Only the solver calls it,
    /// and only if distances do not matter.
    fn answer(
        &self,
        position: &R,
        wanted: Value,
        memory: &mut Self::Memory,
        nodes: &mut u64,
    ) -> Option<Value> {
        let _ = (position, wanted, memory, nodes);
        None
    }

    /// A key that positions with the same exact value may share, for instance by symmetry. Defaults
    /// to [`Rules::key`].
    fn key(&self, position: &R) -> u64 {
        position.key()
    }

    /// A number shared by positions that are likely to be looked up together, above all those after
    /// each move of a position, so that their table entries are stored next to each other. In a
    /// game in which stones never move, the stones of the side to move are such a number. Positions
    /// with the same [`Knowledge::key`] must have the same family.
    fn family(&self, position: &R) -> u64 {
        self.key(position)
    }

    /// The family of the positions after each move, if they all have the same; its table entries
    /// are prefetched as soon as the position is reached.
    fn next_family(&self, position: &R) -> Option<u64> {
        let _ = position;
        None
    }
}

/// No knowledge: the game is searched by its rules alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<R: Rules> Knowledge<R> for NoKnowledge {
    type Memory = ();
}
