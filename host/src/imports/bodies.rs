//! `wit/bodies.wit`.

use planmark_core::capability;

use crate::bindings::planmark::engine::bodies::{Body, BodyEntry, BodyLookup, BodyPage, Host, Place};
use crate::bindings::planmark::engine::types::CapabilityFailure;
use crate::runtime::state::CallState;

impl Host for CallState {
    fn write(&mut self, session: String, plan: String, text: String) -> Result<Place, CapabilityFailure> {
        let path = self.call()?.write(&session, &plan, &text)?;
        Ok(Place { path })
    }

    fn read(&mut self, session: String, plan: String) -> Result<BodyLookup, CapabilityFailure> {
        let body = self.call()?.read(&session, &plan)?;
        Ok(BodyLookup { body: body.map(Into::into) })
    }

    fn list(&mut self, session: String, from: String, limit: u32) -> Result<BodyPage, CapabilityFailure> {
        let capability::BodyPage { entries, next } = self.call()?.list(&session, &from, limit)?;
        Ok(BodyPage { entries: entries.into_iter().map(Into::into).collect(), next })
    }

    fn remove(&mut self, session: String, plan: String) -> Result<(), CapabilityFailure> {
        self.remove_body(&session, &plan).map_err(Into::into)
    }
}

impl From<capability::Body> for Body {
    fn from(body: capability::Body) -> Self {
        let capability::Body { text, path } = body;
        Self { text, path }
    }
}

impl From<capability::BodyEntry> for BodyEntry {
    fn from(entry: capability::BodyEntry) -> Self {
        let capability::BodyEntry { plan, bytes, age_ms } = entry;
        Self { plan, bytes, age_ms }
    }
}
