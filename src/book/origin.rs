//! What is known about a book as a whole: of which game it is, and how it was built.

use std::fmt;
use std::time::Duration;

/// Of which game a book is, and how it was built. Books with the same origin are the same, but for
/// a limit of time.
///
/// In a file it is a text with a line for each of these, a word and its value: `docs/formats.md` in
/// the sources lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name of the game.
    pub game: String,
    /// Its size, `7x6`.
    pub size: String,
    /// The plies from the roots to the last positions.
    pub plies: u32,
    /// Beyond `plies`, the book of exact values has the drawn positions that follow from drawn ones,
    /// as long as it takes more than so many nodes to find that out. `None` where it has none beyond.
    pub draws: Option<u64>,
    /// Where the values come from.
    pub method: Method,
    /// What it was built from; `None` for the position in which the game begins.
    pub roots: Option<Roots>,
    /// What made it.
    pub program: String,
}

/// Where the values of a book come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// They are exact.
    Exact,
    /// They say who wins, and the book has no more positions than it takes to prove that.
    Proof {
        /// Of each move in the first positions, not only of those positions.
        all_moves: bool,
    },
    /// The last positions were searched; those before follow from them.
    Search {
        /// The evaluation.
        evaluation: String,
        /// How far each position was searched.
        limit: SearchLimit,
        /// The size of the table in MiB.
        hash: usize,
    },
}

/// How far each position of a book is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchLimit {
    /// To a depth.
    Depth(u32),
    /// So many nodes.
    Nodes(u64),
    /// So long. Such a book is a different one each time.
    Time(Duration),
}

/// The list of positions that a book was built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roots {
    /// How many.
    pub count: u64,
    /// The CRC-32 of their notations, each with a line end.
    pub checksum: u32,
}

impl Roots {
    /// What is kept of a list of positions in the notation of their game.
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
    /// The text of a file.
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

    /// The same with today's name of the program, for a file of release 0.1.0, which had another.
    pub(super) fn renamed(self) -> Origin {
        let version = self.program.split_once(' ').map(|(_, version)| version);
        let program = version.map(|version| format!("{} {version}", env!("CARGO_PKG_NAME")));
        Origin {
            program: program.unwrap_or(self.program),
            ..self
        }
    }

    /// Whether both describe the same work, whichever version of the program does it.
    pub(super) fn is_same_work(&self, other: &Origin) -> bool {
        let program = other.program.clone();
        let this = Origin {
            program,
            ..self.clone()
        };
        this == *other
    }

    /// Reads what [`Origin::to_text`] writes; `None` for anything else.
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
        // No other writing of the same, and nothing that does not belong on a line of a reply.
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

/// Writes how the values were found: `exact values`, or `scores of threats at depth 12`.
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

/// Writes where the values come from: `6 plies, on after draws of over 1000 nodes, exact values, made
/// by heelstone 0.1.0`.
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
