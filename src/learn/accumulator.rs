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
    pub(super) fn accumulator(&self, planes: Planes) -> Accumulator {
        let mut accumulator = self.empty();
        self.go_to(&mut accumulator, planes);
        accumulator
    }

    #[inline]
    fn empty(&self) -> Accumulator {
        Accumulator {
            planes: Planes::EMPTY,
            blocks: *self.empty,
        }
    }

    /// The accumulator after a move that led to these contents.
    #[inline]
    pub(super) fn moved(&self, before: &Accumulator, planes: Planes) -> Accumulator {
        let sets = before.planes.sets().iter().zip(planes.sets());
        let count = |(changed, things), (old, new): (&u128, &u128)| {
            (
                changed + (old ^ new).count_ones(),
                things + new.count_ones(),
            )
        };
        let (changed, things) = sets.take(self.kinds).fold((0, 0), count);
        // Where a move changes most of the board, beginning from nothing is faster.
        let mut accumulator = if changed < things {
            *before
        } else {
            self.empty()
        };
        self.go_to(&mut accumulator, planes);
        accumulator
    }

    /// Changes the accumulator to that of these contents.
    #[inline]
    fn go_to(&self, accumulator: &mut Accumulator, planes: Planes) {
        let before = std::mem::replace(&mut accumulator.planes, planes);
        let blocks = &mut accumulator.blocks;
        let kinds = before.sets().iter().zip(planes.sets()).take(self.kinds);
        for (kind, (old, new)) in kinds.enumerate() {
            let (mut gone, mut come) = (old & !new, new & !old);
            // Most often a thing went from one place to another. Even where two stand on a place until the other kinds
            // have had their turn, no number overflows in the end.
            while gone != 0 && come != 0 {
                let [from, to] = [&mut gone, &mut come].map(|set| self.row(kind, take_first(set)));
                for (block, (from, to)) in blocks.iter_mut().zip(from.iter().zip(to)) {
                    block.change(from, u64::wrapping_sub);
                    block.change(to, u64::wrapping_add);
                }
            }
            while gone != 0 {
                let row = self.row(kind, take_first(&mut gone)).iter();
                blocks
                    .iter_mut()
                    .zip(row)
                    .for_each(|(block, row)| block.change(row, u64::wrapping_sub));
            }
            while come != 0 {
                let row = self.row(kind, take_first(&mut come)).iter();
                blocks
                    .iter_mut()
                    .zip(row)
                    .for_each(|(block, row)| block.change(row, u64::wrapping_add));
            }
        }
    }

    /// What a thing on a place adds to the blocks of both views.
    #[inline]
    fn row(&self, kind: usize, place: usize) -> &[Block] {
        let at = kind * self.places + place;
        self.rows
            .get(at * self.blocks..(at + 1) * self.blocks)
            .unwrap_or(&[])
    }
}

/// Takes the first place out of a set.
#[inline]
pub(super) fn take_first(set: &mut u128) -> usize {
    let place = set.trailing_zeros() as usize;
    *set &= *set - 1;
    place
}
