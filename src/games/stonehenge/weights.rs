//! Written by `tools/stonehenge/fit.py weights`.

/// The values of leads on a line with 1, 2 and so on free cells, by lead.
pub(super) static LEADS: [[i16; 12]; 4] = [
    [0, 22, 47, 85, 102, 111, 111, 111, 111, 111, 111, 111],
    [0, 45, 79, 102, 124, 147, 160, 178, 190, 195, 195, 195],
    [0, 26, 57, 88, 114, 139, 164, 170, 177, 187, 191, 196],
    [0, 38, 63, 86, 110, 131, 144, 144, 144, 144, 144, 144],
];

/// The value of a stone in the hand, by its number.
pub(super) const STONES: [i16; 7] = [0, 0, 52, 141, 252, 352, 445];
