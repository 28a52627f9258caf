//! The weights that training learns for the evaluation `fitted`, and the values that follow from them.

use super::hand::LARGEST;
use super::model::{LineWorths, OWNED_LINE, StoneWorths};
use super::rules::{Stonehenge, set_bits};
use crate::game::{Rules, Side};

/// The free cells of an undecided line that make a difference, and the leads on it.
const MOST_FREE: usize = 4;
const LARGEST_LEAD: usize = 11;

/// The order of the weights: an owned line; a lead of 1, 2 and so on, on a line with 1, 2 and so on free cells; a stone
/// in the hand, by its number; and being to move, by whether the number of empty cells is odd.
const LEADS: usize = 1;
const STONES: usize = LEADS + MOST_FREE * LARGEST_LEAD;
const TO_MOVE: usize = STONES + LARGEST as usize;
pub(super) const WEIGHTS: usize = TO_MOVE + 2;

/// Calls a function with each weight that counts, and how often, seen from the side to move.
pub(super) fn features(position: &Stonehenge, count: &mut dyn FnMut(usize, i16)) {
    // Before, too much is open, and after, a search of few nodes sees the end.
    let empty = position.empty().count_ones() as usize;
    if !(7..=14).contains(&empty) {
        return;
    }
    let side = position.to_move();
    let sign = if side == Side::Black { 1 } else { -1 };
    let owned = |side| position.owned(side).count_ones() as i16;
    count(0, owned(side) - owned(!side));
    for line in set_bits(u32::from(position.undecided())) {
        let (lead, free) = (position.balance(line), usize::from(position.free(line)));
        let size = usize::from(lead.unsigned_abs()).min(LARGEST_LEAD);
        if size > 0 {
            let row = free.clamp(1, MOST_FREE) - 1;
            count(
                LEADS + row * LARGEST_LEAD + size - 1,
                sign * i16::from(lead.signum()),
            );
        }
    }
    for value in 1..=LARGEST {
        let held = |side| i16::from(position.hand(side).count(value));
        count(STONES + usize::from(value) - 1, held(side) - held(!side));
    }
    count(TO_MOVE + empty % 2, 1);
}

/// The values of leads and of stones where an owned line is worth [`OWNED_LINE`].
pub(super) fn worths(weights: &[i16]) -> (LineWorths, StoneWorths) {
    let unit = f32::from(OWNED_LINE) / f32::from(weights[0].max(1));
    let worth = |weight: i16| (unit * f32::from(weight)).round().clamp(-1_000.0, 1_000.0) as i16;
    let mut leads = [[0; LARGEST_LEAD + 1]; MOST_FREE];
    for (row, weights) in leads.iter_mut().zip(weights[LEADS..].chunks(LARGEST_LEAD)) {
        // A larger lead is never worse, nor better than an owned line.
        for lead in 1..=LARGEST_LEAD {
            row[lead] = worth(weights[lead - 1]).clamp(row[lead - 1], OWNED_LINE);
        }
    }
    // Both sides have as many stones to play, so that only differences matter.
    let mut stones = [0; LARGEST as usize + 1];
    for value in 2..=usize::from(LARGEST) {
        let more = worth(weights[STONES + value - 1]) - worth(weights[STONES]);
        stones[value] = more.clamp(stones[value - 1], 1_000);
    }
    (leads, stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Evaluation, LinearEvaluation};
    use crate::games::stonehenge::Fitted;
    use crate::games::stonehenge::model;
    use crate::learn::Evaluator;

    /// The values of the program, as weights.
    fn weights() -> Vec<i16> {
        let leads = model::LEADS.iter().flat_map(|row| &row[1..]);
        let all = [OWNED_LINE].into_iter().chain(leads.copied());
        all.chain(model::STONES[1..].iter().copied())
            .chain([0; 2])
            .collect()
    }

    #[test]
    fn the_values_of_the_program_are_those_that_were_learnt() {
        let Ok(Evaluator::Linear(learnt)) = Evaluator::from_bytes(include_bytes!("fitted.weights"))
        else {
            panic!("these are no weights of an evaluation");
        };
        assert_eq!(learnt.form.evaluation, "fitted");
        assert_eq!(worths(&learnt.numbers), (model::LEADS, model::STONES));
    }

    #[test]
    fn weights_give_the_values_that_the_evaluation_has() {
        let weights = weights();
        assert_eq!(worths(&weights), (model::LEADS, model::STONES));
        // Only their proportions matter.
        let twice: Vec<i16> = weights.iter().map(|weight| 2 * weight).collect();
        assert_eq!(worths(&twice), (model::LEADS, model::STONES));
    }

    #[test]
    fn the_sum_of_what_counts_is_the_value() {
        let (weights, fitted) = (weights(), Fitted::default());
        let mut rng = fastrand::Rng::with_seed(2);
        let mut compared = 0;
        for _ in 0..200 {
            let mut position = Stonehenge::START;
            while position.outcome().is_none() {
                let mut sum = 0;
                features(&position, &mut |weight, times| {
                    sum += i32::from(weights[weight]) * i32::from(times);
                });
                let sign = if position.to_move() == Side::Black {
                    1
                } else {
                    -1
                };
                if (7..=14).contains(&position.empty().count_ones()) {
                    assert_eq!(sign * sum, fitted.value(&position, &()));
                    compared += 1;
                } else {
                    assert_eq!(sum, 0, "nothing is learnt of it");
                }
                let moves = position.legal_moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
        }
        assert!(compared > 1_000);
        let again = Fitted::with_weights(&weights);
        assert_eq!(
            again.value(&Stonehenge::START, &()),
            fitted.value(&Stonehenge::START, &())
        );
    }

    #[test]
    fn larger_leads_and_stones_are_never_worth_less_and_no_lead_more_than_a_line() {
        let mut rng = fastrand::Rng::with_seed(3);
        for round in 0..100 {
            let mut weights: Vec<i16> = (0..WEIGHTS).map(|_| rng.i16(..)).collect();
            if round == 0 {
                weights.fill(0);
            }
            let (leads, stones) = worths(&weights);
            let is_sound = |row: &[i16]| row[0] == 0 && row.is_sorted();
            assert!(
                leads
                    .iter()
                    .all(|row| is_sound(row) && row[LARGEST_LEAD] <= OWNED_LINE)
            );
            assert!(is_sound(&stones), "{stones:?}");
        }
    }
}
