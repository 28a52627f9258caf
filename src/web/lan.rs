//! `heelstone web --lan`: the links for the other devices of the network.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use anyhow::Result;

use super::key::Key;
use super::qr;
use crate::system::network_addresses;

/// Writes the link of each address in a network, and the first one as a QR code where a terminal shows it.
/// Returns the link for this machine.
pub(super) fn invite(port: u16, key: &Key, out: &mut dyn Write) -> Result<String> {
    let link = |address: IpAddr| format!("http://{address}:{port}/{key}/");
    let addresses = addresses();
    if let Some(&first) = addresses.first() {
        if std::io::stdout().is_terminal() {
            for line in qr::lines(&link(first)).unwrap_or_default() {
                writeln!(out, "{line}")?;
            }
        }
    } else {
        log::warn!("this machine has no address in a network");
    }
    for address in addresses {
        writeln!(out, "{}", link(address))?;
    }
    Ok(link(Ipv4Addr::LOCALHOST.into()))
}

/// The addresses of this machine in its networks, first the one by which it reaches others.
fn addresses() -> Vec<IpAddr> {
    let mut addresses = network_addresses();
    if let Some(main) = outward() {
        addresses.retain(|&address| address != main);
        addresses.insert(0, main);
    }
    addresses
}

/// The address from which this machine would write to the Internet. Nothing is sent.
fn outward() -> Option<IpAddr> {
    /// An address for documentation, which nobody has.
    const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((ELSEWHERE, 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}
