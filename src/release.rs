//! The release and the build of the program.

/// The number of the release, such as `0.2.0`.
pub(crate) const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The release and, if it is known, the commit that the program was built from: `0.2.0
/// (67ddae2a1b2c)`, or `0.2.0 (67ddae2a1b2c, changed since)`.
pub(crate) const BUILD: &str = env!("HEELSTONE_BUILD");
