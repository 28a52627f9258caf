//! Which release this is, and which build of it.

/// The number of the release: `0.2.0`.
pub(crate) const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The release and, where it is known, the commit that the program was built from:
/// `0.2.0 (67ddae2a1b2c)`, or `0.2.0 (67ddae2a1b2c, changed since)`.
pub(crate) const BUILD: &str = env!("HEELSTONE_BUILD");
