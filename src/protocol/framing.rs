//! Splits bytes into lines and sorts lines into commands, interrupts and comments.

use std::io::{ErrorKind, Read};

/// The longest line that is kept, in bytes. A longer one is answered with an error.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// The capacity, in bytes, that suits nearly all lines.
const USUAL: usize = 1 << 16;

/// The mark that some editors write before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Splits a stream of bytes into lines, without a byte order mark before the first. It keeps at
/// most [`LONGEST_LINE`] bytes of each.
pub(crate) struct Splitter {
    /// The byte that ends a line.
    end: u8,
    /// The start of an unfinished line.
    head: Vec<u8>,
    /// The number of bytes of that line that were not kept.
    dropped: u64,
    /// `true` once the first line has been passed on.
    begun: bool,
}

/// Splits at newlines.
impl Default for Splitter {
    fn default() -> Splitter {
        Splitter::ending_with(b'\n')
    }
}

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RawLine<'a> {
    Whole(&'a [u8]),
    /// The first [`LONGEST_LINE`] bytes of a longer line.
    TooLong(&'a [u8]),
}

impl Splitter {
    /// Splits after each `end`.
    pub(crate) fn ending_with(end: u8) -> Splitter {
        Splitter {
            end,
            head: Vec::new(),
            dropped: 0,
            begun: false,
        }
    }

    /// Reads `input` to its end and passes `take` each line, until it returns `false`.
    pub(crate) fn read(mut self, mut input: impl Read, take: &mut dyn FnMut(RawLine<'_>) -> bool) {
        let mut bytes = vec![0; 1 << 16];
        let mut goes_on = true;
        while goes_on {
            let mut sink = |line: RawLine<'_>| goes_on = goes_on && take(line);
            match input.read(&mut bytes) {
                Ok(0) => {
                    self.finish(&mut sink);
                    return;
                }
                Ok(count) => self.push(&bytes[..count], &mut sink),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    log::error!("the input cannot be read: {error}");
                    self.finish(&mut sink);
                    return;
                }
            }
        }
    }

    /// Takes the next bytes and passes `sink` each line that ends in them.
    pub(super) fn push(&mut self, mut bytes: &[u8], sink: &mut impl FnMut(RawLine<'_>)) {
        while let Some(end) = bytes.iter().position(|&b| b == self.end) {
            let (line, more) = bytes.split_at(end);
            bytes = &more[1..];
            if self.head.is_empty() && line.len() <= LONGEST_LINE {
                let line = self.without_mark(line);
                sink(RawLine::Whole(line));
            } else {
                self.keep(line);
                self.flush(sink);
            }
        }
        self.keep(bytes);
    }

    /// Ends the input: an unfinished last line counts as a line.
    pub(super) fn finish(&mut self, sink: &mut impl FnMut(RawLine<'_>)) {
        if !self.head.is_empty() {
            self.flush(sink);
        }
    }

    /// Tells whether the unfinished line is too long already.
    pub(super) fn is_too_long(&self) -> bool {
        self.dropped > 0
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = LONGEST_LINE - self.head.len();
        let kept = &bytes[..room.min(bytes.len())];
        if self.head.len() + kept.len() > self.head.capacity().max(USUAL) {
            // All at once: growing by doubling would hold the line twice while it moves.
            self.head.reserve_exact(room);
        }
        self.head.extend_from_slice(kept);
        self.dropped += (bytes.len() - kept.len()) as u64;
    }

    fn flush(&mut self, sink: &mut impl FnMut(RawLine<'_>)) {
        let mut head = std::mem::take(&mut self.head);
        let line = self.without_mark(&head);
        sink(match self.dropped {
            0 => RawLine::Whole(line),
            _ => RawLine::TooLong(line),
        });
        head.clear();
        // A long line should not hold its memory for good.
        head.shrink_to(USUAL);
        (self.head, self.dropped) = (head, 0);
    }

    /// The line without the byte order mark, if it is the first one.
    fn without_mark<'a>(&mut self, line: &'a [u8]) -> &'a [u8] {
        if std::mem::replace(&mut self.begun, true) {
            return line;
        }
        line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
    }
}

/// The start of a line, with runs of blanks as one blank: enough to see its id, in little memory.
pub(super) fn beginning(raw: &[u8]) -> Vec<u8> {
    /// An id takes ten digits, unless somebody writes zeros before it.
    const ENOUGH: usize = 256;
    let mut start = Vec::with_capacity(ENOUGH);
    for &byte in raw {
        let byte = if byte == b'\t' { b' ' } else { byte };
        let is_dropped = byte.is_ascii_control()
            || (byte == b' ' && start.last().is_none_or(|&last| last == b' '));
        if !is_dropped {
            start.push(byte);
        }
        if start.len() == ENOUGH {
            break;
        }
    }
    start
}

/// The kind of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A command, not empty, without its comment and without control characters.
    Command(String),
    /// The comment `# interrupt`.
    Interrupt,
    /// A line without an answer: empty, or another comment.
    Nothing,
}

/// Prepares a line as GTP requires: drops control characters except HT, cuts the comment, and turns
/// HT into a space.
pub(super) fn prepare(raw: &[u8]) -> LineKind {
    let text = String::from_utf8_lossy(raw);
    let mut line: String = text
        .chars()
        .filter(|&c| c == '\t' || !c.is_ascii_control())
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect();
    if let Some(comment) = line.find('#') {
        if line[..comment].trim_matches(' ').is_empty()
            && line[comment + 1..].trim_matches(' ') == "interrupt"
        {
            return LineKind::Interrupt;
        }
        line.truncate(comment);
    }
    if line.trim_matches(' ').is_empty() {
        LineKind::Nothing
    } else {
        LineKind::Command(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes `input` in pieces of `step` bytes; returns each line's length, and `true` if it is
    /// too long.
    fn lengths(input: &[u8], step: usize) -> Vec<(usize, bool)> {
        let mut lines = Vec::new();
        let mut splitter = Splitter::default();
        let mut sink = |line: RawLine<'_>| match line {
            RawLine::Whole(line) => lines.push((line.len(), false)),
            RawLine::TooLong(head) => lines.push((head.len(), true)),
        };
        input
            .chunks(step)
            .for_each(|bytes| splitter.push(bytes, &mut sink));
        splitter.finish(&mut sink);
        lines
    }

    /// Input in parts, which is interrupted before each of them and breaks after the last.
    struct Broken(Vec<&'static [u8]>, bool);

    impl Read for Broken {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            if self.0.is_empty() {
                return Err(ErrorKind::BrokenPipe.into());
            }
            let part = self.0.remove(0);
            bytes[..part.len()].copy_from_slice(part);
            Ok(part.len())
        }
    }

    #[test]
    fn input_that_breaks_ends_after_what_has_come() {
        let mut lines = Vec::new();
        let mut take = |line: RawLine<'_>| {
            if let RawLine::Whole(line) = line {
                lines.push(line.to_vec());
            }
            true
        };
        let input = Broken(vec![b"na", b"me\nver", b"sion"], false);
        Splitter::default().read(input, &mut take);
        assert_eq!(lines, [b"name".to_vec(), b"version".to_vec()]);
    }

    #[test]
    fn lines_are_the_same_however_the_bytes_arrive() {
        let input = b"name\n\nversion\r\n5 quit";
        for step in 1..=input.len() {
            assert_eq!(
                lengths(input, step),
                [(4, false), (0, false), (8, false), (6, false)]
            );
        }
    }

    #[test]
    fn a_byte_order_mark_is_dropped_before_the_first_line_only() {
        for step in 1..=5 {
            let marked = b"\xef\xbb\xbfname\n\xef\xbb\xbf\nquit";
            let whole = |length| (length, false);
            assert_eq!(lengths(marked, step), [4, 3, 4].map(whole), "{step}");
            assert_eq!(lengths(b"\xef\xbb\xbf", step), [whole(0)]);
            assert_eq!(lengths(b"\xef\xbb\n", step), [whole(2)]);
        }
    }

    #[test]
    fn the_beginning_of_a_line_shows_its_id() {
        let text = |raw: &[u8]| String::from_utf8_lossy(&beginning(raw)).into_owned();
        assert_eq!(text(b"\t 05 \r\t name  x"), "05 name x");
        let far = [
            b" ".repeat(5000),
            b"7".to_vec(),
            b"\t".repeat(5000),
            b"name".to_vec(),
        ]
        .concat();
        assert_eq!(text(&far), "7 name");
        assert_eq!(text(&b"x".repeat(1000)).len(), 256);
    }

    #[test]
    fn a_line_of_a_mebibyte_is_kept_and_a_longer_one_is_not() {
        for step in [1000, 1 << 16, 1 << 22] {
            let mut input = vec![b'x'; LONGEST_LINE];
            input.push(b'\n');
            input.extend(vec![b'x'; LONGEST_LINE + 1]);
            input.extend(b"\nname\n");
            input.extend(vec![b'x'; 3 * LONGEST_LINE]);
            let (whole, cut) = ((LONGEST_LINE, false), (LONGEST_LINE, true));
            assert_eq!(lengths(&input, step), [whole, cut, (4, false), cut]);
        }
    }

    #[test]
    fn a_long_line_holds_its_memory_only_until_its_end() {
        let mut splitter = Splitter::default();
        splitter.push(&vec![b'x'; LONGEST_LINE + 1], &mut |_| {});
        assert!(splitter.is_too_long());
        splitter.push(b"\nname", &mut |_| {});
        assert!(!splitter.is_too_long());
        assert!(splitter.head.capacity() <= USUAL);
    }

    #[test]
    fn lines_are_prepared_as_gtp_says() {
        let command = |text: &str| LineKind::Command(text.into());
        assert_eq!(prepare(b"na\x01me\r"), command("name"));
        assert_eq!(prepare(b"\x00name\x7f"), command("name"));
        assert_eq!(prepare(b"\t3\tname"), command(" 3 name"));
        assert_eq!(prepare(b"name # what for"), command("name "));
        assert_eq!(prepare(b"name\xff"), command("name\u{fffd}"));
        // GTP means the control characters of ASCII; a line of any other one is a command.
        assert_eq!(prepare(b"\xc2\x86"), command("\u{86}"));
        for nothing in [
            "",
            " \t\r",
            "# name",
            "\x01\x02",
            " # Interrupt",
            "# interrupts",
        ] {
            assert_eq!(
                prepare(nothing.as_bytes()),
                LineKind::Nothing,
                "{nothing:?}"
            );
        }
        for interrupt in [
            "# interrupt",
            "#interrupt",
            " #\tinterrupt\r",
            "# interrupt  ",
        ] {
            assert_eq!(
                prepare(interrupt.as_bytes()),
                LineKind::Interrupt,
                "{interrupt:?}"
            );
        }
        assert_eq!(prepare(b"name # interrupt"), command("name "));
    }
}
