//! Lists of moves as people write them: `f5d6c3`, `4455`, `1. f5 d6 2. c3`.

use thiserror::Error;

use super::Session;
use super::position::{PASS, is_pass};
use crate::game::{MoveError, Vertex};

/// A move of a list, counted from 1, cannot be played: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number}, {text:?}: {error}")]
pub struct ListError {
    /// The number of the move.
    pub number: usize,
    /// Its text in the list.
    pub text: String,
    /// The reason.
    pub error: MoveError,
}

/// The largest length of the names of moves that share a word.
const LONGEST_IN_A_ROW: usize = 3;

impl Session {
    /// Plays a list of moves. Moves in the same notation may share a word, numbers such as `12.` are skipped,
    /// and forced passes may be left out. At the start of a game a list of vertices whose first move is not
    /// legal may also belong to the board turned or mirrored; its moves are then turned alike.
    ///
    /// # Errors
    /// If a move cannot be played; nothing has changed then.
    pub fn play_list(&mut self, text: &str) -> Result<(), ListError> {
        let words: Vec<&str> = words(text).collect();
        let is_start = self.history.is_empty() && self.set_up_from().is_none();
        let played = self.play_words(&words);
        let Err(error) = played else {
            return Ok(());
        };
        if error.number == 1 && is_start && self.play_turned(&words) {
            return Ok(());
        }
        Err(error)
    }

    /// Tells whether a text is a list of moves from the start of the game.
    pub(crate) fn is_list(&self, text: &str) -> bool {
        !is_empty_list(text) && self.entry.open().play_list(text).is_ok()
    }

    fn play_words(&mut self, words: &[&str]) -> Result<(), ListError> {
        let before = self.history.len();
        let mut number = 1;
        let mut words = words.iter();
        let played = words.try_for_each(|word| self.play_word(word, &mut number));
        if played.is_err() {
            while self.history.len() > before {
                // There are moves to take back.
                let _ = self.undo(1);
            }
        }
        played
    }

    /// Plays a move, or several in the same notation: `D1`, `f5d6c3`, `4453`.
    fn play_word(&mut self, word: &str, number: &mut usize) -> Result<(), ListError> {
        let mut play = |session: &mut Session, name: &str| {
            let played = session.play_in_order(name);
            *number += usize::from(played.is_ok());
            played
        };
        let Err(error) = play(self, word) else {
            return Ok(());
        };
        let longest = LONGEST_IN_A_ROW.min(word.len().saturating_sub(1));
        let begins_with_move =
            |&length: &usize| are_alike(word, length) && self.can_play(&word[..length]);
        let length = (1..=longest).rev().find(begins_with_move);
        let wrong = |number: usize, text: &str, error| ListError {
            number,
            text: text.into(),
            error,
        };
        let Some(length) = length else {
            let whole = (word, error);
            let (name, error) = match error {
                MoveError::Syntax => self.illegal_beginning(word, longest).unwrap_or(whole),
                _ => whole,
            };
            return Err(wrong(*number, name, error));
        };
        for start in (0..word.len()).step_by(length) {
            let name = &word[start..start + length];
            if let Err(error) = play(self, name) {
                return Err(wrong(*number, name, error));
            }
        }
        Ok(())
    }

    fn can_play(&self, name: &str) -> bool {
        self.position.copy().play(name).is_ok()
    }

    /// The first move of a word that has the form of several moves, if its form is right and it cannot
    /// be played here.
    fn illegal_beginning<'a>(&self, word: &'a str, longest: usize) -> Option<(&'a str, MoveError)> {
        let mut lengths = (1..=longest).filter(|&length| are_alike(word, length));
        lengths.find_map(|length| {
            let name = &word[..length];
            let error = self.position.copy().play(name).err()?;
            (error != MoveError::Syntax).then_some((name, error))
        })
    }

    /// Plays the moves on the board turned or mirrored in any way in which they are legal.
    fn play_turned(&mut self, words: &[&str]) -> bool {
        let (columns, rows) = self.info().size;
        let steps: Option<Vec<Step>> = words.iter().flat_map(|word| steps(word)).collect();
        let Some(steps) = steps.filter(|_| self.info().has_vertices) else {
            return false;
        };
        let on_board = |step: &Step| match step {
            Step::Pass => true,
            Step::Vertex(vertex) => vertex.column < columns && vertex.row < rows,
        };
        if !steps.iter().all(on_board) {
            return false;
        }
        let turns = if columns == rows { 8 } else { 4 };
        (1..turns).any(|turn| {
            let name = |step: &Step| match step {
                Step::Pass => PASS.into(),
                Step::Vertex(vertex) => turned(*vertex, (columns, rows), turn).to_string(),
            };
            let names: Vec<String> = steps.iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            self.play_words(&names).is_ok()
        })
    }
}

/// Tells whether a list names no move at all.
pub(crate) fn is_empty_list(text: &str) -> bool {
    words(text).next().is_none()
}

/// The words of a list, without the numbers of moves.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || ",;".contains(c));
    words
        .map(without_number)
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            "--" => PASS,
            _ if word.eq_ignore_ascii_case("pa") => PASS,
            _ => word,
        })
}

/// A word without the number before it, as in `12.f5` or `3...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.trim_start_matches(['.', ')']) {
        name if name.len() < rest.len() && rest.len() < word.len() => name,
        _ => word,
    }
}

/// Returns `true` if a word can be split into pieces of this length with letters and digits in the
/// same places.
fn are_alike(word: &str, length: usize) -> bool {
    let pieces = word.as_bytes().chunks(length);
    let is_alike = |piece: &[u8]| {
        let kinds = piece.iter().map(u8::is_ascii_digit);
        kinds.eq(word.as_bytes()[..length].iter().map(u8::is_ascii_digit))
    };
    word.is_ascii() && pieces.into_iter().all(is_alike)
}

/// A move of a list that may be of a turned board.
enum Step {
    Pass,
    Vertex(Vertex),
}

/// The moves in a word, `None` for a part of it that is neither a vertex nor a pass.
fn steps(word: &str) -> Vec<Option<Step>> {
    if is_pass(word) {
        return vec![Some(Step::Pass)];
    }
    let starts = word.char_indices().filter(|(_, c)| c.is_alphabetic());
    let starts: Vec<usize> = starts.map(|(index, _)| index).collect();
    if starts.first() != Some(&0) {
        return vec![None];
    }
    let ends = starts[1..].iter().copied().chain([word.len()]);
    let pieces = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &word[start..end]);
    let step = |piece: &str| Vertex::parse(piece).map(Step::Vertex);
    pieces.map(step).collect()
}

/// A vertex after one of the 8 turns of a square, or the first 4 of another board.
fn turned(vertex: Vertex, (columns, rows): (u8, u8), turn: u8) -> Vertex {
    let Vertex {
        mut column,
        mut row,
    } = vertex;
    if turn & 1 != 0 {
        column = columns - 1 - column;
    }
    if turn & 2 != 0 {
        row = rows - 1 - row;
    }
    match turn & 4 {
        0 => Vertex::new(column, row),
        _ => Vertex::new(row, column),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_separators_are_skipped() {
        let words = |text| words(text).collect::<Vec<_>>();
        assert_eq!(words("1. f5 d6 2. c3"), ["f5", "d6", "c3"]);
        assert_eq!(
            words("1.f5 1...d6 2) c3, pa;--"),
            ["f5", "d6", "c3", "pass", "pass"]
        );
        assert_eq!(words("4455 3"), ["4455", "3"]);
        assert_eq!(words("32-28 a1x(b2)"), ["32-28", "a1x(b2)"]);
        assert_eq!(words(" 1. "), [""; 0]);
    }

    #[test]
    fn a_square_has_eight_turns_and_another_board_four() {
        let turns = |count, size| {
            let vertex = Vertex::new(2, 0);
            let all: std::collections::HashSet<_> =
                (0..count).map(|turn| turned(vertex, size, turn)).collect();
            all.len()
        };
        assert_eq!(turns(8, (8, 8)), 8);
        assert_eq!(turns(4, (7, 6)), 4);
    }
}
