//! Systems that tell nothing of this.

use super::ProcessorTime;

pub(super) const BROWSER: &[&str] = &["xdg-open"];

pub(super) const MAIN_STACK_IS_SMALL: bool = false;

pub(super) fn processor_time() -> Option<ProcessorTime> {
    None
}

/// The next write will tell.
pub(super) fn wait_for_the_end_of_the_reader() -> bool {
    false
}
