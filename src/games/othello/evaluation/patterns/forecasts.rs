//! How far a deep search strays from a shallow one that judges by the patterns: what ProbCut has to
//! know [Buro 1995].
//!
//! The spread follows a law with few numbers; `examples/forecasts.rs` measures and fits it.

use std::sync::LazyLock;

use crate::game::Forecast;

/// The empty squares of a phase.
const PHASE: u32 = 8;
const PHASES: usize = 8;
/// The deepest search that is foretold.
const DEEPEST: u32 = 32;

/// For each phase, the end first: the spread between what the patterns say and a search of one
/// ply, and what it would be between two searches of one ply and two; hundredths of a disc.
const AT_SIGHT: [f64; PHASES] = [460.0, 402.0, 321.0, 282.0, 240.0, 218.0, 206.0, 206.0];
const SEARCHED: [f64; PHASES] = [480.0, 418.0, 335.0, 279.0, 238.0, 198.0, 163.0, 163.0];

/// What is said at sight of a deeper search is too often wrong where it matters: it leaves out the
/// moves that are only seen to be good after a few plies.
const DEEPEST_AT_SIGHT: u32 = 7;

/// The scores of a deep search are further from 0, by so much for each ply.
const SLOPE_OF_PLY: f64 = 0.01;
/// To be the side to move at the end of a search is worth so much more than not to be.
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

/// About half as deep, and as even or odd: so both end with the same side to move.
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

/// What shallow searches of a position tell about one to that depth.
pub(super) fn forecasts(empty: u32, depth: u32) -> &'static [Forecast] {
    let phase = (empty / PHASE) as usize;
    ALL.get(phase * DEEPEST as usize + depth.min(DEEPEST - 1) as usize)
        .map_or(&[], Vec::as_slice)
}
