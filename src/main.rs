//! The `sarsen` program.

fn main() {}
