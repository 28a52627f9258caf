//! Captures: all ways in which a piece jumps over others until it can go no further.

use super::board::{bits, step};
use super::rules::{Draughts, Move};
use super::steps::Steps;
use super::variant::{Choice, Variant};
use crate::game::{Moves, Rules, Side};

/// The most pieces that a side can have.
const MOST: usize = 20;

/// A complete capture.
struct Found<'a> {
    mv: Move,
    /// How much it counts where not every capture is legal.
    worth: u32,
    /// Where each jump ends.
    squares: &'a [u8],
}

impl<V: Variant> Draughts<V> {
    /// Tells whether the side to move has to capture.
    #[inline]
    pub(super) fn must_capture(&self) -> bool {
        match self.to_move() {
            Side::Black => self.must_capture_going::<1>(),
            Side::White => self.must_capture_going::<-1>(),
        }
    }

    #[inline]
    fn must_capture_going<const DOWN: i32>(&self) -> bool {
        if self.men_that_capture::<DOWN>() != 0 {
            return true;
        }
        let (takeable, empty) = (self.of(!self.to_move()), self.empty());
        bits(self.kings_of(self.to_move())).any(|king| {
            Steps::<V, DOWN>::king_jumps().any(|by| {
                let over = Steps::<V, DOWN>::first_piece(king, by, empty);
                step(over & takeable, by) & empty != 0
            })
        })
    }

    /// Tells whether the other side would have to capture if it were on move.
    #[inline]
    pub fn is_threatened(&self) -> bool {
        (*self).passed().must_capture()
    }

    /// The men of the side to move that can capture.
    #[inline]
    fn men_that_capture<const DOWN: i32>(&self) -> u64 {
        let (takeable, empty) = (self.takeable_by_man(), self.empty());
        let before = |by: i32| step(step(empty, -by) & takeable, -by);
        let all = Steps::<V, DOWN>::man_jumps().fold(0, |all, by| all | before(by));
        self.men(self.to_move()) & all
    }

    /// Adds the legal captures to the empty list.
    #[inline]
    pub(super) fn add_captures(&self, moves: &mut Moves<Move>) {
        let mut most = 0;
        self.each_capture(&mut |found: Found<'_>| {
            if found.worth < most {
                return;
            }
            if found.worth > most {
                most = found.worth;
                moves.clear();
            }
            let mut mv = found.mv;
            // Fewer pieces cannot be captured on two ways between the same squares.
            if mv.captured.count_ones() > 2 {
                let same = moves.iter().filter(|other| other.mv.is_like(mv)).count();
                if same > 0 && !V::LAWS.keeps_ways {
                    return;
                }
                mv.way |= same as u8;
            }
            moves.push(mv);
        });
    }

    /// Where each jump of a legal capture ends. If several ways are the same move, it is the first of them.
    pub(super) fn way(&self, mv: Move) -> Vec<u8> {
        let mut before = mv.way & !Move::CROWNED;
        let mut squares = Vec::new();
        self.each_capture(&mut |found: Found<'_>| {
            if found.mv.is_like(mv) && squares.is_empty() {
                match before.checked_sub(1) {
                    Some(less) => before = less,
                    None => squares.extend_from_slice(found.squares),
                }
            }
        });
        squares
    }

    fn each_capture(&self, found: &mut impl FnMut(Found<'_>)) {
        match self.to_move() {
            Side::Black => self.each_capture_going::<1>(found),
            Side::White => self.each_capture_going::<-1>(found),
        }
    }

    #[inline]
    fn each_capture_going<const DOWN: i32>(&self, found: &mut impl FnMut(Found<'_>)) {
        let side = self.to_move();
        let men = self.men_that_capture::<DOWN>();
        let kings = self.kings_of(side);
        if men | kings == 0 {
            return;
        }
        let mut way = Way::<V, _, DOWN> {
            position: self,
            takeable: self.of(!side),
            empty: 0,
            from: 0,
            captured: 0,
            crowned: false,
            order: [0; MOST],
            squares: [0; MOST],
            len: 0,
            found,
        };
        for king in bits(kings) {
            way.begin(king);
            way.jump_as_king(king, 0);
        }
        way.takeable = self.takeable_by_man();
        for man in bits(men) {
            way.begin(man);
            way.jump_as_man(man);
        }
    }
}

/// A capture while it is looked for, piece by piece.
struct Way<'a, V: Variant, F, const DOWN: i32> {
    position: &'a Draughts<V>,
    /// The pieces that may still be captured.
    takeable: u64,
    /// The free squares, with the one that was left. Captured pieces stay until the end.
    empty: u64,
    from: u8,
    captured: u64,
    /// A man became a king on its way.
    crowned: bool,
    /// The pieces captured, in order.
    order: [u8; MOST],
    squares: [u8; MOST],
    len: usize,
    found: &'a mut F,
}

impl<V: Variant, F: FnMut(Found<'_>), const DOWN: i32> Way<'_, V, F, DOWN> {
    fn begin(&mut self, from: u8) {
        self.from = from;
        self.empty = self.position.empty() | 1 << from;
    }

    /// Jumps over a piece, goes on with `next` from the square behind it, and takes the jump back.
    #[inline]
    fn jump<T>(&mut self, over: u64, to: u8, next: impl FnOnce(&mut Self) -> T) -> T {
        self.takeable ^= over;
        self.captured ^= over;
        self.order[self.len] = over.trailing_zeros() as u8;
        self.squares[self.len] = to;
        self.len += 1;
        let result = next(self);
        self.len -= 1;
        self.captured ^= over;
        self.takeable ^= over;
        result
    }

    fn jump_as_man(&mut self, at: u8) {
        let mut is_complete = true;
        for by in Steps::<V, DOWN>::man_jumps() {
            let over = step(1 << at, by) & self.takeable;
            let behind = step(over, by) & self.empty;
            if behind == 0 {
                continue;
            }
            is_complete = false;
            let to = behind.trailing_zeros() as u8;
            if V::LAWS.crowned_on_the_way && behind & Steps::<V, DOWN>::LAST_ROW != 0 {
                self.crowned = true;
                self.jump(over, to, |way| {
                    if !way.jump_as_king(to, 0) {
                        way.complete(to);
                    }
                });
                self.crowned = false;
            } else {
                self.jump(over, to, |way| way.jump_as_man(to));
            }
        }
        if is_complete {
            self.complete(at);
        }
    }

    /// Captures as a king, in all directions but one. Returns whether there is something to capture.
    fn jump_as_king(&mut self, at: u8, but: i32) -> bool {
        let mut captures = false;
        for by in Steps::<V, DOWN>::king_jumps().filter(|by| *by != but) {
            let over = Steps::<V, DOWN>::first_piece(at, by, self.empty) & self.takeable;
            let behind = step(over, by) & self.empty;
            if behind != 0 {
                captures = true;
                self.land(over, behind, by);
            }
        }
        captures
    }

    /// Jumps over a piece as a king, and lands where it can go on, or anywhere if it nowhere can.
    fn land(&mut self, over: u64, behind: u64, by: i32) {
        let landings = Steps::<V, DOWN>::run(behind, by, self.empty);
        let mut goes_on = false;
        // The next piece straight ahead is the same from all of them [Letouzey n.d.].
        let mut but = 0;
        let mut landing = behind;
        while landing & landings != 0 {
            let to = landing.trailing_zeros() as u8;
            goes_on |= self.jump(over, to, |way| way.jump_as_king(to, but));
            but = by;
            landing = step(landing, by);
        }
        if !goes_on {
            for to in bits(landings) {
                self.jump(over, to, |way| way.complete(to));
            }
        }
    }

    #[inline]
    fn complete(&mut self, to: u8) {
        let mv = Move {
            captured: self.captured,
            from: self.from,
            to,
            way: if self.crowned { Move::CROWNED } else { 0 },
        };
        let worth = self.worth();
        (self.found)(Found {
            mv,
            worth,
            squares: &self.squares[..self.len],
        });
    }

    #[inline]
    fn worth(&self) -> u32 {
        let pieces = self.captured.count_ones();
        let enemy_kings = self.position.kings_of(!self.position.to_move());
        let kings = (self.captured & enemy_kings).count_ones();
        let own_kings = self.position.kings_of(self.position.to_move());
        let with_king = (own_kings >> self.from & 1) as u32;
        match V::LAWS.choice {
            Choice::Free => 0,
            Choice::Most => pieces,
            Choice::Value => (2 * pieces + kings) << 8 | kings << 1 | with_king,
            Choice::Italian => {
                let is_king = |&over: &u8| (enemy_kings >> over & 1) as u32;
                let order = self.order[..self.len].iter().take(12).map(is_king);
                let soonest = (0..12)
                    .zip(order)
                    .fold(0, |all, (at, king)| all | king << (11 - at));
                ((pieces << 1 | with_king) << 4 | kings) << 12 | soonest
            }
        }
    }
}
