//! The form of the files: a line that says what it is, a line of JSON, packed numbers, and a checksum.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit as inflate;
use serde_json::{Map, Value};
use thiserror::Error;

use super::board::Board;
use crate::release::RELEASE;

pub(super) const WEIGHTS: &str = "heelstone weights";
pub(super) const TRAINING: &str = "heelstone training";
const KINDS: [&str; 2] = [WEIGHTS, TRAINING];

/// More games than anybody plays.
const MOST_GAMES: u64 = 1 << 50;

/// The version of the format.
const FORMAT: u64 = 1;
/// The level of compression: 9 is the strongest.
const PACKING: u8 = 6;

/// The reason why a file is refused: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FileError(pub(super) String);

/// The origin of the numbers, which every file tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The game and its size.
    pub(crate) game: String,
    pub(crate) size: String,
    /// The seed of the games that the numbers were learnt from, and how many were played.
    pub(crate) seed: u64,
    pub(crate) games: u64,
    /// True if they were learnt from all games at once.
    pub(crate) is_batch: bool,
}

impl Origin {
    /// That of a game and size, before anything is learnt.
    pub(crate) fn new(game: &str, size: String) -> Origin {
        Origin {
            game: game.to_string(),
            size,
            seed: 0,
            games: 0,
            is_batch: false,
        }
    }
}

impl FileError {
    /// The parts of a file of this kind do not fit together.
    pub(super) fn contradiction(kind: &str) -> FileError {
        refusal(kind, "its parts contradict each other")
    }
}

fn refusal(kind: &str, why: &str) -> FileError {
    FileError(format!("this file of {kind} cannot be used: {why}"))
}

/// Writes a file of this kind, with what it has in its head beside the rest.
pub(super) fn write(
    kind: &str,
    origin: &Origin,
    board: &Board,
    more: Map<String, Value>,
    numbers: &[u8],
) -> Vec<u8> {
    let mut head = Map::new();
    head.insert("format".into(), FORMAT.into());
    head.insert("by".into(), RELEASE.into());
    head.insert("game".into(), origin.game.clone().into());
    head.insert("size".into(), origin.size.clone().into());
    head.insert("seed".into(), origin.seed.into());
    head.insert("games".into(), origin.games.into());
    if origin.is_batch {
        head.insert("batch".into(), true.into());
    }
    head.insert("board".into(), board.to_json());
    head.extend(more);
    let mut bytes = format!("{kind}\n{}\n", Value::Object(head)).into_bytes();
    bytes.extend(compress_to_vec(numbers, PACKING));
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The contents of a file.
pub(super) struct Content<'a> {
    pub(super) origin: Origin,
    pub(super) board: Board,
    /// The whole head.
    pub(super) head: Value,
    packed: &'a [u8],
}

impl Content<'_> {
    /// The unpacked numbers; `None` unless they have exactly this many bytes.
    pub(super) fn numbers(&self, length: usize) -> Option<Vec<u8>> {
        inflate(self.packed, length)
            .ok()
            .filter(|numbers| numbers.len() == length)
    }
}

/// Reads a file of this kind.
pub(super) fn read<'a>(kind: &str, bytes: &'a [u8]) -> Result<Content<'a>, FileError> {
    let refuse = |why: &str| refusal(kind, why);
    let first = format!("{kind}\n");
    let rest = bytes
        .strip_prefix(first.as_bytes())
        .ok_or_else(|| of_another_kind(kind, bytes))?;
    let (Some((content, checksum)), Some((rest, _))) =
        (bytes.split_last_chunk::<4>(), rest.split_last_chunk::<4>())
    else {
        return Err(refuse("it is cut short"));
    };
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return Err(refuse("its checksum is wrong, so it is damaged"));
    }
    let mut parts = rest.splitn(2, |&byte| byte == b'\n');
    let head = parts
        .next()
        .and_then(|line| serde_json::from_slice::<Value>(line).ok())
        .filter(Value::is_object);
    let (head, packed) = head
        .zip(parts.next())
        .ok_or_else(|| refuse("its header is missing"))?;
    if head["format"].as_u64() != Some(FORMAT) {
        return Err(refuse(
            "its format is that of another version of the program",
        ));
    }
    of_parts(head, packed).ok_or_else(|| FileError::contradiction(kind))
}

/// The game and size that a file of weights or of a training is of, as its head says; `None` if it is neither.
pub(crate) fn game_of_file(bytes: &[u8]) -> Option<(String, String)> {
    let head = KINDS.iter().find_map(|kind| head(kind, bytes))?;
    let text = |key: &str| head[key].as_str().map(String::from);
    text("game").zip(text("size"))
}

/// The head of a file of this kind, of which nothing else is checked.
pub(super) fn head(kind: &str, bytes: &[u8]) -> Option<Value> {
    let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
    let is_meant = lines.next() == Some(kind.as_bytes());
    let head = lines.next().filter(|_| is_meant)?;
    serde_json::from_slice(head).ok()
}

/// Refuses a file of another kind, and says which if it tells so itself.
fn of_another_kind(kind: &str, bytes: &[u8]) -> FileError {
    let is_known = |line: &&str| line.starts_with("heelstone ") && line.len() < 40;
    let line = bytes.split(|&byte| byte == b'\n').next();
    let line = line.and_then(|line| str::from_utf8(line).ok());
    FileError(match line.filter(is_known) {
        Some(other) => format!("this is a file of {other}, not of {kind}"),
        None => format!("this is not a file of {kind}"),
    })
}

fn of_parts(head: Value, packed: &[u8]) -> Option<Content<'_>> {
    let text = |key: &str| Some(head[key].as_str()?.to_string());
    let origin = Origin {
        game: text("game")?,
        size: text("size")?,
        seed: head["seed"].as_u64()?,
        games: head["games"].as_u64().filter(|&games| games < MOST_GAMES)?,
        is_batch: match &head["batch"] {
            Value::Null => false,
            is_batch => is_batch.as_bool()?,
        },
    };
    Some(Content {
        origin,
        board: Board::from_json(&head["board"])?,
        head,
        packed,
    })
}
