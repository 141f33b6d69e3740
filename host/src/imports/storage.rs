//! `wit/storage.wit`.

use planmark_core::capability;

use crate::bindings::planmark::engine::storage::{Action, Cell, Host, Lookup, Mutation, Page, ScopePage};
use crate::bindings::planmark::engine::types::{CapabilityFailure, Scope, ScopeKind};
use crate::runtime::state::CallState;

impl Host for CallState {
    fn get(&mut self, scope: Scope, key: String) -> Result<Lookup, CapabilityFailure> {
        let cell = self.call()?.get(&scope.into(), &key)?;
        Ok(Lookup { cell: cell.map(Into::into) })
    }

    fn scan(
        &mut self,
        scope: Scope,
        prefix: String,
        from: String,
        limit: u32,
    ) -> Result<Page, CapabilityFailure> {
        let capability::Page { cells, next } = self.call()?.scan(&scope.into(), &prefix, &from, limit)?;
        Ok(Page { cells: cells.into_iter().map(Into::into).collect(), next })
    }

    fn scopes(&mut self, kind: ScopeKind, from: String, limit: u32) -> Result<ScopePage, CapabilityFailure> {
        let capability::ScopePage { ids, next } = self.call()?.scopes(kind.into(), &from, limit)?;
        Ok(ScopePage { ids, next })
    }

    fn commit(&mut self, scope: Scope, mutations: Vec<Mutation>) -> Result<(), CapabilityFailure> {
        let mutations: Vec<_> = mutations.into_iter().map(Into::into).collect();
        Self::commit(self, &scope.into(), &mutations).map_err(Into::into)
    }
}

impl From<capability::Cell> for Cell {
    fn from(cell: capability::Cell) -> Self {
        let capability::Cell { key, value, version } = cell;
        Self { key, value, version }
    }
}

impl From<Mutation> for capability::Mutation {
    fn from(mutation: Mutation) -> Self {
        let Mutation { key, expected, action } = mutation;
        let action = match action {
            Action::Put(value) => capability::Action::Put(value),
            Action::Remove => capability::Action::Remove,
            Action::Check => capability::Action::Check,
        };
        Self { key, expected, action }
    }
}
