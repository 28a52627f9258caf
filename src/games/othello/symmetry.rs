//! The eight symmetries of the board.

/// The eight images of a pair of bit boards, the pair itself first.
pub(super) fn images(boards: [u64; 2]) -> [[u64; 2]; 8] {
    let turned = boards.map(transpose);
    let mut images = [boards; 8];
    for (n, image) in images.iter_mut().enumerate() {
        *image = if n & 4 == 0 { boards } else { turned };
        if n & 1 != 0 {
            *image = image.map(u64::swap_bytes);
        }
        if n & 2 != 0 {
            // Reversing all bits turns the board by half a turn; swapping the bytes restores the
            // rows.
            *image = image.map(|board| board.reverse_bits().swap_bytes());
        }
    }
    images
}

/// Swaps rows and columns, in three steps with ever larger blocks (Warren, Hacker's Delight).
fn transpose(board: u64) -> u64 {
    let swap = |board: u64, distance: u32, mask: u64| {
        let different = (board ^ board >> distance) & mask;
        board ^ different ^ different << distance
    };
    let board = swap(board, 7, 0x00AA_00AA_00AA_00AA);
    let board = swap(board, 14, 0x0000_CCCC_0000_CCCC);
    swap(board, 28, 0x0000_0000_F0F0_F0F0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_off_every_axis_has_eight_images_and_a_corner_four() {
        let images_of = |square: u32| {
            let mut images = images([1 << square, 0]).map(|[board, _]| board.trailing_zeros());
            images.sort_unstable();
            images
        };
        // B1 and its like: B1 G1 A2 H2 A7 H7 B8 G8.
        assert_eq!(images_of(1), [1, 6, 8, 15, 48, 55, 57, 62]);
        assert_eq!(images_of(63), [0, 0, 7, 7, 56, 56, 63, 63]);
    }
}
