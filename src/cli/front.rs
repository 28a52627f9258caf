//! The options for protocols of other programs.

use clap::Args;

/// The protocol, and what one over TCP needs.
#[derive(Debug, Default, Args)]
pub(crate) struct Front {
    /// Speak this protocol [default: gtp]
    #[arg(long, value_name = "NAME", help_heading = "Protocol")]
    pub protocol: Option<String>,
    /// Wait for the other side at HOST:PORT, or at PORT of this machine alone
    #[arg(
        long,
        value_name = "ADDRESS",
        conflicts_with = "connect",
        help_heading = "Protocol"
    )]
    pub listen: Option<String>,
    /// Connect to the other side at HOST:PORT
    #[arg(long, value_name = "ADDRESS", help_heading = "Protocol")]
    pub connect: Option<String>,
    /// Ask the other side for N games, White first and then by turns; otherwise it asks
    #[arg(long, value_name = "N", help_heading = "Protocol")]
    pub games: Option<u32>,
    /// Give each side N minutes for a game [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=999), requires = "games", help_heading = "Protocol")]
    pub minutes: Option<u32>,
    /// End a game after N moves of each side; 0 plays to the end [default: 75]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=999), requires = "games", help_heading = "Protocol")]
    pub moves: Option<u32>,
}

impl Front {
    /// The name of the Go Text Protocol.
    pub(crate) const GTP: &'static str = "gtp";

    /// True if there is an option that is for a connection only.
    pub(crate) fn is_for_sockets(&self) -> bool {
        self.listen.is_some() || self.connect.is_some() || self.games.is_some()
    }

    /// The name of another protocol, if one is wanted.
    pub(crate) fn other(&self) -> Option<&str> {
        self.protocol.as_deref().filter(|name| *name != Front::GTP)
    }
}
