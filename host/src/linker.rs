//! Everything a component can reach.

use wasmtime::Engine;
use wasmtime::component::{HasSelf, Linker};

use crate::bindings::planmark::engine::{access, bodies, clock, locking, storage};
use crate::runtime::state::CallState;

/// Links the five interfaces of `wit/world.wit`'s `capabilities`, and no other: no WASI, no files,
/// no network, no environment, no randomness.
pub(crate) fn link(engine: &Engine) -> wasmtime::Result<Linker<CallState>> {
    type State = HasSelf<CallState>;
    let mut linker = Linker::new(engine);
    clock::add_to_linker::<_, State>(&mut linker, |state| state)?;
    locking::add_to_linker::<_, State>(&mut linker, |state| state)?;
    storage::add_to_linker::<_, State>(&mut linker, |state| state)?;
    bodies::add_to_linker::<_, State>(&mut linker, |state| state)?;
    access::add_to_linker::<_, State>(&mut linker, |state| state)?;
    Ok(linker)
}
