//! The board: 18 cells, 15 lines, six symmetries.
//!
//! ```text
//!         1   2
//!       3   4   5
//!     6   7   8   9
//!  10  11  12  13  14
//!    15  16  17  18
//! ```
//! The program numbers cells from 0.

/// The number of cells.
pub(super) const CELLS: usize = 18;

/// The number of lines.
pub(super) const LINES: usize = 15;

/// One bit a cell, all set.
pub(super) const ALL_CELLS: u32 = (1 << CELLS) - 1;

/// One bit a line, all set.
pub(super) const ALL_LINES: u16 = (1 << LINES) - 1;

/// The cells of each line, bit n for cell n.
pub(super) const LINE_CELLS: [u32; LINES] = [
    cells(&[1, 2]),
    cells(&[3, 4, 5]),
    cells(&[6, 7, 8, 9]),
    cells(&[10, 11, 12, 13, 14]),
    cells(&[15, 16, 17, 18]),
    cells(&[1, 3, 6, 10]),
    cells(&[2, 4, 7, 11, 15]),
    cells(&[5, 8, 12, 16]),
    cells(&[9, 13, 17]),
    cells(&[14, 18]),
    cells(&[10, 15]),
    cells(&[6, 11, 16]),
    cells(&[3, 7, 12, 17]),
    cells(&[1, 4, 8, 13, 18]),
    cells(&[2, 5, 9, 14]),
];

/// The number of lines through each cell.
pub(super) const LINES_OF_A_CELL: u32 = 3;

/// The lines through each cell, bit n for line n.
pub(super) const CELL_LINES: [u16; CELLS] = cell_lines();

/// The number of symmetries.
pub(super) const SYMMETRIES: usize = 6;

/// The symmetries of the board: the image of each cell. The first is the identity.
pub(super) const CELL_SYMMETRIES: [[u8; CELLS]; SYMMETRIES] = cell_symmetries();

/// The image of each line.
pub(super) const LINE_SYMMETRIES: [[u8; LINES]; SYMMETRIES] = line_symmetries();

/// A third of a turn: the image of each cell, counted from 1.
const TURN: [u8; CELLS] = [
    14, 18, 9, 13, 17, 5, 8, 12, 16, 2, 4, 7, 11, 15, 1, 3, 6, 10,
];

/// The reflection of left and right, counted from 1.
const MIRROR: [u8; CELLS] = [
    2, 1, 5, 4, 3, 9, 8, 7, 6, 14, 13, 12, 11, 10, 18, 17, 16, 15,
];

const fn cells(from_one: &[u8]) -> u32 {
    let mut set = 0;
    let mut index = 0;
    while index < from_one.len() {
        set |= 1 << (from_one[index] - 1);
        index += 1;
    }
    set
}

const fn cell_lines() -> [u16; CELLS] {
    let mut lines = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut line = 0;
        while line < LINES {
            lines[cell] |= ((LINE_CELLS[line] >> cell & 1) as u16) << line;
            line += 1;
        }
        cell += 1;
    }
    lines
}

/// Half of them are turns; the other half reflect first.
const fn cell_symmetries() -> [[u8; CELLS]; SYMMETRIES] {
    let mut all = [[0; CELLS]; SYMMETRIES];
    let mut cell = 0;
    while cell < CELLS {
        let mut image = cell as u8;
        let mut mirrored = MIRROR[cell] - 1;
        let mut turns = 0;
        while turns < SYMMETRIES / 2 {
            all[turns][cell] = image;
            all[turns + SYMMETRIES / 2][cell] = mirrored;
            image = TURN[image as usize] - 1;
            mirrored = TURN[mirrored as usize] - 1;
            turns += 1;
        }
        cell += 1;
    }
    all
}

const fn line_symmetries() -> [[u8; LINES]; SYMMETRIES] {
    let mut all = [[0; LINES]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut line = 0;
        while line < LINES {
            let image = image(LINE_CELLS[line], &CELL_SYMMETRIES[symmetry]);
            let mut target = 0;
            // A wrong symmetry would map a line to no line: the build would fail here.
            while LINE_CELLS[target] != image {
                target += 1;
            }
            all[symmetry][line] = target as u8;
            line += 1;
        }
        symmetry += 1;
    }
    all
}

const fn image(set: u32, symmetry: &[u8; CELLS]) -> u32 {
    let mut image = 0;
    let mut cell = 0;
    while cell < CELLS {
        image |= (set >> cell & 1) << symmetry[cell];
        cell += 1;
    }
    image
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_cell_is_on_three_lines() {
        for lines in CELL_LINES {
            assert_eq!(lines.count_ones(), LINES_OF_A_CELL);
        }
    }

    #[test]
    fn there_are_six_symmetries() {
        let different: HashSet<_> = CELL_SYMMETRIES.iter().collect();
        assert_eq!(different.len(), SYMMETRIES);
        for (cells, lines) in CELL_SYMMETRIES.iter().zip(&LINE_SYMMETRIES) {
            for cell in 0..CELLS {
                let there = CELL_LINES[usize::from(cells[cell])];
                for (line, &image) in lines.iter().enumerate() {
                    assert_eq!(there >> image & 1, CELL_LINES[cell] >> line & 1);
                }
            }
        }
    }
}
