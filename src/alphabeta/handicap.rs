//! Play below full strength.

use fastrand::Rng;

/// The moves that a search overlooks, so that it plays below full strength. Such a search uses no solver. Run it on one
/// thread with an empty table: its result then depends only on the position, the limits and the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The share of the moves that are overlooked, in thousandths.
    pub overlooks: u16,
    /// The seed that decides which ones they are.
    pub seed: u64,
}

impl Handicap {
    /// Tells whether the move of that name is seen.
    pub fn sees(self, name: &str) -> bool {
        // The hash of Fowler, Noll and Vo, the same in every build.
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        Rng::with_seed(self.seed ^ hash).u16(0..1000) >= self.overlooks
    }

    /// The moves that are seen, of those with these names; one by chance if it is none of them.
    pub fn choices<M>(self, moves: impl IntoIterator<Item = (M, String)>) -> Vec<M> {
        let (seen, mut missed): (Vec<_>, Vec<_>) =
            moves.into_iter().partition(|(_, name)| self.sees(name));
        if seen.is_empty() && !missed.is_empty() {
            // Not by the order of the moves, which the game may choose with care.
            missed.sort_unstable_by(|(_, one), (_, other)| one.cmp(other));
            let any = Rng::with_seed(self.seed).usize(..missed.len());
            return vec![missed.swap_remove(any).0];
        }
        seen.into_iter().map(|(mv, _)| mv).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handicap(overlooks: u16, seed: u64) -> Handicap {
        Handicap { overlooks, seed }
    }

    fn named() -> impl Iterator<Item = (usize, String)> {
        (0..50).map(|n| (n, format!("m{n}")))
    }

    #[test]
    fn the_share_of_moves_that_is_wanted_is_overlooked() {
        for overlooks in [0, 100, 500, 900] {
            let seen: usize = (0..200)
                .map(|seed| handicap(overlooks, seed).choices(named()).len())
                .sum();
            let wanted = 10 * (1000 - usize::from(overlooks));
            assert!(seen.abs_diff(wanted) < 500, "{overlooks}: {seen}");
        }
    }

    #[test]
    fn of_moves_that_are_all_overlooked_each_may_be_played() {
        let mut played = [0; 50];
        for seed in 0..2000 {
            let choices = handicap(1000, seed).choices(named());
            assert_eq!(choices.len(), 1);
            played[choices[0]] += 1;
        }
        assert!(played.iter().all(|n| (10..100).contains(n)), "{played:?}");
    }
}
