//! Solves all positions of international draughts with up to three white kings against one black one, by
//! retrograde analysis, and prints some that White wins. `tests/data/three_kings.txt` is from it.
//!
//! ```sh
//! cargo run --release --example three_kings
//! ```

use std::collections::HashMap;

use heelstone::game::{Notation, Rules};
use heelstone::games::draughts::International;

const SQUARES: u8 = 50;
const LONG_DIAGONAL: [u8; 10] = [5, 10, 14, 19, 23, 28, 32, 37, 41, 46];
/// For each half of what is printed and each distance in plies, how many positions.
const PRINTED: [(u8, usize); 2] = [(5, 13), (7, 12)];

/// Where the kings stand, and whether White is to move.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kings {
    white_moves: bool,
    white: Vec<u8>,
    black: u8,
}

impl Kings {
    /// All of them.
    fn all() -> Vec<Kings> {
        let mut all = Vec::new();
        for black in 1..=SQUARES {
            let free: Vec<u8> = (1..=SQUARES).filter(|&square| square != black).collect();
            for (i, &first) in free.iter().enumerate() {
                let second = free[i + 1..].iter().enumerate();
                let pairs = second.clone().map(|(_, &second)| vec![first, second]);
                let threes = second.flat_map(|(j, &second)| {
                    let third = free[i + j + 2..].iter();
                    third.map(move |&third| vec![first, second, third])
                });
                let sets = std::iter::once(vec![first]).chain(pairs).chain(threes);
                all.extend(sets.flat_map(|white| {
                    [false, true].map(|white_moves| Kings {
                        white_moves,
                        white: white.clone(),
                        black,
                    })
                }));
            }
        }
        all
    }

    /// The position as FEN.
    fn text(&self) -> String {
        let white: Vec<String> = self.white.iter().map(|king| format!("K{king}")).collect();
        let side = if self.white_moves { "W" } else { "B" };
        format!("{side}:W{}:BK{}", white.join(","), self.black)
    }

    /// Reads a position; `None` if a side has no piece.
    fn read(text: &str) -> Option<Kings> {
        let mut parts = text.split(':');
        let white_moves = parts.next() == Some("W");
        let mut kings = || -> Vec<u8> {
            let list = parts
                .next()
                .into_iter()
                .flat_map(|part| part[1..].split(','));
            list.filter_map(|king| king.strip_prefix('K')?.parse::<u8>().ok())
                .collect()
        };
        let (mut white, black) = (kings(), kings());
        white.sort_unstable();
        (!white.is_empty()).then_some(())?;
        Some(Kings {
            white_moves,
            white,
            black: *black.first()?,
        })
    }
}

/// What a move leads to.
#[derive(Clone, Copy)]
enum Next {
    Position(usize),
    /// White has captured the king, or Black the last one of White.
    Over {
        white_wins: bool,
    },
}

fn successors(all: &[Kings]) -> Vec<Vec<Next>> {
    let places: HashMap<&Kings, usize> = all.iter().zip(0..).collect();
    let of = |kings: &Kings| {
        let position = International::parse_position(&kings.text()).expect("a position");
        let next = |mv| match Kings::read(&position.after(mv).position()) {
            Some(after) => Next::Position(places[&after]),
            None => Next::Over {
                white_wins: kings.white_moves,
            },
        };
        position.legal_moves().into_iter().map(next).collect()
    };
    all.iter().map(of).collect()
}

/// For each position the plies to White's win; `None` where there is none.
fn distances(all: &[Kings]) -> Vec<Option<u8>> {
    let successors = successors(all);
    let mut distances: Vec<Option<u8>> = vec![None; all.len()];
    for plies in 1.. {
        let is_won = |next: &Next| match *next {
            Next::Position(place) => distances[place].is_some(),
            Next::Over { white_wins } => white_wins,
        };
        let is_new = |&place: &usize| {
            let mut next = successors[place].iter();
            distances[place].is_none()
                && if all[place].white_moves {
                    next.any(is_won)
                } else {
                    next.all(is_won)
                }
        };
        let new: Vec<usize> = (0..all.len()).filter(is_new).collect();
        if new.is_empty() {
            break;
        }
        for place in new {
            distances[place] = Some(plies);
        }
    }
    distances
}

fn main() {
    let all = Kings::all();
    let distances = distances(&all);
    let mut rng = fastrand::Rng::with_seed(1);
    println!(
        "# Three kings against one in international draughts, White to move, and the plies to the win, by"
    );
    println!(
        "# `examples/three_kings.rs`. In the first half the lone king holds the long diagonal."
    );
    for is_held in [true, false] {
        for (plies, count) in PRINTED {
            let serves = |(kings, distance): &(&Kings, &Option<u8>)| {
                **distance == Some(plies)
                    && kings.white_moves
                    && kings.white.len() == 3
                    && LONG_DIAGONAL.contains(&kings.black) == is_held
            };
            let found = all.iter().zip(&distances).filter(serves);
            for (kings, _) in rng.choose_multiple(found, count) {
                println!("{} {plies}", kings.text());
            }
        }
    }
}
