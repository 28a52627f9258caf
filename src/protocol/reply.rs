//! What a command answers, and how it is written.

use std::io::{self, Write};

use thiserror::Error;

use super::traffic::Traffic;
use crate::game::{MoveError, PositionError};
use crate::search::{TableError, TreeError};
use crate::session::{
    CannotUndo, EngineError, OpenBookError, ParamError, RecordError, UnknownEvaluation,
    UnknownLevel,
};

/// The text of a reply.
pub(super) type Response = Result<String, Failure>;

/// Why a command fails: the errors that GTP knows, word for word, or a sentence of our own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Failure {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error")]
    Syntax,
    #[error("illegal move")]
    IllegalMove,
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("cannot undo")]
    CannotUndo,
    #[error("cannot score")]
    CannotScore,
    #[error("cannot load file")]
    CannotLoadFile,
    #[error("cannot save file")]
    CannotSaveFile,
    #[error("unsupported game")]
    UnsupportedGame,
    #[error("{0}")]
    Sentence(String),
}

impl Failure {
    /// A failure that this sentence explains.
    pub(super) fn sentence(text: impl Into<String>) -> Failure {
        Failure::Sentence(text.into())
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Failure {
        match error {
            MoveError::Syntax => Failure::Syntax,
            MoveError::Illegal => Failure::IllegalMove,
            MoveError::Chance => Failure::sentence(error.to_string()),
        }
    }
}

impl From<CannotUndo> for Failure {
    fn from(CannotUndo: CannotUndo) -> Failure {
        Failure::CannotUndo
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<OpenBookError> for Failure {
    fn from(error: OpenBookError) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<ParamError> for Failure {
    fn from(error: ParamError) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<UnknownEvaluation> for Failure {
    fn from(error: UnknownEvaluation) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<UnknownLevel> for Failure {
    fn from(error: UnknownLevel) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        Failure::Sentence(error.to_string())
    }
}

/// Writes replies, each whole or line by line, and flushes each at once.
pub(super) struct Replies<W: Write> {
    output: W,
    traffic: Traffic,
    /// What is written next: one call of the system a reply.
    buffer: String,
    /// Whether the reply in progress has lines already.
    begun: bool,
    failed: Option<io::Error>,
}

impl<W: Write> Replies<W> {
    pub(super) fn new(output: W, traffic: Traffic) -> Replies<W> {
        Replies {
            output,
            traffic,
            buffer: String::new(),
            begun: false,
            failed: None,
        }
    }

    /// Writes one line of a reply that takes its time; whether somebody still reads.
    pub(super) fn line(&mut self, id: Option<&str>, text: &str) -> bool {
        if !self.begun {
            self.head('=', id);
            self.buffer.push(' ');
            self.begun = true;
        }
        self.buffer.push_str(text);
        self.buffer.push('\n');
        self.send();
        self.failed.is_none()
    }

    /// Ends the reply.
    ///
    /// # Errors
    /// When the output failed, now or at a line before.
    pub(super) fn finish(&mut self, id: Option<&str>, response: &Response) -> io::Result<()> {
        if !std::mem::take(&mut self.begun) {
            match response {
                Ok(text) => {
                    self.head('=', id);
                    self.text(text);
                }
                Err(failure) => {
                    self.head('?', id);
                    self.text(&failure.to_string().replace(['\n', '\r'], " "));
                }
            }
            self.buffer.push('\n');
        }
        self.buffer.push('\n');
        self.send();
        self.failed.take().map_or(Ok(()), Err)
    }

    fn head(&mut self, mark: char, id: Option<&str>) {
        self.buffer.push(mark);
        self.buffer.push_str(id.unwrap_or_default());
    }

    /// The text of a reply, in which an empty line would be the end.
    fn text(&mut self, text: &str) {
        let text = text.trim_end_matches('\n');
        if !text.is_empty() {
            self.buffer.push(' ');
        }
        let mut last = ' ';
        for c in text.chars() {
            if c != '\n' || last != '\n' {
                self.buffer.push(c);
            }
            last = c;
        }
    }

    fn send(&mut self) {
        self.traffic.outgoing(&self.buffer);
        if self.failed.is_none() {
            let sent = self.output.write_all(self.buffer.as_bytes());
            self.failed = sent.and_then(|()| self.output.flush()).err();
        }
        self.buffer.clear();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn written(id: Option<&str>, response: &Response) -> String {
        let mut output = Vec::new();
        Replies::new(&mut output, Traffic::default())
            .finish(id, response)
            .unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_reply_ends_with_the_only_empty_line_in_it() {
        assert_eq!(written(None, &Ok(String::new())), "=\n\n");
        assert_eq!(written(Some("007"), &Ok(String::new())), "=007\n\n");
        assert_eq!(written(None, &Ok("D3".into())), "= D3\n\n");
        assert_eq!(
            written(Some("1"), &Ok("\nA\n\n\nB\n\n".into())),
            "=1 \nA\nB\n\n"
        );
        assert_eq!(
            written(Some("1"), &Err(Failure::Syntax)),
            "?1 syntax error\n\n"
        );
        let long = Failure::sentence("one\n\ntwo");
        assert_eq!(written(None, &Err(long)), "? one  two\n\n");
    }

    #[test]
    fn a_reply_may_come_line_by_line() {
        let mut output = Vec::new();
        let mut replies = Replies::new(&mut output, Traffic::default());
        assert!(replies.line(Some("3"), "one"));
        assert!(replies.line(Some("3"), "two"));
        replies.finish(Some("3"), &Ok(String::new())).unwrap();
        replies.finish(None, &Ok(String::new())).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "=3 one\ntwo\n\n=\n\n");
    }
}
