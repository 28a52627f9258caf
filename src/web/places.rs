//! The places for tabs: how many may be open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::connections::{Client, Most};

/// The places of all tabs.
pub(super) struct Places {
    most: Most,
    /// The number that each client has.
    taken: Arc<Mutex<HashMap<Client, usize>>>,
}

/// The place of a tab, which is free again when this is dropped.
pub(super) struct Place {
    client: Client,
    taken: Arc<Mutex<HashMap<Client, usize>>>,
}

impl Places {
    pub(super) fn new(most: Most) -> Places {
        let taken = Arc::default();
        Places { most, taken }
    }

    /// Takes a place for a client; `None` if it has too many, or there are too many in all. On this
    /// machine one client may have all of them: a proxy speaks for many.
    pub(super) fn take(&self, client: Client) -> Option<Place> {
        let mut taken = lock(&self.taken);
        let all: usize = taken.values().sum();
        let own = taken.get(&client).copied().unwrap_or(0);
        if all >= self.most.in_all || own >= self.most.of_client && !client.is_here() {
            return None;
        }
        taken.insert(client, own + 1);
        Some(Place {
            client,
            taken: Arc::clone(&self.taken),
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        if let Some(own) = taken.get_mut(&self.client) {
            *own -= 1;
        }
        taken.retain(|_, own| *own > 0);
    }
}

fn lock(taken: &Mutex<HashMap<Client, usize>>) -> MutexGuard<'_, HashMap<Client, usize>> {
    // Nothing panics under this lock.
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_elsewhere_gets_only_its_part_of_the_places() {
        let client = |name: &str| Client::new(name.parse().expect("an address"));
        let (near, far, other) = ("127.0.0.1", "192.0.2.1", "192.0.2.2");
        let places = Places::new(Most {
            of_client: 2,
            in_all: 7,
        });
        let take = |name| places.take(client(name));
        let mut held: Vec<_> = [far, far].map(take).into_iter().flatten().collect();
        assert_eq!(held.len(), 2);
        assert!(take(far).is_none());
        held.extend([near, near, near, near, other].into_iter().filter_map(take));
        assert_eq!(held.len(), 7);
        assert!(take(near).is_none() && take(other).is_none());
        drop(held.remove(0));
        assert!(take(far).is_some());
        drop(held);
        assert!(lock(&places.taken).is_empty());
    }
}
