//! One client of a protocol version before 2026-07-28: what it subscribed to, and how it is told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::{Peer, RoleServer};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use crate::mcp::changes::{Change, Interest};
use crate::mcp::limits::SUBSCRIPTIONS;

/// What a client waits for. It ends when the last of its handlers does.
pub(super) struct Client {
    state: Mutex<State>,
    /// Closes with this value.
    alive: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// By task: the URI as the client wrote it.
    plans: BTreeMap<String, (String, Interest)>,
    list: Option<Interest>,
    told: bool,
}

impl Client {
    /// It waits for nothing yet.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), alive: watch::channel(()).0 })
    }

    /// Whether it may not subscribe to more.
    pub(super) fn is_full(&self) -> bool {
        self.state().plans.len() >= SUBSCRIPTIONS
    }

    /// Adds a subscription.
    pub(super) fn subscribe(&self, task: String, uri: String, interest: Interest) {
        self.state().plans.insert(task, (uri, interest));
    }

    /// Ends a subscription, where there is one.
    pub(super) fn unsubscribe(&self, task: &str) {
        self.state().plans.remove(task);
    }

    /// Whether it is being told of plans that come and go.
    pub(super) fn follows_list(&self) -> bool {
        self.state().list.is_some()
    }

    /// Tells it of plans that come and go, those of other processes too.
    pub(super) fn follow_list(&self, interest: Interest) {
        self.state().list = Some(interest);
    }

    /// Begins to tell the client, once.
    pub(super) fn tell(self: &Arc<Self>, peer: Peer<RoleServer>, changes: Receiver<Change>) {
        let told = std::mem::replace(&mut self.state().told, true);
        if !told {
            tokio::spawn(tell(Arc::downgrade(self), self.alive.subscribe(), peer, changes));
        }
    }

    /// What it is to be told of a change: the URIs that changed, and whether the list did.
    fn news(&self, change: &Result<Change, RecvError>) -> (Vec<String>, bool) {
        let state = self.state();
        match change {
            Ok(Change::Plan(task)) => {
                (state.plans.get(task).map(|(uri, _)| uri.clone()).into_iter().collect(), false)
            }
            Ok(Change::List) => (Vec::new(), true),
            // It lagged behind: anything may have changed.
            Err(_) => (state.plans.values().map(|(uri, _)| uri.clone()).collect(), true),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn tell(
    client: Weak<Client>,
    mut alive: watch::Receiver<()>,
    peer: Peer<RoleServer>,
    mut changes: Receiver<Change>,
) {
    loop {
        let change = tokio::select! {
            change = changes.recv() => change,
            _ = alive.changed() => return,
        };
        if matches!(change, Err(RecvError::Closed)) {
            return;
        }
        let Some(news) = client.upgrade().map(|client| client.news(&change)) else { return };
        let (uris, list) = news;
        for uri in uris {
            if peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await.is_err() {
                return;
            }
        }
        if list && peer.notify_resource_list_changed().await.is_err() {
            return;
        }
    }
}
