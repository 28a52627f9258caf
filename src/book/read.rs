//! Reading a book straight from its bytes.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::Path;

use sha1::{Digest, Sha1};

use super::bytes::{Bytes, Part};
use super::error::BookError;
use super::index::{Block, Blocks, Index};
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
    index: Index,
}

/// The largest file, in bytes, that is checked as a whole when it is opened.
const LARGEST_CHECKED: u64 = 16 << 20;

/// The name of a book inside the program.
pub(crate) const BUILT_IN: &str = "built in";

impl Book {
    /// Opens a file. Its parts are read as they are wanted: it need not fit into memory, and should it
    /// change or break later, they are refused. A small file is checked as a whole now; of a large one, the
    /// head and the index are, and each block when it is read.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a whole book.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let name = path.display().to_string();
        let bytes = Bytes::of_file(path).map_err(|reason| unreadable(&name, reason))?;
        let book = Book::read(name, bytes)?;
        if book.size() <= LARGEST_CHECKED {
            book.check()?;
        }
        // What was read to check it is little of what the game will need.
        book.bytes.forget();
        Ok(book)
    }

    /// Opens a book that is part of the program.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a book.
    pub fn built_in(bytes: &'static [u8]) -> Result<Book, BookError> {
        Book::read(BUILT_IN.into(), Bytes::BuiltIn(bytes))
    }

    /// Opens a book in memory.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a whole book.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Book, BookError> {
        let book = Book::read(name.into(), Bytes::InMemory(bytes))?;
        book.check()?;
        Ok(book)
    }

    /// The name of its file, or `built in`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The game of the book, and how it was built.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Returns true if the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The size of its file in bytes.
    pub fn size(&self) -> u64 {
        self.bytes.len()
    }

    /// The SHA-1 of its file, as `sha1sum` prints it. A CRC would not tell books apart: since each
    /// part of the file ends with its own CRC, that of the whole depends only on the lengths of the
    /// parts.
    ///
    /// # Errors
    /// Returns an error if the file can no longer be read.
    pub fn fingerprint(&self) -> Result<String, BookError> {
        const PIECE: usize = 64 << 10;
        let mut sha1 = Sha1::new();
        let end = self.size();
        for start in (0..end).step_by(PIECE) {
            sha1.update(&*self.part(start..end.min(start + PIECE as u64))?);
        }
        Ok(format!("{:x}", sha1.finalize()))
    }

    /// The form of its values.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns true if it is a book of that game and size.
    pub fn is_of(&self, game: &str, size: &str) -> bool {
        self.origin.game == game && self.origin.size == size
    }

    /// The value of the position with this [`canonical_key`](crate::game::Symmetry::canonical_key);
    /// `None` if it is not in the book.
    ///
    /// # Errors
    /// Returns an error if the book is damaged there.
    pub fn find(&self, key: u64) -> Result<Option<Worth>, BookError> {
        let block = self.index.find(&self.bytes, key);
        let Some(block) = block.map_err(|reason| unreadable(&self.name, reason))? else {
            return Ok(None);
        };
        let mut found = None;
        self.read_block(block, &mut |at, worth| {
            if at == key {
                found = Some(worth);
            }
            at < key
        })?;
        Ok(found)
    }

    /// Passes all positions to `visit`, in the order of their keys.
    ///
    /// # Errors
    /// Returns an error if the book is damaged anywhere.
    pub fn for_each(&self, mut visit: impl FnMut(u64, Worth)) -> Result<(), BookError> {
        let mut last = None;
        for page in 0..self.index.pages() {
            for block in self.blocks(page)?.iter() {
                if last.is_some_and(|last| last >= block.key) {
                    return Err(self.damaged(block.start, "the keys of the blocks do not ascend"));
                }
                self.read_block(block, &mut |key, worth| {
                    last = Some(key);
                    visit(key, worth);
                    true
                })?;
            }
        }
        Ok(())
    }

    /// Reads and checks the whole book.
    ///
    /// # Errors
    /// Returns an error if the book is damaged anywhere.
    pub fn check(&self) -> Result<(), BookError> {
        self.for_each(|_, _| {})
    }

    fn read(name: String, bytes: Bytes) -> Result<Book, BookError> {
        let beginning = Beginning {
            name: &name,
            bytes: &bytes,
        };
        let (head, is_former) = beginning.head()?;
        let origin = beginning.origin(&head)?;
        let form = beginning.form(&head)?;
        let index = beginning.index(&head)?;
        Ok(Book {
            origin: if is_former { origin.renamed() } else { origin },
            entries: head.entries,
            form,
            width: head.width,
            per_block: head.per_block,
            index,
            name,
            bytes,
        })
    }

    fn damaged(&self, offset: u64, reason: &str) -> BookError {
        damaged(&self.name, offset, reason)
    }

    /// The bytes of a range.
    fn part(&self, range: Range<u64>) -> Result<Part<'_>, BookError> {
        let part = self.bytes.read(range);
        part.map_err(|reason| unreadable(&self.name, reason))
    }

    /// The blocks of a page of the index.
    fn blocks(&self, page: usize) -> Result<Blocks<'_>, BookError> {
        let blocks = self.index.page(&self.bytes, page);
        blocks.map_err(|reason| unreadable(&self.name, reason))
    }

    /// Passes the positions of a block to `visit` until it returns `false`.
    fn read_block(
        &self,
        block: Block,
        visit: &mut dyn FnMut(u64, Worth) -> bool,
    ) -> Result<(), BookError> {
        let damaged = |reason: &str| self.damaged(block.start, reason);
        let before = block.number * u64::from(self.per_block);
        let count = (self.entries - before).min(self.per_block.into()) as usize;
        let (start, data) = (block.start, self.index.end());
        let is_in_place = start >= data && (block.number > 0 || start == data);
        if !is_in_place || block.end < start || block.end > self.bytes.len() {
            return Err(damaged("the block is not where it should be"));
        }
        if block.end - start > layout::longest_block(count, self.width) {
            return Err(damaged("the block is too long"));
        }
        let bytes = self.part(start..block.end)?;
        let (body, checksum) = bytes
            .split_last_chunk::<CHECKSUM>()
            .ok_or_else(|| damaged("the block is too short"))?;
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the block does not match its checksum"));
        }
        let (mut values, mut steps) = Values::split(body, count, self.width)
            .ok_or_else(|| damaged("the block is too short"))?;
        let mut key = block.key;
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
                .ok_or_else(|| damaged("a value of the block is invalid"))?;
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

fn damaged(name: &str, offset: u64, reason: &str) -> BookError {
    BookError::Damaged {
        name: name.to_string(),
        offset,
        reason: reason.into(),
    }
}

fn unreadable(name: &str, reason: io::Error) -> BookError {
    let name = name.to_string();
    BookError::Unreadable { name, reason }
}

/// Writes the game, its size and the origin on one line.
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

/// The head, text and index of a book, which stand before its blocks.
struct Beginning<'a> {
    name: &'a str,
    bytes: &'a Bytes,
}

impl Beginning<'_> {
    /// The head, and whether it is of a release under the former name.
    fn head(&self) -> Result<(Head, bool), BookError> {
        let length = self.bytes.len();
        let fixed = self.part(0..length.min(FIXED as u64))?;
        let is_former = fixed.starts_with(&FORMER_MAGIC);
        if !is_former && !fixed.starts_with(&MAGIC) {
            return Err(self.damaged(0, "this is not a Heelstone book"));
        }
        if fixed.len() < FIXED {
            return Err(self.damaged(length, "it ends before its header is complete"));
        }
        let head = Head::from_bytes(&fixed);
        if head.version != VERSION {
            let reason = format!("its format is version {}, not {VERSION}", head.version);
            return Err(self.damaged(8, &reason));
        }
        Ok((head, is_former))
    }

    /// The origin, from the text of a head that is whole.
    fn origin(&self, head: &Head) -> Result<Origin, BookError> {
        let length = self.bytes.len();
        let text_end = FIXED + head.text as usize;
        if head.text as usize > LONGEST_TEXT || index_start(head) > length {
            return Err(self.damaged(12, "its text is longer than the file"));
        }
        let front = self.part(0..index_start(head))?;
        if layout::u32_at(&front, text_end) != Some(crc32fast::hash(&front[..text_end])) {
            return Err(self.damaged(text_end as u64, "its head does not match its checksum"));
        }
        if head.length != length {
            let reason = format!("the file should have {} bytes", head.length);
            return Err(self.damaged(length, &reason));
        }
        let text = std::str::from_utf8(&front[FIXED..text_end]).ok();
        text.and_then(Origin::parse)
            .ok_or_else(|| self.damaged(FIXED as u64, "its text is not as it should be"))
    }

    /// The form of the values.
    fn form(&self, head: &Head) -> Result<Form, BookError> {
        let form = Form::from_code(head.form).filter(|&form| layout::is_width(form, head.width));
        form.ok_or_else(|| self.damaged(32, "values of this form are unknown"))
    }

    fn index(&self, head: &Head) -> Result<Index, BookError> {
        if head.per_block == 0 {
            return Err(self.damaged(34, "its blocks are empty"));
        }
        let start = index_start(head);
        let blocks = head.entries.div_ceil(head.per_block.into());
        if blocks > (self.bytes.len() - start) / INDEX_ENTRY as u64 {
            return Err(self.damaged(16, "it has more positions than bytes"));
        }
        let read = Index::read(self.bytes, start, blocks);
        let (index, checksum) = read.map_err(|reason| unreadable(self.name, reason))?;
        if checksum != head.index_checksum {
            return Err(self.damaged(start, "its index does not match its checksum"));
        }
        Ok(index)
    }

    fn part(&self, range: Range<u64>) -> Result<Part<'_>, BookError> {
        let part = self.bytes.read(range);
        part.map_err(|reason| unreadable(self.name, reason))
    }

    fn damaged(&self, offset: u64, reason: &str) -> BookError {
        damaged(self.name, offset, reason)
    }
}

/// Where the index begins.
fn index_start(head: &Head) -> u64 {
    (FIXED + head.text as usize + CHECKSUM) as u64
}
