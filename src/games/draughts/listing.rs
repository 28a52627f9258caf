//! A PDN file in memory as a list of its games.

use super::pdn::{Game, games};
use super::variant::Variant;
use crate::game::{GameRecord, Heading, Listing, Side};

/// Lists and reads the games of a variant.
pub(super) const fn listing<V: Variant>() -> Listing {
    Listing {
        list: list::<V>,
        read: read::<V>,
    }
}

fn list<V: Variant>(file: &[u8], _: &[&[u8]]) -> Option<Vec<Heading>> {
    let text = String::from_utf8_lossy(file);
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    if !begins.starts_with('[') {
        return None;
    }
    let games = games(&text).enumerate();
    let own = games.filter(|(_, game)| is_of::<V>(game));
    Some(own.map(|(index, game)| heading(index + 1, &game)).collect())
}

fn read<V: Variant>(file: &[u8], number: usize) -> Option<GameRecord> {
    let text = String::from_utf8_lossy(file);
    let game = games(&text).nth(number.checked_sub(1)?)?;
    game.record::<V>().ok()
}

fn is_of<V: Variant>(game: &Game) -> bool {
    V::GAME_TYPE.split(',').next() == Some(game.number())
}

fn heading(number: usize, game: &Game) -> Heading {
    let tag = |name| {
        let known = game.tag(name).filter(|value| !value.starts_with('?'));
        known.unwrap_or_default().to_string()
    };
    Heading {
        number,
        players: [tag("Black"), tag("White")],
        event: tag("Event"),
        date: tag("Date"),
        result: tag("Result"),
        first: Side::White,
    }
}
