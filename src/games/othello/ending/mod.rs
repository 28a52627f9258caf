//! The last moves of a game: is the margin at least so much, with at most [`MOST_EMPTY`] empty
//! squares?
//!
//! A search with a null window that does nothing else: its table is small enough to stay in the
//! processor's cache, and it lists no moves where the order of the squares is as good. What helps
//! is known from Edax [Delorme 1998]: parity, which has the last word in each quarter of the
//! board; few replies for the opponent; and stable discs.

mod last;
mod memory;

use arrayvec::ArrayVec;
pub use memory::LastSquares;
use memory::Memory;

use super::bits::{flips, mobility};
use super::geometry::{CORNERS, QUARTERS, with_neighbours, x_squares};
use super::rules::Othello;
use super::stability::{full_lines, stable_discs};
use crate::game::Value;

/// With so many empty squares, the large table and a better order cost more than they save.
pub(super) const MOST_EMPTY: u32 = 10;

/// With so many, answers are remembered, and moves are tried in the order of the replies that they
/// leave.
const LEAST_TO_COUNT_REPLIES: u32 = 6;

/// See [`crate::game::Knowledge::answer`].
pub(super) fn answer(
    position: &Othello,
    wanted: Value,
    remembered: &mut LastSquares,
) -> Option<Value> {
    let empty = position.empty().count_ones();
    // Beyond the largest margins all questions are the same one.
    let alpha = (i32::from(wanted.0) - 1).clamp(-65, 64);
    let answer = if empty > MOST_EMPTY {
        stable_bound(position.opponent(), position.empty(), alpha)?
    } else {
        let (board, left) = begin(position);
        board.search(remembered.memory(), left, alpha)
    };
    Some(Value(answer as i16))
}

/// The number of empty squares down from which [`margin`] knows how the game ends.
pub(super) const LAST: u32 = last::MOST;

/// The margin, with at most [`LAST`] empty squares. It is probably near `guess`.
pub(super) fn margin(position: &Othello, guess: i32) -> i32 {
    let (board, left) = begin(position);
    debug_assert!(left.empty <= LAST);
    exact(guess, |alpha| last::search(board, left, alpha))
}

/// The margin, which is probably near `guess`: MTD(f), [Plaat 1996a]. See [`Board::search`].
fn exact(guess: i32, search: impl Fn(i32) -> i32) -> i32 {
    let (mut low, mut high) = (-64, 64);
    let mut answer = guess.clamp(low, high);
    while low < high {
        let alpha = if answer == low { low } else { answer - 1 };
        answer = search(alpha);
        if answer > alpha {
            low = answer;
        } else {
            high = answer;
        }
    }
    low
}

fn begin(position: &Othello) -> (Board, Left) {
    let board = Board {
        own: position.own(),
        opponent: position.opponent(),
    };
    (board, Left::on(board))
}

/// The discs of the side to move, and of the other one.
///
/// This and [`Left`] have two numbers each: so they are passed on in registers.
#[derive(Clone, Copy)]
struct Board {
    own: u64,
    opponent: u64,
}

/// The squares that are left to play on.
#[derive(Clone, Copy)]
struct Left {
    /// So many empty squares.
    empty: u32,
    /// The quarters with an odd number of them, a bit for each: whoever begins there also ends there.
    odd: u32,
}

impl Left {
    fn on(board: Board) -> Left {
        let empty = board.empty();
        let odd = |quarter: usize| ((empty & QUARTERS[quarter]).count_ones() & 1) << quarter;
        Left {
            empty: empty.count_ones(),
            odd: (0..QUARTERS.len()).map(odd).sum(),
        }
    }

    /// After a move on that square.
    #[inline]
    fn without(self, square: usize) -> Left {
        Left {
            empty: self.empty - 1,
            odd: self.odd ^ u32::from(QUARTER_OF[square & 63]),
        }
    }

    /// The squares of the quarters with an odd number of empty ones.
    #[inline]
    fn odd_squares(self) -> u64 {
        ODD_QUARTERS[self.odd as usize & 15]
    }

    #[inline]
    fn is_odd(self, square: usize) -> bool {
        self.odd & u32::from(QUARTER_OF[square & 63]) != 0
    }
}

impl Board {
    fn empty(self) -> u64 {
        !(self.own | self.opponent)
    }

    #[inline]
    fn passed(self) -> Board {
        Board {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// After a move on that square, which turns those discs.
    #[inline]
    fn after(self, square: usize, turned: u64) -> Board {
        Board {
            own: self.opponent ^ turned,
            opponent: self.own | turned | 1 << (square & 63),
        }
    }

    /// The margin of a game that ends here: the empty squares go to the winner.
    fn margin(self) -> i32 {
        let [own, opponent] = [self.own, self.opponent].map(|discs| discs.count_ones() as i32);
        let difference = own - opponent;
        difference + difference.signum() * (64 - own - opponent)
    }

    /// The margin if that is at most `alpha`, or at most the margin otherwise; never between `alpha`
    /// and it.
    fn search(self, memory: &Memory, left: Left, alpha: i32) -> i32 {
        if left.empty <= last::MOST {
            return last::search(self, left, alpha);
        }
        self.search_moves(memory, mobility(self.own, self.opponent), left, alpha)
    }

    /// The same with more empty squares than the last ones, where the moves are known.
    fn search_moves(self, memory: &Memory, moves: u64, left: Left, alpha: i32) -> i32 {
        if let Some(bound) = stable_bound(self.opponent, self.empty(), alpha) {
            return bound;
        }
        if moves == 0 {
            return if mobility(self.opponent, self.own) == 0 {
                self.margin()
            } else {
                -self.passed().search(memory, left, -alpha - 1)
            };
        }
        if left.empty < LEAST_TO_COUNT_REPLIES {
            return self.search_by_parity(memory, moves, left, alpha);
        }
        memory.recall_or(self, alpha, || {
            self.search_by_replies(memory, moves, left, alpha)
        })
    }

    fn search_by_parity(self, memory: &Memory, mut moves: u64, left: Left, alpha: i32) -> i32 {
        let odd = left.odd_squares();
        let prefer = |set: u64, wanted: u64| if set & wanted == 0 { set } else { set & wanted };
        let mut best = -64;
        while moves != 0 {
            let first = prefer(prefer(moves, odd), CORNERS);
            let square = first.trailing_zeros() as usize;
            moves ^= 1 << square;
            let turned = flips(square, self.own, self.opponent);
            let next = self.after(square, turned);
            let margin = -next.search(memory, left.without(square), -alpha - 1);
            best = best.max(margin);
            if best > alpha {
                break;
            }
        }
        best
    }

    fn search_by_replies(self, memory: &Memory, moves: u64, left: Left, alpha: i32) -> i32 {
        let odd = left.odd_squares();
        let x = x_squares(self.empty() & CORNERS);
        let mut tries = ArrayVec::<Try, { MOST_EMPTY as usize }>::new();
        let mut squares = moves;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let turned = flips(square, self.own, self.opponent);
            let next = self.after(square, turned);
            let replies = mobility(next.own, next.opponent);
            let is_in = |set: u64| (set >> square & 1) as i32;
            let later = with_neighbours(next.opponent) & next.empty();
            let order = REPLY * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32
                + FUTURE_REPLY * later.count_ones() as i32
                - ODD * is_in(odd)
                - CORNER * is_in(CORNERS)
                + X * is_in(x);
            tries.push(Try {
                order,
                square: square as u32,
                next,
                replies,
            });
        }
        let mut best = -64;
        for first in 0..tries.len() {
            for other in first + 1..tries.len() {
                if tries[other].order < tries[first].order {
                    tries.swap(first, other);
                }
            }
            let Try {
                next,
                square,
                replies,
                ..
            } = tries[first];
            let left = left.without(square as usize);
            let margin = -next.search_moves(memory, replies, left, -alpha - 1);
            best = best.max(margin);
            if best > alpha {
                break;
            }
        }
        best
    }
}

/// A move to try: the lowest order first.
#[derive(Clone, Copy)]
struct Try {
    order: i32,
    square: u32,
    next: Board,
    replies: u64,
}

/// The best that the side to move can hope for if the other side's stable discs alone make that too
/// little.
#[inline]
fn stable_bound(opponent: u64, empty: u64, alpha: i32) -> Option<i32> {
    // With more empty squares fewer discs are stable, and where little is asked for there are hardly
    // ever enough of them.
    if alpha < LEAST_FOR_EACH_EMPTY * empty.count_ones() as i32 - LEAST_LESS {
        return None;
    }
    let stable = stable_discs(opponent, &full_lines(!empty));
    let most = 64 - 2 * stable.count_ones() as i32;
    (most <= alpha).then_some(most)
}

const LEAST_FOR_EACH_EMPTY: i32 = 2;
const LEAST_LESS: i32 = 2;

// Tuned on the time that the endings 20 to 44 of FForum take [Tastet n.d.].
const REPLY: i32 = 8;
const FUTURE_REPLY: i32 = 2;
const ODD: i32 = 6;
const CORNER: i32 = 4;
const X: i32 = 2;

/// The bit of the quarter that each square is in.
static QUARTER_OF: [u8; 64] = {
    let mut quarters = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut quarter = 0;
        while quarter < QUARTERS.len() {
            quarters[square] |= ((QUARTERS[quarter] >> square & 1) as u8) << quarter;
            quarter += 1;
        }
        square += 1;
    }
    quarters
};

/// The squares of sets of quarters.
static ODD_QUARTERS: [u64; 16] = {
    let mut squares = [0; 16];
    let mut set = 0;
    while set < squares.len() {
        let mut quarter = 0;
        while quarter < QUARTERS.len() {
            if set >> quarter & 1 == 1 {
                squares[set] |= QUARTERS[quarter];
            }
            quarter += 1;
        }
        set += 1;
    }
    squares
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    /// Plain minimax, by the rules alone.
    fn margin(position: &Othello) -> i16 {
        if let Some(Value(margin)) = position.outcome_for_mover() {
            return margin;
        }
        let moves = position.legal_moves().into_iter();
        let margins = moves.map(|mv| -margin(&position.after(mv)));
        margins.max().expect("a move")
    }

    /// A position with so many empty squares after random moves; `None` where the game ends before.
    fn random(empty: u32, rng: &mut fastrand::Rng) -> Option<Othello> {
        let mut position = Othello::START;
        while position.empty().count_ones() > empty {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            position.play(moves[rng.usize(..moves.len())]);
        }
        position.outcome().is_none().then_some(position)
    }

    #[test]
    fn an_ending_is_worth_what_plain_minimax_says() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut memory = LastSquares::default();
        for empty in 1..=MOST_EMPTY {
            let games = if empty < 7 { 300 } else { 30 };
            for _ in 0..games {
                let Some(position) = random(empty, &mut rng) else {
                    continue;
                };
                let right = margin(&position);
                for wanted in (-64..=64).filter(|wanted| empty < 5 || wanted % 5 == 0) {
                    let Value(answer) =
                        answer(&position, Value(wanted), &mut memory).expect("few squares");
                    let is_right = if right >= wanted {
                        (wanted..=right).contains(&answer)
                    } else {
                        (right..wanted).contains(&answer)
                    };
                    assert!(is_right, "{position:?}: {right}, {answer} for {wanted}");
                }
            }
        }
    }

    #[test]
    fn an_answer_does_not_depend_on_what_was_asked_before() {
        let mut rng = fastrand::Rng::with_seed(8);
        let used = Memory::new();
        for n in 0..300 {
            let Some(position) = random(7 + n % 4, &mut rng) else {
                continue;
            };
            let (board, left) = begin(&position);
            for _ in 0..4 {
                let alpha = rng.i32(-64..64);
                let answer = board.search(&Memory::new(), left, alpha);
                assert_eq!(board.search(&used, left, alpha), answer, "{position:?}");
            }
        }
    }

    #[test]
    fn a_question_beyond_all_margins_spoils_no_other() {
        let mut rng = fastrand::Rng::with_seed(9);
        let mut memory = LastSquares::default();
        for position in (0..200).filter_map(|n| random(6 + n % 3, &mut rng)) {
            let right = margin(&position);
            for far in [right - 256, right + 257] {
                let Value(answer) =
                    answer(&position, Value(far), &mut memory).expect("few squares");
                assert_eq!(answer >= far, right >= far, "{position:?}");
            }
            for wanted in [right, right + 1] {
                let Value(answer) =
                    answer(&position, Value(wanted), &mut memory).expect("few squares");
                assert_eq!(answer >= wanted, right >= wanted, "{position:?}");
            }
        }
    }

    #[test]
    fn the_margin_is_the_same_whatever_was_guessed() {
        let mut rng = fastrand::Rng::with_seed(7);
        for position in (0..200).filter_map(|n| random(n % (LAST + 1), &mut rng)) {
            let right = i32::from(margin(&position));
            for guess in [-70, right - 3, right, right + 1, 64] {
                assert_eq!(super::margin(&position, guess), right, "{position:?}");
            }
        }
    }

    #[test]
    fn with_more_empty_squares_only_stable_discs_tell() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut memory = LastSquares::default();
        let positions = (0..400).filter_map(|_| random(MOST_EMPTY + 1, &mut rng));
        let mut told = 0;
        for position in positions {
            assert_eq!(answer(&position, Value(0), &mut memory), None);
            if let Some(Value(most)) = answer(&position, Value(30), &mut memory) {
                let right = margin(&position);
                assert!(right <= most && most < 30, "{position:?}: {right}, {most}");
                told += 1;
            }
        }
        assert!(told > 3, "only {told} were decided");
    }

    #[test]
    fn empty_squares_go_to_the_winner() {
        // Nobody can move again: Black has one disc, White none.
        let wiped_out = Board {
            own: !0 << 8,
            opponent: 0,
        };
        let left = Left::on(wiped_out);
        let memory = Memory::new();
        assert_eq!(wiped_out.search(&memory, left, 0), 64);
        assert_eq!(wiped_out.passed().search(&memory, left, 0), -64);
    }
}
