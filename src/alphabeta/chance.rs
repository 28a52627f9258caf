//! Chance nodes: expectiminimax [Michie 1966].
//!
//! A roll counts as a ply. Each one is searched with the full window and the average is taken, so that no
//! window, however narrow, changes the score: a bound on one roll says nothing about the others. No
//! heuristic of negamax looks at a chance node. Scores there are seen from Black.

use super::deepening::Root;
use super::node::{Node, Tree};
use super::window::Window;
use crate::game::{Evaluation, Knowledge, Rules, Score, Value};
use crate::resources::Stopped;

/// The weighted average of the scores that chance may bring.
#[derive(Default)]
struct Average {
    /// Of scores in steps, times their weights. As many rolls of the largest weight as a list of moves
    /// holds would be too much for 64 bits.
    sum: i128,
    weights: i128,
    /// `None` before the first roll; then the proof of the longest way, while all rolls prove the same.
    proof: Option<Option<Score>>,
}

impl Average {
    /// Adds the score of a roll. A proof is worth as much as its result, which is `worth`.
    fn add(&mut self, weight: u32, score: Score, worth: Score) {
        self.sum += i128::from(weight) * i128::from(worth.steps());
        self.weights += i128::from(weight);
        let proof = score.is_proved().then_some(score);
        self.proof = Some(match self.proof {
            None => proof,
            Some(before) => before.zip(proof).and_then(|(a, b)| longest(a, b)),
        });
    }

    /// The proof of all rolls, or the average, rounded to the nearest step, halves away from zero: so it
    /// is the opposite when the colours are swapped. `/` would round towards zero.
    fn score(&self) -> Score {
        if let Some(Some(proof)) = self.proof {
            return proof;
        }
        let (size, weights) = (self.sum.abs(), self.weights.max(1));
        let rounded = (2 * size + weights) / (2 * weights);
        Score::from_steps((self.sum.signum() * rounded) as i32)
    }
}

/// Of two wins, or of two losses, the one that comes later.
fn longest(one: Score, other: Score) -> Option<Score> {
    if (one > Score::ZERO) != (other > Score::ZERO) {
        return None;
    }
    Some(if one > Score::ZERO {
        one.min(other)
    } else {
        one.max(other)
    })
}

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Tree<'_, R, K, E, PLAIN> {
    /// The score of a node in chance's turn, seen from Black, whatever the window.
    pub(super) fn visit_chance(&mut self, node: &Node<R>, depth: i32) -> Result<Score, Stopped> {
        let judged_before = self.judgements;
        if let Some(value) = node.position.outcome_for_mover() {
            return Ok(self.result(value, node.ply));
        }
        let mut rolls = self.pickers.pop().unwrap_or_default();
        rolls.clear();
        node.position.moves(&mut rolls.moves);
        self.path.push(&node.position);
        let mut average = Average::default();
        for roll in rolls.moves.iter().map(|candidate| candidate.mv) {
            let weight = node.position.weight(roll);
            if weight > 0 {
                let child = self.child(node, roll, depth - 1);
                let score = self.reply::<false>(node, &child, depth - 1, Window::FULL)?;
                average.add(weight, score, self.worth(score));
            }
        }
        self.path.pop::<R>();
        self.pickers.push(rolls);
        let complete = !PLAIN && self.judgements == judged_before;
        let score = average.score();
        self.store(node, depth, complete, Window::FULL, score, None);
        Ok(score)
    }

    /// A score as it counts in an average: a proved win or loss is worth its result, however far away it
    /// is.
    fn worth(&self, score: Score) -> Score {
        if !score.is_proved() {
            return score;
        }
        let result = if score > Score::ZERO {
            Value::WIN
        } else {
            Value::LOSS
        };
        Score::evaluation(self.evaluation.worth(result))
    }
}

impl<R: Rules, K: Knowledge<R>, E: Evaluation<R>, const PLAIN: bool> Root<'_, R, K, E, PLAIN> {
    /// An iteration in chance's turn: there is nothing to choose, and the likeliest roll, which stands in
    /// front, stands for the average.
    pub(super) fn iterate_chance(&mut self, depth: u32) -> Result<(), Stopped> {
        self.tree.meter.count()?;
        let score = self.tree.visit_chance(&self.node, depth as i32)?;
        if let Some(likeliest) = self.moves.first_mut() {
            likeliest.score = score;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn average(rolls: &[(u32, i32)]) -> Score {
        let mut average = Average::default();
        for &(weight, steps) in rolls {
            let score = Score::from_steps(steps);
            average.add(weight, score, score);
        }
        average.score()
    }

    #[test]
    fn an_average_is_rounded_to_the_nearest_step_and_halves_away_from_zero() {
        for (rolls, expected) in [
            (&[(1, 1), (1, 2)][..], 2),
            (&[(2, 1), (1, 2)], 1),
            (&[(1, 1), (2, 2)], 2),
            (&[(1, 0), (1, 1)], 1),
            (&[(3, 0), (1, 1)], 0),
            (&[(7, 100)], 100),
        ] {
            assert_eq!(average(rolls), Score::from_steps(expected), "{rolls:?}");
            let swapped: Vec<_> = rolls.iter().map(|&(w, steps)| (w, -steps)).collect();
            assert_eq!(average(&swapped), Score::from_steps(-expected));
        }
    }

    #[test]
    fn the_largest_weights_fit() {
        let most = Score::MAX_EVALUATION.steps();
        let rolls = vec![(u32::MAX, most); 65_535];
        assert_eq!(average(&rolls), Score::MAX_EVALUATION);
        assert_eq!(average(&[]), Score::ZERO);
    }

    #[test]
    fn proofs_that_agree_are_a_proof_by_the_longest_way_and_others_are_averaged() {
        let of = |scores: &[Score]| {
            let mut average = Average::default();
            for &score in scores {
                let worth = match score {
                    _ if !score.is_proved() => score,
                    _ if score > Score::ZERO => Score::evaluation(1000),
                    _ => Score::evaluation(-1000),
                };
                average.add(1, score, worth);
            }
            average.score()
        };
        let (win, loss) = (Score::win_in, Score::loss_in);
        assert_eq!(of(&[win(3), win(7), win(5)]), win(7));
        assert_eq!(of(&[loss(4), loss(8), loss(2)]), loss(8));
        assert_eq!(of(&[win(3), loss(8)]), Score::ZERO);
        assert_eq!(
            of(&[win(3), win(3), loss(8), win(1)]),
            Score::evaluation(500)
        );
        assert_eq!(of(&[Score::ZERO, win(3)]), Score::evaluation(500));
        assert_eq!(of(&[win(3), Score::ZERO]), Score::evaluation(500));
    }
}
