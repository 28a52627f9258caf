//! `include/heelstone.h` is what cbindgen writes from the sources. With `HEELSTONE_SNAPSHOTS=write` the test writes it.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::{env, fs};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include/heelstone.h");

#[test]
fn the_header_belongs_to_the_sources() {
    let written = cbindgen::generate(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut header = Vec::new();
    written.write(&mut header);
    let header = String::from_utf8(header).unwrap();
    if env::var("HEELSTONE_SNAPSHOTS").is_ok_and(|value| value == "write") {
        fs::write(FILE, header).unwrap();
        return;
    }
    let found = fs::read_to_string(FILE).unwrap();
    assert!(found == header, "write it with HEELSTONE_SNAPSHOTS=write");
}
