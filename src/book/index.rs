//! The index of a book: the first key of each block, and its offset.

use std::io;
use std::ops::Range;

use super::bytes::{Bytes, Part};
use super::layout::{self, INDEX_ENTRY};

/// The index of a book. Of each page of entries the start is kept in memory, so that a block is found by
/// reading one page, and a checksum, since the file may change after it was opened.
pub(super) struct Index {
    /// Its offset in bytes.
    start: u64,
    /// The number of blocks.
    blocks: u64,
    /// The size of the book in bytes.
    length: u64,
    pages: Vec<Page>,
}

/// The first key of a page, the offset of its first block, and the page's checksum.
struct Page {
    key: u64,
    offset: u64,
    checksum: u32,
}

/// A block of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Its number, from 0.
    pub(super) number: u64,
    /// Its first key.
    pub(super) key: u64,
    /// The offset of its first byte, and of the first byte after it.
    pub(super) start: u64,
    pub(super) end: u64,
}

/// The blocks of a page.
pub(super) struct Blocks<'a> {
    entries: Part<'a>,
    /// The number of the first one.
    first: u64,
    /// The offset of the first byte after the last one.
    end: u64,
}

/// The entries of a page: with 4 KiB, it is read in one go.
const PAGE: u64 = 256;

impl Index {
    /// Reads the index of this many blocks, and returns it with its checksum.
    pub(super) fn read(bytes: &Bytes, start: u64, blocks: u64) -> io::Result<(Index, u32)> {
        let mut index = Index {
            start,
            blocks,
            length: bytes.len(),
            pages: Vec::new(),
        };
        let mut hasher = crc32fast::Hasher::new();
        for number in 0..blocks.div_ceil(PAGE) {
            let page = bytes.read(index.range(number))?;
            hasher.update(&page);
            index.pages.push(Page {
                key: layout::u64_at(&page, 0).unwrap_or_default(),
                offset: layout::u64_at(&page, 8).unwrap_or_default(),
                checksum: crc32fast::hash(&page),
            });
        }
        Ok((index, hasher.finalize()))
    }

    /// The offset of the first byte after the index.
    pub(super) fn end(&self) -> u64 {
        self.start + self.blocks * INDEX_ENTRY as u64
    }

    /// The number of pages.
    pub(super) fn pages(&self) -> usize {
        self.pages.len()
    }

    fn range(&self, page: u64) -> Range<u64> {
        let offset = |entry: u64| self.start + entry.min(self.blocks) * INDEX_ENTRY as u64;
        offset(page * PAGE)..offset((page + 1) * PAGE)
    }

    /// The blocks of a page.
    ///
    /// # Errors
    /// Returns an error if the page cannot be read, or has changed since the book was opened.
    pub(super) fn page<'a>(&self, bytes: &'a Bytes, page: usize) -> io::Result<Blocks<'a>> {
        let first = page as u64 * PAGE;
        let entries = bytes.read(self.range(page as u64))?;
        if self.pages.get(page).map(|page| page.checksum) != Some(crc32fast::hash(&entries)) {
            let why = "its index has changed since it was opened";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let end = self.pages.get(page + 1);
        let end = end.map_or(self.length, |next| next.offset);
        Ok(Blocks {
            entries,
            first,
            end,
        })
    }

    /// The last block whose first key is at most this one.
    ///
    /// # Errors
    /// As for [`Index::page`].
    pub(super) fn find(&self, bytes: &Bytes, key: u64) -> io::Result<Option<Block>> {
        let after = self.pages.partition_point(|page| page.key <= key);
        let Some(page) = after.checked_sub(1) else {
            return Ok(None);
        };
        let blocks = self.page(bytes, page)?;
        // The first one is at most the key, unless the keys do not ascend.
        let last = blocks.iter().take_while(|block| block.key <= key).last();
        Ok(last)
    }
}

impl Blocks<'_> {
    /// The blocks, in the order of the index.
    pub(super) fn iter(&self) -> impl Iterator<Item = Block> + '_ {
        let (entries, _) = self.entries.as_chunks::<INDEX_ENTRY>();
        let at = |index: usize, from: usize| {
            let entry = entries.get(index)?;
            layout::u64_at(entry, from)
        };
        (0..entries.len()).filter_map(move |index| {
            Some(Block {
                number: self.first + index as u64,
                key: at(index, 0)?,
                start: at(index, 8)?,
                end: at(index + 1, 8).unwrap_or(self.end),
            })
        })
    }
}
