//! Groups of neighbouring places whose contents count together [Jaskowski 2014].

use crate::learn::board::Board;

/// The most groups.
pub(super) const MOST_GROUPS: usize = 96;
/// The most ways to fill a rectangle.
const MOST_CONTENTS: usize = 20_000;

/// A group of places, in the order of their digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The number of the table that has its weights.
    pub(super) table: usize,
    pub(super) places: Vec<u8>,
}

/// Rectangles of the board with as many places as a group may have, from the largest down until there are enough.
/// Among the groups of Breakthrough that were tried, strips of two rows learnt the most. Squares are for boards of
/// which every other place is used.
pub(super) fn windows(board: &Board, kinds: usize, used: u128) -> Vec<Vec<u8>> {
    let most = (1..)
        .take_while(|&n| (kinds + 1).pow(n) <= MOST_CONTENTS)
        .count();
    let squares: Vec<usize> = board
        .squares()
        .filter(|square| used >> square & 1 == 1)
        .collect();
    let mut found: Vec<Vec<u8>> = Vec::new();
    for length in (2..=most as i16).rev() {
        let [upright, lying] =
            [(4, length), (2 * length, 2)].map(|shape| at_each_place(board, &squares, shape));
        let strips = upright.into_iter().chain(lying);
        let full: Vec<Vec<u8>> = strips
            .filter(|group| group.len() == 2 * length as usize)
            .collect();
        let square = at_each_place(board, &squares, (2 * length, length));
        let largest = square.iter().map(Vec::len).max().unwrap_or(0);
        let is_sparse = largest <= (length * length * 2 / 3) as usize;
        let whole = square
            .into_iter()
            .filter(|group| is_sparse && group.len() + 1 >= largest);
        for group in full.into_iter().chain(whole) {
            if group.len() <= most && !found.contains(&group) {
                found.push(group);
            }
        }
        if found.len() > 16 {
            break;
        }
    }
    if found.is_empty() {
        found = squares.iter().map(|&place| vec![place as u8]).collect();
    }
    found.truncate(MOST_GROUPS);
    found
}

/// The places in a rectangle, from each place on and from the one before it, which may not be used.
fn at_each_place(board: &Board, squares: &[usize], (width, height): (i16, i16)) -> Vec<Vec<u8>> {
    let corners = squares.iter().flat_map(|&place| {
        let (x, y) = board.points[place];
        [(x, y), (x - 2, y)]
    });
    let groups = corners.map(|(x, y)| {
        let is_inside = |&&place: &&usize| {
            let (px, py) = board.points[place];
            (x..x + width).contains(&px) && (y..y + height).contains(&py)
        };
        squares
            .iter()
            .filter(is_inside)
            .map(|&place| place as u8)
            .collect()
    });
    groups.collect()
}

/// The groups that a game names, and those that a symmetry turns them into.
///
/// # Errors
/// A sentence if the board lacks a place of them.
pub(super) fn with_images(
    named: &[Vec<u8>],
    board: &Board,
    turns: &[Vec<u8>],
) -> Result<Vec<Vec<u8>>, String> {
    let is_square = |&place: &u8| board.squares().any(|square| square == usize::from(place));
    if !named.iter().flatten().all(is_square) {
        return Err("the game names groups of places that its board lacks".into());
    }
    let image = |group: &[u8], turn: &[u8]| {
        let places = group.iter().map(|&place| turn[usize::from(place)]);
        let mut places: Vec<u8> = places.collect();
        places.sort_unstable();
        places
    };
    let images = named
        .iter()
        .flat_map(|group| turns.iter().map(move |turn| image(group, turn)));
    Ok(images.collect())
}

/// Gives each group its table. Groups that a symmetry turns into each other share one.
pub(super) fn shared(found: Vec<Vec<u8>>, turns: &[Vec<u8>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut tables = 0;
    let sorted = |places: &[u8]| {
        let mut places = places.to_vec();
        places.sort_unstable();
        places
    };
    for group in &found {
        if groups.iter().any(|other| sorted(&other.places) == *group) {
            continue;
        }
        for turn in turns {
            let places: Vec<u8> = group
                .iter()
                .map(|&place| turn[usize::from(place)])
                .collect();
            let image = sorted(&places);
            if found.contains(&image) && !groups.iter().any(|other| sorted(&other.places) == image)
            {
                groups.push(Group {
                    table: tables,
                    places,
                });
            }
        }
        tables += 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::othello::Othello;
    use crate::learn::{explore, symmetries};

    #[test]
    fn groups_of_places_that_are_not_there_are_refused() {
        let positions = explore(Othello::start);
        let board = Board::of(&positions).expect("a board");
        let turns = symmetries::same(&board, &positions[..50]);
        let images = |group: &[u8]| with_images(&[group.to_vec()], &board, &turns);
        assert!(images(&[0, 63]).is_ok());
        assert!(images(&[0, 64]).is_err());
        assert!(images(&[255]).is_err());
    }
}
