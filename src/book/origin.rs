//! The origin of a book: its game, and how it was built.

use std::fmt;
use std::time::Duration;

/// The game of a book, and how the book was built. Books with equal origins are equal, except where
/// time limits searches.
///
/// A file holds it as text with a word and its value on each line: see `docs/formats.md` in the
/// sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the game.
    pub game: String,
    /// The size of the board, such as `7x6`.
    pub size: String,
    /// The plies from the roots to the last positions.
    pub plies: u32,
    /// The limit of nodes for drawn lines: beyond `plies`, a book of exact values has the drawn
    /// positions that follow from drawn ones which a search of this many nodes does not find to be
    /// drawn. `None` for a book without drawn lines.
    pub draws: Option<u64>,
    /// The source of the values.
    pub method: Method,
    /// The positions it was built from; `None` for the start of the game.
    pub roots: Option<Roots>,
    /// The program that made it.
    pub program: String,
}

/// The source of a book's values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Exact values of the solver.
    Exact,
    /// A proof: values say who wins, and the book has only the positions needed to prove it.
    Proof {
        /// `true` if each move of the first positions is decided, not only the positions.
        all_moves: bool,
    },
    /// Searches of the last positions; the other values follow from theirs.
    Search {
        /// The evaluation.
        evaluation: String,
        /// The limit of each search.
        limit: SearchLimit,
        /// The size of the table in MiB.
        hash: usize,
    },
}

/// The limit of a search for a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchLimit {
    /// A depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// A time. Such a book differs from run to run.
    Time(Duration),
}

/// The list of positions that a book was built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roots {
    /// The number of positions.
    pub count: u64,
    /// The CRC-32 of their notations, each with a line end.
    pub checksum: u32,
}

impl Roots {
    /// The summary of a list of positions in the notation of their game.
    pub fn of(positions: &[String]) -> Roots {
        let mut hasher = crc32fast::Hasher::new();
        for text in positions {
            hasher.update(text.as_bytes());
            hasher.update(b"\n");
        }
        Roots {
            count: positions.len() as u64,
            checksum: hasher.finalize(),
        }
    }
}

impl Origin {
    /// The text in a file.
    pub(super) fn to_text(&self) -> String {
        let Origin {
            game,
            size,
            plies,
            draws,
            method,
            roots,
            program,
        } = self;
        let mut text = format!("game {game}\nsize {size}\nplies {plies}\n");
        if let Some(draws) = draws {
            text += &format!("draws {draws}\n");
        }
        match method {
            Method::Exact => text += "values exact\n",
            Method::Proof { all_moves: false } => text += "values proof\n",
            Method::Proof { all_moves: true } => text += "values proof of all moves\n",
            Method::Search {
                evaluation,
                limit,
                hash,
            } => {
                text += &match limit {
                    SearchLimit::Depth(depth) => format!("values depth {depth}\n"),
                    SearchLimit::Nodes(nodes) => format!("values nodes {nodes}\n"),
                    SearchLimit::Time(time) => {
                        format!("values milliseconds {}\n", time.as_millis())
                    }
                };
                text += &format!("evaluation {evaluation}\nhash {hash}\n");
            }
        }
        if let Some(Roots { count, checksum }) = roots {
            text += &format!("roots {count} {checksum:08x}\n");
        }
        text + &format!("program {program}\n")
    }

    /// The same with the program's present name, for a file of release 0.1.0, when it had another.
    pub(super) fn renamed(self) -> Origin {
        let version = self.program.split_once(' ').map(|(_, version)| version);
        let program = version.map(|version| format!("{} {version}", env!("CARGO_PKG_NAME")));
        Origin {
            program: program.unwrap_or(self.program),
            ..self
        }
    }

    /// Returns true if both describe the same work, by whichever version of the program.
    pub(super) fn is_same_work(&self, other: &Origin) -> bool {
        let program = other.program.clone();
        let this = Origin {
            program,
            ..self.clone()
        };
        this == *other
    }

    /// Parses the output of [`Origin::to_text`]; `None` for anything else.
    pub(super) fn parse(text: &str) -> Option<Origin> {
        let mut lines = text.lines().peekable();
        let mut take = |word: &str| -> Option<&str> {
            let value = lines.peek()?.strip_prefix(word)?.strip_prefix(' ')?;
            lines.next();
            Some(value)
        };
        let game = take("game")?.to_string();
        let size = take("size")?.to_string();
        let plies = take("plies")?.parse().ok()?;
        let draws = match take("draws") {
            Some(value) => Some(value.parse().ok()?),
            None => None,
        };
        let values = take("values")?;
        let method = match values {
            "exact" => Method::Exact,
            "proof" => Method::Proof { all_moves: false },
            "proof of all moves" => Method::Proof { all_moves: true },
            _ => Method::Search {
                limit: SearchLimit::parse(values)?,
                evaluation: take("evaluation")?.to_string(),
                hash: take("hash")?.parse().ok()?,
            },
        };
        let roots = match take("roots") {
            Some(value) => {
                let (count, checksum) = value.split_once(' ')?;
                let checksum = u32::from_str_radix(checksum, 16).ok()?;
                let count = count.parse().ok()?;
                Some(Roots { count, checksum })
            }
            None => None,
        };
        let program = take("program")?.to_string();
        let origin = Origin {
            game,
            size,
            plies,
            draws,
            method,
            roots,
            program,
        };
        // Accept no other spelling, and nothing that does not fit on a line of a reply.
        let printable = text.chars().all(|c| c == '\n' || !c.is_control());
        (printable && origin.to_text() == text).then_some(origin)
    }
}

impl SearchLimit {
    fn parse(text: &str) -> Option<SearchLimit> {
        let (word, number) = text.split_once(' ')?;
        let number: u64 = number.parse().ok()?;
        match word {
            "depth" => u32::try_from(number).map(SearchLimit::Depth).ok(),
            "nodes" => Some(SearchLimit::Nodes(number)),
            "milliseconds" => Some(SearchLimit::Time(Duration::from_millis(number))),
            _ => None,
        }
    }
}

/// Writes the source of the values: `exact values`, or `scores of threats at depth 12`.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (evaluation, limit) = match self {
            Method::Exact => return f.write_str("exact values"),
            Method::Proof { all_moves: false } => return f.write_str("a proof of who wins"),
            Method::Proof { all_moves: true } => {
                return f.write_str("a proof of who wins after each move");
            }
            Method::Search {
                evaluation, limit, ..
            } => (evaluation, limit),
        };
        write!(f, "scores of {evaluation} ")?;
        match limit {
            SearchLimit::Depth(depth) => write!(f, "at depth {depth}"),
            SearchLimit::Nodes(nodes) => write!(f, "by {nodes} nodes"),
            SearchLimit::Time(time) => write!(f, "by {} s", time.as_secs_f64()),
        }
    }
}

/// Writes the origin: `6 plies, on after draws of over 1000 nodes, exact values, made by heelstone
/// 0.1.0`.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin {
            plies,
            draws,
            method,
            roots,
            program,
            ..
        } = self;
        write!(f, "{plies} {}", if *plies == 1 { "ply" } else { "plies" })?;
        if let Some(draws) = draws {
            write!(f, ", on after draws of over {draws} nodes")?;
        }
        if let Some(Roots { count, .. }) = roots {
            let s = if *count == 1 { "" } else { "s" };
            write!(f, " from {count} position{s}")?;
        }
        write!(f, ", {method}, made by {program}")
    }
}
