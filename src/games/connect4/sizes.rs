//! Data for each size. Sizes that are not listed can be played as well.

use crate::game::{Data, embedded};

/// The perft counts of a size, in the form of [`crate::game::Game::PERFT`].
pub(super) const fn perft(columns: usize, rows: usize) -> &'static str {
    match (columns, rows) {
        (7, 6) => include_str!("perft.txt"),
        (8, 7) => "start; 5 32768 0; 6 262144 0; 7 2097152 0; 8 16553656 27944; 9 131465088 148408",
        (9, 6) => "start; 5 59049 0; 6 531441 0; 7 4782960 0; 8 42569208 52992",
        (6, 5) => "start; 6 46650 0; 7 279720 0; 8 1644750 5070; 9 9751500 17820",
        (5, 4) => "start; 8 363308 1472; 9 1718544 3788; 10 7738740 55376; 11 34172084 184680",
        _ => "",
    }
}

/// The opening book of a size; `7x6.book.md` says how it was built.
pub(super) const fn book(columns: usize, rows: usize) -> Option<&'static [u8]> {
    match (columns, rows) {
        (7, 6) => embedded!("7x6.book"),
        _ => None,
    }
}

/// The weights that were learnt for a size; `7x6.weights.md` says how.
pub(super) const fn weights(columns: usize, rows: usize) -> Option<&'static [u8]> {
    match (columns, rows) {
        (7, 6) => embedded!("7x6.weights"),
        _ => None,
    }
}

/// The files of a size that a program may be built without.
pub(super) const fn data(columns: usize, rows: usize) -> &'static [Data] {
    match (columns, rows) {
        (7, 6) => {
            const {
                &[
                    Data::book("connect4/7x6.book"),
                    Data::weights("connect4/7x6.weights"),
                ]
            }
        }
        _ => &[],
    }
}

/// The positions of a size for `bench`.
pub(super) const fn bench(columns: usize, rows: usize) -> &'static [&'static str] {
    match (columns, rows) {
        (7, 6) => &[
            "......./......./......./......./......./....... b",
            "......./......./......./..X..../..X..../OOXX.O. w",
            "......./..X..../..O..../..X.OX./..O.OX./.OX.XO. b",
            "......./......./......./..O.OX./OOXXXO./XXOOXXO b",
            "..OO..X/..XO.OO/OXOX.XO/XXXOOXX/OOXOXOO/XXXOOXX b",
        ],
        (8, 7) => &[
            "......../......../......../......../......../......../........ b",
            "......../......../......../......../...X..../...OX.../...XO... w",
        ],
        (9, 6) => &[
            "........./........./........./........./........./......... b",
            "........./........./........./........./...OO..../...XX.... b",
        ],
        (6, 5) => &[
            "....../....../....../....../...... b",
            "....../....../....../..XO../..XO.. b",
        ],
        (5, 4) => &["...../...../...../..... b", "...../...../..O../.OXX. b"],
        _ => &[],
    }
}
