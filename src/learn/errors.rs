//! The errors of a learner's predictions, in games that it has not learnt from yet.

use serde_json::{Value, json};

/// The parts of a game that are told apart: its first, second and last third.
pub(crate) const STAGES: usize = 3;

/// The errors in the positions of some games, by stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Errors {
    /// The number of positions, and the sum of their squared errors in millionths: whole numbers stay what they are in
    /// a file.
    sums: [(u64, u64); STAGES],
}

impl Errors {
    /// Only one game in this many is compared.
    const RARITY: usize = 32;
    const UNIT: f64 = 1e6;

    /// True if the game of this number, in a round, is compared.
    pub(super) fn is_compared(number: usize) -> bool {
        number.is_multiple_of(Errors::RARITY)
    }

    /// The games of a round that are compared.
    pub(super) fn of_round<T>(games: &[T]) -> impl Iterator<Item = &T> {
        games.iter().step_by(Errors::RARITY)
    }

    /// Takes note of an error in a position that `part` of its game leads to, from 0 to 1.
    pub(super) fn add(&mut self, part: f32, error: f32) {
        let stage = ((part * STAGES as f32) as usize).min(STAGES - 1);
        let (positions, sum) = &mut self.sums[stage];
        *positions += 1;
        *sum += (f64::from(error * error) * Errors::UNIT).round() as u64;
    }

    /// The root of the mean squared error of each stage; `None` if one has no positions.
    pub(crate) fn of_stages(&self) -> Option<[f64; STAGES]> {
        let root =
            |(positions, sum): (u64, u64)| (sum as f64 / Errors::UNIT / positions as f64).sqrt();
        let is_known = self.sums.iter().all(|&(positions, _)| positions > 0);
        is_known.then(|| self.sums.map(root))
    }

    /// Takes note of what was foretold of a position, whose result has this number.
    pub(super) fn compare(&mut self, part: f32, result: f32, foretold: f32) {
        self.add(part, result.clamp(-1.0, 1.0) - foretold.clamp(-1.0, 1.0));
    }

    pub(super) fn to_json(self) -> Value {
        json!(self.sums)
    }

    /// Reads what [`Errors::to_json`] writes.
    pub(super) fn from_json(value: &Value) -> Option<Errors> {
        let sums: [(u64, u64); STAGES] = serde_json::from_value(value.clone()).ok()?;
        // No result is further than 2 from what is expected; and adding to these never overflows.
        let is_sound = |&(positions, sum): &(u64, u64)| {
            positions < 1 << 40 && sum <= 4 * Errors::UNIT as u64 * positions
        };
        sums.iter().all(is_sound).then_some(Errors { sums })
    }
}

#[cfg(test)]
mod tests {
    use super::Errors;

    #[test]
    fn errors_are_told_by_thirds_of_a_game_and_come_out_of_a_file_as_they_were() {
        let mut errors = Errors::default();
        for (part, error) in [
            (0.0, 1.0),
            (0.3, -1.0),
            (0.34, 0.3),
            (0.6, 0.5),
            (0.99, 0.0),
        ] {
            errors.add(part, error);
        }
        let [first, second, last] = errors.of_stages().expect("positions of each third");
        assert!((first - 1.0).abs() < 1e-6 && last == 0.0, "{errors:?}");
        // The root of (0.09 + 0.25) / 2.
        assert!((second - 0.412_31).abs() < 1e-5, "{errors:?}");
        assert_eq!(Errors::from_json(&errors.to_json()), Some(errors));
        assert_eq!(Errors::default().of_stages(), None);
    }

    #[test]
    fn errors_that_cannot_be_are_refused() {
        for sums in [
            "[[1,4000001],[0,0],[0,0]]",
            "[[0,0],[0,0]]",
            "[[-1,0],[0,0],[0,0]]",
            "7",
        ] {
            let value = serde_json::from_str(sums).expect("JSON");
            assert_eq!(Errors::from_json(&value), None, "{sums}");
        }
    }
}
