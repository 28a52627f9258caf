//! Books that break a rule of the format while all checksums hold.

use super::*;

/// Positions in more than two blocks.
fn whole() -> Vec<u8> {
    encode(&origin(), Form::Margin, &entries(Form::Margin, 300))
}

/// The offset of the index.
fn index(bytes: &[u8]) -> usize {
    let text = layout::u32_at(bytes, 12).expect("a length");
    FIXED + text as usize + CHECKSUM
}

/// Changes the offset of a block in the index.
fn move_block(bytes: &mut [u8], block: usize, by: i64) {
    let place = index(bytes) + block * INDEX_ENTRY + 8;
    let offset = layout::u64_at(bytes, place).expect("an offset");
    let offset = offset.wrapping_add_signed(by);
    bytes[place..place + 8].copy_from_slice(&offset.to_le_bytes());
}

/// Inserts bytes before the checksum of the last block.
fn lengthen(bytes: &mut Vec<u8>, more: usize) {
    let end = bytes.len() - CHECKSUM;
    bytes.splice(end..end, vec![1; more]);
    let length = bytes.len() as u64;
    bytes[24..32].copy_from_slice(&length.to_le_bytes());
}

/// Inserts a value behind those of the last block, for a position that it does not have.
fn insert_value(bytes: &mut Vec<u8>) {
    let count = entries(Form::Margin, 300).len() % usize::from(layout::PER_BLOCK);
    assert_ne!(count % 8, 0, "the last mark is of a position");
    let (last, marks) = (index(bytes) + 2 * INDEX_ENTRY, count.div_ceil(8));
    let block = layout::u64_at(bytes, last + 8).expect("an offset") as usize;
    bytes[block + marks - 1] |= 0x80;
    let marked: u32 = bytes[block..block + marks]
        .iter()
        .map(|mark| mark.count_ones())
        .sum();
    let width = usize::from(bytes[33]);
    let end = block + marks + (marked as usize - 1) * width;
    bytes.splice(end..end, vec![1; width]);
    let length = bytes.len() as u64;
    bytes[24..32].copy_from_slice(&length.to_le_bytes());
}

#[test]
fn a_rule_that_is_broken_under_valid_checksums_is_named() {
    type Forgery = fn(&mut Vec<u8>);
    let cases: [(&str, Forgery); 16] = [
        ("not a Heelstone book", |bytes| bytes[1] = b'X'),
        ("format is version 3", |bytes| bytes[8] = 3),
        ("should have", |bytes| bytes[24] ^= 1),
        ("values of this form", |bytes| bytes[32] = 99),
        ("values of this form", |bytes| bytes[33] = 3),
        ("blocks are empty", |bytes| bytes[34..36].fill(0)),
        ("more positions than bytes", |bytes| bytes[20] = 1),
        ("more positions than bytes", |bytes| bytes[18] = 1),
        ("not where it should be", |bytes| move_block(bytes, 0, 1)),
        ("not where it should be", |bytes| {
            move_block(bytes, 1, 1 << 40)
        }),
        ("not where it should be", |bytes| {
            move_block(bytes, 1, -(1 << 40))
        }),
        ("the block is too long", |bytes| lengthen(bytes, 1)),
        ("the block is too long", |bytes| lengthen(bytes, 1 << 20)),
        ("the block is too long", insert_value),
        ("the keys of the blocks do not ascend", |bytes| {
            let second = index(bytes) + INDEX_ENTRY;
            bytes[second..second + 8].fill(0);
        }),
        ("the keys of the blocks do not ascend", |bytes| {
            let last = entries(Form::Margin, 300)[127].0;
            let second = index(bytes) + INDEX_ENTRY;
            bytes[second..second + 8].copy_from_slice(&last.to_le_bytes());
        }),
    ];
    open(seal(whole())).expect("a whole book");
    for (number, (expected, forge)) in cases.into_iter().enumerate() {
        let mut bytes = whole();
        forge(&mut bytes);
        let error = open(seal(bytes)).expect_err(expected).to_string();
        assert!(error.contains(expected), "{number}, {expected}: {error}");
    }
}

#[test]
fn a_text_that_is_too_long_is_refused_though_the_file_holds_it() {
    let mut bytes = whole();
    let text = layout::LONGEST_TEXT + 1;
    bytes[12..16].copy_from_slice(&(text as u32).to_le_bytes());
    bytes.resize(FIXED + text + CHECKSUM + 10_000, 0);
    let error = open(seal(bytes)).expect_err("too long").to_string();
    assert!(error.contains("its text is longer"), "{error}");
}

#[test]
fn a_text_as_long_as_may_be_is_read() {
    let mut origin = origin();
    let more = layout::LONGEST_TEXT - origin.to_text().len();
    origin.program.push_str(&"0".repeat(more));
    let book = open(encode(&origin, Form::Margin, &[])).expect("a book");
    assert_eq!(book.origin(), &origin);
}

#[test]
fn a_position_that_stands_twice_in_a_block_is_refused() {
    let entries = entries(Form::Winner, 2);
    let mut bytes = encode(&origin(), Form::Winner, &entries);
    // The only step of the only block, of ten bytes, stands before the checksum.
    let end = bytes.len() - CHECKSUM;
    bytes.splice(end - 10..end, [0]);
    let length = bytes.len() as u64;
    bytes[24..32].copy_from_slice(&length.to_le_bytes());
    let error = open(seal(bytes)).expect_err("twice").to_string();
    assert!(error.contains("do not ascend"), "{error}");
}
