//! `wit/clock.wit`.

use crate::bindings::planmark::engine::clock::Host;
use crate::runtime::state::CallState;

impl Host for CallState {
    fn now(&mut self) -> u64 {
        Self::now(self)
    }
}
