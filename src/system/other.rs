//! Systems that report none of this.

use super::ProcessorTime;

pub(super) const BROWSER: &[&str] = &["xdg-open"];

pub(super) const MAIN_STACK_IS_SMALL: bool = false;

pub(super) fn processor_time() -> Option<ProcessorTime> {
    None
}

/// Returns false: only the next write will notice.
pub(super) fn wait_for_the_end_of_the_reader() -> bool {
    false
}
