//! The last stones, played out on the sums of the lines alone.
//!
//! All lines are counted at the end, when each is full: those owned before go to their owner
//! anyway.

use arrayvec::ArrayVec;

use super::geometry::{CELL_LINES, CELLS};
use super::hand::{Hand, LARGEST};
use super::rules::{LINES_TO_WIN, Placement, set_bits};
use super::slack::{Ending, Slack};
use super::sums::Sums;

/// The number of empty cells up to which trying all moves is faster than anything cleverer.
pub(super) const MOST_EMPTY: u32 = 5;

/// The move that refuted the previous move on the same board, which often refutes the next one as
/// well. Its stone is in the hand.
pub(super) type Hint = Option<Placement>;

/// The end of the game with these empty cells and hands, that of the side to move first. The sums
/// are its own less the other side's.
pub(super) fn play_out(sums: Sums, cells: u32, hands: [Hand; 2], hint: &mut Hint) -> Ending {
    let mine = hands[0];
    let [my_least, their_least] = hands.map(|hand| hand.facts().least());
    match cells.count_ones() {
        1 => with_one(sums, cells, my_least),
        2 => with_two(sums, cells, my_least, their_least),
        3 => with_three(sums, cells, mine, their_least),
        4 => with_four(sums, cells, hands, hint),
        _ => with_five(sums, cells, hands, hint),
    }
}

fn with_one(sums: Sums, cells: u32, mine: u8) -> Ending {
    let cell = cells.trailing_zeros() as usize;
    let end = sums.after(weight(cell, mine), &ON[cell]);
    if end.negative() >= LINES_TO_WIN {
        Ending::won(Slack::at_end(Sums::ZERO.minus(&end)))
    } else {
        Ending::lost(Slack::at_end(end))
    }
}

/// Two cells, and one stone on each side.
#[inline]
fn with_two(sums: Sums, cells: u32, mine: u8, theirs: u8) -> Ending {
    let a = cells.trailing_zeros() as usize;
    let b = (cells & (cells - 1)).trailing_zeros() as usize;
    let mut slack = Slack::ALL;
    for [first, last] in [[a, b], [b, a]] {
        let with_mine = sums.plus(weight(first, mine));
        let with_both = with_mine.minus(weight(last, theirs));
        // The other side puts the last stone.
        let end = with_both.plus(&FILLED[first][last]);
        if end.negative() < LINES_TO_WIN {
            return Ending::won(Slack::at_end(end));
        }
        slack = slack.and(Slack::at_end(Sums::ZERO.minus(&end)));
    }
    Ending::lost(slack)
}

/// Three cells: two stones of the side to move, one of the other.
#[inline]
fn with_three(sums: Sums, cells: u32, mine: Hand, theirs: u8) -> Ending {
    let values = mine.facts().values;
    let mut slack = Slack::ALL;
    for cell in set_bits(cells) {
        let others = cells & !(1 << cell);
        let full = full_lines(cell, others);
        for index in set_bits(values.into()) {
            let stone = index as u8 + 1;
            let after = sums.after(weight(cell, stone), &full);
            let next = with_two(after, others, theirs, mine.without(stone).facts().least());
            if !next.is_won {
                return Ending::won(next.slack);
            }
            slack = slack.and(next.slack);
        }
    }
    Ending::lost(slack)
}

/// Four cells. If a move wins, it is usually the first one tried: the hint, or the one that leads
/// on the most lines.
fn with_four(sums: Sums, cells: u32, [mine, theirs]: [Hand; 2], hint: &mut Hint) -> Ending {
    let play = |mv: Placement, after: Sums| {
        let others = cells & !(1 << mv.cell());
        let left = mine.without(mv.stone()).facts().least();
        with_three(after, others, theirs, left)
    };
    if let Some(mv) = hint.filter(|mv| cells >> mv.cell() & 1 == 1) {
        let next = play(mv, after(sums, cells, mv));
        if !next.is_won {
            return Ending::won(next.slack);
        }
    }
    let moves = moves(sums, cells, mine);
    let mut order = Order::of(&moves);
    let mut slack = Slack::ALL;
    while let Some(index) = order.take_best() {
        let Try { mv, after, .. } = moves[index];
        let next = play(mv, after);
        if !next.is_won {
            *hint = Some(mv);
            return Ending::won(next.slack);
        }
        slack = slack.and(next.slack);
    }
    Ending::lost(slack)
}

/// Five cells: as [`with_four`], but if no move wins, few have to be tried.
fn with_five(sums: Sums, cells: u32, [mine, theirs]: [Hand; 2], hint: &mut Hint) -> Ending {
    let mut reply = None;
    let mut play = |mv: Placement, after: &Sums| {
        let others = cells & !(1 << mv.cell());
        with_four(
            *after,
            others,
            [theirs, mine.without(mv.stone())],
            &mut reply,
        )
    };
    if let Some(mv) = hint.filter(|mv| cells >> mv.cell() & 1 == 1) {
        let next = play(mv, &after(sums, cells, mv));
        if !next.is_won {
            return Ending::won(next.slack);
        }
    }
    try_all::<_, MOST_TRIES>(&moves(sums, cells, mine), hint, play)
}

/// The largest number of moves with that many empty cells.
const MOST_TRIES: usize = (MOST_EMPTY * MOST_EMPTY.div_ceil(2)) as usize;

/// All moves, grouped by cell, the smaller stones first.
#[inline]
fn moves(sums: Sums, cells: u32, mine: Hand) -> ArrayVec<Try<Sums>, MOST_TRIES> {
    let mut moves = ArrayVec::new();
    for cell in set_bits(cells) {
        let full = full_lines(cell, cells & !(1 << cell));
        for stone in mine.values() {
            let after = sums.after(weight(cell, stone), &full);
            let order = after.negative() as i32;
            let mv = Placement::on(cell, stone);
            moves.push(Try { order, mv, after });
        }
    }
    moves
}

/// A number for each move left to try: the lines on which it leads, then its index. The largest is
/// found without a branch, which would be unpredictable.
struct Order([u16; MOST_TRIES]);

impl Order {
    const PLACE_BITS: u32 = 8;

    #[inline]
    fn of(moves: &[Try<Sums>]) -> Order {
        let mut order = [0; MOST_TRIES];
        for (place, (key, next)) in order.iter_mut().zip(moves).enumerate() {
            *key = (next.order as u16 + 1) << Order::PLACE_BITS | place as u16;
        }
        Order(order)
    }

    #[inline]
    fn take_best(&mut self) -> Option<usize> {
        let best = self.0.iter().fold(0, |best, &next| best.max(next));
        let place = usize::from(best & ((1 << Order::PLACE_BITS) - 1));
        self.0[place] = 0;
        (best > 0).then_some(place)
    }
}

/// A move to try, and the position after it.
pub(super) struct Try<T> {
    pub(super) order: i32,
    pub(super) mv: Placement,
    pub(super) after: T,
}

/// Tries moves, grouped by cell with the smaller stones first, until one wins, which becomes the
/// hint. The two most promising ones come first: if any move wins, it is usually one of them. A
/// larger stone is not tried if the refutation of a smaller one holds for it as well.
pub(super) fn try_all<T, const MOST: usize>(
    moves: &[Try<T>],
    hint: &mut Hint,
    mut play: impl FnMut(Placement, &T) -> Ending,
) -> Ending {
    let mut refuted = ArrayVec::<(Placement, Slack), MOST>::new();
    let mut all = Slack::ALL;
    let best = most_promising(moves, usize::MAX);
    let second = most_promising(moves, best);
    let others = (0..moves.len()).filter(|index| ![best, second].contains(index));
    let first = [best, second].into_iter().take(moves.len());
    for index in first.chain(others) {
        let Try { mv, after, .. } = &moves[index];
        let cover = refuted.iter().rev().find_map(|(smaller, slack)| {
            let more = weight(mv.cell().into(), mv.more_than(*smaller)?);
            let is_enough = slack.allows(more, mv.cell().into());
            is_enough.then(|| slack.less(more))
        });
        if let Some(slack) = cover {
            all = all.and(slack);
            continue;
        }
        let next = play(*mv, after);
        if !next.is_won {
            *hint = Some(*mv);
            return Ending::won(next.slack);
        }
        all = all.and(next.slack);
        refuted.push((*mv, next.slack));
    }
    Ending::lost(all)
}

/// The index of the most promising move other than `but`, found without an unpredictable branch.
#[inline]
fn most_promising<T>(moves: &[Try<T>], but: usize) -> usize {
    const INDEX_BITS: u32 = 7;
    let key = |(index, next): (usize, &Try<T>)| {
        let order = if index == but {
            i32::MIN
        } else {
            next.order << INDEX_BITS
        };
        order | index as i32
    };
    let best = moves.iter().enumerate().map(key).fold(i32::MIN, i32::max);
    (best & ((1 << INDEX_BITS) - 1)) as usize
}

/// The sums after a move, seen from the other side.
#[inline]
fn after(sums: Sums, cells: u32, mv: Placement) -> Sums {
    let cell = usize::from(mv.cell());
    let full = full_lines(cell, cells & !(1 << cell));
    sums.after(weight(cell, mv.stone()), &full)
}

/// The weight of a stone on a cell.
#[inline]
pub(super) fn weight(cell: usize, stone: u8) -> &'static Sums {
    &WEIGHTS[cell][usize::from(stone)]
}

/// A one on each line through the cell that is full once only `others` are empty.
#[inline]
fn full_lines(cell: usize, others: u32) -> Sums {
    set_bits(others).fold(ON[cell], |full, other| full.without(&ON[other]))
}

/// A one on the lines through each cell.
static ON: [Sums; CELLS] = {
    let mut on = [Sums::ZERO; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        on[cell] = Sums::on([CELL_LINES[cell], 0], [1, 0]);
        cell += 1;
    }
    on
};

/// The weight of each stone on each cell.
static WEIGHTS: [[Sums; LARGEST as usize + 1]; CELLS] = {
    let mut weights = [[Sums::ZERO; LARGEST as usize + 1]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut stone = 0;
        while stone <= LARGEST as usize {
            weights[cell][stone] = Sums::on([CELL_LINES[cell], 0], [2 * stone as i8, 0]);
            stone += 1;
        }
        cell += 1;
    }
    weights
};

/// The change of the sums when the last two empty cells are filled, the first by the side to move
/// and the second by the other.
static FILLED: [[Sums; CELLS]; CELLS] = {
    let mut filled = [[Sums::ZERO; CELLS]; CELLS];
    let mut first = 0;
    while first < CELLS {
        let mut last = 0;
        while last < CELLS {
            filled[first][last] = Sums::on([CELL_LINES[last], CELL_LINES[first]], [1, -1]);
            last += 1;
        }
        first += 1;
    }
    filled
};
