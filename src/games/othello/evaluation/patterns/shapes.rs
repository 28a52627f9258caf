//! The patterns: groups of squares that are evaluated together.
//!
//! Eleven shapes in all their orientations, 46 in all, those of Logistello [Buro 1997] as later
//! programs adopted them. Each square of a pattern is a base-3 digit: 0 for empty, 1 for a disc of
//! Black, 2 for one of White. The digits form the index of the pattern's contents.

/// The number of patterns on the board.
pub(super) const PLACES: usize = 46;
/// The patterns and two lanes that are always 0, to fill whole vectors.
pub(super) const LANES: usize = 48;
/// The number of squares of the largest shape.
const LARGEST: usize = 10;

struct Shape {
    size: usize,
    squares: [u8; LARGEST],
}

const fn shape<const N: usize>(squares: [u8; N]) -> Shape {
    let mut padded = [0; LARGEST];
    let mut n = 0;
    while n < N {
        padded[n] = squares[n];
        n += 1;
    }
    Shape {
        size: N,
        squares: padded,
    }
}

const SHAPES: [Shape; 11] = [
    // Corners: three by three, two by five, and a triangle.
    shape([0, 1, 2, 8, 9, 10, 16, 17, 18]),
    shape([0, 1, 2, 3, 4, 8, 9, 10, 11, 12]),
    shape([0, 1, 2, 3, 8, 9, 10, 16, 17, 24]),
    // The edge with its X squares, and the next three rows.
    shape([9, 0, 1, 2, 3, 4, 5, 6, 7, 14]),
    shape([8, 9, 10, 11, 12, 13, 14, 15]),
    shape([16, 17, 18, 19, 20, 21, 22, 23]),
    shape([24, 25, 26, 27, 28, 29, 30, 31]),
    // Diagonals.
    shape([0, 9, 18, 27, 36, 45, 54, 63]),
    shape([1, 10, 19, 28, 37, 46, 55]),
    shape([2, 11, 20, 29, 38, 47]),
    shape([3, 12, 21, 30, 39]),
];

/// The squares of each shape.
pub(in crate::games::othello) fn shapes() -> Vec<Vec<u8>> {
    let shapes = SHAPES.iter();
    shapes
        .map(|shape| shape.squares[..shape.size].to_vec())
        .collect()
}

/// A shape at one place of the board.
#[derive(Clone, Copy)]
struct Pattern {
    shape: usize,
    squares: [u8; LARGEST],
    set: u64,
}

/// All patterns.
const ALL: [Pattern; PLACES] = {
    let mut places = [image_of(0, 0); PLACES];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let place = image_of(shape, symmetry);
            let mut same = first;
            while same < count && places[same].set != place.set {
                same += 1;
            }
            if same == count {
                places[count] = place;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == PLACES, "each place is there once");
    places
};

const fn image_of(shape: usize, symmetry: usize) -> Pattern {
    let Shape { size, squares } = &SHAPES[shape];
    let mut place = Pattern {
        shape,
        squares: [0; LARGEST],
        set: 0,
    };
    let mut n = 0;
    while n < *size {
        let square = image(squares[n], symmetry);
        place.squares[n] = square;
        place.set |= 1 << square;
        n += 1;
    }
    place
}

const fn image(square: u8, symmetry: usize) -> u8 {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    row * 8 + column
}

const fn power_of_3(exponent: usize) -> usize {
    3usize.pow(exponent as u32)
}

/// The first index of each shape in a common numbering, and the number of all indices.
const STARTS: [usize; SHAPES.len() + 1] = {
    let mut starts = [0; SHAPES.len() + 1];
    let mut shape = 0;
    while shape < SHAPES.len() {
        starts[shape + 1] = starts[shape] + power_of_3(SHAPES[shape].size);
        shape += 1;
    }
    starts
};

/// The number of indices of all shapes.
pub(super) const INDICES: usize = STARTS[SHAPES.len()];

/// The first index of each pattern's shape.
pub(super) static START: [u32; LANES] = {
    let mut start = [0; LANES];
    let mut place = 0;
    while place < PLACES {
        start[place] = STARTS[ALL[place].shape] as u32;
        place += 1;
    }
    start
};

/// The digit that a black disc on each square adds to the index of each pattern; a white one adds
/// twice that.
pub(super) static ADDED: [[u16; LANES]; 64] = {
    let mut added = [[0; LANES]; 64];
    let mut place = 0;
    while place < PLACES {
        let size = SHAPES[ALL[place].shape].size;
        let mut n = 0;
        while n < size {
            added[ALL[place].squares[n] as usize][place] = power_of_3(size - 1 - n) as u16;
            n += 1;
        }
        place += 1;
    }
    added
};

/// For each index of all shapes, the index with colours swapped, and the index of the mirror image
/// under a symmetry of the shape.
pub(super) fn swapped_and_mirrored() -> (Vec<u32>, Vec<u32>) {
    let [mut swapped, mut mirrored] = [0; 2].map(|_| Vec::with_capacity(INDICES));
    for (shape, start) in SHAPES.iter().zip(STARTS) {
        let mirror = mirror_of(shape);
        for index in 0..power_of_3(shape.size) {
            let mut digits = [0; LARGEST];
            let mut left = index;
            for digit in digits[..shape.size].iter_mut().rev() {
                (*digit, left) = (left % 3, left / 3);
            }
            let (mut other, mut image) = (0, 0);
            for (&digit, &from) in digits.iter().zip(&mirror) {
                other = 3 * other + (3 - digit) % 3;
                image = 3 * image + digits[from];
            }
            swapped.push((start + other) as u32);
            mirrored.push((start + image) as u32);
        }
    }
    (swapped, mirrored)
}

/// The permutation of a shape's squares under a symmetry that maps the shape to itself.
fn mirror_of(shape: &Shape) -> Vec<usize> {
    let squares = &shape.squares[..shape.size];
    let places = |symmetry| {
        let image = |&square| {
            squares
                .iter()
                .position(|&other| other == image(square, symmetry))
        };
        squares.iter().map(image).collect::<Option<Vec<usize>>>()
    };
    let same: Vec<usize> = (0..shape.size).collect();
    let other = (1..8).filter_map(places).find(|mirror| *mirror != same);
    other.unwrap_or(same)
}
