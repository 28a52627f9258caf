//! The parameters of the search and of the evaluations, by name: `search.quiescence`,
//! `positional.corner`.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use super::engine::Engine;
use crate::game::Param;

/// Values set for parameters of evaluations, by their full names.
pub type ParamValues = BTreeMap<String, i32>;

/// The prefix of the names of the search's parameters.
const SEARCH: &str = "search";

/// A parameter that a tuner may set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParamInfo {
    /// The full name: the owner, a dot, and the name.
    pub name: String,
    /// Its current value.
    pub value: i32,
    /// Its minimum.
    pub min: i32,
    /// Its maximum.
    pub max: i32,
}

/// Writes `NAME VALUE MIN MAX`.
impl fmt::Display for ParamInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParamInfo {
            name,
            value,
            min,
            max,
        } = self;
        write!(f, "{name} {value} {min} {max}")
    }
}

/// The reason why a parameter cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParamError {
    /// Neither the search nor an evaluation of the game has one of that name.
    #[error("unknown parameter {name:?} of {game}: the command param lists all of them")]
    Unknown {
        /// The requested name.
        name: String,
        /// The game in progress.
        game: &'static str,
    },
    /// The value is too small or too large.
    #[error("{} is a number from {} to {}", .0.name, .0.min, .0.max)]
    OutOfRange(ParamInfo),
}

/// Sets the parameters that have a value here, and describes all of them.
pub(super) fn tune<'a>(
    owner: &str,
    params: impl IntoIterator<Item = &'a mut Param>,
    values: &ParamValues,
) -> Vec<ParamInfo> {
    let tune = |param: &mut Param| {
        let name = format!("{owner}.{}", param.name());
        if let Some(&value) = values.get(&name) {
            // Its range was checked when it was set.
            param.set(value);
        }
        let (value, min, max) = (param.get(), param.min(), param.max());
        ParamInfo {
            name,
            value,
            min,
            max,
        }
    };
    params.into_iter().map(tune).collect()
}

impl Engine {
    /// The parameters of the search, followed by those of the current game's evaluations.
    pub fn params(&self) -> Vec<ParamInfo> {
        let mut tuning = self.tuning;
        let mut params = tune(SEARCH, tuning.params(), &ParamValues::new());
        params.extend(self.session.params());
        params
    }

    /// The parameter with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn param(&self, name: &str) -> Result<ParamInfo, ParamError> {
        let found = self.params().into_iter().find(|param| param.name == name);
        found.ok_or_else(|| ParamError::Unknown {
            name: name.to_string(),
            game: self.session.info().name,
        })
    }

    /// Sets a parameter: of the search for every game, of an evaluation for the current one. It
    /// empties the transposition table, whose entries depend on the old values.
    ///
    /// # Errors
    /// If there is no such parameter, or the value is out of its range; nothing has changed then.
    pub fn set_param(&mut self, name: &str, value: i128) -> Result<(), ParamError> {
        let param = self.param(name)?;
        let fits = |value: &i32| (param.min..=param.max).contains(value);
        let Some(value) = i32::try_from(value).ok().filter(fits) else {
            return Err(ParamError::OutOfRange(param));
        };
        let of_search = self
            .tuning
            .params()
            .into_iter()
            .find(|own| param.name == format!("{SEARCH}.{}", own.name()));
        if let Some(own) = of_search {
            own.set(value);
        } else {
            let values = self.params.entry(self.session.info().name).or_default();
            values.insert(param.name, value);
            self.session.tune(values);
        }
        self.stop_pondering();
        self.table.clear();
        Ok(())
    }
}
