//! Positions that are the same by the symmetry of a game.

use super::Rules;

/// The symmetry of a game: turned and mirrored boards, say. Books keep one position for all its images,
/// and a game's [`Knowledge`](super::Knowledge) may let them share what a search has found out.
///
/// A game without symmetry implements it with nothing: a position is then its only image.
pub trait Symmetry: Rules {
    /// Returns the positions that are the same as this one but for the symmetry, itself included, in any
    /// order and as often as they come. They all have the same side to move and the same exact value.
    fn images(&self) -> impl Iterator<Item = Self> {
        std::iter::once(self.clone())
    }

    /// Returns the image that stands for all: the same for each of them. Defaults to the one with the
    /// smallest [`Rules::key`].
    #[must_use]
    fn canonical(&self) -> Self {
        let least = self.images().min_by_key(Rules::key);
        least.unwrap_or_else(|| self.clone())
    }

    /// Returns a key that all images share, and that no run or machine changes: books keep positions under
    /// it. Other positions may share it, if their exact value is always the same. Defaults to
    /// the key of [`Symmetry::canonical`].
    fn canonical_key(&self) -> u64 {
        self.canonical().key()
    }
}
