//! `wit/access.wit`.

use planmark_core::capability;

use crate::bindings::planmark::engine::access::{Host, Reach};
use crate::bindings::planmark::engine::types::{Author, CapabilityFailure};
use crate::runtime::state::CallState;

impl Host for CallState {
    fn may_reach(&mut self, caller: Author, task: String, reach: Reach) -> Result<bool, CapabilityFailure> {
        let reach = match reach {
            Reach::Read => capability::Reach::Read,
            Reach::Write => capability::Reach::Write,
        };
        Self::may_reach(self, &caller.into(), &task, reach).map_err(Into::into)
    }
}
