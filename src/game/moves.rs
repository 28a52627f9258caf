//! Lists of moves.

use std::ops::{Deref, DerefMut};

/// A move that is worth searching.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How promising it is: larger values are searched earlier, equal ones in the given order.
    pub order: i32,
}

/// The moves of a position, each with its place in the order, up to 65 535 of them. A list is
/// reused for other positions, so that a search allocates almost nothing.
#[derive(Clone, Debug)]
pub struct Moves<M>(Vec<Candidate<M>>);

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves(Vec::new())
    }
}

impl<M> Moves<M> {
    /// An empty list.
    pub fn new() -> Moves<M> {
        Moves::default()
    }

    /// Adds a move with order 0.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.push_ranked(mv, 0);
    }

    /// Adds a move with its place in the order: see [`Candidate::order`].
    #[inline]
    pub fn push_ranked(&mut self, mv: M, order: i32) {
        self.0.push(Candidate { mv, order });
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Adds moves with order 0.
impl<M> Extend<M> for Moves<M> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        let candidate = |mv| Candidate { mv, order: 0 };
        self.0.extend(moves.into_iter().map(candidate));
    }
}

impl<M> Deref for Moves<M> {
    type Target = [Candidate<M>];

    #[inline]
    fn deref(&self) -> &[Candidate<M>] {
        &self.0
    }
}

impl<M> DerefMut for Moves<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Candidate<M>] {
        &mut self.0
    }
}
