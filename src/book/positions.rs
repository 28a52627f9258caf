//! All positions up to some plies, those that are the same by symmetry once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use thiserror::Error;

use super::worth::Worth;
use crate::game::{Rules, Symmetry};
use crate::search::{Stop, Stopped};

/// Why the positions of a book cannot be counted up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionsError {
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The game can repeat a position, so that values do not follow from those after them.
    #[error("a position of this game can come again, and books are for games where none can")]
    Repeats,
    /// Chance has a turn in the game, so that values do not follow from the best ones after them.
    #[error("books are for games without chance")]
    Chance,
}

/// The unfinished positions of a game up to some plies from its roots, each after all that follow
/// from it. Neighbours have most of what follows from them in common.
pub struct Positions<R> {
    list: Vec<Place<R>>,
    by_key: Keys<usize>,
}

/// A position and its place in the book.
pub(super) struct Place<R> {
    pub(super) key: u64,
    pub(super) position: R,
    /// Whether positions after it are in the book as well.
    pub(super) inner: bool,
}

/// Keys are mixed well enough as they are, or nearly so.
#[derive(Clone, Copy, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        // See [Knuth 1998], 6.4; the table wants the mixed bits
        // at both ends.
        let mixed = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// A map by keys of positions.
pub(super) type Keys<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

impl<R: Symmetry> Positions<R> {
    /// All unfinished positions up to `plies` plies from the roots. `count` is told how many there
    /// are, now and then.
    ///
    /// # Errors
    /// When it was stopped, when positions can come again, and when chance has a turn.
    pub fn new(
        roots: &[R],
        plies: u32,
        stop: &Stop,
        count: &mut dyn FnMut(u64),
    ) -> Result<Positions<R>, PositionsError> {
        if R::CHANCE {
            return Err(PositionsError::Chance);
        }
        let levels = levels(roots, plies, stop, count)?;
        let mut walk = Walk {
            plies,
            levels,
            list: Vec::new(),
            by_key: Keys::default(),
        };
        for root in roots {
            walk.walk(root, stop)?;
        }
        Ok(Positions {
            list: walk.list,
            by_key: walk.by_key,
        })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none: every root is a finished game.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn places(&self) -> &[Place<R>] {
        &self.list
    }

    /// The place of the position with that key.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.by_key.get(&key).copied()
    }

    /// The worth of an inner position from those after it: `result` says what finished games are
    /// worth, `known` what other positions are, by their place. `None` where one is not known.
    pub(super) fn follow(
        &self,
        position: &R,
        result: impl Fn(&R) -> Option<Worth>,
        known: impl Fn(usize) -> Option<Worth>,
    ) -> Option<Worth> {
        let mut best: Option<Worth> = None;
        for mv in position.legal_moves() {
            let child = position.after(mv);
            let worth = match result(&child) {
                Some(worth) => worth,
                None => known(self.find(child.canonical_key())?)?,
            };
            let again = child.to_move() == position.to_move();
            let worth = worth.of_move(again);
            if best.is_none_or(|best| worth.rank() > best.rank()) {
                best = Some(worth);
            }
        }
        best
    }
}

/// How many plies it takes at least to each position.
fn levels<R: Symmetry>(
    roots: &[R],
    plies: u32,
    stop: &Stop,
    count: &mut dyn FnMut(u64),
) -> Result<Keys<u32>, Stopped> {
    let mut levels = Keys::default();
    let mut level: Vec<R> = Vec::new();
    let mut add = |position: R, ply: u32, level: &mut Vec<R>| {
        if position.outcome().is_none() {
            levels.entry(position.canonical_key()).or_insert_with(|| {
                level.push(position);
                ply
            });
        }
        levels.len() as u64
    };
    for root in roots {
        add(root.clone(), 0, &mut level);
    }
    for ply in 1..=plies {
        let mut next = Vec::new();
        for (number, position) in level.iter().enumerate() {
            for mv in position.legal_moves() {
                let found = add(position.after(mv), ply, &mut next);
                if number % 4096 == 0 {
                    count(found);
                    if stop.is_requested() {
                        return Err(Stopped);
                    }
                }
            }
        }
        level = next;
    }
    Ok(levels)
}

/// Goes down to the last positions, and lists each position on the way back.
struct Walk<R> {
    plies: u32,
    levels: Keys<u32>,
    list: Vec<Place<R>>,
    by_key: Keys<usize>,
}

/// Stands in for the place of a position that the walk has not come back from.
const ON_THE_WAY: usize = usize::MAX;

impl<R: Symmetry> Walk<R> {
    fn walk(&mut self, root: &R, stop: &Stop) -> Result<(), PositionsError> {
        // Each position of the present path with its moves that are still to be gone.
        let mut path = Vec::new();
        self.enter(root.clone(), &mut path)?;
        while let Some((position, key, moves)) = path.last_mut() {
            if stop.is_requested() {
                return Err(Stopped.into());
            }
            let next = moves.next().map(|mv| position.after(mv));
            let (position, key) = (position.clone(), *key);
            match next {
                Some(child) => self.enter(child, &mut path)?,
                None => {
                    path.pop();
                    self.add(key, position, true);
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, position: R, path: &mut Vec<Step<R>>) -> Result<(), PositionsError> {
        let key = position.canonical_key();
        let Some(&ply) = self.levels.get(&key) else {
            // The game is over.
            return Ok(());
        };
        match self.by_key.get(&key) {
            Some(&ON_THE_WAY) => return Err(PositionsError::Repeats),
            Some(_) => {}
            None if ply < self.plies => {
                self.by_key.insert(key, ON_THE_WAY);
                let moves = position.legal_moves().into_iter().collect::<Vec<_>>();
                path.push((position, key, moves.into_iter()));
            }
            None => self.add(key, position, false),
        }
        Ok(())
    }

    fn add(&mut self, key: u64, position: R, inner: bool) {
        self.by_key.insert(key, self.list.len());
        self.list.push(Place {
            key,
            position,
            inner,
        });
    }
}

/// A position of the present path, its key, and its moves that are still to be gone.
type Step<R> = (R, u64, std::vec::IntoIter<<R as Rules>::Move>);
