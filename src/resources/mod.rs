//! The resources of a search, for play or for exact values alike: memory, limits, threads that work
//! together, a look ahead.

mod foresight;
mod limits;
mod table;
mod team;
mod workers;

pub use foresight::Foresight;
pub(crate) use limits::Meter;
pub use limits::{Limits, Stop, Stopped, TimeBudget};
pub(crate) use table::{Bound, CacheLine, Entry, Extent, WORDS};
pub use table::{Table, TableError};
pub(crate) use team::{Claim, Team};
pub use workers::STACK_BYTES;
pub(crate) use workers::{set_to_work, worker};
