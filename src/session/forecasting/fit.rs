//! Fitting how far deep searches differ from shallow ones.

use std::collections::BTreeMap;

/// The sums of a regression of y by x.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) count: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

/// A line through points, and the standard deviation of what is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) slope: f64,
    pub(super) offset: f64,
    pub(super) deviation: f64,
}

impl Sums {
    pub(super) fn add(&mut self, x: f64, y: f64) {
        self.count += 1.0;
        self.x += x;
        self.y += y;
        self.xx += x * x;
        self.xy += x * y;
        self.yy += y * y;
    }

    /// The line of least squares.
    pub(super) fn fit(&self) -> Line {
        let (x, y) = (self.x / self.count, self.y / self.count);
        let variance = (self.xx / self.count - x * x).max(1e-9);
        let covariance = self.xy / self.count - x * y;
        let slope = covariance / variance;
        let rest = self.yy / self.count - y * y - slope * covariance;
        Line {
            slope,
            offset: y - slope * x,
            deviation: rest.max(0.0).sqrt(),
        }
    }
}

/// The deviation between a shallow and a deep search: a spread for each phase, times powers of what may matter,
/// such as the depths.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Law<const N: usize> {
    pub(super) powers: [f64; N],
    pub(super) spreads: BTreeMap<usize, f64>,
}

/// A deviation that was measured, with its phase and the logarithms of what may matter.
pub(super) type Measured<const N: usize> = (usize, [f64; N], f64);

impl<const N: usize> Law<N> {
    /// The law of least squares, with these powers where the deviations do not tell them; `None` if there are none.
    pub(super) fn of(deviations: &[Measured<N>], expected: [f64; N]) -> Option<Law<N>> {
        const WEIGHT: f64 = 1e-4;
        let mut phases: Vec<usize> = deviations.iter().map(|&(phase, ..)| phase).collect();
        phases.sort_unstable();
        phases.dedup();
        let size = N + phases.len();
        let mut equations = vec![vec![0.0; size + 1]; size];
        for (phase, logarithms, deviation) in deviations {
            let mut row = logarithms.to_vec();
            row.extend(phases.iter().map(|other| f64::from(other == phase)));
            row.push(deviation.ln());
            for (i, equation) in equations.iter_mut().enumerate() {
                for (sum, x) in equation.iter_mut().zip(&row) {
                    *sum += row[i] * x;
                }
            }
        }
        for (i, power) in expected.into_iter().enumerate() {
            equations[i][i] += WEIGHT;
            equations[i][size] += WEIGHT * power;
        }
        let solution = solve(equations).filter(|_| size > N)?;
        let (powers, spreads) = solution.split_at(N);
        let spreads = spreads.iter().map(|spread| spread.exp());
        Some(Law {
            powers: powers.try_into().ok()?,
            spreads: phases.into_iter().zip(spreads).collect(),
        })
    }
}

/// The solution of linear equations, each with its right side last (Gauss and Jordan).
fn solve(mut equations: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let size = equations.len();
    for column in 0..size {
        let largest = |i: &usize, j: &usize| {
            let [i, j] = [i, j].map(|&row| equations[row][column].abs());
            i.total_cmp(&j)
        };
        let pivot = (column..size).max_by(largest)?;
        equations.swap(column, pivot);
        let row = equations[column].clone();
        if row[column].abs() < 1e-9 {
            return None;
        }
        for (i, equation) in equations.iter_mut().enumerate() {
            if i != column {
                let times = equation[column] / row[column];
                for (x, y) in equation.iter_mut().zip(&row) {
                    *x -= times * y;
                }
            }
        }
    }
    let solution = (0..size).map(|i| equations[i][size] / equations[i][i]);
    Some(solution.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_and_what_is_left_of_it() {
        let mut sums = Sums::default();
        for (x, y) in [(0.0, 6.0), (0.0, 4.0), (10.0, 26.0), (10.0, 24.0)] {
            sums.add(x, y);
        }
        let line = sums.fit();
        let found = [line.slope, line.offset, line.deviation];
        for (found, wanted) in found.into_iter().zip([2.0, 5.0, 1.0]) {
            assert!((found - wanted).abs() < 1e-9, "{line:?}");
        }
    }

    #[test]
    fn a_law_is_found_from_what_follows_it() {
        let spreads = [(1, 30.0), (4, 70.0)];
        let inputs = [(0.5, 0.1), (1.0, 0.7), (2.0, 0.3), (3.0, 2.0)];
        let measured: Vec<Measured<2>> = spreads
            .iter()
            .flat_map(|&(phase, spread)| {
                inputs.map(|(x, y)| (phase, [x, y], spread * f64::exp(0.4 * x - 0.2 * y)))
            })
            .collect();
        let law = Law::of(&measured, [0.0, 0.0]).expect("enough");
        assert!((law.powers[0] - 0.4).abs() < 1e-3 && (law.powers[1] + 0.2).abs() < 1e-3);
        assert!((law.spreads[&1] - 30.0).abs() < 0.1 && (law.spreads[&4] - 70.0).abs() < 0.1);
        // One deviation says nothing of the powers.
        let law = Law::of(&measured[..1], [0.4, -0.2]).expect("one");
        assert!((law.powers[0] - 0.4).abs() < 1e-3 && (law.spreads[&1] - 30.0).abs() < 0.1);
        assert_eq!(Law::of(&[], [0.4, -0.2]), None);
    }
}
