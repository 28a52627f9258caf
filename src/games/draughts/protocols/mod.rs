//! The protocols of draughts programs: Hub, in both versions, and DamExchange.

mod board;
mod dxp;
mod hub;
mod hub1;
mod messages;
mod notation;
mod syntax;

use crate::game::{Carrier, Protocol};

/// The protocols that the engine of each variant speaks.
pub(super) const ALL: [Protocol; 3] = [
    Protocol {
        name: "hub",
        carrier: Carrier::Lines,
        begin: |_| Box::new(hub::Hub::default()),
    },
    Protocol {
        name: "hub1",
        carrier: Carrier::Lines,
        begin: |_| Box::new(hub1::Hub1::default()),
    },
    Protocol {
        name: "dxp",
        carrier: Carrier::Socket { port: 27531 },
        begin: |terms| Box::new(dxp::Dxp::new(terms)),
    },
];
