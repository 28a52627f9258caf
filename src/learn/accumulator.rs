//! The accumulator of learnt evaluations: 16-bit sums, to which each thing on the board adds its share.

use crate::game::Planes;

/// The numbers of a block.
pub(super) const BLOCK: usize = 32;
/// The most blocks that a side's view of the board has.
pub(super) const MOST_BLOCKS: usize = 3;

/// Sums, or what is added to them. Sums wrap around only until all of a move's changes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Block(pub(super) [u16; BLOCK]);

/// The blocks of both views.
pub(super) type Blocks = [Block; 2 * MOST_BLOCKS];

/// The accumulator of [`Learned`](super::Learned): the contents of a position and their sums, as each side sees
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    pub(super) planes: Planes,
    pub(super) blocks: Blocks,
}

/// The numbers that each thing adds to an accumulator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    kinds: usize,
    places: usize,
    /// All places.
    board: u128,
    /// The blocks of both views.
    blocks: usize,
    /// The blocks of both views that a thing adds, by its kind and place.
    rows: Vec<Block>,
    /// The accumulator of an empty board.
    empty: Box<Accumulator>,
}

impl Block {
    pub(super) const EMPTY: Block = Block([0; BLOCK]);
}

impl Accumulator {
    /// That of an empty board where things only add. Positions that are read from their drawings, which is slow, have it,
    /// too: many are never evaluated.
    pub(super) const EMPTY: Accumulator = Accumulator {
        planes: Planes::EMPTY,
        blocks: [Block::EMPTY; 2 * MOST_BLOCKS],
    };
}

impl Rows {
    /// Rows of so many blocks for each of these kinds and places, and the blocks of an empty board.
    pub(super) fn new(
        (kinds, places): (usize, usize),
        blocks: usize,
        rows: Vec<Block>,
        empty: Blocks,
    ) -> Rows {
        let empty = Accumulator {
            planes: Planes::EMPTY,
            blocks: empty,
        };
        Rows {
            kinds,
            places,
            board: u128::MAX >> (Planes::PLACES - places),
            blocks,
            rows,
            empty: Box::new(empty),
        }
    }

    /// The accumulator of a position with these contents.
    #[inline]
    pub(super) fn accumulator(&self, planes: &Planes) -> Accumulator {
        self.moved(&self.empty, planes)
    }

    /// The accumulator after a move that led to these contents.
    #[inline]
    pub(super) fn moved(&self, before: &Accumulator, planes: &Planes) -> Accumulator {
        let mut after = Accumulator::EMPTY;
        self.move_into(&mut after, before, planes);
        after
    }

    /// Writes that accumulator over another one of these rows. The parts that the rows do not use stay unchanged.
    #[inline]
    pub(super) fn move_into(&self, after: &mut Accumulator, before: &Accumulator, planes: &Planes) {
        if self.places <= u64::BITS as usize {
            self.move_on::<true>(after, before, planes);
        } else {
            self.move_on::<false>(after, before, planes);
        }
    }

    /// [`Rows::move_into`], where a SMALL board has at most 64 places.
    #[inline]
    fn move_on<const SMALL: bool>(
        &self,
        after: &mut Accumulator,
        before: &Accumulator,
        planes: &Planes,
    ) {
        match self.blocks {
            1 => self.move_in::<SMALL, 1>(after, before, planes),
            2 => self.move_in::<SMALL, 2>(after, before, planes),
            3 => self.move_in::<SMALL, 3>(after, before, planes),
            4 => self.move_in::<SMALL, 4>(after, before, planes),
            _ => self.move_in::<SMALL, { 2 * MOST_BLOCKS }>(after, before, planes),
        }
    }

    /// [`Rows::move_into`] for N blocks. Because N is a constant, the sums stay in registers.
    #[inline(never)]
    fn move_in<const SMALL: bool, const N: usize>(
        &self,
        after: &mut Accumulator,
        before: &Accumulator,
        planes: &Planes,
    ) {
        let before = self.start::<SMALL>(before, planes);
        let mut sums: [Block; N] = std::array::from_fn(|block| before.blocks[block]);
        let rows = self.rows.as_chunks::<N>().0;
        let mut first = 0;
        let sets = before.planes.sets().iter().zip(planes.sets());
        for ((old, new), after) in sets.zip(after.planes.sets_mut()).take(self.kinds) {
            *after = *new;
            // Even where two things stand on a place until the other kinds have had their turn, no number overflows in
            // the end.
            for_each_place::<SMALL>(old & !new & self.board, |place| {
                change(&mut sums, rows.get(first + place), u16::wrapping_sub);
            });
            for_each_place::<SMALL>(new & !old & self.board, |place| {
                change(&mut sums, rows.get(first + place), u16::wrapping_add);
            });
            first += self.places;
        }
        for (after, sums) in after.blocks.iter_mut().zip(sums) {
            *after = sums;
        }
    }

    /// The accumulator to begin with, for these contents: where a move changes most of the board, beginning from nothing is
    /// faster.
    #[inline]
    fn start<'a, const SMALL: bool>(
        &'a self,
        before: &'a Accumulator,
        planes: &Planes,
    ) -> &'a Accumulator {
        /// So many changes are made in any case, without counting what stands on the board.
        const FEW: u32 = 8;
        let sets = before.planes.sets().iter().zip(planes.sets());
        let changed = sets
            .take(self.kinds)
            .map(|(old, new)| differing::<SMALL>(*old, *new));
        let changed: u32 = changed.sum();
        if changed <= FEW || changed < planes.count(self.kinds) {
            before
        } else {
            &self.empty
        }
    }
}

/// Changes sums by a row.
#[inline]
fn change<const N: usize>(
    sums: &mut [Block; N],
    row: Option<&[Block; N]>,
    change: impl Fn(u16, u16) -> u16,
) {
    for (Block(sums), Block(row)) in sums.iter_mut().zip(row.into_iter().flatten()) {
        for (sum, &number) in sums.iter_mut().zip(row) {
            *sum = change(*sum, number);
        }
    }
}

/// The number of places that are in one of two sets only.
#[inline]
fn differing<const SMALL: bool>(one: u128, other: u128) -> u32 {
    if SMALL {
        (one as u64 ^ other as u64).count_ones()
    } else {
        (one ^ other).count_ones()
    }
}

/// Calls `each` with every place of a set, which on a SMALL board are all in its lower half.
#[inline]
fn for_each_place<const SMALL: bool>(mut set: u128, mut each: impl FnMut(usize)) {
    if SMALL {
        let mut set = set as u64;
        while set != 0 {
            each(set.trailing_zeros() as usize);
            set &= set - 1;
        }
    } else {
        while set != 0 {
            each(take_first(&mut set));
        }
    }
}

/// Takes the first place out of a set.
#[inline]
pub(super) fn take_first(set: &mut u128) -> usize {
    let place = set.trailing_zeros() as usize;
    *set &= *set - 1;
    place
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const KINDS: usize = 3;

    /// Changes a few contents, or many, and compares the sums with those that are added up anew.
    fn check(places: usize, blocks: usize) {
        let mut rng = Rng::with_seed(places as u64);
        let mut block = || Block(std::array::from_fn(|_| rng.u16(..)));
        let numbers: Vec<Block> = (0..KINDS * places * blocks).map(|_| block()).collect();
        let mut empty = Accumulator::EMPTY.blocks;
        empty[..blocks].fill_with(block);
        let rows = Rows::new((KINDS, places), blocks, numbers.clone(), empty);
        let mut sets = [0u128; KINDS];
        let mut kept_up = rows.accumulator(&Planes::EMPTY);
        let mut used = kept_up;
        for turn in 0..50 {
            for _ in 0..if turn % 7 == 6 { places } else { 3 } {
                sets[rng.usize(..KINDS)] ^= 1 << rng.usize(..places);
            }
            let planes = Planes::new(sets);
            let moved = rows.moved(&kept_up, &planes);
            rows.move_into(&mut used, &kept_up, &planes);
            assert_eq!(used, moved);
            std::mem::swap(&mut used, &mut kept_up);
            let mut sums = empty;
            for thing in (0..KINDS * places).filter(|n| sets[n / places] >> (n % places) & 1 == 1) {
                for (sum, row) in sums.iter_mut().zip(&numbers[thing * blocks..][..blocks]) {
                    *sum = Block(std::array::from_fn(|at| sum.0[at].wrapping_add(row.0[at])));
                }
            }
            assert_eq!(
                kept_up.blocks, sums,
                "{places} places, {blocks} blocks, turn {turn}"
            );
            assert_eq!(kept_up.planes, planes);
        }
    }

    #[test]
    fn sums_follow_the_contents_of_boards_of_every_size() {
        for places in [1, 9, 63, 64, 65, 127, 128] {
            for blocks in [1, 2, 3, 4, 6] {
                check(places, blocks);
            }
        }
    }
}
