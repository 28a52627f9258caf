//! Positions as text, in the form of PDN's FEN: the side to move, then the pieces of each side, such as
//! `W:W31,32,K47:B1,K2:H12:F1`.

use super::board::bits;
use super::rules::{Draughts, Run};
use super::squares;
use super::variant::Variant;
use crate::game::{PositionError, Rules, Side, Standing};

/// Writes a position. Kings have a `K` before their square.
pub(super) fn write<V: Variant>(position: &Draughts<V>) -> String {
    let list = |side| {
        let mut numbers: Vec<(u8, u8)> = bits(position.of(side))
            .map(|bit| (squares::number::<V>(bit), bit))
            .collect();
        numbers.sort_unstable();
        let kings = position.kings_of(side);
        let names = numbers.iter().map(|(number, bit)| match kings >> bit & 1 {
            1 => format!("K{number}"),
            _ => number.to_string(),
        });
        names.collect::<Vec<_>>().join(",")
    };
    let side = letter(position.to_move());
    let [white, black] = [Side::White, Side::Black].map(list);
    let mut text = format!("{side}:W{white}:B{black}");
    if position.quiet() > 0 {
        text.push_str(&format!(":H{}:F1", position.quiet()));
    }
    if position.ending() != usual_ending(position) {
        text.push_str(&format!(":E{}", position.ending()));
    }
    let runs = position.runs();
    if runs != [Run::default(); 2] {
        text.push(':');
        for side in [Side::White, Side::Black] {
            let run = runs[side.index()];
            text.push_str(&format!("+{}", run.moves));
            if run.moves > 0 {
                text.push_str(&format!("({})", squares::number::<V>(run.king)));
            }
        }
    }
    text
}

/// Men and kings, as the drawing has them.
pub(super) const PIECES: &[(Side, &str)] = &[
    (Side::Black, "X"),
    (Side::Black, "XK"),
    (Side::White, "O"),
    (Side::White, "OK"),
];

/// A position with these pieces, in which nothing is counted yet.
pub(super) fn arranged(pieces: &[Standing<'_>], to_move: Side) -> String {
    let list = |side| {
        let own = pieces.iter().filter(|piece| piece.side == side);
        let names = own.map(|piece| match piece.text.ends_with('K') {
            true => format!("K{}", piece.place),
            false => piece.place.into(),
        });
        names.collect::<Vec<_>>().join(",")
    };
    let [white, black] = [Side::White, Side::Black].map(list);
    format!("{}:W{white}:B{black}", letter(to_move))
}

/// The plies with what is left, if no man has moved in them.
fn usual_ending<V: Variant>(position: &Draughts<V>) -> u8 {
    position.ending_limit().map_or(0, |_| position.quiet())
}

const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'B',
        Side::White => 'W',
    }
}

fn read_letter(text: &str) -> Option<Side> {
    match text {
        "W" | "w" => Some(Side::White),
        "B" | "b" => Some(Side::Black),
        _ => None,
    }
}

/// What a text says, piece by piece.
#[derive(Default)]
struct Reading {
    pieces: [u64; 2],
    kings: u64,
    /// Which sides were listed.
    listed: [bool; 2],
    quiet: Option<u8>,
    ending: Option<u8>,
    runs: [Run; 2],
}

/// Reads a position: the sides in either order, with ranges (`1-12`, `K3-5`), a point at the end, quotes
/// around all of it, and counted plies after a colon or a blank.
pub(super) fn read<V: Variant>(text: &str) -> Result<Draughts<V>, PositionError> {
    let text = text.trim().trim_matches('"').trim_end_matches('.');
    let mut parts = text.split([':', ' ']).filter(|part| !part.is_empty());
    let to_move = parts.next().and_then(read_letter).ok_or_else(|| {
        PositionError::new("a position begins with the side to move, as in W:W31-50:B1-20")
    })?;
    let mut reading = Reading::default();
    for part in parts {
        reading.add::<V>(part)?;
    }
    if reading.listed != [true; 2] {
        return Err(PositionError::new(
            "the pieces of both sides are wanted, as in W:W31-50:B1-20",
        ));
    }
    reading.check::<V>(to_move)?;
    let position = Draughts::new(reading.pieces, reading.kings, to_move);
    let quiet = reading.quiet.unwrap_or(0);
    let position = position.with_counts(quiet, 0).with_runs(reading.runs);
    let ending = reading.ending.unwrap_or(usual_ending(&position));
    if ending > 0 && !position.counts_ending() {
        return Err(PositionError::new(format!(
            "E{ending} counts plies with few pieces, and with these pieces none are counted"
        )));
    }
    let position = position.with_counts(quiet, ending);
    if position.exceeds_limit() {
        return Err(PositionError::new(
            "the game is drawn before so many plies are counted",
        ));
    }
    Ok(position)
}

impl Reading {
    /// Adds a part between colons.
    fn add<V: Variant>(&mut self, part: &str) -> Result<(), PositionError> {
        let unknown = || PositionError::new(format!("{part:?} is no part of a position"));
        let (first, rest) = part.split_at_checked(1).ok_or_else(unknown)?;
        if let Some(side) = read_letter(first) {
            if std::mem::replace(&mut self.listed[side.index()], true) {
                return Err(PositionError::new(format!("{side} is listed twice")));
            }
            let mut names = rest.split(',').filter(|name| !name.is_empty());
            return names.try_for_each(|name| self.add_pieces::<V>(side, name));
        }
        let count = |counted: &mut Option<u8>| {
            let plies = rest.parse().map_err(|_| unknown())?;
            match counted.replace(plies) {
                None => Ok(()),
                Some(_) => Err(PositionError::new(format!("{first} is counted twice"))),
            }
        };
        match first {
            "E" | "e" => count(&mut self.ending)?,
            "H" | "h" => count(&mut self.quiet)?,
            // The number of the move is not kept.
            "F" | "f" => drop(rest.parse::<u32>().map_err(|_| unknown())?),
            "+" if V::LAWS.frisian => self.add_runs::<V>(rest).ok_or_else(unknown)?,
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// Adds a piece or a range of them: `31`, `K5`, `1-12`.
    fn add_pieces<V: Variant>(&mut self, side: Side, name: &str) -> Result<(), PositionError> {
        let malformed = || PositionError::new(format!("{name:?} is no square of this board"));
        let squares = name.trim_start_matches(['K', 'k']);
        let is_king = squares.len() < name.len();
        let (first, rest) = squares::split::<V>(squares).ok_or_else(malformed)?;
        let first = first.ok_or_else(malformed)?;
        let last = match rest.strip_prefix('-') {
            None if rest.is_empty() => first,
            None => return Err(malformed()),
            Some(last) => match squares::split::<V>(last) {
                Some((Some(last), "")) => last,
                _ => return Err(malformed()),
            },
        };
        let [first, last] = [first, last].map(squares::number::<V>);
        if last < first {
            return Err(PositionError::new(format!("{name} goes backwards")));
        }
        for bit in (first..=last).filter_map(squares::of_number::<V>) {
            if (self.pieces[0] | self.pieces[1]) >> bit & 1 == 1 {
                let square = squares::name::<V>(bit);
                return Err(PositionError::new(format!(
                    "square {square} has two pieces"
                )));
            }
            self.pieces[side.index()] |= 1 << bit;
            self.kings |= u64::from(is_king) << bit;
        }
        Ok(())
    }

    /// Reads the moves of kings in a row, White's first: `2+0`, or `2(31)+0` with the king's square, which
    /// a side with a single king does not need.
    fn add_runs<V: Variant>(&mut self, text: &str) -> Option<()> {
        let (white, black) = text.split_once('+')?;
        for (side, text) in [(Side::White, white), (Side::Black, black)] {
            let (moves, king) = match text.split_once('(') {
                Some((moves, square)) => {
                    let (king, rest) = squares::split::<V>(square)?;
                    (moves, king.filter(|_| rest == ")"))
                }
                None => {
                    let kings = self.pieces[side.index()] & self.kings;
                    (
                        text,
                        (kings.count_ones() == 1).then(|| kings.trailing_zeros() as u8),
                    )
                }
            };
            let moves: u8 = moves.parse().ok()?;
            if moves == 0 {
                continue;
            }
            let king = king.filter(|&king| self.pieces[side.index()] & self.kings & 1 << king != 0);
            let king = king.filter(|_| moves <= Run::MOST)?;
            self.runs[side.index()] = Run { king, moves };
        }
        Some(())
    }

    /// Refuses what no game can reach.
    fn check<V: Variant>(&self, to_move: Side) -> Result<(), PositionError> {
        let most = u32::from(V::BOARD.half * (V::BOARD.half - 1));
        for side in Side::BOTH {
            let pieces = self.pieces[side.index()];
            if pieces.count_ones() > most {
                let count = pieces.count_ones();
                return Err(PositionError::new(format!(
                    "{side} has {count} pieces, and there are {most} at most"
                )));
            }
            if let Some(bit) = bits(pieces & !self.kings & Draughts::<V>::last_row(side)).next() {
                let square = squares::name::<V>(bit);
                return Err(PositionError::new(format!(
                    "a man of {side} on square {square} would be a king"
                )));
            }
        }
        if self.pieces[(!to_move).index()] == 0 {
            return Err(PositionError::new(format!(
                "{} has no pieces, so that the game was over before",
                !to_move
            )));
        }
        Ok(())
    }
}
