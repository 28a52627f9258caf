//! `heelstone web` on the command line.

use std::net::IpAddr;

use clap::Args;

use super::{GameArgs, threads};

/// The arguments of `heelstone web`.
#[derive(Debug, Args)]
pub(crate) struct Web {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Open the page in the browser
    #[arg(short, long)]
    pub open: bool,
    /// The port to listen on [default: any free port]
    #[arg(
        short,
        long,
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub port: u16,
    /// The address to listen on. With any other than the default, everybody who can reach this
    /// machine can play here and use its processor time
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Let the other devices of this network play: prints a link for them with a key in it, and the link
    /// as a QR code for a phone. Nobody who lacks the key gets anything
    #[arg(long, conflicts_with = "host")]
    pub lan: bool,
    /// A host name under which browsers may ask for the page; may be given several times
    #[arg(long = "name", value_name = "NAME")]
    pub names: Vec<String>,
    /// The number of searches at a time, of all tabs together [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
    /// The size of each search's transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub hash: usize,
}
