//! The commands, one file for each group.

pub(super) mod analysis;
pub(super) mod books;
pub(super) mod games;
pub(super) mod gogui;
pub(super) mod params;
pub(super) mod play;
pub(super) mod position;
pub(super) mod records;
pub(super) mod review;
pub(super) mod settings;
pub(super) mod solving;
pub(super) mod standard;
pub(super) mod training;
pub(super) mod tree;
