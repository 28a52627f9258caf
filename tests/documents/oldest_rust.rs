//! The oldest supported Rust.

use super::text;

#[test]
fn the_oldest_rust_is_named_in_one_place() {
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "protocol.md",
        "docs/stability.md",
    ] {
        let text = text(name);
        let named = text.contains(env!("CARGO_PKG_RUST_VERSION")) || text.contains("Rust 1.");
        assert!(!named, "{name} names a Rust; Cargo.toml does already");
    }
}
