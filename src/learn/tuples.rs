//! Groups of neighbouring places, each with a weight for each way to fill it [Jaskowski 2014].

use super::board::Board;
use crate::game::Planes;

/// The most groups.
pub(super) const LANES: usize = 96;
/// The most ways to fill a group.
const MOST_CONTENTS: usize = 20_000;

/// The number that the contents of each group have, in base (kinds + 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Indices(pub(super) [u16; LANES]);

/// The groups of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tuples {
    /// The places of each group.
    pub(super) groups: Vec<Vec<u8>>,
    /// Where the weights of each group begin, and where all end.
    pub(super) starts: Vec<u32>,
    /// What a thing adds to the indices, by its kind and place.
    added: Vec<Indices>,
    places: usize,
}

impl Tuples {
    /// Strips of two rows, as long as their contents have few enough numbers, upright and lying. Among the groups of
    /// Breakthrough that were tried, such learnt the most.
    pub(super) fn strips(board: &Board) -> Tuples {
        let most = (1..)
            .take_while(|&n| (board.kinds + 1).pow(n) <= MOST_CONTENTS)
            .count();
        let mut groups: Vec<Vec<u8>> = Vec::new();
        for length in (1..=most as i16).rev() {
            for (width, height) in [(2 * length, 2), (4, length)] {
                for &(x, y) in &board.points {
                    let is_in = |&(_, &(px, py)): &(usize, &(i16, i16))| {
                        (x..x + width).contains(&px) && (y..y + height).contains(&py)
                    };
                    let inside = board.points.iter().enumerate().filter(is_in);
                    let group: Vec<u8> = inside.map(|(index, _)| index as u8).collect();
                    if group.len() == most.min(2 * length as usize) && !groups.contains(&group) {
                        groups.push(group);
                    }
                }
            }
            if groups.len() > 16 {
                break;
            }
        }
        let single = |place: usize| vec![place as u8];
        if groups.is_empty() {
            groups = (0..board.points.len()).map(single).collect();
        }
        groups.truncate(LANES);
        Tuples::of(board, groups)
    }

    /// Prepares groups of places.
    pub(super) fn of(board: &Board, groups: Vec<Vec<u8>>) -> Tuples {
        let base = board.kinds as u16 + 1;
        let places = board.points.len();
        let mut added = vec![Indices([0; LANES]); board.kinds * places];
        let mut starts = vec![0];
        for (lane, group) in groups.iter().enumerate() {
            let mut factor = 1;
            for &place in group {
                for kind in 0..board.kinds {
                    added[kind * places + usize::from(place)].0[lane] = (kind as u16 + 1) * factor;
                }
                factor *= base;
            }
            starts.push(starts[lane] + u32::from(factor));
        }
        Tuples {
            groups,
            starts,
            added,
            places,
        }
    }

    /// Returns true if the groups are of this board, and small enough.
    pub(super) fn fit(board: &Board, groups: &[Vec<u8>]) -> bool {
        let fits = |group: &Vec<u8>| {
            let contents = (board.kinds + 1).checked_pow(group.len() as u32);
            contents.is_some_and(|contents| contents <= MOST_CONTENTS)
                && group
                    .iter()
                    .all(|&place| usize::from(place) < board.points.len())
        };
        (1..=LANES).contains(&groups.len()) && groups.iter().all(fits)
    }

    /// The number of weights.
    pub(super) fn weights(&self) -> usize {
        self.starts[self.groups.len()] as usize
    }

    /// The indices of a position.
    #[inline]
    pub(super) fn indices(&self, planes: &Planes) -> Indices {
        let mut indices = Indices([0; LANES]);
        for (kind, &set) in planes.sets().iter().enumerate() {
            let mut left = set;
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(Indices(added)) = self.added.get(kind * self.places + place) {
                    for (index, added) in indices.0.iter_mut().zip(added) {
                        *index = index.wrapping_add(*added);
                    }
                }
            }
        }
        indices
    }

    /// The numbers of the weights that a position has.
    #[inline]
    pub(super) fn active<'a>(&'a self, indices: &'a Indices) -> impl Iterator<Item = usize> + 'a {
        let lanes = self.starts.iter().zip(&indices.0);
        lanes
            .take(self.groups.len())
            .map(|(&start, &index)| start as usize + usize::from(index))
    }
}
