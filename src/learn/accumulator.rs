//! The accumulator of learnt evaluations: 16-bit sums, to which each thing on the board adds its share.

use crate::game::Planes;

/// The numbers in a word.
pub(super) const LANES: usize = 4;
/// The words of a block.
const WORDS: usize = 8;
/// The numbers of a block.
pub(super) const BLOCK: usize = LANES * WORDS;
/// The most blocks that a side's view of the board has.
pub(super) const MOST_BLOCKS: usize = 3;

/// Numbers of 16 bits. None of them overflows in the end, so words are added whole: a compiler may miss that sixteen bits
/// of each can be added at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Block(pub(super) [u64; WORDS]);

/// The blocks of both views.
pub(super) type Blocks = [Block; 2 * MOST_BLOCKS];

/// The accumulator of [`Learned`](super::Learned): the contents of a position and their sums, as each side sees
/// them.
#[derive(Clone, Copy, Debug)]
pub struct Accumulator {
    pub(super) planes: Planes,
    pub(super) blocks: Blocks,
}

/// The numbers that each thing adds to an accumulator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    kinds: usize,
    places: usize,
    /// The blocks of both views.
    blocks: usize,
    /// The blocks of both views that a thing adds, by its kind and place.
    rows: Vec<Block>,
    /// The numbers of an empty board.
    empty: Box<Blocks>,
}

impl Block {
    pub(super) const EMPTY: Block = Block([0; WORDS]);

    /// The block that adds these, which may be negative: then it borrows from the number above it, which the sum gives
    /// back.
    pub(super) fn adding(numbers: [i16; BLOCK]) -> Block {
        let word = |word: usize| {
            let lanes = numbers[LANES * word..][..LANES].iter().enumerate();
            let shifted = lanes.map(|(lane, &number)| i64::from(number) << (16 * lane));
            shifted.fold(0, i64::wrapping_add) as u64
        };
        Block(std::array::from_fn(word))
    }

    /// The numbers.
    #[inline]
    pub(super) fn numbers(&self) -> [u16; BLOCK] {
        let Block(words) = self;
        let mut numbers = [0; BLOCK];
        for (numbers, word) in numbers.as_chunks_mut::<LANES>().0.iter_mut().zip(words) {
            let bytes = word.to_le_bytes();
            let (pairs, _) = bytes.as_chunks::<2>();
            for (number, pair) in numbers.iter_mut().zip(pairs) {
                *number = u16::from_le_bytes(*pair);
            }
        }
        numbers
    }

    #[inline]
    fn change(&mut self, by: &Block, change: impl Fn(u64, u64) -> u64) {
        let (Block(words), Block(by)) = (self, by);
        for (word, &by) in words.iter_mut().zip(by) {
            *word = change(*word, by);
        }
    }
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
        Rows {
            kinds,
            places,
            blocks,
            rows,
            empty: Box::new(empty),
        }
    }

    /// The accumulator of a position with these contents.
    #[inline]
    pub(super) fn accumulator(&self, planes: &Planes) -> Accumulator {
        self.changed(&Planes::EMPTY, &self.empty, planes)
    }

    /// The accumulator after a move that led to these contents.
    #[inline]
    pub(super) fn moved(&self, before: &Accumulator, planes: &Planes) -> Accumulator {
        /// So many changes are made in any case, without counting what stands on the board.
        const FEW: u32 = 8;
        let sets = before.planes.sets().iter().zip(planes.sets());
        let changed = sets
            .take(self.kinds)
            .map(|(old, new)| (old ^ new).count_ones());
        let changed: u32 = changed.sum();
        // Where a move changes most of the board, beginning from nothing is faster.
        if changed <= FEW || changed < planes.count(self.kinds) {
            self.changed(&before.planes, &before.blocks, planes)
        } else {
            self.accumulator(planes)
        }
    }

    /// The accumulator of the new contents, from the blocks of the old ones.
    #[inline]
    fn changed(&self, old: &Planes, blocks: &Blocks, new: &Planes) -> Accumulator {
        match self.blocks {
            1 => self.changed_in::<1>(old, blocks, new),
            2 => self.changed_in::<2>(old, blocks, new),
            3 => self.changed_in::<3>(old, blocks, new),
            4 => self.changed_in::<4>(old, blocks, new),
            _ => self.changed_in::<{ 2 * MOST_BLOCKS }>(old, blocks, new),
        }
    }

    /// The same for N blocks. Since N is a constant, the sums stay in registers.
    fn changed_in<const N: usize>(
        &self,
        old: &Planes,
        blocks: &Blocks,
        new: &Planes,
    ) -> Accumulator {
        let mut sums: [Block; N] = std::array::from_fn(|block| blocks[block]);
        let rows = self.rows.as_chunks::<N>().0;
        let kinds = old.sets().iter().zip(new.sets()).take(self.kinds);
        for ((old, new), rows) in kinds.zip(rows.chunks_exact(self.places)) {
            let (mut gone, mut come) = (old & !new, new & !old);
            // Even where two things stand on a place until the other kinds have had their turn, no number overflows in
            // the end.
            while gone != 0 {
                let row = rows.get(take_first(&mut gone)).into_iter().flatten();
                sums.iter_mut()
                    .zip(row)
                    .for_each(|(sum, row)| sum.change(row, u64::wrapping_sub));
            }
            while come != 0 {
                let row = rows.get(take_first(&mut come)).into_iter().flatten();
                sums.iter_mut()
                    .zip(row)
                    .for_each(|(sum, row)| sum.change(row, u64::wrapping_add));
            }
        }
        let block = |at: usize| sums.get(at).copied().unwrap_or(Block::EMPTY);
        Accumulator {
            planes: *new,
            blocks: std::array::from_fn(block),
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
