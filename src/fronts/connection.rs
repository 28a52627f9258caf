//! The TCP connection of a protocol that needs one.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};

/// A socket that waits for the other side.
pub(crate) struct Listening {
    listener: TcpListener,
    /// Its address.
    pub(crate) address: SocketAddr,
}

impl Listening {
    /// Listens at an address: `PORT` on this machine alone, or `HOST:PORT`.
    ///
    /// # Errors
    /// If there is no such address, or another program listens there.
    pub(crate) fn at(address: &str) -> io::Result<Listening> {
        let listener = match address.parse() {
            Ok(port) => TcpListener::bind((Ipv4Addr::LOCALHOST, port))?,
            Err(_) => TcpListener::bind(&*addresses(address)?)?,
        };
        let address = listener.local_addr()?;
        Ok(Listening { listener, address })
    }
}

/// Waits for the other side, and then for no one else.
///
/// # Errors
/// If the system refuses.
pub(crate) fn accept(listening: Listening) -> io::Result<[TcpStream; 2]> {
    let (stream, _) = listening.listener.accept()?;
    both_ways(stream)
}

/// Connects to the other side, `HOST:PORT`.
///
/// # Errors
/// If nobody listens there.
pub(crate) fn connect(address: &str) -> io::Result<[TcpStream; 2]> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in addresses(address)? {
        match TcpStream::connect(address) {
            Ok(stream) => return both_ways(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The addresses of a text.
fn addresses(text: &str) -> io::Result<Vec<SocketAddr>> {
    let port = text.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
    if !matches!(port, Some(Ok(_))) {
        let form = "an address is HOST:PORT, with a port up to 65535";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, form));
    }
    Ok(text.to_socket_addrs()?.collect())
}

/// A stream to read and one to write.
fn both_ways(stream: TcpStream) -> io::Result<[TcpStream; 2]> {
    // Each message is whole, and the other side waits for it.
    stream.set_nodelay(true)?;
    Ok([stream.try_clone()?, stream])
}
