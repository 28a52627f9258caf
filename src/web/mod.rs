//! `heelstone web`: games in a browser.
//!
//! Serves one page, embedded in the program, to this machine. Each browser tab has a game of its
//! own ([`Tab`](crate::tab::Tab)) behind a WebSocket ([`socket`]). Searches run on the threads of a [`Pool`], so
//! that none blocks a socket.

mod assets;
mod browser;
mod connections;
mod guard;
mod key;
mod lan;
mod places;
mod qr;
mod socket;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::net::TcpListener;
use tokio::sync::watch;

use self::connections::Most;
use self::guard::Guard;
use self::key::Key;
use self::places::Places;
use crate::session::Registry;
use crate::sitting::Pool;
use crate::system::{allow_open_files, on_interrupt};
use crate::tab;

/// The limits on open tabs; each costs memory, played in or not.
const MOST_TABS: Most = Most {
    of_client: 100,
    in_all: 1000,
};
/// The limits on connections without a WebSocket; a browser opens six of them at a time.
const MOST_CONNECTIONS: Most = Most {
    of_client: 128,
    in_all: 512,
};
/// The files that the program opens beside these.
const OTHER_FILES: usize = 64;

/// The address of a server that other machines reach.
pub(crate) const ANY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The options of `heelstone web`.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The address to listen on.
    pub host: IpAddr,
    /// `true` to show the devices of this network a link with a key, and to refuse whoever lacks it.
    pub lan: bool,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Host names of the page besides those of this machine.
    pub names: Vec<String>,
    /// `true` to open a browser.
    pub open: bool,
    /// The game shown first.
    pub game: &'static str,
    /// Its size.
    pub size: String,
    /// The number of searches at a time, of all tabs together.
    pub threads: usize,
    /// The size of each search's transposition table in MiB.
    pub hash: usize,
}

/// The state shared by all connections.
struct Shared {
    tabs: tab::Shared,
    guard: Guard,
    places: Places,
    /// Becomes true when the program ends.
    ending: watch::Receiver<bool>,
}

/// Serves until the program is interrupted; writes the address of the page to `out`.
///
/// # Errors
/// Returns an error if the address cannot be listened on, or there is not enough memory for the
/// tables.
pub(crate) fn run(registry: Registry, options: &Options, out: &mut dyn Write) -> Result<()> {
    let (end, ending) = watch::channel(false);
    on_interrupt(move || {
        let _ = end.send(true);
    });
    let pool = Arc::new(Pool::new(options.threads, options.hash)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let address = SocketAddr::new(options.host, options.port);
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}"))?;
        let address = listener.local_addr()?;
        let key = options.lan.then(Key::new).transpose()?;
        let url = match &key {
            Some(key) => lan::invite(address.port(), key, out)?,
            None => format!("http://{address}/"),
        };
        writeln!(out, "{url}")?;
        out.flush()?;
        if options.open {
            browser::open(&url);
        }
        let (tabs, connections) = limits();
        let shared = Arc::new(Shared {
            tabs: tab::Shared {
                registry,
                pool,
                game: options.game,
                size: options.size.clone(),
            },
            guard: Guard::new(address.ip(), &options.names, key),
            places: Places::new(tabs),
            ending,
        });
        serve(&listener, shared, connections).await;
        Ok(())
    });
    // Closes the open tabs and ends their searches.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

async fn serve(listener: &TcpListener, shared: Arc<Shared>, most: Most) {
    let mut ending = shared.ending.clone();
    let routes = socket::routes(shared);
    tokio::select! {
        () = connections::accept(listener, &routes, most) => {}
        // The interrupt handler keeps the sender until the program ends.
        _ = ending.wait_for(|&over| over) => {}
    }
}

/// The limits on tabs and on connections: fewer where the system lets the program open few files.
fn limits() -> (Most, Most) {
    let wanted = MOST_TABS.in_all + MOST_CONNECTIONS.in_all + OTHER_FILES;
    let allowed = allow_open_files(wanted).unwrap_or(wanted);
    let share = |most: Most| {
        let of = |count: usize| {
            (count * allowed.saturating_sub(OTHER_FILES) / (wanted - OTHER_FILES)).max(1)
        };
        Most {
            of_client: of(most.of_client).min(most.of_client),
            in_all: of(most.in_all).min(most.in_all),
        }
    };
    (share(MOST_TABS), share(MOST_CONNECTIONS))
}
