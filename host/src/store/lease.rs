//! Leases among the threads of one process: fair, one scope at a time, with a bounded wait.
//!
//! A table knows the scopes that are held, each with a queue of those who wait. A release hands
//! the scope to the longest waiter, so that no newcomer overtakes and no scope delays another.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use planmark_core::capability::Scope;

/// The scopes held in this process.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    held: Mutex<HashMap<Scope, VecDeque<Arc<Waiter>>>>,
}

/// A scope held until this is dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    table: Arc<Leases>,
    scope: Scope,
}

#[derive(Debug, Default)]
struct Waiter {
    turn: Condvar,
}

impl Leases {
    /// Waits for the scope until `deadline`; none when it stayed held.
    pub(crate) fn acquire(self: &Arc<Self>, scope: &Scope, deadline: Instant) -> Option<Lease> {
        let mut held = self.lock();
        if let Some(queue) = held.get_mut(scope) {
            let waiter = Arc::new(Waiter::default());
            queue.push_back(Arc::clone(&waiter));
            self.wait(held, scope, &waiter, deadline)?;
        } else {
            held.insert(scope.clone(), VecDeque::new());
        }
        Some(Lease { table: Arc::clone(self), scope: scope.clone() })
    }

    /// Waits until a release has taken `waiter` out of the queue, which makes it the holder.
    fn wait(
        &self,
        mut held: MutexGuard<'_, HashMap<Scope, VecDeque<Arc<Waiter>>>>,
        scope: &Scope,
        waiter: &Arc<Waiter>,
        deadline: Instant,
    ) -> Option<()> {
        loop {
            let queue = held.get_mut(scope)?;
            let Some(place) = queue.iter().position(|other| Arc::ptr_eq(other, waiter)) else {
                return Some(());
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                queue.remove(place);
                return None;
            }
            held = waiter.turn.wait_timeout(held, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Scope, VecDeque<Arc<Waiter>>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lease {
    /// The scope that is held.
    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut held = self.table.lock();
        match held.get_mut(&self.scope).and_then(VecDeque::pop_front) {
            Some(next) => next.turn.notify_one(),
            None => {
                held.remove(&self.scope);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use planmark_core::capability::ScopeKind;

    use super::*;

    fn scope(id: &str) -> Scope {
        Scope { kind: ScopeKind::Task, id: id.to_owned() }
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn waiters_get_their_turn_in_order_of_arrival() {
        let table = Arc::new(Leases::default());
        let first = table.acquire(&scope("a"), soon());
        let (sender, order) = mpsc::channel();
        let threads: Vec<_> = (0..8)
            .map(|number| {
                let (queue, sender) = (Arc::clone(&table), sender.clone());
                let thread = thread::spawn(move || {
                    let lease = queue.acquire(&scope("a"), soon());
                    assert!(lease.is_some());
                    assert!(sender.send(number).is_ok());
                });
                while table.lock().get(&scope("a")).is_none_or(|queue| queue.len() <= number) {
                    thread::yield_now();
                }
                thread
            })
            .collect();
        drop((first, sender));
        assert_eq!(order.iter().collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        for thread in threads {
            assert!(thread.join().is_ok());
        }
        assert!(table.lock().is_empty());
    }

    #[test]
    fn a_wait_that_ends_leaves_no_trace() {
        let table = Arc::new(Leases::default());
        let first = table.acquire(&scope("a"), soon());
        assert!(table.acquire(&scope("a"), Instant::now() + Duration::from_millis(20)).is_none());
        drop(first);
        assert!(table.lock().is_empty());
        assert!(table.acquire(&scope("a"), Instant::now()).is_some());
    }
}
