//! The distribution of a deep search's score, given a shallow one's, under the pattern evaluation:
//! the basis of ProbCut [Buro 1995].
//!
//! The deviation follows a law with few parameters; `examples/forecasts.rs` measures and fits it.

use std::sync::LazyLock;

use crate::game::Forecast;

/// The number of empty squares in a phase.
const PHASE: u32 = 8;
const PHASES: usize = 8;
/// The deepest search with a forecast, in plies.
const DEEPEST: u32 = 32;

/// For each phase, the end first, in hundredths of a disc: the deviation between the static
/// evaluation and a search of one ply, and the one between searches of one and of two plies.
const AT_SIGHT: [f64; PHASES] = [460.0, 402.0, 321.0, 282.0, 240.0, 218.0, 206.0, 206.0];
const SEARCHED: [f64; PHASES] = [480.0, 418.0, 335.0, 279.0, 238.0, 198.0, 163.0, 163.0];

/// Deeper forecasts from the static evaluation are too often wrong where it matters: they prune
/// moves whose merits only show after a few plies.
const DEEPEST_AT_SIGHT: u32 = 7;

/// Scores of deep searches are further from 0, by this share for each ply.
const SLOPE_OF_PLY: f64 = 0.01;
/// The value of being the side to move at the end of a search.
const OFFSET: [f64; 2] = [-40.0, 115.0];

fn at_sight(phase: usize, depth: u32) -> Forecast {
    let deviation = AT_SIGHT[phase] * f64::from(depth).powf(0.31);
    forecast(depth, 0, OFFSET[depth as usize % 2], deviation)
}

fn searched(phase: usize, depth: u32, shallow: u32) -> Forecast {
    let [plies, deep, shallow_plies] = [depth - shallow, depth, shallow].map(f64::from);
    let deviation =
        SEARCHED[phase] * plies.powf(0.453) * deep.powf(-0.162) * shallow_plies.powf(-0.182);
    forecast(depth, shallow, 0.0, deviation)
}

fn forecast(depth: u32, shallow: u32, offset: f64, deviation: f64) -> Forecast {
    let slope = 1.0 + SLOPE_OF_PLY * f64::from(depth - shallow);
    Forecast {
        shallow: shallow as u8,
        slope: (1000.0 * slope) as u16,
        offset: offset as i16,
        deviation: deviation as u16,
    }
}

/// About half the depth, with the same parity, so that both searches end with the same side to
/// move.
fn half(depth: u32) -> u32 {
    let half = depth / 4 * 2 + depth % 2;
    if half == depth { depth - 2 } else { half }
}

static ALL: LazyLock<Vec<Vec<Forecast>>> = LazyLock::new(|| {
    let of_depth = |phase, depth| match depth {
        0 => Vec::new(),
        1 | 2 => vec![at_sight(phase, depth)],
        3..=DEEPEST_AT_SIGHT => {
            vec![at_sight(phase, depth), searched(phase, depth, half(depth))]
        }
        _ => vec![searched(phase, depth, half(depth))],
    };
    (0..PHASES * DEEPEST as usize)
        .map(|n| of_depth(n / DEEPEST as usize, (n % DEEPEST as usize) as u32))
        .collect()
});

/// The forecasts of a search to this depth, from shallower ones.
pub(super) fn forecasts(empty: u32, depth: u32) -> &'static [Forecast] {
    let phase = (empty / PHASE) as usize;
    ALL.get(phase * DEEPEST as usize + depth.min(DEEPEST - 1) as usize)
        .map_or(&[], Vec::as_slice)
}
