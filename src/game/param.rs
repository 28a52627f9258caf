//! Numbers that may be tuned while the program runs.

use std::ops::RangeInclusive;

/// A whole number that an evaluation or the search reckons with: its name, default and range stand
/// where it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    name: &'static str,
    value: i32,
    min: i32,
    max: i32,
}

impl Param {
    /// A parameter with its default, which must be within the range.
    pub const fn new(name: &'static str, default: i32, range: RangeInclusive<i32>) -> Param {
        let (min, max) = (*range.start(), *range.end());
        debug_assert!(min <= default && default <= max);
        Param {
            name,
            value: default,
            min,
            max,
        }
    }

    /// A share of what the program has by default, in percent: 0 leaves it out.
    pub const fn percent(name: &'static str) -> Param {
        Param::new(name, 100, 0..=400)
    }

    /// Its name: lower case letters, digits and underscores.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What it is now.
    #[inline]
    pub const fn get(&self) -> i32 {
        self.value
    }

    /// The least that it may be.
    pub const fn min(&self) -> i32 {
        self.min
    }

    /// The most that it may be.
    pub const fn max(&self) -> i32 {
        self.max
    }

    /// Sets it, where the value is in its range; whether it is.
    pub fn set(&mut self, value: i32) -> bool {
        let fits = (self.min..=self.max).contains(&value);
        if fits {
            self.value = value;
        }
        fits
    }
}
