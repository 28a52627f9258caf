//! The moves worth searching, the most promising first.
//!
//! Moves are left out because of one observation. Suppose that two positions differ only in that
//! one has, for a side, larger sums, larger stones in hand, more lines, or smaller ones of the
//! opponent. Then it is at least as good for that side, which can play there what it would play in
//! the other position: it takes each line no later and loses none earlier, so its win comes no
//! later and its loss no sooner.

use super::geometry::{CELL_LINES, LINES, LINES_OF_A_CELL};
use super::hand::LARGEST;
use super::leads::{Decided, Leads};
use super::model::{self, OWNED_LINE};
use super::rules::{LINES_TO_WIN, Placement, Stonehenge, set_bits};
use crate::game::{Expansion, Moves, Rules, Value};

/// See [`crate::game::Knowledge::expand`]. Decides wins of one ply, and leaves out moves that
/// another move makes superfluous.
pub(super) fn expand(position: &Stonehenge, candidates: &mut Moves<Placement>) -> Expansion {
    if position.outcome().is_some() {
        return Expansion::Open;
    }
    if winning_move(position).is_some() {
        return decided(Value::WIN);
    }
    for_each_worth_trying(position, &mut |mv, order| candidates.push_ranked(mv, order));
    if candidates.is_empty() {
        return decided(Value::LOSS);
    }
    Expansion::Open
}

/// Passes `give` the moves worth trying, each with its rank, in an unfinished position without a
/// winning move: all except those that lose at once and those that another makes superfluous.
#[inline]
pub(super) fn for_each_worth_trying(position: &Stonehenge, give: &mut impl FnMut(Placement, i32)) {
    let outlook = Outlook::new(position);
    let mut seen_alone = 0;
    let mut seen_dead = false;
    for cell in set_bits(position.empty()) {
        let lines = CELL_LINES[cell] & outlook.undecided;
        // Cells on the same undecided lines are equivalent; two cells never share more than one
        // line.
        match lines.count_ones() {
            0 if seen_dead => continue,
            0 => seen_dead = true,
            1 if seen_alone & lines != 0 => continue,
            1 => seen_alone |= lines,
            _ => {}
        }
        outlook.for_each_move(cell, lines, give);
    }
}

/// A move that wins at once.
#[inline]
pub(super) fn winning_move(position: &Stonehenge) -> Option<Placement> {
    let mover = position.to_move();
    let owned = position.owned(mover).count_ones();
    if owned + LINES_OF_A_CELL < LINES_TO_WIN {
        return None;
    }
    let undecided = position.undecided();
    let leads = Leads::new(position);
    position.hand(mover).values().find_map(|stone| {
        let won = leads.won_by(stone) & undecided;
        let wins = |&cell: &usize| owned + (CELL_LINES[cell] & won).count_ones() >= LINES_TO_WIN;
        let cell = set_bits(position.empty()).find(wins)?;
        Some(Placement::on(cell, stone))
    })
}

const fn decided(value: Value) -> Expansion {
    Expansion::Decided { value, plies: 1 }
}

const VALUES: usize = LARGEST as usize;

/// The effect of each stone on each undecided line, seen from the side to move.
struct Outlook {
    undecided: u16,
    /// The different values in hand, bit n for value n + 1.
    values: u8,
    /// The number of lines that the other side owns.
    their_lines: u32,
    /// The lines won by putting the stone on them.
    won: [u16; VALUES],
    /// The lines lost by putting the stone on them.
    lost: [u16; VALUES],
    /// The lines lost by putting the stone elsewhere.
    given: [u16; VALUES],
    /// The value of the position after the stone, if it is on none of the lines.
    base: [i32; VALUES],
    /// The gain from putting the stone on the line.
    gain: [[i16; VALUES]; LINES],
}

impl Outlook {
    fn new(position: &Stonehenge) -> Outlook {
        let mover = position.to_move();
        let mut outlook = Outlook {
            undecided: position.undecided(),
            values: position.hand(mover).facts().values,
            their_lines: position.owned(!mover).count_ones(),
            won: [0; VALUES],
            lost: [0; VALUES],
            given: [0; VALUES],
            base: [0; VALUES],
            gain: [[0; VALUES]; LINES],
        };
        let leads = Leads::new(position);
        let elsewhere = outlook.judge_open_lines(&leads);
        for index in set_bits(u32::from(outlook.values)) {
            let decided = leads.decided_by(index as u8 + 1);
            outlook.judge_decided_lines(index, decided, &elsewhere, &leads);
        }
        outlook
    }

    /// Computes the effect of each stone on the lines that it does not decide; returns the value of
    /// each line without a stone on it.
    fn judge_open_lines(&mut self, leads: &Leads) -> [i16; LINES] {
        let mut elsewhere = [0; LINES];
        let mut sum = 0;
        for line in set_bits(u32::from(self.undecided)) {
            let (free, lead) = (leads.free(line), leads.lead(line));
            elsewhere[line] = model::open_line(free, lead);
            sum += i32::from(elsewhere[line]);
            let after = model::open_line_with_stones(free - 1, lead);
            self.gain[line] = after.map(|worth| worth - elsewhere[line]);
        }
        for (index, base) in self.base.iter_mut().enumerate() {
            *base = sum - model::stone(index as u8 + 1);
        }
        elsewhere
    }

    /// Computes the effect of the stone of value `index` + 1 on the lines that it decides.
    fn judge_decided_lines(
        &mut self,
        index: usize,
        lines: Decided,
        elsewhere: &[i16; LINES],
        leads: &Leads,
    ) {
        let undecided = self.undecided;
        let Decided { won, lost, given } = lines;
        (self.won[index], self.lost[index]) = (won & undecided, lost & undecided);
        self.given[index] = given & undecided;
        for line in set_bits(u32::from((won | lost | given) & undecided)) {
            let is_in = |lines: u16| lines >> line & 1 == 1;
            let mut left = elsewhere[line];
            if is_in(given) {
                self.base[index] -= i32::from(OWNED_LINE + left);
                left = -OWNED_LINE;
            }
            let here = if is_in(won) {
                OWNED_LINE
            } else if is_in(lost) {
                -OWNED_LINE
            } else {
                model::open_line_with_stones(leads.free(line) - 1, leads.lead(line))[index]
            };
            self.gain[line][index] = here - left;
        }
    }

    /// Passes on the moves to a cell that is on these undecided lines.
    #[inline]
    fn for_each_move(&self, cell: usize, lines: u16, give: &mut impl FnMut(Placement, i32)) {
        let mut left_out = 0;
        for index in set_bits(u32::from(self.values)) {
            if left_out >> index & 1 == 1 || self.loses(index, lines) {
                continue;
            }
            left_out |= self.no_better(index, lines);
            let gain: i32 = set_bits(u32::from(lines))
                .map(|line| i32::from(self.gain[line][index]))
                .sum();
            let mv = Placement::on(cell, index as u8 + 1);
            give(mv, self.base[index] + gain);
        }
    }

    /// Returns true if the move makes the other side win.
    fn loses(&self, index: usize, lines: u16) -> bool {
        let lost = (self.given[index] & !lines) | (self.lost[index] & lines);
        self.their_lines + lost.count_ones() >= LINES_TO_WIN
    }

    /// The larger stones that achieve no more on these lines: each line is won by the smaller one
    /// as well, or lost by the larger one as well. The smaller one then leaves the better hand.
    fn no_better(&self, index: usize, lines: u16) -> u8 {
        let contested = lines & !self.won[index];
        let larger = u32::from(self.values) >> (index + 1) << (index + 1);
        set_bits(larger)
            .filter(|&other| contested & !self.lost[other] == 0)
            .fold(0, |set, other| set | 1 << other)
    }
}
