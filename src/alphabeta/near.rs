//! A small table for the last ply before the horizon, where most nodes are. It stays in the
//! processor's own cache, while the large one is as far away as the memory, and what it forgets is
//! quickly found again.

use crate::resources::Entry;

/// The small table of one thread: keys with packed entries, 0 where there is none. A key has one place
/// in it, and the newest entry takes it.
pub(super) struct Near(Box<[(u64, u64)]>);

impl Near {
    /// The deepest searches that it holds.
    pub(super) const DEPTH: i32 = 1;
    const SLOTS: usize = 1 << 14;

    pub(super) fn new() -> Near {
        Near(vec![(0, 0); Near::SLOTS].into_boxed_slice())
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let (found, entry) = self.0[key as usize % Near::SLOTS];
        (found == key).then(|| Entry::unpack(entry)).flatten()
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        self.0[key as usize % Near::SLOTS] = (key, entry.pack());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Score;
    use crate::resources::Bound;

    #[test]
    fn the_newest_entry_of_a_place_is_found_by_its_own_key_alone() {
        let entry = |mv| Entry {
            score: Score::evaluation(-7),
            bound: Bound::Lower,
            depth: 1,
            complete: false,
            mv,
        };
        let mut near = Near::new();
        let other = 5 + Near::SLOTS as u64;
        assert_eq!(near.probe(0), None);
        near.store(5, entry(1));
        assert_eq!(near.probe(5), Some(entry(1)));
        assert_eq!(near.probe(other), None);
        near.store(other, entry(2));
        assert_eq!(near.probe(other), Some(entry(2)));
        assert_eq!(near.probe(5), None);
    }
}
