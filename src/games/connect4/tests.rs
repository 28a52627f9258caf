//! What a player relies on, on boards of several sizes.

use std::collections::HashSet;

use super::Connect4Knowledge;
use super::board::Geometry;
use super::{Column, Connect4};
use crate::game::{Expansion, Knowledge, MoveError, Moves, Notation, Rules, Side, Symmetry, Value};

type Standard = Connect4<7, 6>;

/// The position after dropping discs in these columns, counted from 1; the game goes on until the
/// last of them.
pub(super) fn after<const C: usize, const R: usize>(columns: &str) -> Connect4<C, R> {
    columns
        .bytes()
        .fold(Connect4::default(), |position: Connect4<C, R>, digit| {
            let column = Column(digit - b'1');
            assert!(position.legal_moves().contains(&column), "{columns}");
            position.after(column)
        })
}

/// The positions of random games, the start and the end of each included.
pub(super) fn random_positions<const C: usize, const R: usize>(
    games: usize,
) -> Vec<Connect4<C, R>> {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Connect4::default();
        positions.push(position);
        while let moves = position.legal_moves()
            && !moves.is_empty()
        {
            position.play(moves[rng.usize(..moves.len())]);
            positions.push(position);
        }
    }
    positions
}

#[test]
fn the_first_four_in_a_row_wins_wherever_it_lies() {
    let games = [
        // Horizontal, vertical, and both diagonals.
        ("1122334", Side::Black),
        ("12121272", Side::White),
        ("12234334644", Side::Black),
        ("76654554244", Side::Black),
        // In the fifth row, which the program of the French course overlooks.
        ("334112223124234114413", Side::Black),
        ("3543435534542325223224", Side::White),
    ];
    for (columns, winner) in games {
        let position: Standard = after(columns);
        assert_eq!(position.outcome_for_mover(), Some(Value::LOSS), "{columns}");
        assert_eq!(!position.to_move(), winner, "{columns}");
        assert!(position.legal_moves().is_empty(), "{columns}");
    }
}

fn every_window_wins<const C: usize, const R: usize>() {
    let geometry = Geometry::<C, R>::WINDOWS
        .into_iter()
        .zip(Geometry::<C, R>::DIRECTIONS);
    for (first_cells, step) in geometry {
        for first in (0..64).filter(|bit| first_cells >> bit & 1 != 0) {
            let window = (0..4).map(|i| 1u64 << (first + i * step));
            let four = window.clone().sum();
            assert!(Geometry::<C, R>::has_four(four));
            // Upwards, only the highest cell can come last.
            for cell in window.skip(if step == 1 { 3 } else { 0 }) {
                assert!(!Geometry::<C, R>::has_four(four & !cell));
                assert!(Geometry::<C, R>::completions(four & !cell) & cell != 0);
            }
        }
    }
}

#[test]
fn every_window_of_four_wins_on_every_board() {
    every_window_wins::<7, 6>();
    every_window_wins::<8, 7>();
    every_window_wins::<9, 6>();
    every_window_wins::<6, 5>();
    every_window_wins::<5, 4>();
}

#[test]
fn discs_do_not_connect_around_the_edges() {
    // Three discs on top of a column and one at the bottom of the next; the corners of rows.
    for cells in [
        ["A4", "A5", "A6", "B1"],
        ["E1", "F1", "G1", "A2"],
        ["E6", "F5", "G4", "A3"],
    ] {
        let stones = cells.map(|cell| Standard::cell(crate::game::Vertex::parse(cell).unwrap()));
        assert!(
            !Geometry::<7, 6>::has_four(stones.into_iter().sum()),
            "{cells:?}"
        );
    }
}

#[test]
fn a_full_board_without_four_is_a_draw() {
    let columns = "666376617527612512774133713331445554522244";
    let position: Standard = after(columns);
    assert_eq!(position.outcome_for_mover(), Some(Value::DRAW));
    assert!(position.legal_moves().is_empty());
    assert_eq!(
        position.position(),
        "OOXOXXX/OXOXXXO/OOXOOOX/XOOOXXO/OXXXOOX/OXOXOXX b"
    );
    let before: Standard = after(&columns[..41]);
    assert_eq!(before.legal_moves()[..], [Column(3)]);
}

#[test]
fn a_column_takes_as_many_discs_as_it_is_high() {
    let position: Standard = after("444444");
    assert_eq!(position.parse_move("D"), Err(MoveError::Illegal));
    assert_eq!(position.legal_moves().len(), 6);
    let mut unharmed = position;
    unharmed.play(Column(3));
    assert_eq!(unharmed.empty(), position.empty());
    let high: Connect4<8, 7> = after("8888888");
    assert_eq!(high.legal_moves().len(), 7);
    assert_eq!(high.max_plies(), Some(49));
}

/// The result by minimax, if it is certain within so many plies, and when it comes.
fn within<const C: usize, const R: usize>(
    position: &Connect4<C, R>,
    plies: u32,
) -> Option<(Value, u32)> {
    if let Some(value) = position.outcome_for_mover() {
        return Some((value, 0));
    }
    if plies == 0 {
        return None;
    }
    let replies = position.legal_moves().into_iter();
    let replies = replies.map(|mv| within(&position.after(mv), plies - 1));
    let results: Vec<_> = replies
        .map(|reply| reply.map(|(value, later)| (-value, later + 1)))
        .collect();
    let wins = results
        .iter()
        .flatten()
        .filter(|(value, _)| *value == Value::WIN);
    if let Some(quickest) = wins.min_by_key(|(_, plies)| *plies) {
        return Some(*quickest);
    }
    let all: Option<Vec<_>> = results.into_iter().collect();
    all?.into_iter()
        .max_by_key(|(value, plies)| (*value, *plies))
}

fn expansion_agrees_with_minimax<const C: usize, const R: usize>(games: usize) {
    let mut decided = [0; 4];
    for position in random_positions::<C, R>(games) {
        if position.outcome().is_some() {
            continue;
        }
        let text = position.position();
        let mut candidates = Moves::new();
        let expansion = Connect4Knowledge.expand(&position, &mut candidates);
        let known = within(&position, 3);
        if let Expansion::Decided { value, plies } = expansion {
            assert_eq!(known, Some((value, plies)), "{text}");
            decided[plies as usize] += 1;
            continue;
        }
        // What is certain so soon is seen, but for draws of three plies.
        assert!(
            known.is_none_or(|known| known == (Value::DRAW, 3)),
            "{text}: {known:?}"
        );
        let kept: Vec<Column> = candidates.iter().map(|candidate| candidate.mv).collect();
        for mv in position.legal_moves() {
            let loses = within(&position.after(mv), 1) == Some((Value::WIN, 1));
            assert_eq!(kept.contains(&mv), !loses, "{text}: {mv:?}");
        }
    }
    assert!(decided[1..].iter().all(|count| *count > 0), "{decided:?}");
}

#[test]
fn quick_wins_and_losses_are_seen_with_their_exact_distance() {
    expansion_agrees_with_minimax::<7, 6>(300);
    expansion_agrees_with_minimax::<8, 7>(100);
    expansion_agrees_with_minimax::<9, 6>(100);
    expansion_agrees_with_minimax::<6, 5>(300);
    expansion_agrees_with_minimax::<5, 4>(300);
}

fn bounds_agree_with_minimax<const C: usize, const R: usize>(games: usize) {
    let (mut draws, mut losses) = (0, 0);
    let positions = random_positions::<C, R>(games).into_iter();
    for position in positions.filter(|position| position.max_plies() <= Some(8)) {
        let value = within(&position, 8).map(|(value, _)| value);
        let (lowest, highest) = Connect4Knowledge.bounds(&position);
        assert!(value >= Some(lowest), "{}", position.position());
        assert!(value <= Some(highest), "{}", position.position());
        draws += u32::from(highest == Value::DRAW);
        losses += u32::from(highest == Value::LOSS);
    }
    assert!(draws > 0 && losses > 0, "{draws} {losses}");
}

#[test]
fn who_cannot_win_against_replies_in_the_same_column_is_seen() {
    bounds_agree_with_minimax::<7, 6>(1000);
    bounds_agree_with_minimax::<6, 5>(300);
    bounds_agree_with_minimax::<5, 4>(1000);
}

#[test]
fn moves_that_make_more_threats_and_then_central_ones_come_first() {
    let mut candidates = Moves::new();
    Connect4Knowledge.expand(&Standard::default(), &mut candidates);
    candidates.sort_by_key(|candidate| -candidate.order);
    let columns: Vec<u8> = candidates.iter().map(|candidate| candidate.mv.0).collect();
    assert_eq!(columns, [3, 4, 2, 5, 1, 6, 0]);
}

#[test]
fn the_positions_after_each_move_are_a_family() {
    for columns in ["445", "44533221544", "445332215441117773"] {
        let position = after::<7, 6>(columns);
        let moves = position.legal_moves().into_iter();
        let families: HashSet<_> = moves
            .map(|mv| Connect4Knowledge.family(&position.after(mv)))
            .collect();
        assert_eq!(families.len(), 1, "{columns}");
    }
}

#[test]
fn mirrored_games_share_their_canonical_key() {
    let (left, right): (Standard, Standard) = (after("1122"), after("7766"));
    assert_ne!(left.key(), right.key());
    assert_eq!(Connect4Knowledge.key(&left), Connect4Knowledge.key(&right));
    assert_eq!(
        Connect4Knowledge.family(&left),
        Connect4Knowledge.family(&right)
    );
    assert_ne!(
        Connect4Knowledge.key(&after::<7, 6>("1121")),
        Connect4Knowledge.key(&right)
    );
    let (left, right): (Connect4<8, 7>, _) = (after("1872"), after::<8, 7>("8127"));
    assert_eq!(Connect4Knowledge.key(&left), Connect4Knowledge.key(&right));
    // The key for files is symmetric to the end of the game.
    let mirrored = |columns: &str| -> String {
        let mirrored = columns.bytes().map(|c| char::from(b'1' + b'7' - c));
        mirrored.collect()
    };
    let whole = "666376617527612512774133713331445554522244";
    for plies in 0..=whole.len() {
        let (left, right) = (&whole[..plies], mirrored(&whole[..plies]));
        let [left, right]: [Standard; 2] = [after(left), after(&right)];
        assert_eq!(left.canonical_key(), right.canonical_key(), "{plies} plies");
        assert_eq!(left.canonical(), right.canonical());
    }
}

#[test]
fn a_move_is_named_by_its_cell_its_letter_or_its_number() {
    let position: Standard = after("44");
    assert_eq!(position.name_move(Column(3)), "D3");
    for text in ["D3", "d3", "D", "d", "4"] {
        assert_eq!(position.parse_move(text), Ok(Column(3)), "{text}");
    }
    for text in [
        "D1",
        "D4",
        "D7",
        "H",
        "z",
        "8",
        "99999999999999999999",
        "H1",
    ] {
        assert_eq!(position.parse_move(text), Err(MoveError::Illegal), "{text}");
    }
    for text in ["", "I", "0", "-1", "4d", "DD", "D0", "pass", "é", "٤", "4 "] {
        assert_eq!(position.parse_move(text), Err(MoveError::Syntax), "{text}");
    }
    let over: Standard = after("1122334");
    assert_eq!(over.parse_move("A"), Err(MoveError::Illegal));
    // I is no letter of a board.
    assert_eq!(Connect4::<9, 6>::default().name_move(Column(8)), "J1");
    assert_eq!(Connect4::<9, 6>::default().parse_move("j"), Ok(Column(8)));
}
