//! The connections: how many there may be, and how long each may take before it has a WebSocket.
//!
//! Nobody can keep others out by opening connections and saying nothing: a new one takes the place of the
//! oldest of the same client or, where there are too many in all, of the client that has the most.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{AbortHandle, yield_now};
use tokio::time::{sleep, timeout};

/// How long a client may take for the head of a request, and for the next one.
const HEAD: Duration = Duration::from_secs(10);
/// How long a connection may last that does not become a WebSocket.
const LONGEST: Duration = Duration::from_secs(120);
/// How long to wait when the system accepts no more connections.
const PAUSE: Duration = Duration::from_millis(50);

/// The most connections without a WebSocket: of one client, and in all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most {
    pub(super) of_client: usize,
    pub(super) in_all: usize,
}

/// Who is at the other end: an IPv4 address, or the network of an IPv6 address, which has its
/// addresses to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Client(IpAddr);

impl Client {
    pub(super) fn new(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V6(address) if !address.is_loopback() => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address => address,
        })
    }

    /// Returns true if it is on this machine. A proxy may speak for many from there.
    pub(super) fn is_here(self) -> bool {
        self.0.is_loopback()
    }
}

/// Accepts connections for ever.
pub(super) async fn accept(listener: &TcpListener, routes: &Router, most: Most) {
    let mut open = Open::default();
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                let client = Client::new(address.ip());
                open.make_room(client, most);
                let task = tokio::spawn(serve(stream, client, routes.clone()));
                open.0.push((client, task.abort_handle()));
            }
            Err(error) => {
                log::warn!("a connection was not accepted: {error}");
                sleep(PAUSE).await;
            }
        }
        // Those that are open have their turn before the next one comes.
        yield_now().await;
    }
}

/// Serves a connection until it ends, becomes a WebSocket, or takes too long.
async fn serve(stream: TcpStream, client: Client, routes: Router) {
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(client);
        routes.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connection = http.serve_connection(TokioIo::new(stream), service);
    match timeout(LONGEST, connection.with_upgrades()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => log::debug!("a connection has failed: {error}"),
        Err(_) => log::debug!("a connection took too long"),
    }
}

/// The connections without a WebSocket, in the order in which they came. Those that have ended may still
/// be among them.
#[derive(Default)]
struct Open(Vec<(Client, AbortHandle)>);

impl Open {
    /// Ends the oldest connection of the client if it has as many as it may have, or that of the client
    /// with the most if there are as many as there may be.
    fn make_room(&mut self, client: Client, most: Most) {
        self.0.retain(|(_, task)| !task.is_finished());
        let mut counts = HashMap::new();
        for (client, _) in &self.0 {
            *counts.entry(*client).or_insert(0) += 1;
        }
        if counts
            .get(&client)
            .is_some_and(|&count| count >= most.of_client)
        {
            self.end_oldest(client);
        } else if self.0.len() >= most.in_all {
            let greediest = counts.into_iter().max_by_key(|&(_, count)| count);
            greediest
                .into_iter()
                .for_each(|(client, _)| self.end_oldest(client));
        }
    }

    fn end_oldest(&mut self, client: Client) {
        if let Some(oldest) = self.0.iter().position(|(of, _)| *of == client) {
            self.0.remove(oldest).1.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::JoinHandle;

    use super::*;

    fn client(address: &str) -> Client {
        Client::new(address.parse().expect("an address"))
    }

    #[test]
    fn an_ipv6_network_and_a_mapped_address_are_one_client_each() {
        assert_eq!(client("2001:db8:1:2::5"), client("2001:db8:1:2:ff::9"));
        assert_ne!(client("2001:db8:1:2::5"), client("2001:db8:1:3::5"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        for here in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!(client(here).is_here(), "{here}");
        }
        assert!(!client("192.0.2.1").is_here());
    }

    /// Open connections of a client each, the oldest first, that never end by themselves.
    struct Crowd {
        open: Open,
        tasks: Vec<(&'static str, JoinHandle<()>)>,
    }

    impl Crowd {
        const MOST: Most = Most {
            of_client: 3,
            in_all: 6,
        };

        fn admit(&mut self, name: &'static str) {
            self.open.make_room(client(name), Crowd::MOST);
            let task = tokio::spawn(std::future::pending());
            self.open.0.push((client(name), task.abort_handle()));
            self.tasks.push((name, task));
        }

        /// The clients of those that are still connected.
        async fn connected(&self) -> Vec<&'static str> {
            yield_now().await;
            let alive = self.tasks.iter().filter(|(_, task)| !task.is_finished());
            alive.map(|&(name, _)| name).collect()
        }
    }

    fn in_a_crowd(test: impl AsyncFnOnce(Crowd)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("a runtime").block_on(test(Crowd {
            open: Open::default(),
            tasks: Vec::new(),
        }));
    }

    const FEW: &str = "192.0.2.1";
    const MANY: &str = "192.0.2.2";
    const NEW: &str = "192.0.2.3";

    #[test]
    fn whoever_has_the_most_connections_makes_room() {
        in_a_crowd(async |mut crowd| {
            crowd.admit(FEW);
            (0..10).for_each(|_| crowd.admit(MANY));
            assert_eq!(crowd.connected().await, [FEW, MANY, MANY, MANY]);
            crowd.admit(FEW);
            crowd.admit(NEW);
            assert_eq!(crowd.connected().await, [FEW, MANY, MANY, MANY, FEW, NEW]);
            crowd.admit(NEW);
            assert_eq!(crowd.connected().await, [FEW, MANY, MANY, FEW, NEW, NEW]);
        });
    }

    #[test]
    fn connections_that_have_ended_take_no_room() {
        in_a_crowd(async |mut crowd| {
            for name in [MANY, MANY, MANY, FEW, FEW] {
                crowd.admit(name);
            }
            crowd.tasks[2].1.abort();
            crowd.tasks[4].1.abort();
            assert_eq!(crowd.connected().await, [MANY, MANY, FEW]);
            for name in [MANY, NEW, NEW] {
                crowd.admit(name);
            }
            assert_eq!(crowd.connected().await, [MANY, MANY, FEW, MANY, NEW, NEW]);
        });
    }
}
