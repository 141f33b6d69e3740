//! `wit/locking.wit`.

use crate::bindings::planmark::engine::locking::Host;
use crate::bindings::planmark::engine::types::{CapabilityFailure, Scope};
use crate::runtime::state::CallState;

impl Host for CallState {
    fn acquire(&mut self, scope: Scope) -> Result<(), CapabilityFailure> {
        self.call()?.acquire(&scope.into()).map_err(Into::into)
    }
}
