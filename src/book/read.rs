//! Reading a book, in the file as it is.

use std::fmt;
use std::path::Path;

use sha1::{Digest, Sha1};

use super::bytes::Bytes;
use super::error::BookError;
use super::layout::{
    self, CHECKSUM, FIXED, FORMER_MAGIC, Head, INDEX_ENTRY, LONGEST_TEXT, MAGIC, VERSION, Values,
};
use super::origin::Origin;
use super::worth::{Form, Worth};

/// A book of one game and size. See [`super`] for its file.
pub struct Book {
    name: String,
    bytes: Bytes,
    origin: Origin,
    entries: u64,
    form: Form,
    width: u8,
    per_block: u16,
    /// The offset of the index.
    index: usize,
    /// How many blocks there are.
    blocks: usize,
}

/// What a book that is in the program is called.
pub(crate) const BUILT_IN: &str = "built in";

impl Book {
    /// Opens a file. A small one is read and checked as a whole; of a large one, which is mapped,
    /// the head and the index are, and each block when it is read.
    ///
    /// # Errors
    /// When it cannot be read, or is no whole book.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let name = path.display().to_string();
        let bytes = Bytes::of_file(path).map_err(|reason| BookError::Unreadable {
            name: name.clone(),
            reason,
        })?;
        let whole = !bytes.is_mapped();
        let book = Book::read(name, bytes)?;
        if whole {
            book.check()?;
        }
        Ok(book)
    }

    /// The book that is a part of the program.
    ///
    /// # Errors
    /// When it is no book.
    pub fn built_in(bytes: &'static [u8]) -> Result<Book, BookError> {
        Book::read(BUILT_IN.into(), Bytes::BuiltIn(bytes))
    }

    /// A book in memory.
    ///
    /// # Errors
    /// When it is no whole book.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Book, BookError> {
        let book = Book::read(name.into(), Bytes::Read(bytes))?;
        book.check()?;
        Ok(book)
    }

    /// Its file, or `built in`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Of which game it is, and how it was built.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How many positions it has.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The bytes of its file.
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The SHA-1 of its file, as `sha1sum` prints it. A CRC would not tell books apart: each part of
    /// the file ends with its own, and the CRC of them all depends on their lengths alone.
    pub fn fingerprint(&self) -> String {
        format!("{:x}", Sha1::digest(&self.bytes[..]))
    }

    /// What its values are.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Whether it is of that game and size.
    pub fn is_of(&self, game: &str, size: &str) -> bool {
        self.origin.game == game && self.origin.size == size
    }

    /// What it says about the position with that
    /// [`canonical_key`](crate::game::Symmetry::canonical_key).
    ///
    /// # Errors
    /// When it is damaged at that place.
    pub fn find(&self, key: u64) -> Result<Option<Worth>, BookError> {
        // How many blocks begin with a key that is not above this one.
        let (mut low, mut high) = (0, self.blocks);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.index_entry(middle)?.0 <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let Some(number) = low.checked_sub(1) else {
            return Ok(None);
        };
        let mut found = None;
        self.read_block(number, &mut |at, worth| {
            if at == key {
                found = Some(worth);
            }
            at < key
        })?;
        Ok(found)
    }

    /// Shows all positions to `visit`, in the order of their keys.
    ///
    /// # Errors
    /// When it is damaged anywhere.
    pub fn for_each(&self, mut visit: impl FnMut(u64, Worth)) -> Result<(), BookError> {
        let mut last = None;
        for number in 0..self.blocks {
            let (first, offset) = self.index_entry(number)?;
            if last.is_some_and(|last| last >= first) {
                return Err(self.damaged(offset, "the keys of the blocks do not ascend"));
            }
            self.read_block(number, &mut |key, worth| {
                last = Some(key);
                visit(key, worth);
                true
            })?;
        }
        Ok(())
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// When it is damaged anywhere.
    pub fn check(&self) -> Result<(), BookError> {
        self.for_each(|_, _| {})
    }

    fn read(name: String, bytes: Bytes) -> Result<Book, BookError> {
        let damaged = |offset: usize, reason: &str| BookError::Damaged {
            name: name.clone(),
            offset: offset as u64,
            reason: reason.into(),
        };
        let Some(fixed) = bytes.first_chunk::<FIXED>() else {
            return Err(damaged(bytes.len(), "it ends before its head is complete"));
        };
        let is_former = fixed.starts_with(&FORMER_MAGIC);
        if !is_former && !fixed.starts_with(&MAGIC) {
            return Err(damaged(0, "this is no book of heelstone"));
        }
        let head = Head::from_bytes(fixed);
        if head.version != VERSION {
            let reason = format!("its format is version {}, known is {VERSION}", head.version);
            return Err(damaged(8, &reason));
        }
        let text_end = FIXED + head.text as usize;
        if head.text as usize > LONGEST_TEXT || text_end + CHECKSUM > bytes.len() {
            return Err(damaged(12, "its text is longer than the file"));
        }
        if layout::u32_at(&bytes, text_end) != Some(crc32fast::hash(&bytes[..text_end])) {
            return Err(damaged(text_end, "its head does not match its checksum"));
        }
        if head.length != bytes.len() as u64 {
            let reason = format!("the file should have {} bytes", head.length);
            return Err(damaged(bytes.len(), &reason));
        }
        let text = std::str::from_utf8(&bytes[FIXED..text_end]).ok();
        let origin = text.and_then(Origin::parse);
        let mut origin = origin.ok_or_else(|| damaged(FIXED, "its text is not as it should be"))?;
        if is_former {
            origin = origin.renamed();
        }
        let form = Form::from_code(head.form).filter(|&form| layout::is_width(form, head.width));
        let form = form.ok_or_else(|| damaged(32, "values of this form are unknown"))?;
        if head.per_block == 0 {
            return Err(damaged(34, "its blocks are empty"));
        }
        let index = text_end + CHECKSUM;
        let blocks = head.entries.div_ceil(head.per_block.into());
        let blocks = usize::try_from(blocks).unwrap_or(usize::MAX);
        let index_end = blocks
            .checked_mul(INDEX_ENTRY)
            .map(|size| size.saturating_add(index));
        let checked = index_end.and_then(|end| bytes.get(index..end));
        let checked = checked.ok_or_else(|| damaged(16, "it has more positions than bytes"))?;
        if crc32fast::hash(checked) != head.index_checksum {
            return Err(damaged(index, "its index does not match its checksum"));
        }
        Ok(Book {
            origin,
            entries: head.entries,
            form,
            width: head.width,
            per_block: head.per_block,
            index,
            blocks,
            name,
            bytes,
        })
    }

    fn damaged(&self, offset: u64, reason: &str) -> BookError {
        BookError::Damaged {
            name: self.name.clone(),
            offset,
            reason: reason.into(),
        }
    }

    /// The first key of a block, and its offset.
    fn index_entry(&self, number: usize) -> Result<(u64, u64), BookError> {
        let at = self.index + number * INDEX_ENTRY;
        let key = layout::u64_at(&self.bytes, at);
        let offset = layout::u64_at(&self.bytes, at + 8);
        key.zip(offset)
            .ok_or_else(|| self.damaged(at as u64, "the index ends early"))
    }

    /// Shows the positions of a block to `visit` until it returns `false`.
    fn read_block(
        &self,
        number: usize,
        visit: &mut dyn FnMut(u64, Worth) -> bool,
    ) -> Result<(), BookError> {
        let (first, offset) = self.index_entry(number)?;
        let end = if number + 1 < self.blocks {
            self.index_entry(number + 1)?.1
        } else {
            self.bytes.len() as u64
        };
        let damaged = |reason: &str| self.damaged(offset, reason);
        let data = self.index + self.blocks * INDEX_ENTRY;
        let range = usize::try_from(offset).ok().zip(usize::try_from(end).ok());
        let (block, checksum) = range
            .filter(|&(start, _)| start >= data && (number > 0 || start == data))
            .and_then(|(start, end)| self.bytes.get(start..end)?.split_last_chunk::<CHECKSUM>())
            .ok_or_else(|| damaged("the block is not where it should be"))?;
        if crc32fast::hash(block) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the block does not match its checksum"));
        }
        let before = number as u64 * u64::from(self.per_block);
        let count = (self.entries - before).min(self.per_block.into()) as usize;
        let (mut values, mut steps) = Values::split(block, count, self.width)
            .ok_or_else(|| damaged("the block is too short"))?;
        let mut key = first;
        for place in 0..count {
            if place > 0 {
                let step = layout::read_step(&mut steps).filter(|&step| step > 0);
                key = step
                    .and_then(|step| key.checked_add(step))
                    .ok_or_else(|| damaged("the keys of the block do not ascend"))?;
            }
            let worth = values
                .next()
                .and_then(|(number, depth)| self.form.worth(number, depth))
                .ok_or_else(|| damaged("a value of the block is none"))?;
            if !visit(key, worth) {
                return Ok(());
            }
        }
        if !steps.is_empty() || !values.is_read() {
            return Err(damaged("the block is too long"));
        }
        Ok(())
    }
}

/// Writes the game, its size and where the book comes from, on one line.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin { game, size, .. } = &self.origin;
        let s = if self.entries == 1 { "" } else { "s" };
        write!(
            f,
            "{game} {size}, {} position{s} to {}",
            self.entries, self.origin
        )
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book({}: {self})", self.name)
    }
}
