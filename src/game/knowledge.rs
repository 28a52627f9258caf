//! Knowledge of a game about itself, which makes the search and the solver fast and changes no exact value.

use super::{Moves, Rules, Value};

/// The finding of [`Knowledge::expand`] about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// The moves have to be searched. None means that the game is over.
    Open,
    /// The exact result is known without a search.
    Decided {
        /// The result, seen from the side to move.
        value: Value,
        /// The number of plies to the end with best play.
        plies: u32,
    },
}

/// Knowledge of the game `R`, apart from its rules. Everything has a neutral default that costs nothing;
/// [`NoKnowledge`] is nothing else, and right for every game. Exact values are the same with any
/// knowledge.
///
/// In chance's turn nothing but [`Knowledge::bounds`] and [`Knowledge::max_choices`] is asked, and values are
/// seen from Black.
///
/// It is a value, which all threads share; what it remembers while it is asked is in
/// [`Knowledge::Memory`], which each thread has of its own.
pub trait Knowledge<R: Rules>: Default + Send + Sync + 'static {
    /// The memory of one thread, for [`Knowledge::answer`].
    type Memory: Default + Send + 'static;

    /// `true` where the sides take strict turns, so that the search need not ask after each move whose
    /// turn it is.
    const ALTERNATES: bool = false;

    /// The plies that the solver sees ahead where the search for play sees 100, with as many
    /// nodes. In play, it is tried when the end of the game is not further away, by
    /// [`Knowledge::max_choices`].
    const SOLVER_REACH: u32 = 150;

    /// The weight, beside the order of [`Knowledge::expand`], of a move that has always cut off in other
    /// positions. With 0, such a history only decides between moves with the same order.
    const HISTORY: i32 = 0;

    /// The number of plies left, by [`Rules::max_plies`], down from which [`Knowledge::answer`] always has
    /// an answer, so that no table holds such positions.
    const ANSWERED_FROM: u32 = 0;

    /// With at least so many plies left, the solver prefers, of the moves that promise about as
    /// much, the one that refutes most of the moves that the other side has. That saves work where
    /// moves can mostly be played in any order, since what comes after is then met again.
    const COMMON_REPLIES_FROM: Option<u32> = None;

    /// The weight, beside the order of [`Knowledge::expand`], of a small advantage
    /// ([`Evaluation::grain`](super::Evaluation::grain)) that a look ahead sees after a move.
    const ADVANTAGE: i32 = 0;

    /// Where [`Knowledge::expand`] leaves an unfinished position open, no win for the side to move comes
    /// in fewer plies than these, and no loss in fewer than one less. At least 1.
    const QUICKEST_WIN: u32 = 1;

    /// An upper limit of the moves (passes included) to the end at which a side has a choice, and of the
    /// rolls. A search that goes so deep reaches the end everywhere, so that it leaves nothing out.
    fn max_choices(&self, position: &R) -> Option<u32> {
        position.max_plies()
    }

    /// The position if the side to move could pass, for a null move: where it is good enough
    /// for a side to do nothing, a move is. That is wrong where to be on the move may be bad.
    fn null_move(&self, position: &R) -> Option<R> {
        let _ = position;
        None
    }

    /// The moves worth searching, added to the empty list `moves`, each with its place
    /// in the order; or the result, where the position is decided at sight. Moves may be left out
    /// when another one is at least as good. A position that is over adds none.
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

    /// Limits (lowest, highest) that the result cannot leave, seen from the side to move.
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

    /// An answer to the question whether the result is at least `wanted`, where a routine of
    /// the game's own has it sooner than a search: in the last few plies, say. The result is at
    /// least the answer if that is at least `wanted`, and at most the answer if not. Where it looks
    /// at many positions, it adds their number to `nodes`. Only the solver asks, and only where no
    /// distance counts.
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

    /// A key that positions may share when their exact value is the same, by symmetry for
    /// instance. Defaults to [`Rules::key`].
    fn key(&self, position: &R) -> u64 {
        position.key()
    }

    /// A number that positions share when they are likely to be looked up together, the ones
    /// after each move of a position above all: what is known about them is then kept together.
    /// In a game where stones are set and stay, the stones of the side to move are such a number.
    /// Positions with the same [`Knowledge::key`] have the same family.
    fn family(&self, position: &R) -> u64 {
        self.key(position)
    }

    /// The family of the positions after each move, where they all have the same; it is looked
    /// for in the memory as soon as the position is reached.
    fn next_family(&self, position: &R) -> Option<u64> {
        let _ = position;
        None
    }
}

/// No knowledge: a game that is searched by its rules alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<R: Rules> Knowledge<R> for NoKnowledge {
    type Memory = ();
}
