//! Named sets of squares, as bit boards.

/// All columns but A: the squares that a shift towards H may reach.
pub(super) const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
/// All columns but H: the squares that a shift towards A may reach.
pub(super) const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
/// A1, H1, A8 and H8.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// D4, E4, D5 and E5, the squares of the first four discs.
pub(super) const CENTRE: u64 = 0x0000_0018_1800_0000;
/// The 28 squares along the edges.
pub(super) const BORDER: u64 = 0xFF81_8181_8181_81FF;
/// The four edges, corners included: rows 1 and 8, columns A and H.
pub(super) const EDGES: [u64; 4] = [
    0x0000_0000_0000_00FF,
    0xFF00_0000_0000_0000,
    0x0101_0101_0101_0101,
    0x8080_8080_8080_8080,
];
/// The four quarters of the board.
pub(super) const QUARTERS: [u64; 4] = [
    0x0000_0000_0F0F_0F0F,
    0x0000_0000_F0F0_F0F0,
    0x0F0F_0F0F_0000_0000,
    0xF0F0_F0F0_0000_0000,
];

/// The squares of a set and all their neighbours, diagonal ones included.
#[inline]
pub(super) const fn with_neighbours(squares: u64) -> u64 {
    let wide = squares | squares << 1 & NOT_A | squares >> 1 & NOT_H;
    wide | wide << 8 | wide >> 8
}

/// The X squares (such as B2) beside a set of corners.
#[inline]
pub(super) fn x_squares(corners: u64) -> u64 {
    with_neighbours(corners) & !BORDER
}

/// The C squares (such as A2 and B1) beside a set of corners.
#[inline]
pub(super) fn c_squares(corners: u64) -> u64 {
    with_neighbours(corners) & BORDER & !CORNERS
}
