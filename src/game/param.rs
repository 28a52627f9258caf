//! Numbers that can be tuned while the program runs.

use std::ops::RangeInclusive;

/// A whole number used by an evaluation or the search; its name, default and range are set where it
/// is created.
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

    /// A percentage of the program's default: 0 switches it off.
    pub const fn percent(name: &'static str) -> Param {
        Param::new(name, 100, 0..=400)
    }

    /// Its name: lower case letters, digits and underscores.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its current value.
    #[inline]
    pub const fn get(&self) -> i32 {
        self.value
    }

    /// Its minimum.
    pub const fn min(&self) -> i32 {
        self.min
    }

    /// Its maximum.
    pub const fn max(&self) -> i32 {
        self.max
    }

    /// Sets it if the value is in range, and returns whether it was.
    pub fn set(&mut self, value: i32) -> bool {
        let fits = (self.min..=self.max).contains(&value);
        if fits {
            self.value = value;
        }
        fits
    }
}
