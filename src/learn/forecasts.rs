//! How well searches with a learnt evaluation foretell deeper ones, which lets a search skip branches: ProbCut
//! [Buro 1995].

use serde_json::{Value, json};

use crate::game::{Forecast, Planes};

/// The things on the board, counted in steps of this number, make the phases of a game.
const STEP: u32 = 8;

/// Forecasts for each phase of a game, and for each depth from 0 on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forecasts(pub(crate) Vec<Vec<Vec<Forecast>>>);

/// The forecasts of a depth: shallow depth, slope, offset and deviation of each.
type Row = Vec<(u8, u16, i16, u16)>;

impl Forecasts {
    /// The most phases and depths of a file.
    pub(crate) const MOST_PHASES: usize = Planes::PLACES / STEP as usize + 1;
    pub(crate) const MOST_DEPTHS: usize = 64;

    /// The phase of a position with this many things on the board.
    pub(crate) fn phase(things: u32) -> usize {
        (things / STEP) as usize
    }

    /// The forecasts for a search to this depth; for deeper ones than were fitted, none.
    pub(super) fn of(&self, things: u32, depth: u32) -> &[Forecast] {
        let Forecasts(phases) = self;
        let last = phases.len().saturating_sub(1);
        let phase = phases.get(Forecasts::phase(things).min(last));
        phase
            .and_then(|depths| depths.get(depth as usize))
            .map_or(&[], Vec::as_slice)
    }

    pub(super) fn to_json(&self) -> Value {
        let forecast = |f: &Forecast| json!([f.shallow, f.slope, f.offset, f.deviation]);
        let depth = |all: &Vec<Forecast>| Value::from_iter(all.iter().map(forecast));
        let phase = |depths: &Vec<Vec<Forecast>>| Value::from_iter(depths.iter().map(depth));
        Value::from_iter(self.0.iter().map(phase))
    }

    /// Reads what [`Forecasts::to_json`] writes.
    pub(super) fn from_json(value: &Value) -> Option<Forecasts> {
        let phases: Vec<Vec<Row>> = serde_json::from_value(value.clone()).ok()?;
        let fits = |depths: &Vec<Row>| {
            let mut all = depths.iter().enumerate();
            depths.len() <= Forecasts::MOST_DEPTHS
                && all.all(|(depth, forecasts)| {
                    let mut forecasts = forecasts.iter();
                    forecasts.all(|&(shallow, slope, ..)| usize::from(shallow) < depth && slope > 0)
                })
        };
        let is_sound = phases.len() <= Forecasts::MOST_PHASES && phases.iter().all(fits);
        let forecast = |(shallow, slope, offset, deviation)| Forecast {
            shallow,
            slope,
            offset,
            deviation,
        };
        let depth = |all: Vec<_>| all.into_iter().map(forecast).collect();
        let phase = |depths: Vec<_>| depths.into_iter().map(depth).collect();
        is_sound.then(|| Forecasts(phases.into_iter().map(phase).collect()))
    }
}
