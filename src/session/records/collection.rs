//! Files with many games, as a list to search.

use std::ops::Range;

use super::{RecordError, replay};
use crate::game::{GameRecord, Heading, Side, read_properties};
use crate::session::{Engine, Registry};

/// The games of one or more files.
pub struct Collection {
    files: Vec<Vec<u8>>,
    games: Vec<Listed>,
}

/// A game of a file.
struct Listed {
    /// What the list shows of it; its number is that of the list.
    heading: Heading,
    /// Its file.
    file: usize,
    origin: Origin,
}

/// How a game is read.
enum Origin {
    /// In a format of its own: the place of the game in the registry, and its number in the file.
    Own {
        entry: usize,
        number: usize,
        read: fn(&[u8], number: usize) -> Option<GameRecord>,
    },
    /// In the form of SGF, from and to these bytes.
    Tree(Range<usize>),
}

impl Collection {
    /// Lists the games of these files; `None` if they have none.
    pub fn read(registry: &Registry, files: Vec<Vec<u8>>) -> Option<Collection> {
        let mut games = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let others = files
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != index);
            let others: Vec<&[u8]> = others.map(|(_, file)| file.as_slice()).collect();
            let mut found = own_games(registry, file, &others);
            if found.is_empty() {
                found = trees(file);
            }
            games.extend(found.into_iter().map(|(heading, origin)| Listed {
                heading,
                file: index,
                origin,
            }));
        }
        for (index, game) in games.iter_mut().enumerate() {
            game.heading.number = index + 1;
        }
        (!games.is_empty()).then_some(Collection { files, games })
    }

    /// The number of games.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// The games whose headings have each of these words.
    pub fn find(&self, words: &str) -> impl Iterator<Item = &Heading> {
        let words = words.to_lowercase();
        let headings = self.games.iter().map(|game| &game.heading);
        headings.filter(move |heading| {
            let Heading {
                players,
                event,
                date,
                result,
                ..
            } = heading;
            let text = format!("{} {} {event} {date} {result}", players[0], players[1]);
            let text = text.to_lowercase();
            words.split_whitespace().all(|word| text.contains(word))
        })
    }
}

/// The games of a file in a format of one game, variants of it included.
fn own_games(registry: &Registry, file: &[u8], others: &[&[u8]]) -> Vec<(Heading, Origin)> {
    let mut found = Vec::new();
    for (entry, known) in registry.entries().iter().enumerate() {
        for listing in known
            .info
            .records
            .iter()
            .filter_map(|format| format.listing)
        {
            let headings = (listing.list)(file, others).unwrap_or_default();
            found.extend(headings.into_iter().map(|heading| {
                let (number, read) = (heading.number, listing.read);
                (
                    heading,
                    Origin::Own {
                        entry,
                        number,
                        read,
                    },
                )
            }));
        }
    }
    found.sort_by_key(|(heading, _)| heading.number);
    found
}

/// The games of a file in the form of SGF.
fn trees(file: &[u8]) -> Vec<(Heading, Origin)> {
    let heading = |range: &Range<usize>| {
        let text = String::from_utf8_lossy(&file[range.clone()]);
        let properties = read_properties(&text)?;
        let value = |names: &[&str]| {
            let named = |name: &&str| properties.iter().find(|(other, _)| other == name);
            let found = names.iter().find_map(named);
            found
                .and_then(|(_, values)| values.first().cloned())
                .unwrap_or_default()
        };
        Some(Heading {
            number: 0,
            players: [value(&["PB"]), value(&["PW"])],
            event: value(&["EV", "PC"]),
            date: value(&["DT"]),
            result: value(&["RE"]),
            first: Side::Black,
        })
    };
    let with_heading = |range: Range<usize>| Some((heading(&range)?, Origin::Tree(range)));
    split(file).into_iter().filter_map(with_heading).collect()
}

/// The outermost parentheses, without those in values.
fn split(file: &[u8]) -> Vec<Range<usize>> {
    let (mut depth, mut start, mut is_value) = (0_usize, 0, false);
    let mut found = Vec::new();
    let mut bytes = file.iter().enumerate();
    while let Some((index, byte)) = bytes.next() {
        match (byte, is_value) {
            (b'\\', true) => drop(bytes.next()),
            (b']', true) => is_value = false,
            (_, true) => {}
            (b'[', false) => is_value = true,
            (b'(', false) => {
                if depth == 0 {
                    start = index;
                }
                depth += 1;
            }
            (b')', false) if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push(start..index + 1);
                }
            }
            _ => {}
        }
    }
    found
}

impl Engine {
    /// Loads the game with this number in a list.
    ///
    /// # Errors
    /// If there is none, or it cannot be played; nothing has changed then.
    pub fn load_listed(
        &mut self,
        collection: &Collection,
        number: usize,
    ) -> Result<(), RecordError> {
        let listed = number
            .checked_sub(1)
            .and_then(|index| collection.games.get(index));
        let missing = || RecordError::Unfit(format!("the list has no game {number}"));
        let listed = listed.ok_or_else(missing)?;
        let file = &collection.files[listed.file];
        match &listed.origin {
            Origin::Tree(range) => {
                self.loadsgf(&String::from_utf8_lossy(&file[range.clone()]), None)
            }
            &Origin::Own {
                entry,
                number,
                read,
            } => {
                let record = read(file, number).ok_or_else(missing)?;
                let entry = self.registry().entries().get(entry).ok_or_else(missing)?;
                let session = replay(entry, &record, None)?;
                self.take_over(session);
                Ok(())
            }
        }
    }
}
