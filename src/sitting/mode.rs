//! Who plays a side, and how.

use std::time::Duration;

use crate::session::{Level, Settings};

/// Who plays a side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mode {
    /// Whether the machine does.
    pub(crate) machine: bool,
    /// Its level.
    pub(crate) level: Level,
    /// How long it takes for a move.
    pub(crate) time: Option<Duration>,
    /// How deep it searches.
    pub(crate) depth: Option<u32>,
    /// What it judges by; it may be an evaluation of another game.
    pub(crate) evaluation: Option<String>,
}

/// A move without a limit of time still ends: others wait for the thread.
const LONGEST: Duration = Duration::from_secs(600);

/// A person, or the machine as strong as a second makes it.
impl Default for Mode {
    fn default() -> Mode {
        Mode {
            machine: false,
            level: Level::Master,
            time: Settings::default().timelimit,
            depth: None,
            evaluation: None,
        }
    }
}

impl Mode {
    /// The settings of the engine for a move of that side.
    pub(super) fn apply(&self, settings: &mut Settings) {
        settings.level = self.level;
        settings.depth = self.depth;
        settings.timelimit = Some(self.time.unwrap_or(LONGEST));
    }
}

/// A time for a move.
///
/// # Errors
/// A sentence, for one that is out of range.
pub(crate) fn seconds(time: f64) -> Result<Duration, String> {
    let time = Duration::try_from_secs_f64(time).ok();
    let fits = |time: &Duration| *time <= LONGEST && *time >= Duration::from_millis(1);
    time.filter(fits)
        .ok_or_else(|| "the time for a move is from 0.001 to 600 seconds".into())
}

/// A depth to search to.
///
/// # Errors
/// A sentence, for none at all.
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
