//! The values that `fitted.weights` says, as a test checks.

/// The values of leads on a line with 1, 2 and so on free cells, by lead.
pub(super) static LEADS: [[i16; 12]; 4] = [
    [0, 29, 66, 106, 120, 133, 133, 133, 133, 133, 133, 133],
    [0, 47, 82, 105, 129, 149, 159, 177, 192, 198, 200, 200],
    [0, 29, 57, 89, 111, 135, 153, 173, 192, 192, 199, 199],
    [0, 37, 60, 81, 103, 127, 136, 136, 136, 136, 136, 136],
];

/// The value of a stone in the hand, by its number.
pub(super) const STONES: [i16; 7] = [0, 0, 53, 137, 249, 333, 430];
