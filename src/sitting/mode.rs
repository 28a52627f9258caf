//! The player of a side and its settings.

use std::time::Duration;

use crate::session::{Level, Settings};

/// The player of a side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mode {
    /// `true` for the machine, `false` for a person.
    pub(crate) machine: bool,
    /// Its level.
    pub(crate) level: Level,
    /// The machine's time for each move.
    pub(crate) time: Option<Duration>,
    /// The machine's search depth, in plies.
    pub(crate) depth: Option<u32>,
    /// The name of its evaluation, possibly one that the present game lacks.
    pub(crate) evaluation: Option<String>,
}

/// The limit of a move without a time of its own: others wait for the thread.
const LONGEST: Duration = Duration::from_secs(600);

/// A person, with settings of a machine at full strength and the default time.
impl Default for Mode {
    fn default() -> Mode {
        Mode {
            machine: false,
            level: Level::FULL,
            time: Settings::default().timelimit,
            depth: None,
            evaluation: None,
        }
    }
}

impl Mode {
    /// Sets the engine to find a move for this side.
    pub(super) fn apply(&self, settings: &mut Settings) {
        settings.level = self.level;
        settings.depth = self.depth;
        settings.timelimit = Some(self.time.unwrap_or(LONGEST));
    }
}

/// Converts a time for a move from seconds.
///
/// # Errors
/// Returns a sentence if it is out of range.
pub(crate) fn seconds(time: f64) -> Result<Duration, String> {
    let time = Duration::try_from_secs_f64(time).ok();
    let fits = |time: &Duration| *time <= LONGEST && *time >= Duration::from_millis(1);
    time.filter(fits)
        .ok_or_else(|| "the time for a move is from 0.001 to 600 seconds".into())
}

/// Checks a search depth.
///
/// # Errors
/// Returns a sentence if it is zero.
pub(crate) fn plies(depth: u32) -> Result<u32, String> {
    if depth == 0 {
        return Err("the depth is a number of plies from 1".into());
    }
    Ok(depth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_out_of_range_are_refused_with_a_sentence() {
        assert_eq!(seconds(0.5), Ok(Duration::from_millis(500)));
        for time in [0.0, -1.0, 1e9, f64::NAN, f64::INFINITY] {
            assert!(seconds(time).is_err(), "{time}");
        }
        assert_eq!(plies(1), Ok(1));
        assert!(plies(0).is_err());
    }
}
