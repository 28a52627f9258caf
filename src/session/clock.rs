//! The clock of one side, as set by GTP's `time_settings` and `time_left`.

use std::time::Duration;

use crate::search::TimeBudget;

/// `time_settings`: a main time, then periods of `byo` for `stones` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TimeControl {
    /// The time before the periods begin.
    pub main: Duration,
    /// The length of a period; zero means that there are none after the main time.
    pub byo: Duration,
    /// The number of moves per period; zero with a period means no limit at all.
    pub stones: u32,
}

impl TimeControl {
    /// Tells whether there is a limit; `0 1 0` and `0 0 0` are none.
    pub fn is_a_limit(&self) -> bool {
        if self.byo.is_zero() {
            !self.main.is_zero()
        } else {
            self.stones > 0
        }
    }
}

/// The remaining time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    control: TimeControl,
    left: Duration,
    /// The moves to make within `left`; 0 during the main time.
    stones: u32,
    /// What is added to `left` for each move, the next one included.
    increment: Duration,
}

impl Clock {
    /// The part of every budget reserved for the communication between controller and engine.
    const LAG: Duration = Duration::from_millis(40);
    /// The number of moves that the main time is planned for, if the game may last longer.
    const PLANNED_MOVES: u32 = 30;

    /// A full clock.
    pub(crate) fn new(control: TimeControl) -> Clock {
        if control.main.is_zero() {
            return Clock {
                control,
                left: control.byo,
                stones: control.stones,
                increment: Duration::ZERO,
            };
        }
        Clock {
            control,
            left: control.main,
            stones: 0,
            increment: Duration::ZERO,
        }
    }

    /// Sets the remaining time as told by a controller: `stones` is 0 in main time.
    pub(crate) fn set_left(&mut self, left: Duration, stones: u32) {
        (self.left, self.stones) = (left, stones);
    }

    /// Sets what is added for each move.
    pub(crate) fn set_increment(&mut self, increment: Duration) {
        self.increment = increment;
    }

    /// Subtracts the time of a move, and begins the next period when one is over.
    pub(crate) fn spend(&mut self, time: Duration) {
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time);
        if self.stones == 0 {
            if self.left.is_zero() && !self.control.byo.is_zero() {
                self.begin_period();
                if !over.is_zero() {
                    self.spend(over.min(self.left));
                }
            }
            return;
        }
        self.stones -= 1;
        if self.stones == 0 {
            self.begin_period();
        }
    }

    fn begin_period(&mut self) {
        (self.left, self.stones) = (self.control.byo, self.control.stones);
    }

    /// Returns the time for the next move, if the game takes at most `own_moves` more of them, if
    /// known.
    pub(crate) fn budget(&self, own_moves: Option<u32>) -> TimeBudget {
        let planned = match self.stones {
            0 => Clock::PLANNED_MOVES,
            stones => stones,
        };
        let moves = own_moves.map_or(planned, |most| most.clamp(1, planned));
        let left = self.left.saturating_add(self.increment);
        let usable = left.saturating_sub(Clock::LAG.max(left / 50));
        // If hardly anything is left, the only option is an immediate legal move.
        let usable = usable.max(left / 4);
        // What comes back for the next move need not be saved.
        let free = self.increment.min(usable);
        let kept = usable - free;
        let share = kept / moves + free;
        if moves == 1 {
            return TimeBudget::fixed(share);
        }
        // An iteration takes about as long as all before it, so that one begun late overshoots.
        let hard = (share * 3).min(kept / 2 + free);
        TimeBudget {
            soft: share * 3 / 5,
            hard,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn control(main: u64, byo: u64, stones: u32) -> TimeControl {
        TimeControl {
            main: seconds(main),
            byo: seconds(byo),
            stones,
        }
    }

    #[test]
    fn only_some_settings_are_a_limit() {
        assert!(!control(0, 1, 0).is_a_limit());
        assert!(!control(0, 0, 0).is_a_limit());
        assert!(!control(10, 1, 0).is_a_limit());
        assert!(control(600, 0, 0).is_a_limit());
        assert!(control(0, 15, 1).is_a_limit());
        assert!(control(0, 300, 10).is_a_limit());
    }

    #[test]
    fn a_game_fits_into_its_absolute_time() {
        for main in [1, 5, 60] {
            let mut clock = Clock::new(control(main, 0, 0));
            let mut spent = Duration::ZERO;
            for own_moves in (1..=30).rev() {
                let hard = clock.budget(Some(own_moves)).hard;
                assert!(!hard.is_zero());
                spent += hard;
                clock.spend(hard);
            }
            assert!(spent < seconds(main), "{spent:?} of {main} s");
        }
    }

    #[test]
    fn each_period_is_used_for_its_stones() {
        let mut clock = Clock::new(control(0, 10, 5));
        for _ in 0..3 {
            let mut spent = Duration::ZERO;
            for _ in 0..5 {
                let hard = clock.budget(Some(100)).hard;
                spent += hard;
                clock.spend(hard);
            }
            assert!(spent < seconds(10) && spent > seconds(6), "{spent:?}");
        }
        let per_move = Clock::new(control(0, 15, 1)).budget(Some(100));
        assert!(per_move.hard > seconds(14) && per_move.hard < seconds(15));
    }

    #[test]
    fn the_periods_follow_the_main_time() {
        let mut clock = Clock::new(control(10, 5, 2));
        clock.spend(seconds(11));
        assert_eq!((clock.left, clock.stones), (seconds(4), 1));
        clock.spend(seconds(1));
        assert_eq!((clock.left, clock.stones), (seconds(5), 2));
    }

    /// Absolute time, byo-yomi (one stone per period) and Canadian overtime, with and without main
    /// time.
    fn any_control() -> impl Strategy<Value = TimeControl> {
        let byo = prop_oneof![
            Just((0, 0)),
            (1..=100_000u64).prop_map(|byo| (byo, 1)),
            (1..=100_000u64, 2..=30u32),
        ];
        (0..=1_000_000u64, byo).prop_map(|(main, (byo, stones))| TimeControl {
            main: Duration::from_millis(main),
            byo: Duration::from_millis(byo),
            stones,
        })
    }

    proptest! {
        /// A move uses some permille of its budget, and of all that is left (more than all, too).
        #[test]
        fn no_budget_is_more_than_what_is_left(
            control in any_control(),
            moves in prop::collection::vec((0..=1000u32, prop_oneof![Just(0), 0..=1100u32]), 1..40),
            own_moves in 1..=80u32,
        ) {
            let mut clock = Clock::new(control);
            for (number, (of_budget, of_left)) in moves.into_iter().enumerate() {
                let left = clock.left;
                let own_moves = own_moves.saturating_sub(number as u32);
                let TimeBudget { soft, hard } = clock.budget(Some(own_moves));
                prop_assert!(soft <= hard, "{clock:?}, {own_moves} moves: {soft:?}, {hard:?}");
                // Some time stays for communication, and half of the rest for later moves.
                let most = if own_moves > 1 && clock.stones != 1 { left / 2 } else { left };
                prop_assert!(
                    hard <= most - left / 100,
                    "{clock:?}, {own_moves} moves: {hard:?}"
                );
                clock.spend(hard * of_budget / 1000 + left * of_left / 1000);
            }
        }

        /// A controller may report any remaining time.
        #[test]
        fn no_budget_is_more_than_what_the_controller_says(
            control in any_control(),
            left in prop_oneof![0..=200u64, 0..=1_000_000u64],
            stones in 0..=30u32,
            own_moves in 0..=80u32,
        ) {
            let mut clock = Clock::new(control);
            let left = Duration::from_millis(left);
            clock.set_left(left, stones);
            let hard = clock.budget(Some(own_moves)).hard;
            prop_assert!(hard <= left - left / 100, "{clock:?}: {hard:?}");
        }
    }

    #[test]
    fn the_controller_has_the_last_word() {
        let mut clock = Clock::new(control(600, 0, 0));
        clock.set_left(seconds(2), 0);
        assert!(clock.budget(Some(20)).hard < seconds(1));
        // The same time for fewer moves is more for each.
        clock.set_left(seconds(60), 0);
        let in_main_time = clock.budget(None).hard;
        clock.set_left(seconds(60), 3);
        assert!(clock.budget(None).hard > in_main_time);
    }

    #[test]
    fn the_main_time_lasts_until_it_is_used_up() {
        let mut clock = Clock::new(control(10, 5, 2));
        clock.spend(seconds(9));
        assert_eq!((clock.left, clock.stones), (seconds(1), 0));
        // A move that uses it up to the last is none of the period.
        clock.spend(seconds(1));
        assert_eq!((clock.left, clock.stones), (seconds(5), 2));
    }

    #[test]
    fn a_period_without_a_number_of_moves_takes_moves_of_any_length() {
        let mut clock = Clock::new(TimeControl {
            byo: Duration::from_nanos(1),
            ..control(1, 0, 0)
        });
        clock.spend(seconds(1000));
        assert_eq!(clock.left, Duration::from_nanos(1));
    }

    #[test]
    fn what_is_added_for_each_move_is_used_and_the_rest_is_saved() {
        let mut clock = Clock::new(control(60, 0, 0));
        let without = clock.budget(None).hard;
        clock.set_increment(seconds(2));
        let with = clock.budget(None);
        assert!(with.soft > seconds(1) && with.hard > without, "{with:?}");
        // Nothing but the increment is left: a move may use it up.
        clock.set_left(Duration::ZERO, 0);
        let last = clock.budget(None).hard;
        assert!(last > seconds(1) && last < seconds(2), "{last:?}");
    }

    #[test]
    fn few_moves_get_more_time_each_and_the_last_one_all_of_it() {
        let clock = Clock::new(control(60, 0, 0));
        assert!(clock.budget(Some(3)).hard > 2 * clock.budget(None).hard);
        let last = clock.budget(Some(1));
        assert_eq!(last.soft, last.hard);
        assert!(last.hard > seconds(50));
    }

    #[test]
    fn of_a_short_time_the_way_of_the_reply_is_kept_back() {
        let mut clock = Clock::new(control(0, 1, 1));
        clock.set_left(Duration::from_millis(100), 1);
        assert_eq!(clock.budget(None).hard, Duration::from_millis(60));
        // With less than that way takes, a move is still searched.
        clock.set_left(Duration::from_millis(20), 1);
        assert_eq!(clock.budget(None).hard, Duration::from_millis(5));
    }
}
