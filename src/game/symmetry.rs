//! Positions that are equivalent by the symmetry of a game.

use super::Rules;

/// The symmetry of a game, such as turned and mirrored boards. Books keep one position for all its
/// images, and a game's [`Knowledge`](super::Knowledge) may share search results among them.
///
/// A game without symmetry implements it without any methods: a position is then its only image.
pub trait Symmetry: Rules {
    /// Returns the positions that are equivalent to this one by symmetry, itself included, in any
    /// order, possibly with duplicates. They all have the same side to move and the same exact
    /// value.
    fn images(&self) -> impl Iterator<Item = Self> {
        std::iter::once(self.clone())
    }

    /// Returns the position in which each side has what the other one has here, and is to move if the other one is
    /// here. Its exact value is the opposite. Defaults to `None`: the game is not the same to both sides, or does not
    /// tell. What is learnt of one side then serves the other one as well.
    fn exchanged(&self) -> Option<Self> {
        None
    }

    /// Returns the representative image, the same for each of them. Defaults to the one with the
    /// smallest [`Rules::key`].
    #[must_use]
    fn canonical(&self) -> Self {
        let least = self.images().min_by_key(Rules::key);
        least.unwrap_or_else(|| self.clone())
    }

    /// Returns a key that all images share, and that is the same in every run and on every machine:
    /// books store positions under it. Other positions may share it only if their exact value is
    /// always the same. Defaults to the key of [`Symmetry::canonical`].
    fn canonical_key(&self) -> u64 {
        self.canonical().key()
    }
}
