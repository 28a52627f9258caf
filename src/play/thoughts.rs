//! The engine's thoughts: the last one, exact values, the curve of the score.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use super::rating::Rating;
use super::review::Findings;
use crate::game::Side;
use crate::session::{Info, Played, SearchTree, Solved, Source};
use crate::sitting::{About, News, Sitting};

/// The lines of one depth of a search.
pub(super) struct Thought {
    /// The position.
    pub(super) about: About,
    /// The names of the sides.
    sides: [&'static str; 2],
    /// The lines, the best first; at least one.
    lines: Vec<Info>,
    /// The places to click for each move of the first line.
    pub(super) clicks: Vec<Vec<String>>,
}

impl Thought {
    fn best(&self) -> Option<&Info> {
        self.lines.first()
    }

    /// The rating of the position.
    pub(super) fn rating(&self) -> Rating {
        let best = self.best();
        best.map_or(Rating::Opinion(0), |best| {
            Rating::of_score(best.score, best.exact)
        })
    }

    /// The score in words.
    pub(super) fn score(&self) -> String {
        self.rating().words(self.about.side, self.sides)
    }

    /// The depth, nodes and time of the search.
    pub(super) fn effort(&self) -> String {
        let Some(best) = self.best() else {
            return String::new();
        };
        if best.source != Source::Search {
            return format!("exact ({})", best.source);
        }
        let (nodes, seconds) = (in_groups(best.nodes), best.time.as_secs_f64());
        format!("depth {}, {nodes} nodes, {seconds:.1} s", best.depth)
    }

    /// The expected line.
    pub(super) fn line(&self) -> String {
        self.best()
            .map(|best| best.pv.join(" "))
            .unwrap_or_default()
    }
}

/// The whole thought on one line.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, effort, line) = (self.score(), self.effort(), self.line());
        write!(f, "score {score}, {effort}, expects {line}")
    }
}

/// Formats a number with commas between its thousands.
fn in_groups(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A move that a person could play.
pub(super) struct Hint {
    ply: usize,
    /// The move.
    pub(super) name: String,
    /// The places to click for it.
    pub(super) clicks: Vec<String>,
}

/// A game and its moves, to tell when either has changed.
#[derive(Clone, Default, PartialEq)]
struct Line {
    game: String,
    moves: Vec<Played>,
}

/// All thoughts on a game.
#[derive(Default)]
pub(super) struct Thoughts {
    thought: Option<Thought>,
    solved: Option<(About, Solved)>,
    hint: Option<Hint>,
    curve: BTreeMap<usize, (Rating, Side)>,
    line: Line,
    /// The judgements of the review.
    pub(super) findings: Findings,
    /// The search tree asked for last.
    pub(super) tree: Option<SearchTree>,
    /// A refusal that came after its request was accepted.
    pub(super) refusal: Option<String>,
}

impl Thoughts {
    /// Takes a piece of news from a sitting.
    pub(super) fn hear(&mut self, news: News, sitting: &Sitting) {
        let ply = sitting.ply();
        match news {
            News::Changed => self.follow(sitting),
            News::Thinking {
                about,
                lines,
                clicks,
            } if about.ply == ply => {
                let thought = Thought {
                    about,
                    sides: sitting.session().info().sides,
                    lines,
                    clicks,
                };
                self.curve.insert(ply, (thought.rating(), about.side));
                self.thought = Some(thought);
            }
            News::Solved(about, solved) if about.ply == ply => self.solved = Some((about, solved)),
            News::Hint { ply, name, clicks } => self.hint = Some(Hint { ply, name, clicks }),
            News::Refused(why) => self.refusal = Some(why),
            News::Tree(tree) => self.tree = Some(tree),
            News::Reviewed { judged, progress } => {
                self.findings
                    .take(judged.map(|(judged, _)| judged), progress);
            }
            // The page alone asks for these.
            News::Puzzle(_) => {}
            News::Thinking { .. } | News::Solved(..) => {}
        }
    }

    /// Drops thoughts on another game, and the scores of moves that are no longer in the line.
    fn follow(&mut self, sitting: &Sitting) {
        let info = sitting.session().info();
        let start = sitting.session().set_up_from().unwrap_or_default();
        let line = Line {
            game: format!("{} {} {start}", info.name, info.size_name()),
            moves: sitting.line().to_vec(),
        };
        if line.game != self.line.game || (line.moves.is_empty() && !self.line.moves.is_empty()) {
            *self = Thoughts::default();
        } else {
            let pairs = line.moves.iter().zip(&self.line.moves);
            let common = pairs.take_while(|(a, b)| a == b).count();
            self.curve.retain(|&ply, _| ply <= common);
            self.findings.keep(common);
        }
        self.line = line;
        let ply = sitting.ply();
        self.hint.take_if(|hint| hint.ply != ply);
        self.solved.take_if(|(about, _)| about.ply != ply);
    }

    /// The last thought; it may be on the previous position.
    pub(super) fn last(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// The last thought, if it is on the position after `ply` moves.
    pub(super) fn of(&self, ply: usize) -> Option<&Thought> {
        self.thought.as_ref().filter(|t| t.about.ply == ply)
    }

    /// The hint for the present position.
    pub(super) fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// The ratings of the moves after `ply` moves, the best first; exact values replace scores.
    pub(super) fn moves(&self, ply: usize) -> Vec<(String, Rating)> {
        let mut ratings = HashMap::new();
        for info in self.of(ply).iter().flat_map(|thought| &thought.lines) {
            let rating = Rating::of_score(info.score, info.exact);
            ratings.extend(info.pv.first().map(|name| (name.clone(), rating)));
        }
        let solved = self.solved.iter().filter(|(about, _)| about.ply == ply);
        for (name, exact) in solved.flat_map(|(_, solved)| &solved.moves) {
            ratings.extend(exact.map(|exact| (name.clone(), Rating::of_exact(exact))));
        }
        let mut moves: Vec<_> = ratings.into_iter().collect();
        moves.sort_by(|(a, x), (b, y)| y.rank().cmp(&x.rank()).then_with(|| a.cmp(b)));
        moves
    }

    /// The curve of the score: numbers of moves, each with a rating from -1 to 1 seen from Black.
    pub(super) fn curve(&self, scale: i32) -> impl Iterator<Item = (usize, f64)> {
        let points = self.curve.iter();
        points.map(move |(&ply, (rating, side))| (ply, rating.place(*side, scale)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_read_by_their_thousands() {
        let texts = [7, 999, 1000, 1_234_567].map(in_groups);
        assert_eq!(texts, ["7", "999", "1,000", "1,234,567"]);
    }
}
