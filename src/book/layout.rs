//! The fixed part of a book file and the encoding of numbers. `docs/formats.md` has the layout.

use super::worth::Form;

/// The magic bytes of a book.
pub(super) const MAGIC: [u8; 8] = *b"\x93HSBOOK\n";
/// The magic bytes of books of release 0.1.0, when the program had another name.
pub(super) const FORMER_MAGIC: [u8; 8] = *b"\x93SRBOOK\n";
pub(super) const VERSION: u32 = 2;

/// The bytes before the text.
pub(super) const FIXED: usize = 40;
/// The bytes of a checksum.
pub(super) const CHECKSUM: usize = 4;
/// The bytes of the index for each block.
pub(super) const INDEX_ENTRY: usize = 16;
/// The number of positions in a block of a new book: large blocks save space, small ones are
/// searched faster.
pub(super) const PER_BLOCK: u16 = 128;
/// The longest text in bytes.
pub(super) const LONGEST_TEXT: usize = 1 << 16;

/// The numbers in the head of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) version: u32,
    pub(super) text: u32,
    pub(super) entries: u64,
    pub(super) length: u64,
    pub(super) form: u8,
    pub(super) width: u8,
    pub(super) per_block: u16,
    pub(super) index_checksum: u32,
}

impl Head {
    pub(super) fn to_bytes(self) -> [u8; FIXED] {
        let mut bytes = [0; FIXED];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&self.version.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.text.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.entries.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.length.to_le_bytes());
        bytes[32] = self.form;
        bytes[33] = self.width;
        bytes[34..36].copy_from_slice(&self.per_block.to_le_bytes());
        bytes[36..].copy_from_slice(&self.index_checksum.to_le_bytes());
        bytes
    }

    /// Reads the numbers after the magic bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Head {
        let at = |from: usize| u64_at(bytes, from).unwrap_or_default();
        Head {
            version: at(8) as u32,
            text: (at(8) >> 32) as u32,
            entries: at(16),
            length: at(24),
            form: at(32) as u8,
            width: (at(32) >> 8) as u8,
            per_block: (at(32) >> 16) as u16,
            index_checksum: (at(32) >> 32) as u32,
        }
    }
}

/// The eight bytes at an offset as a number.
pub(super) fn u64_at(bytes: &[u8], offset: usize) -> Option<u64> {
    let word = bytes.get(offset..)?.first_chunk()?;
    Some(u64::from_le_bytes(*word))
}

/// The four bytes at an offset as a number.
pub(super) fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    let word = bytes.get(offset..)?.first_chunk()?;
    Some(u32::from_le_bytes(*word))
}

/// The bytes of each value: fewer if all numbers are small.
pub(super) fn width(form: Form, numbers: impl Iterator<Item = i16>) -> u8 {
    if form == Form::Score {
        return 3;
    }
    let mut numbers = numbers;
    if numbers.all(|number| i8::try_from(number).is_ok()) {
        1
    } else {
        2
    }
}

/// Returns true if values of this form may have this width in bytes.
pub(super) const fn is_width(form: Form, width: u8) -> bool {
    match form {
        Form::Score => width == 3,
        _ => width == 1 || width == 2,
    }
}

/// The most bytes of a block with this many positions, whose values have this width.
pub(super) const fn longest_block(count: usize, width: u8) -> u64 {
    /// Of a step, see [`write_step`].
    const LONGEST_STEP: usize = 10;
    (count.div_ceil(8) + count * (width as usize + LONGEST_STEP) + CHECKSUM) as u64
}

/// Appends values to a block.
pub(super) fn write_values(block: &mut Vec<u8>, width: u8, values: &[(i16, u8)]) {
    let marks = block.len();
    block.resize(marks + values.len().div_ceil(8), 0);
    for (place, &(number, depth)) in values.iter().enumerate() {
        if (number, depth) != (0, 0) {
            block[marks + place / 8] |= 1 << (place % 8);
            let [low, high] = number.to_le_bytes();
            block.extend(&[low, high, depth][..width.into()]);
        }
    }
}

/// An iterator over the values of a block.
pub(super) struct Values<'a> {
    marks: &'a [u8],
    given: std::slice::ChunksExact<'a, u8>,
    place: usize,
}

impl<'a> Values<'a> {
    /// Splits the values off the front of a block; returns them and the rest.
    pub(super) fn split(block: &'a [u8], count: usize, width: u8) -> Option<(Self, &'a [u8])> {
        let (marks, rest) = block.split_at_checked(count.div_ceil(8))?;
        let given: usize = marks.iter().map(|mark| mark.count_ones() as usize).sum();
        let (given, rest) = rest.split_at_checked(given * usize::from(width))?;
        let values = Values {
            marks,
            given: given.chunks_exact(width.into()),
            place: 0,
        };
        Some((values, rest))
    }

    pub(super) fn next(&mut self) -> Option<(i16, u8)> {
        let mark = self.marks.get(self.place / 8)? >> (self.place % 8) & 1;
        self.place += 1;
        if mark == 0 {
            return Some((0, 0));
        }
        match *self.given.next()? {
            [low] => Some((i16::from(low as i8), 0)),
            [low, high] => Some((i16::from_le_bytes([low, high]), 0)),
            [low, high, depth] => Some((i16::from_le_bytes([low, high]), depth)),
            _ => None,
        }
    }

    /// Returns true if all values were read.
    pub(super) fn is_read(&self) -> bool {
        self.given.len() == 0
    }
}

/// Appends a difference of keys to a block, as a LEB128 varint.
pub(super) fn write_step(block: &mut Vec<u8>, mut step: u64) {
    while step >= 0x80 {
        block.push(step as u8 | 0x80);
        step >>= 7;
    }
    block.push(step as u8);
}

/// Reads a LEB128 varint from the front of the bytes; `None` at their end or above 64 bits.
pub(super) fn read_step(bytes: &mut &[u8]) -> Option<u64> {
    let (mut step, mut shift) = (0u64, 0u32);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7F);
        if shift > 63 || bits << shift >> shift != bits {
            return None;
        }
        step |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(step);
        }
        shift += 7;
    }
}
