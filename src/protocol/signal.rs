//! The signal that ends a search from outside, with its cause.

use std::sync::{Arc, OnceLock};

use crate::search::Stop;

/// The input that ends a search, apart from an interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lasting {
    /// Nothing: it has a limit.
    Limited,
    /// The end of the input: nothing else could end it.
    Unlimited,
    /// The next line of the input, or its end.
    UntilInput,
}

impl Lasting {
    /// A search that has a limit of its own, or has none.
    pub(super) fn limited(limited: bool) -> Lasting {
        if limited {
            Lasting::Limited
        } else {
            Lasting::Unlimited
        }
    }
}

/// The reason why a search was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The comment `# interrupt`.
    Interrupt,
    /// Another line, or the end of the input.
    Input,
}

/// Ends a search, and says why. Clones share one state.
#[derive(Clone, Debug, Default)]
pub(super) struct Signal {
    pub(super) stop: Stop,
    cause: Arc<OnceLock<Cause>>,
}

impl Signal {
    pub(super) fn new() -> Signal {
        Signal::default()
    }

    /// A signal whose stop somebody else holds, and requests for this cause alone.
    pub(super) fn with(stop: Stop, cause: Cause) -> Signal {
        let cause = Arc::new(OnceLock::from(cause));
        Signal { stop, cause }
    }

    /// Ends the search; the first cause is remembered.
    pub(super) fn end(&self, cause: Cause) {
        self.cause.get_or_init(|| cause);
        self.stop.request();
    }

    /// The reason why it was ended from outside, if it was.
    pub(super) fn cause(&self) -> Option<Cause> {
        self.cause.get().copied()
    }
}
