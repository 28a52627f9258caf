//! The part of the memory that a solver uses: small while there is little to store, so that it
//! stays in the processor's caches, and doubled whenever it has filled up.
//!
//! Lines are kept in groups, one for each family of positions. An entry is true wherever it is
//! found, so that the area can grow without knowing which position each entry belongs to: its
//! contents are copied to its second half, and each position finds its own entry in one of the
//! halves.

use std::sync::atomic::Ordering;

use super::entries::GOLDEN;
use crate::resources::{CacheLine, Extent, WORDS};

/// This many bits of the key choose a line of the group. More lines spread large families better,
/// fewer keep them closer together.
pub(super) const LINE_BITS: u32 = 2;

/// The initial number of groups: half a MiB.
const FIRST_GROUPS: usize = 1 << 11;

/// The area grows when this many entries were written for each of its lines.
const ENTRIES_TO_GROW: usize = 6;

/// Memory for entries, shared by the threads of a solver.
#[derive(Clone, Copy)]
pub(super) struct Area<'a> {
    lines: &'a [CacheLine],
    extent: &'a Extent,
}

impl<'a> Area<'a> {
    pub(super) fn new(lines: &'a [CacheLine], extent: &'a Extent) -> Area<'a> {
        let area = Area { lines, extent };
        if extent.groups.load(Ordering::Relaxed) == 0 {
            area.set_groups(FIRST_GROUPS.min(area.most_groups()));
        }
        area
    }

    fn most_groups(&self) -> usize {
        self.lines.len() >> LINE_BITS
    }

    fn set_groups(&self, groups: usize) {
        self.extent.written.store(0, Ordering::Relaxed);
        self.extent.groups.store(groups, Ordering::Relaxed);
    }

    /// The first line of a family's group.
    #[inline]
    pub(super) fn first_line(&self, family: u64) -> usize {
        let mixed = family.wrapping_mul(GOLDEN);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(GOLDEN) >> 32;
        let groups = self.extent.groups.load(Ordering::Relaxed);
        let mask = groups.next_power_of_two() - 1;
        let group = mixed as usize & mask;
        let group = if group < groups {
            group
        } else {
            group & mask >> 1
        };
        group << LINE_BITS
    }

    #[inline]
    pub(super) fn line(&self, index: usize) -> &'a CacheLine {
        &self.lines[index]
    }

    /// Counts this many written entries. Returns whether it is time to grow.
    #[inline]
    pub(super) fn add_written(&self, entries: usize) -> bool {
        let written = self.extent.written.fetch_add(entries, Ordering::Relaxed) + entries;
        let groups = self.extent.groups.load(Ordering::Relaxed);
        written > (groups << LINE_BITS) * ENTRIES_TO_GROW && !self.is_full()
    }

    /// Tells whether all of the memory is in use.
    pub(super) fn is_full(&self) -> bool {
        self.extent.groups.load(Ordering::Relaxed) >= self.most_groups()
    }

    /// Doubles the area. `faded` lowers the value of a line's entries: half of the copies are in a
    /// wrong place.
    #[cold]
    pub(super) fn grow(&self, faded: impl Fn([u64; WORDS]) -> [u64; WORDS]) {
        let groups = self.extent.groups.load(Ordering::Relaxed);
        let wider = (2 * groups).min(self.most_groups());
        for index in 0..(wider - groups) << LINE_BITS {
            let CacheLine(old) = self.line(index);
            let words = faded(old.each_ref().map(|word| word.load(Ordering::Relaxed)));
            let CacheLine(new) = self.line(index + (groups << LINE_BITS));
            for ((old, new), word) in old.iter().zip(new).zip(words) {
                old.store(word, Ordering::Relaxed);
                new.store(word, Ordering::Relaxed);
            }
        }
        self.set_groups(wider);
    }

    /// Forgets all entries, and makes the area small again.
    pub(super) fn forget(&self) {
        let written = self.extent.written.load(Ordering::Relaxed);
        let is_small = self.extent.groups.load(Ordering::Relaxed) <= FIRST_GROUPS;
        if is_small && written < (FIRST_GROUPS << LINE_BITS) {
            // There is enough room.
            return;
        }
        let groups = FIRST_GROUPS.min(self.most_groups());
        for CacheLine(words) in &self.lines[..groups << LINE_BITS] {
            words
                .iter()
                .for_each(|word| word.store(0, Ordering::Relaxed));
        }
        self.set_groups(groups);
    }
}
