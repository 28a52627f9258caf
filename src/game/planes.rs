//! The contents of the board as sets of places, which learnt evaluations read.

/// A set of places for each kind of thing that can stand on them, such as the pieces of each side, and for each kind of
/// fact about them, such as who would win there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes([u128; Planes::MOST]);

impl Planes {
    /// The most kinds.
    pub const MOST: usize = 7;
    /// The most places.
    pub const PLACES: usize = 128;
    /// The point of a place that is not on the board.
    pub const OFF_THE_BOARD: (i16, i16) = (i16::MAX, i16::MAX);
    /// All places are empty.
    pub const EMPTY: Planes = Planes([0; Planes::MOST]);

    /// The sets of the first kinds, bit n for place n. Those of things must not overlap.
    ///
    /// # Panics
    /// If there are more than [`Planes::MOST`].
    #[inline]
    pub fn new<const N: usize>(sets: [u128; N]) -> Planes {
        let mut planes = Planes::EMPTY;
        planes.0[..N].copy_from_slice(&sets);
        planes
    }

    /// Puts a thing of this kind on a place.
    pub fn put(&mut self, kind: usize, place: usize) {
        self.0[kind] |= 1 << place;
    }

    /// The number of places in the sets of the first kinds.
    #[inline]
    pub fn count(&self, kinds: usize) -> u32 {
        let sets = self.0.iter().take(kinds);
        sets.map(|set| set.count_ones()).sum()
    }

    /// The places of each kind.
    #[inline]
    pub fn sets(&self) -> &[u128; Planes::MOST] {
        &self.0
    }

    #[inline]
    pub(crate) fn sets_mut(&mut self) -> &mut [u128; Planes::MOST] {
        &mut self.0
    }
}
