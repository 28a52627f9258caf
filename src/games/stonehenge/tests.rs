//! Tests of the rules against a plain program of them and against known games.

use std::collections::HashMap;

use super::StonehengeKnowledge;
use super::geometry::{CELL_SYMMETRIES, CELLS, LINE_CELLS, LINES};
use super::rules::set_bits;
use super::{Fitted, Lines, Placement, Stonehenge};
use crate::game::{Evaluation, Expansion, Game, Knowledge, Moves, Notation, Rules, Side, Value};

/// The rules, written plainly and slowly.
#[derive(Clone)]
struct Plain {
    cells: [Option<(Side, u8)>; CELLS],
    hands: [Vec<u8>; 2],
    owners: [Option<Side>; LINES],
}

impl Plain {
    fn start() -> Plain {
        Plain {
            cells: [None; CELLS],
            hands: [(); 2].map(|()| vec![6, 5, 4, 3, 3, 2, 2, 1, 1]),
            owners: [None; LINES],
        }
    }

    fn play(&mut self, mover: Side, cell: usize, stone: u8) {
        let hand = &mut self.hands[mover.index()];
        let index = hand.iter().position(|&s| s == stone).expect("in hand");
        hand.remove(index);
        assert_eq!(self.cells[cell], None);
        self.cells[cell] = Some((mover, stone));
        for line in 0..LINES {
            if self.owners[line].is_none() {
                self.owners[line] = self.decide(line, mover);
            }
        }
    }

    fn decide(&self, line: usize, mover: Side) -> Option<Side> {
        let sum = |side| {
            let stones = set_bits(LINE_CELLS[line]).filter_map(|cell| self.cells[cell]);
            stones
                .filter(|(s, _)| *s == side)
                .map(|(_, v)| v)
                .sum::<u8>()
        };
        let free = set_bits(LINE_CELLS[line]).filter(|&cell| self.cells[cell].is_none());
        let free = free.count();
        if free == 0 {
            return Some(if sum(mover) > sum(!mover) {
                mover
            } else {
                !mover
            });
        }
        // The hands are sorted, the best stones first.
        let most = |side: Side| self.hands[side.index()].iter().take(free).sum::<u8>();
        [mover, !mover]
            .into_iter()
            .find(|&side| sum(side) >= sum(!side) + most(!side))
    }

    fn lines(&self, side: Side) -> usize {
        self.owners
            .iter()
            .filter(|&&owner| owner == Some(side))
            .count()
    }
}

fn owners(position: &Stonehenge) -> [Option<Side>; LINES] {
    std::array::from_fn(|line| {
        let owner = |side: &Side| position.owned(*side) >> line & 1 == 1;
        Side::BOTH.into_iter().find(owner)
    })
}

fn random_move(position: &Stonehenge, rng: &mut fastrand::Rng) -> Placement {
    let moves = position.legal_moves();
    moves[rng.usize(..moves.len())]
}

/// Reads moves as the records write them: `10:6` for `K6`.
fn read_record(moves: &str) -> Vec<Placement> {
    let read = |word: &str| {
        let (cell, stone) = word.split_once(':').expect("cell:stone");
        let cell: u8 = cell.parse().expect("a number");
        Placement::new(cell - 1, stone.parse().expect("a number")).expect("a move")
    };
    moves.split_whitespace().map(read).collect()
}

pub(super) fn after(moves: &str) -> Stonehenge {
    let mut position = Stonehenge::start();
    for mv in read_record(moves) {
        assert!(position.legal_moves().contains(&mv), "{mv:?}");
        position.play(mv);
    }
    position
}

#[test]
fn random_games_go_as_the_plain_rules_say() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..2_000 {
        let (mut position, mut plain) = (Stonehenge::start(), Plain::start());
        while position.outcome().is_none() {
            let mover = position.to_move();
            let mut values = plain.hands[mover.index()].clone();
            values.dedup();
            let free = plain.cells.iter().filter(|cell| cell.is_none()).count();
            assert_eq!(position.legal_moves().len(), free * values.len());

            let mv = random_move(&position, &mut rng);
            position.play(mv);
            plain.play(mover, usize::from(mv.cell()), mv.stone());
            assert_eq!(owners(&position), plain.owners, "{}", position.position());
            for cell in 0..CELLS {
                assert_eq!(position.stone(cell), plain.cells[cell]);
            }
            let winner = Side::BOTH.into_iter().find(|&side| plain.lines(side) >= 8);
            let result = winner.map(|winner| Value::WIN.seen_by(winner));
            assert_eq!(position.outcome(), result);
        }
    }
}

#[test]
fn known_games_have_their_owners_and_winners() {
    let mut games = 0;
    for line in include_str!("games.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [moves, known_owners, result] = fields[..] else {
            panic!("{line}")
        };
        let moves = read_record(moves);
        let known_owners: Vec<&str> = known_owners.split(',').collect();
        assert_eq!(moves.len(), known_owners.len());
        let mut position = Stonehenge::start();
        for (mv, known) in moves.iter().zip(known_owners) {
            assert_eq!(position.outcome(), None);
            position.play(*mv);
            let symbol = |owner: Option<Side>| owner.map_or('.', |side| ['1', '2'][side.index()]);
            assert_eq!(
                owners(&position).map(symbol).iter().collect::<String>(),
                known
            );
        }
        let winner = match position.outcome() {
            Some(Value::WIN) => Side::Black,
            Some(_) => Side::White,
            None => panic!("unfinished: {line}"),
        };
        let known_result = format!("winner {} ply {}", winner.index() + 1, moves.len());
        assert_eq!(result, known_result);
        games += 1;
    }
    assert!(games >= 10);
}

#[test]
fn a_game_can_be_won_by_the_move_of_the_opponent() {
    let won = after("1:3 7:2 10:4 14:5 3:5 12:4 15:3 18:1 8:2 6:3 5:1 11:2 13:2 2:6 16:6 4:3");
    assert_eq!(won.to_move(), Side::Black);
    assert_eq!(won.outcome_for_mover(), Some(Value::WIN));
    assert!(won.legal_moves().is_empty());
    assert_eq!(won.max_plies(), Some(0));
}

#[test]
fn there_is_no_draw_when_the_first_side_has_no_stone_left() {
    let won = after("17:2 4:3 8:1 13:4 18:5 1:5 12:3 2:1 15:1 7:6 11:3 16:3 5:6 3:2 10:2 6:2 14:4");
    assert_eq!(won.hand(Side::Black).values().count(), 0);
    assert_eq!(won.to_move(), Side::White);
    assert_eq!(won.outcome_for_mover(), Some(Value::WIN));
}

#[test]
fn equal_sums_on_a_full_line_belong_to_who_did_not_fill_it() {
    // Line 1 is A and B. A five can still be beaten by the six, so that it was open before.
    assert_eq!(owners(&after("1:5 2:5"))[0], Some(Side::Black));
    assert_eq!(owners(&after("10:1 1:5 2:5"))[0], Some(Side::White));
    assert_eq!(owners(&after("1:5 2:6"))[0], Some(Side::White));
}

#[test]
fn a_line_is_taken_when_the_other_side_cannot_exceed_it() {
    // A five on a line of two cells can still be beaten by the six, until the six is gone.
    let open = after("1:5");
    assert_eq!(owners(&open)[0], None);
    let taken = after("1:5 12:6");
    assert_eq!(owners(&taken)[0], Some(Side::Black));
    assert_eq!(owners(&after("1:6"))[0], Some(Side::Black));
}

#[test]
fn a_game_that_ended_before_its_last_stone_is_refused() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut refused = 0;
    for _ in 0..300 {
        let mut position = Stonehenge::start();
        while position.outcome().is_none() {
            let mv = random_move(&position, &mut rng);
            position.play(mv);
        }
        // One more stone, by the side to move if it has one.
        let Some(cell) = set_bits(position.empty()).next() else {
            continue;
        };
        let Some(stone) = position.hand(position.to_move()).values().next() else {
            continue;
        };
        position.play(Placement::new(cell as u8, stone).expect("a move"));
        // Another order of the same stones may be a legal game.
        refused += u32::from(Stonehenge::parse_position(&position.position()).is_err());
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn equivalent_positions_share_their_key() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let mut position = Stonehenge::start();
        let mut images = [position; CELL_SYMMETRIES.len()];
        while position.outcome().is_none() {
            let mv = random_move(&position, &mut rng);
            position.play(mv);
            for (image, symmetry) in images.iter_mut().zip(&CELL_SYMMETRIES) {
                let cell = symmetry[usize::from(mv.cell())];
                image.play(Placement::new(cell, mv.stone()).expect("a move"));
                assert_eq!(
                    StonehengeKnowledge.key(image),
                    StonehengeKnowledge.key(&position)
                );
                assert_eq!(image.outcome(), position.outcome());
            }
        }
    }
}

/// The result for the side to move and the plies to the end with best play, by searching all moves.
fn solve(position: &Stonehenge, known: &mut HashMap<u64, (Value, u32)>) -> (Value, u32) {
    if let Some(value) = position.outcome_for_mover() {
        return (value, 0);
    }
    if let Some(&result) = known.get(&position.key()) {
        return result;
    }
    let results = position.legal_moves().into_iter().map(|mv| {
        let (value, plies) = solve(&position.after(mv), known);
        (-value, plies + 1)
    });
    let best = results
        .max_by_key(preference)
        .expect("an unfinished position has a move");
    known.insert(position.key(), best);
    best
}

/// A value to maximize: prefers quick wins and slow losses.
fn preference(&(value, plies): &(Value, u32)) -> i32 {
    i32::from(value.0) * (100 - plies as i32)
}

#[test]
fn what_is_left_out_is_neither_better_nor_sooner_nor_later() {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut left_out = 0;
    let mut by_canonical_key = HashMap::new();
    for _ in 0..1_500 {
        let mut position = Stonehenge::start();
        while position.max_plies() > Some(5) {
            let mv = random_move(&position, &mut rng);
            position.play(mv);
        }
        let known = &mut HashMap::new();
        let exact = solve(&position, known);
        let first = by_canonical_key
            .entry(StonehengeKnowledge.key(&position))
            .or_insert(exact);
        assert_eq!(*first, exact, "{}", position.position());
        let mut candidates = Moves::new();
        match StonehengeKnowledge.expand(&position, &mut candidates) {
            Expansion::Decided { value, plies } => assert_eq!((value, plies), exact),
            Expansion::Open => {
                let best = candidates.iter().map(|candidate| {
                    let (value, plies) = solve(&position.after(candidate.mv), known);
                    (-value, plies + 1)
                });
                assert_eq!(best.max_by_key(preference).unwrap_or(exact), exact);
                left_out += position.legal_moves().len() - candidates.len();
            }
        }
    }
    assert!(left_out > 100, "{left_out}");
}

/// A title without stones would stand alone under the board.
#[test]
fn a_hand_has_a_title_as_long_as_it_has_stones() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut empty = 0;
    for _ in 0..50 {
        let mut position = Stonehenge::start();
        while position.outcome().is_none() {
            position.play(random_move(&position, &mut rng));
            let places = position.drawing().places;
            for side in Side::BOTH {
                let title = format!("{} has", Stonehenge::SIDES[side.index()]);
                let has_stones = position.hand(side).values().next().is_some();
                assert_eq!(places.iter().any(|place| place.text == title), has_stones);
                empty += u32::from(!has_stones);
            }
        }
    }
    assert!(empty > 0);
}

#[test]
fn evaluations_change_their_sign_with_the_colours() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..100 {
        let mut position = Stonehenge::start();
        while position.outcome().is_none() {
            let mv = random_move(&position, &mut rng);
            position.play(mv);
            let mut swapped = Stonehenge::START;
            for cell in 0..CELLS {
                if let Some((side, stone)) = position.stone(cell) {
                    swapped.put(!side, Placement::new(cell as u8, stone).expect("a move"));
                }
            }
            let swapped = swapped.with_owned([Side::White, Side::Black].map(|s| position.owned(s)));
            assert_eq!(
                Fitted::default().value(&swapped, &()),
                -Fitted::default().value(&position, &())
            );
            assert_eq!(
                Lines::default().value(&swapped, &()),
                -Lines::default().value(&position, &())
            );
        }
    }
}

#[test]
fn the_lines_evaluation_counts_lines_and_stones() {
    assert_eq!(Lines::default().value(&Stonehenge::start(), &()), 0);
    // Black owns the lines 1, 6 and 11 and has spent 6 + 5, White has spent 6.
    let position = after("1:6 12:6 10:5");
    assert_eq!(position.owned(Side::Black), 1 | 1 << 5 | 1 << 10);
    assert_eq!(position.owned(Side::White), 0);
    assert_eq!(Lines::default().value(&position, &()), 3 * 50 - 5 * 10);
    let won = after("1:3 7:2 10:4 14:5 3:5 12:4 15:3 18:1 8:2 6:3 5:1 11:2 13:2 2:6 16:6 4:3");
    assert_eq!(Lines::default().value(&won, &()), 1000);
}

/// Compares the exact values of the last plies with minimax, in all positions to the end of random
/// games.
fn finish_random_games(games: u32, left: u32, rng: &mut fastrand::Rng) -> u32 {
    let mut finished = 0;
    for _ in 0..games {
        let mut position = Stonehenge::start();
        while position.max_plies() > Some(left) {
            let mv = random_move(&position, rng);
            position.play(mv);
        }
        let mut known = HashMap::new();
        while position.outcome().is_none() {
            let (value, _) = solve(&position, &mut known);
            assert_eq!(
                StonehengeKnowledge.answer(&position, Value::DRAW, &mut (), &mut 0),
                Some(value),
                "{}",
                position.position()
            );
            finished += 1;
            let mv = random_move(&position, rng);
            position.play(mv);
        }
    }
    finished
}

#[test]
#[ignore = "takes long"]
fn the_last_plies_are_played_out_as_all_moves_say() {
    let mut rng = fastrand::Rng::with_seed(6);
    let finished = finish_random_games(600, 5, &mut rng);
    assert!(finished > 1_200, "{finished}");
    let finished = finish_random_games(100, 7, &mut rng);
    assert!(finished > 400, "{finished}");
}
