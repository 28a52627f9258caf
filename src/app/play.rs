//! `heelstone play`: applies the command line and starts the game.

use std::io::{IsTerminal, stdout};

use super::{Failure, open};
use crate::cli::{Limit, Play, Player};
use crate::play::{self, Options};
use crate::session::Registry;
use crate::sitting::{self, Mode};
use crate::system::leave_with_the_reader;

/// Plays until the player quits.
pub(super) fn run(registry: Registry, args: &Play) -> Result<(), Failure> {
    let mut engine = open(registry, &args.game).map_err(Failure::Usage)?;
    if let Some(name) = &args.evaluation {
        let chosen = engine.set_evaluation(None, name);
        chosen.map_err(|error| Failure::Usage(error.into()))?;
    }
    engine.settings_mut().threads = args.threads.into();
    // The engine's own table is not used: the search thread has one.
    let smaller = engine.set_hash(1);
    smaller.map_err(|error| Failure::Usage(error.into()))?;
    let options = Options {
        modes: [mode(args, args.black)?, mode(args, args.white)?],
        plain: args.plain,
        mouse: !args.no_mouse,
        hash: args.hash,
    };
    if !stdout().is_terminal() {
        leave_with_the_reader();
    }
    play::run(engine, &options).map_err(Failure::Run)
}

/// The settings of a side, which the machine may play now or later.
fn mode(args: &Play, player: Player) -> Result<Mode, Failure> {
    let Limit(time) = args.time.unwrap_or(Limit(Mode::default().time));
    let time = time.map(|time| sitting::seconds(time.as_secs_f64()));
    let wrong = |why| Failure::Usage(anyhow::Error::msg(why).context("--time"));
    Ok(Mode {
        machine: player == Player::Machine,
        level: args.level,
        time: time.transpose().map_err(wrong)?,
        depth: args.depth.and_then(|Limit(depth)| depth),
        evaluation: args.evaluation.clone(),
    })
}
