//! The program in a protocol of other programs.

use std::io::{self, Write};

use anyhow::{Context, Error, Result, bail};

use super::append::Appended;
use super::{Failure, game_of_files, open, run_file, set};
use crate::cli::{Front, GameArgs, Limit, Serve};
use crate::fronts::{self, Listening};
use crate::game::{Carrier, Terms};
use crate::session::Registry;
use crate::system::leave_with_the_reader;

/// Speaks the protocol until the dialogue ends.
pub(super) fn run(name: &str, args: &Serve, registry: Registry) -> Result<(), Failure> {
    let game = game_of_files(&args.game, args.game.weights.as_deref()).game;
    let game = game.as_deref();
    let found = fronts::find(&registry, name, game);
    let (protocol, info) = found.map_err(|why| Failure::Usage(Error::msg(why)))?;
    check(&args.front, protocol.carrier).map_err(Failure::Usage)?;
    let game = GameArgs {
        game: Some(info.name.into()),
        size: args.game.size.clone(),
        weights: args.game.weights.clone(),
    };
    let mut engine = open(registry, &game).map_err(Failure::Usage)?;
    set(&mut engine, args).map_err(Failure::Usage)?;
    let traffic = args.traffic.as_deref().map(Appended::open).transpose();
    let traffic = traffic.map_err(Failure::Usage)?;
    let traffic = traffic.map(|file| Box::new(file) as Box<dyn Write + Send>);
    if let Some(path) = &args.commands {
        run_file(&mut engine, path).map_err(Failure::Usage)?;
    }
    let traffic = (traffic, matches!(args.timelimit, Some(Limit(Some(_)))));
    let dialogue = (protocol.begin)(terms(&args.front));
    let talked = match protocol.carrier {
        Carrier::Lines => {
            leave_with_the_reader();
            let ends = (io::stdin(), io::stdout());
            fronts::converse(&mut engine, dialogue, protocol.carrier, ends, traffic)
        }
        Carrier::Socket { port } => {
            let [input, output] = connection(&args.front, port).map_err(Failure::Run)?;
            let ends = (input, output);
            fronts::converse(&mut engine, dialogue, protocol.carrier, ends, traffic)
        }
    };
    talked.map_err(|error| Failure::Run(error.into()))
}

/// Refuses options that the protocol has no use for.
pub(super) fn check(front: &Front, carrier: Carrier) -> Result<()> {
    if carrier == Carrier::Lines && front.is_for_sockets() {
        bail!("--listen, --connect and --games are for protocols over TCP");
    }
    Ok(())
}

fn terms(front: &Front) -> Terms {
    Terms {
        games: front.games.unwrap_or(0),
        minutes: front.minutes.unwrap_or(5),
        moves: front.moves.unwrap_or(75),
    }
}

fn connection(front: &Front, port: u16) -> Result<[std::net::TcpStream; 2]> {
    if let Some(address) = &front.connect {
        return fronts::connect(address).with_context(|| format!("cannot connect to {address}"));
    }
    let usual = port.to_string();
    let address = front.listen.as_deref().unwrap_or(&usual);
    let listening =
        Listening::at(address).with_context(|| format!("cannot listen at {address}"))?;
    let _ = writeln!(io::stderr(), "listening at {}", listening.address);
    Ok(fronts::accept(listening)?)
}
