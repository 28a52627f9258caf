//! Retrograde analysis [Thompson 1986] of all positions that can be reached from one, where those are few:
//! wins and losses are found from the ends of the game backwards, and all that is left is drawn.

use std::collections::HashMap;

use super::cycles::End;
use super::facts::Keys;
use super::is_again;
use crate::game::{Knowledge, Rules, Value};
use crate::resources::{Meter, Stopped};

/// A move to a position.
#[derive(Clone, Copy)]
struct Step {
    to: usize,
    /// The same side moves again there.
    again: bool,
}

/// All positions that can be reached from the first.
pub(super) struct Region<R> {
    positions: Vec<R>,
    /// The moves of each, those of the first position in front.
    steps: Vec<Step>,
    /// For each position the number of moves up to and with its own.
    steps_until: Vec<usize>,
    /// How the game ends from each; a draw as long as nothing else is known.
    ends: Vec<End>,
}

impl<R: Rules> Region<R> {
    /// Finds the positions, if they take at most so many bytes.
    ///
    /// # Errors
    /// When a limit was reached.
    pub(super) fn explore<K: Knowledge<R>>(
        root: &R,
        bytes: usize,
        meter: &mut Meter,
    ) -> Result<Option<Region<R>>, Stopped> {
        let of_position = 2 * size_of::<(u64, usize)>() + size_of::<(R, usize, End)>();
        let mut region = Region {
            positions: vec![root.clone()],
            steps: Vec::new(),
            steps_until: Vec::new(),
            ends: Vec::new(),
        };
        let mut places: HashMap<u64, usize, Keys> = HashMap::default();
        places.insert(root.key(), 0);
        while let Some(position) = region.positions.get(region.ends.len()) {
            meter.count()?;
            let position = position.clone();
            region.ends.push(End {
                value: position.outcome_for_mover().unwrap_or(Value::DRAW),
                plies: 0,
            });
            for mv in position.legal_moves() {
                let child = position.after(mv);
                let again = is_again::<R, K>(&position, &child);
                let to = *places.entry(child.key()).or_insert(region.positions.len());
                if to == region.positions.len() {
                    region.positions.push(child);
                }
                region.steps.push(Step { to, again });
            }
            region.steps_until.push(region.steps.len());
            let taken = region.steps.len() * size_of::<Step>();
            if region.positions.len() * of_position + taken > bytes {
                return Ok(None);
            }
        }
        Ok(Some(region))
    }

    /// Finds all wins and losses, the nearest first.
    ///
    /// # Errors
    /// When a limit was reached.
    pub(super) fn look_back(&mut self, meter: &mut Meter) -> Result<(), Stopped> {
        let mut open: Vec<usize> = (0..self.positions.len())
            .filter(|&index| !self.steps_of(index).is_empty())
            .collect();
        let mut found = Vec::new();
        loop {
            for &index in &open {
                meter.count()?;
                if let Some(end) = self.judge(index) {
                    found.push((index, end));
                }
            }
            if found.is_empty() {
                return Ok(());
            }
            // Only now, so that those of this round are not taken for nearer ones.
            for (index, end) in found.drain(..) {
                self.ends[index] = end;
            }
            open.retain(|&index| self.ends[index].value == Value::DRAW);
        }
    }

    /// How the game ends from each position.
    pub(super) fn ends(&self) -> impl Iterator<Item = (&R, End)> {
        self.positions.iter().zip(self.ends.iter().copied())
    }

    fn steps_of(&self, index: usize) -> &[Step] {
        let first = index
            .checked_sub(1)
            .map_or(0, |last| self.steps_until[last]);
        &self.steps[first..self.steps_until[index]]
    }

    /// A win by the shortest way, or a loss by the longest, if what is known of the moves tells.
    fn judge(&self, index: usize) -> Option<End> {
        let ends = self.steps_of(index).iter().map(|step| {
            let End { value, plies } = self.ends[step.to];
            End {
                value: if step.again { value } else { -value },
                plies: plies + 1,
            }
        });
        let wins = ends.clone().filter(|end| end.value > Value::DRAW);
        let nearest_win = wins.min_by_key(|end| end.plies);
        let loses = ends.clone().all(|end| end.value < Value::DRAW);
        nearest_win.or_else(|| ends.max_by_key(|end| end.plies).filter(|_| loses))
    }
}
