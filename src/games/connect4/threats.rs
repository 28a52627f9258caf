//! The evaluation `threats`, the default of most sizes: who wins when the columns fill up.

use super::board::Geometry;
use super::judge_fours;
use super::rules::Connect4;
use crate::game::{Evaluation, Param, Rules, Selectivity, Side};

/// Accepted by matches at equal time.
pub(super) const SELECTIVITY: Selectivity = Selectivity {
    reduction: 200,
    futility: 100,
    futility_depth: 4,
    ..Selectivity::NONE
};

/// Counts the cells where a side would complete four in a row, separately for odd and even rows
/// (zugzwang decides who can wait for them, [Allis 1988]), and the windows of four cells with one
/// or two discs of one side and none of the other.
///
/// The weights come from a logistic regression on the exact results of 12 800 quiet positions of 12
/// to 28 plies. It tells winners from losers in 80 % of 3 200 others (windows alone in 71 %). 100
/// units are a factor of e in the odds.
///
/// Every position counts as quiet: following threats beyond the nominal depth cost more than it
/// gained in matches with 3000 and with 20 000 nodes a move.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    black_threat: Worth,
    white_threat: Worth,
    /// Windows with one disc of one side and none of the other.
    one: Param,
    two: Param,
    /// The value of being to move. The regression gives 128, but less plays better: the search
    /// follows forced replies, so that it compares positions with different sides to move.
    turn: Param,
    /// The constant of the regression.
    first: Param,
}

/// The values of a threat, in the first player's rows and in the others.
#[derive(Clone, Copy, Debug)]
struct Worth {
    first_rows: Param,
    second_rows: Param,
}

impl Default for Threats {
    fn default() -> Threats {
        Threats {
            black_threat: Worth {
                first_rows: Param::new("black_first_rows", 200, 0..=1000),
                second_rows: Param::new("black_second_rows", 65, 0..=1000),
            },
            white_threat: Worth {
                first_rows: Param::new("white_first_rows", 105, 0..=1000),
                second_rows: Param::new("white_second_rows", 150, 0..=1000),
            },
            one: Param::new("one", 15, 0..=200),
            two: Param::new("two", 44, 0..=400),
            turn: Param::new("move", 80, -500..=500),
            first: Param::new("first", -65, -500..=500),
        }
    }
}

impl<const COLUMNS: usize, const ROWS: usize> Evaluation<Connect4<COLUMNS, ROWS>> for Threats {
    type Accumulator = ();

    fn start(&self, _: &Connect4<COLUMNS, ROWS>) {}

    #[inline]
    fn value(&self, position: &Connect4<COLUMNS, ROWS>, (): &()) -> i32 {
        let stones = position.stones();
        if let Some(value) = judge_fours::<COLUMNS, ROWS>(stones) {
            return value;
        }
        let empty = position.empty();
        if empty == 0 {
            return 0;
        }
        let tempo = match position.to_move() {
            Side::Black => self.turn.get(),
            Side::White => -self.turn.get(),
        };
        let threats = self.threats::<COLUMNS, ROWS>(stones, empty);
        self.first.get() + tempo + threats + self.windows::<COLUMNS, ROWS>(stones)
    }

    fn grain(&self) -> i16 {
        60
    }

    fn per_result(&self) -> Option<u16> {
        Some(200)
    }

    fn selectivity(&self) -> Selectivity {
        SELECTIVITY
    }

    fn params(&mut self) -> Vec<&mut Param> {
        vec![
            &mut self.black_threat.first_rows,
            &mut self.black_threat.second_rows,
            &mut self.white_threat.first_rows,
            &mut self.white_threat.second_rows,
            &mut self.one,
            &mut self.two,
            &mut self.turn,
            &mut self.first,
        ]
    }
}

impl Threats {
    /// The value of the threats. A threat above one of the other side does not count: its column
    /// will not grow that high.
    #[inline]
    pub(super) fn threats<const COLUMNS: usize, const ROWS: usize>(
        &self,
        stones: [u64; 2],
        empty: u64,
    ) -> i32 {
        let [black, white] = stones.map(|own| Geometry::<COLUMNS, ROWS>::completions(own) & empty);
        let first_rows = Geometry::<COLUMNS, ROWS>::FIRST_PLAYER_ROWS;
        let worth = |cells: u64, worth: &Worth| {
            worth.first_rows.get() * (cells & first_rows).count_ones() as i32
                + worth.second_rows.get() * (cells & !first_rows).count_ones() as i32
        };
        let above = Geometry::<COLUMNS, ROWS>::above;
        worth(black & !above(white), &self.black_threat)
            - worth(white & !above(black), &self.white_threat)
    }

    /// The value of the windows with one or two discs.
    #[inline]
    fn windows<const COLUMNS: usize, const ROWS: usize>(&self, [black, white]: [u64; 2]) -> i32 {
        let counts = |own, other| {
            let [one, two, _] = Geometry::<COLUMNS, ROWS>::open_windows(own, other);
            self.one.get() * one + self.two.get() * two
        };
        counts(black, white) - counts(white, black)
    }
}
