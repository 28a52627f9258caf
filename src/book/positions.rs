//! All positions up to a number of plies, symmetric ones once.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use thiserror::Error;

use super::worth::Worth;
use crate::game::{Rules, Symmetry};
use crate::search::{Stop, Stopped};

/// The reason why the positions of a book cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionsError {
    /// The listing was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Positions of the game can repeat, so that values do not follow from those of their children.
    #[error("positions of this game repeat within that many plies: a book has to end before")]
    Repeats,
    /// Chance has a turn in the game, so that values do not follow from the best ones after them.
    #[error("books are for games without chance")]
    Chance,
}

/// The unfinished positions of a game up to a number of plies from its roots, each after all of its
/// descendants. Neighbours in the list share most of their descendants.
pub struct Positions<R> {
    list: Vec<Node<R>>,
    by_key: Keys<usize>,
}

/// A position of a book.
pub(super) struct Node<R> {
    pub(super) key: u64,
    pub(super) position: R,
    /// `true` if its children are in the book as well.
    pub(super) inner: bool,
}

/// A hasher for keys of positions, which need little more mixing.
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
        // See [Knuth 1998], 6.4; the table uses bits from both ends.
        let mixed = (self.0 ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// A map by the keys of positions.
pub(super) type Keys<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;

impl<R: Symmetry> Positions<R> {
    /// Lists all unfinished positions up to `plies` plies from the roots. `count` gets their number
    /// now and then.
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

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if there are none: every root is a finished game.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn nodes(&self) -> &[Node<R>] {
        &self.list
    }

    /// The index of the position with a key.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.by_key.get(&key).copied()
    }

    /// The value of an inner position from those of its children: `result` gives the values of
    /// finished games, `known` those of other positions, by index. `None` if one is missing.
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

/// The least number of plies from a root to each position.
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

/// A depth-first walk that lists each position after its descendants.
struct Walk<R> {
    plies: u32,
    levels: Keys<u32>,
    list: Vec<Node<R>>,
    by_key: Keys<usize>,
}

/// Marks a position on the present path.
const ON_THE_WAY: usize = usize::MAX;

impl<R: Symmetry> Walk<R> {
    fn walk(&mut self, root: &R, stop: &Stop) -> Result<(), PositionsError> {
        // The positions of the present path, with their remaining moves.
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
        self.list.push(Node {
            key,
            position,
            inner,
        });
    }
}

/// A position of the present path, its key and its remaining moves.
type Step<R> = (R, u64, std::vec::IntoIter<<R as Rules>::Move>);
