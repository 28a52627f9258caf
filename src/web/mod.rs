//! `heelstone web`: the games in a browser.
//!
//! One page, embedded in the program, is served to this machine, and each tab of the browser has a
//! game of its own ([`tab`]) behind a WebSocket ([`socket`]). What they have to think about goes to
//! the bounded number of threads of a [`Pool`], so that no thought blocks a socket.

mod assets;
mod browser;
mod guard;
mod messages;
mod request;
mod socket;
mod tab;
mod tree;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use self::guard::Guard;
use crate::session::Registry;
use crate::sitting::Pool;
use crate::system::on_interrupt;

/// The most tabs at a time; each costs some memory and none of them need be played in.
const MOST_TABS: usize = 1000;

/// What is served, and to whom.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Names under which the page may be asked for, beside those of this machine.
    pub names: Vec<String>,
    /// Whether to open a browser.
    pub open: bool,
    /// The game to begin with.
    pub game: &'static str,
    /// The size of its board.
    pub size: String,
    /// The searches that run at a time, those of all tabs together.
    pub threads: usize,
    /// The transposition table of each of them in MiB.
    pub hash: usize,
}

/// What all tabs share.
struct Shared {
    registry: Registry,
    pool: Arc<Pool>,
    guard: Guard,
    game: &'static str,
    size: String,
    /// A place for each tab that may still come.
    places: Arc<Semaphore>,
    /// Becomes true when the program ends.
    ending: watch::Receiver<bool>,
}

/// Serves until the program is interrupted, and writes the address of the page to `out`.
///
/// # Errors
/// When the address cannot be listened on, or there is no memory for the tables.
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
        let url = format!("http://{address}/");
        writeln!(out, "{url}")?;
        out.flush()?;
        if options.open {
            browser::open(&url);
        }
        let shared = Arc::new(Shared {
            registry,
            pool,
            guard: Guard::new(address.ip(), &options.names),
            game: options.game,
            size: options.size.clone(),
            places: Arc::new(Semaphore::new(MOST_TABS)),
            ending,
        });
        serve(listener, shared).await
    });
    // Tabs that are still open end here, and their searches with them.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) -> Result<()> {
    let mut ending = shared.ending.clone();
    let service = axum::serve(listener, socket::routes(shared));
    tokio::select! {
        served = service => served?,
        // The handler holds the other end for as long as the program runs.
        _ = ending.wait_for(|&over| over) => {}
    }
    Ok(())
}
