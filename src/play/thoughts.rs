//! What is known of what the engine thinks: the last thought, exact values, the curve of the score.

use std::collections::{BTreeMap, HashMap};
use std::fmt;

use super::rating::Rating;
use crate::game::Side;
use crate::session::{Info, Played, SearchTree, Solved};
use crate::sitting::{About, News, Sitting};

/// The lines of one depth of a search.
pub(super) struct Thought {
    /// Of which position.
    pub(super) about: About,
    /// What people call the sides.
    sides: [&'static str; 2],
    /// The best first; there is one.
    lines: Vec<Info>,
    /// The places to click for each move of the first line.
    pub(super) clicks: Vec<Vec<String>>,
}

impl Thought {
    fn best(&self) -> Option<&Info> {
        self.lines.first()
    }

    /// What the position is worth.
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

    /// How much was searched.
    pub(super) fn effort(&self) -> String {
        let Some(best) = self.best() else {
            return String::new();
        };
        let (nodes, seconds) = (in_groups(best.nodes), best.time.as_secs_f64());
        format!("depth {}, {nodes} nodes, {seconds:.1} s", best.depth)
    }

    /// The moves that are expected.
    pub(super) fn line(&self) -> String {
        self.best()
            .map(|best| best.pv.join(" "))
            .unwrap_or_default()
    }
}

/// All of it on one line.
impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (score, effort, line) = (self.score(), self.effort(), self.line());
        write!(f, "score {score}, {effort}, expects {line}")
    }
}

/// A number with its thousands apart.
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

/// What a person could play.
pub(super) struct Hint {
    ply: usize,
    /// The move.
    pub(super) name: String,
    /// The places to click for it.
    pub(super) clicks: Vec<String>,
}

/// What identifies a game and its moves.
#[derive(Clone, Default, PartialEq)]
struct Line {
    game: String,
    moves: Vec<Played>,
}

/// All that is known.
#[derive(Default)]
pub(super) struct Thoughts {
    thought: Option<Thought>,
    solved: Option<(About, Solved)>,
    hint: Option<Hint>,
    curve: BTreeMap<usize, (Rating, Side)>,
    line: Line,
    /// The search tree that was asked for last.
    pub(super) tree: Option<SearchTree>,
    /// A refusal that came later than what it refuses.
    pub(super) refusal: Option<String>,
}

impl Thoughts {
    /// Takes what is new of a sitting.
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
            News::Thinking { .. } | News::Solved(..) => {}
        }
    }

    /// Forgets what was thought in another game, and of moves that are another line now.
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
        }
        self.line = line;
        let ply = sitting.ply();
        self.hint.take_if(|hint| hint.ply != ply);
        self.solved.take_if(|(about, _)| about.ply != ply);
    }

    /// The last thought; it may be of the position before.
    pub(super) fn last(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// The last thought, if it is of the position after so many moves.
    pub(super) fn of(&self, ply: usize) -> Option<&Thought> {
        self.thought.as_ref().filter(|t| t.about.ply == ply)
    }

    /// What a person could play now.
    pub(super) fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// What is known of each move after so many, the best first: exact values before opinions.
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

    /// The scores over the game: after how many moves, and where each stands between -1 and 1 for
    /// Black.
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
