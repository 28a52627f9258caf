//! Positions and moves as draughts programs exchange them: a letter for each square, and the squares of a
//! move with those of the captured pieces.

use super::super::rules::{Draughts, Move};
use super::super::variant::{self, Variant};
use super::super::{board, squares};
use crate::game::{Notation, Rules, Side};

/// A move: the numbers of its first and last square, and of the captured pieces in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) captured: Vec<u8>,
}

impl Step {
    /// Reads `32-28` or `28x19x23`.
    pub(super) fn read(text: &str) -> Option<Step> {
        let numbers = |text: &str, between| {
            let numbers = text.split(between).map(|number| number.parse::<u8>().ok());
            numbers.collect::<Option<Vec<u8>>>()
        };
        if let Some([from, to]) = numbers(text, '-').as_deref() {
            return Some(Step {
                from: *from,
                to: *to,
                captured: Vec::new(),
            });
        }
        let numbers = numbers(text, 'x')?;
        let [from, to, captured @ ..] = &numbers[..] else {
            return None;
        };
        let mut captured = captured.to_vec();
        captured.sort_unstable();
        (!captured.is_empty()).then_some(Step {
            from: *from,
            to: *to,
            captured,
        })
    }

    /// Writes the same.
    pub(super) fn text(&self) -> String {
        if self.captured.is_empty() {
            return format!("{}-{}", self.from, self.to);
        }
        let all = [self.from, self.to]
            .into_iter()
            .chain(self.captured.clone());
        let all: Vec<_> = all.map(|number| number.to_string()).collect();
        all.join("x")
    }
}

/// A variant as these protocols need it, its type erased. Positions and names of moves are in the notation of
/// the game.
#[derive(Clone, Copy)]
pub(super) struct Variation {
    /// Its name in Hub.
    pub(super) name: &'static str,
    /// The name of the game, and that of the variant.
    pub(super) game: (&'static str, Option<&'static str>),
    /// The position with these letters of its squares.
    pub(super) read: fn(Side, &str) -> Option<String>,
    /// The letters of a position's squares.
    pub(super) write: fn(&str) -> Option<String>,
    /// The first position.
    pub(super) start: fn() -> String,
    /// The same position without counted plies; `None` if no side has a move in it.
    pub(super) uncounted: fn(&str) -> Option<String>,
    /// A legal move by its name.
    pub(super) step: fn(&str, &str) -> Option<Step>,
    /// The name of a legal move.
    pub(super) name_of: fn(&str, &Step) -> Option<String>,
    /// A position after a move.
    pub(super) after: fn(&str, &str) -> Option<String>,
}

impl Variation {
    const fn of<V: Variant>(name: &'static str) -> Variation {
        Variation {
            name,
            game: (V::NAME, V::VARIANT),
            read: read::<V>,
            write: write::<V>,
            start: || Draughts::<V>::first().position(),
            uncounted: |text| {
                let position = typed::<V>(text)?.with_counts(0, 0);
                (!position.legal_moves().is_empty()).then(|| position.position())
            },
            step: |text, name| {
                let position = typed::<V>(text)?;
                Some(step::<V>(position.parse_move(name).ok()?))
            },
            name_of: |text, step| {
                let position = typed::<V>(text)?;
                let moves = position.legal_moves().into_iter();
                let mut named = moves.filter(|mv| self::step::<V>(*mv) == *step);
                named.next().map(|mv| position.name_move(mv))
            },
            after: |text, name| {
                let mut position = typed::<V>(text)?;
                position.play(position.parse_move(name).ok()?);
                Some(position.position())
            },
        }
    }
}

/// All variants, the usual one first.
pub(super) const VARIATIONS: [Variation; 6] = [
    Variation::of::<variant::International>("normal"),
    Variation::of::<variant::Frisian>("frisian"),
    Variation::of::<variant::Russian>("russian"),
    Variation::of::<variant::Brazilian>("brazilian"),
    Variation::of::<variant::Italian>("italian"),
    Variation::of::<variant::English>("english"),
];

fn typed<V: Variant>(text: &str) -> Option<Draughts<V>> {
    Draughts::parse_position(text).ok()
}

fn step<V: Variant>(mv: Move) -> Step {
    let numbers = board::bits(mv.captured).map(squares::number::<V>);
    let mut captured: Vec<u8> = numbers.collect();
    captured.sort_unstable();
    Step {
        from: squares::number::<V>(mv.from),
        to: squares::number::<V>(mv.to),
        captured,
    }
}

fn read<V: Variant>(side: Side, letters: &str) -> Option<String> {
    if letters.len() != usize::from(V::BOARD.len()) {
        return None;
    }
    let (mut pieces, mut kings) = ([0; 2], 0);
    for (number, letter) in (1..).zip(letters.chars()) {
        let bit = 1u64 << squares::of_number::<V>(number)?;
        let side = match letter {
            'w' | 'W' => Side::White,
            'b' | 'B' => Side::Black,
            'e' => continue,
            _ => return None,
        };
        pieces[side.index()] |= bit;
        kings |= if letter.is_uppercase() { bit } else { 0 };
    }
    Some(Draughts::<V>::new(pieces, kings, side).position())
}

fn write<V: Variant>(text: &str) -> Option<String> {
    let position = typed::<V>(text)?;
    let letters = (1..=V::BOARD.len()).map(|number| {
        let bit = 1u64 << squares::of_number::<V>(number)?;
        let mut sides = Side::BOTH.into_iter();
        let Some(side) = sides.find(|side| position.of(*side) & bit != 0) else {
            return Some('e');
        };
        let letter = side.letter();
        Some(match position.kings() & bit {
            0 => letter,
            _ => letter.to_ascii_uppercase(),
        })
    });
    letters.collect()
}
