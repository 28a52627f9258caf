//! Facts about positions of a game with repetitions that do not depend on the path to them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::entries::GOLDEN;

/// The facts about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// The side to move wins within this many plies.
    pub(super) wins_in: Option<u16>,
    /// It does not win within this many.
    no_win_in: u16,
    /// It loses within this many plies.
    loses_in: Option<u16>,
    /// It does not lose within this many.
    no_loss_in: u16,
    /// It reaches at least a draw.
    pub(super) not_lost: bool,
    /// It reaches at most a draw.
    pub(super) not_won: bool,
}

impl Facts {
    /// Tells whether the side to move wins within this many plies, if known.
    pub(super) fn wins_within(&self, plies: u16) -> Option<bool> {
        if self.wins_in.is_some_and(|wins| wins <= plies) {
            return Some(true);
        }
        let not = plies <= self.no_win_in || self.not_won || self.loses_in.is_some();
        not.then_some(false)
    }

    /// Tells whether the side to move loses within this many plies, if known.
    pub(super) fn loses_within(&self, plies: u16) -> Option<bool> {
        if self.loses_in.is_some_and(|loses| loses <= plies) {
            return Some(true);
        }
        let not = plies <= self.no_loss_in || self.not_lost || self.wins_in.is_some();
        not.then_some(false)
    }

    /// Tells whether the side to move wins, if known.
    pub(super) fn is_won(&self) -> Option<bool> {
        if self.wins_in.is_some() {
            return Some(true);
        }
        (self.not_won || self.loses_in.is_some()).then_some(false)
    }

    /// Tells whether the side to move reaches at least a draw, if known.
    pub(super) fn is_held(&self) -> Option<bool> {
        if self.loses_in.is_some() {
            return Some(false);
        }
        (self.not_lost || self.wins_in.is_some()).then_some(true)
    }

    pub(super) fn learn_win(&mut self, plies: u16, wins: bool) {
        if wins {
            self.wins_in = Some(self.wins_in.map_or(plies, |known| known.min(plies)));
        } else {
            self.no_win_in = self.no_win_in.max(plies);
        }
    }

    pub(super) fn learn_nearest_win(&mut self, plies: u16) {
        self.learn_win(plies, true);
        self.learn_win(plies.saturating_sub(1), false);
    }

    pub(super) fn learn_nearest_loss(&mut self, plies: u16) {
        self.learn_loss(plies, true);
        self.learn_loss(plies.saturating_sub(1), false);
    }

    pub(super) fn learn_loss(&mut self, plies: u16, loses: bool) {
        if loses {
            self.loses_in = Some(self.loses_in.map_or(plies, |known| known.min(plies)));
        } else {
            self.no_loss_in = self.no_loss_in.max(plies);
        }
    }
}

/// Facts by the keys of positions. When it is full it forgets all of them, since each can be
/// recomputed.
pub(super) struct Memory {
    facts: HashMap<u64, Facts, Keys>,
    most: usize,
}

impl Memory {
    /// The bytes used for a position, with room to grow.
    pub(super) const BYTES: usize = 64;

    pub(super) fn new(most: usize) -> Memory {
        Memory {
            facts: HashMap::default(),
            most: most.max(1),
        }
    }

    /// The bytes used when it is full.
    pub(super) fn bytes(&self) -> usize {
        self.most * Memory::BYTES
    }

    pub(super) fn get(&self, key: u64) -> Facts {
        self.facts.get(&key).copied().unwrap_or_default()
    }

    pub(super) fn learn(&mut self, key: u64, fact: impl FnOnce(&mut Facts)) {
        if self.facts.len() >= self.most {
            self.facts.clear();
        }
        fact(self.facts.entry(key).or_default());
    }

    pub(super) fn clear(&mut self) {
        self.facts.clear();
    }
}

/// Hashes keys of positions: a product mixes them well enough.
pub(super) type Keys = BuildHasherDefault<KeyHasher>;

#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (self.0 ^ key).wrapping_mul(GOLDEN);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(GOLDEN)
    }
}
