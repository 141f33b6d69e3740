//! Runs the engine: a fresh instance for each call of the documents, a kept one for pure functions.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use planmark_core::failure::{Effect, Failure};
use wasmtime::component::Instance;
use wasmtime::{PoolConcurrencyLimitError, Store, Trap};

use crate::bindings::planmark::engine::types as wit;
use crate::error::{ComponentError, Error, Fault};
use crate::limits::Limits;
use crate::runtime::code::Code;
use crate::runtime::exports::{Exports, Interface, Places};
use crate::runtime::loaded::Loaded;
use crate::runtime::state::{CallState, Supplies};
use crate::runtime::traced::Traced;
use crate::store::Call;
use crate::trace::TraceFile;

pub(crate) mod code;
mod config;
mod dynamic;
mod exports;
mod loaded;
pub(crate) mod replayed;
pub(crate) mod state;
mod traced;
mod values;

/// A component, ready to be called from any thread.
pub(crate) struct Runtime {
    code: Code,
    limits: Limits,
    supplies: Supplies,
    /// Where calls run as long as its pool has a place.
    pooled: Loaded,
    /// Where the calls beyond the pool run; loaded when the first one comes.
    overflow: OnceLock<Loaded>,
    /// Where calls run instead, when they are recorded.
    traced: Option<Traced>,
    /// The instance kept for pure functions.
    pure: Mutex<Option<Running>>,
}

/// One instance and the state of its call.
struct Running {
    store: Store<CallState>,
    instance: Instance,
    places: Arc<Places>,
    exports: Exports,
}

impl Running {
    /// Runs one function of an interface.
    fn call<I: Interface, T>(
        &mut self,
        export: impl FnOnce(&I, &mut Store<CallState>) -> Answer<T>,
    ) -> Answer<T> {
        let kept = I::kept(&self.exports);
        let interface = match kept.get() {
            Some(interface) => interface,
            None => {
                let loaded = I::load(&self.places, &mut self.store, &self.instance)
                    .map_err(|error| ComponentError::OtherWorld(format!("{error:#}")))?;
                kept.get_or_init(|| loaded)
            }
        };
        export(interface, &mut self.store)
    }
}

/// What a generated call answers: the engine's own answer, or that the engine failed.
pub(crate) type Answer<T> = wasmtime::Result<Result<T, wit::Failure>>;

/// What the answer of a change says of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// It is stored.
    Written,
    /// There was nothing to change.
    NothingWritten,
    /// There was nothing to change, and the answer may be stored, to be given again.
    AnswerStored,
}

impl Runtime {
    /// Loads a component. With a trace its calls are recorded there.
    pub(crate) fn load(
        code: Code,
        limits: Limits,
        supplies: Supplies,
        trace: Option<TraceFile>,
    ) -> Result<Self, ComponentError> {
        let pooled = match limits.pooled_instances {
            0 => Loaded::unpooled(&code, &limits)?,
            _ => match Loaded::pooled(&code, &limits) {
                // A process may be denied the address space of a pool, and still do without one.
                Err(ComponentError::NoResources(_)) => Loaded::unpooled(&code, &limits)?,
                other => other?,
            },
        };
        let traced = trace.map(|file| Traced::load(&code, &limits, file)).transpose()?;
        let (overflow, pure) = (OnceLock::new(), Mutex::new(None));
        Ok(Self { code, limits, supplies, pooled, overflow, traced, pure })
    }

    /// Runs one call that only reads.
    pub(crate) fn read<I: Interface, T>(
        &self,
        call: Box<dyn Call>,
        export: impl FnOnce(&I, &mut Store<CallState>) -> Answer<T>,
    ) -> Result<T, Error> {
        let mut running = self.start(Some(call))?;
        let answer = running.call(export);
        settle(running.store.data(), answer)
    }

    /// Runs one call that writes. A success is believed only where the host saw the commit succeed.
    pub(crate) fn write<I: Interface, T>(
        &self,
        call: Box<dyn Call>,
        export: impl FnOnce(&I, &mut Store<CallState>) -> Answer<T>,
    ) -> Result<T, Error> {
        self.change(call, |_| Claim::Written, export)
    }

    /// Runs one call that may change something, and whose answer says whether it did. A success is
    /// believed only where that is what the host saw.
    pub(crate) fn change<I: Interface, T>(
        &self,
        call: Box<dyn Call>,
        claim: impl FnOnce(&T) -> Claim,
        export: impl FnOnce(&I, &mut Store<CallState>) -> Answer<T>,
    ) -> Result<T, Error> {
        let mut running = self.start(Some(call))?;
        let answer = running.call(export);
        let state = running.store.data();
        let answer = settle(state, answer)?;
        match (claim(&answer), state.effect()) {
            (Claim::Written | Claim::AnswerStored, Effect::Written)
            | (Claim::NothingWritten | Claim::AnswerStored, Effect::NothingWritten) => Ok(answer),
            (_, effect) => Err(Error::Engine { fault: Fault::FalseReport, effect }),
        }
    }

    /// Runs a pure function in the instance kept for that, or in a new one while that is busy.
    pub(crate) fn pure<I: Interface, T>(
        &self,
        export: impl FnOnce(&I, &mut Store<CallState>) -> Answer<T>,
    ) -> Result<T, Error> {
        let kept = match self.pure.try_lock() {
            Ok(mut kept) => kept.take(),
            Err(_) => None,
        };
        let mut running = match kept {
            Some(running) => running,
            None => self.start(None)?,
        };
        refuel(&mut running.store, &self.limits);
        let answer = running.call(export);
        let sound = answer.is_ok();
        let settled = settle(running.store.data(), answer);
        if sound {
            *self.pure.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
        }
        settled
    }

    fn start(&self, call: Option<Box<dyn Call>>) -> Result<Running, Error> {
        let state = CallState::new(self.supplies.clone(), call, self.limits.memory_bytes);
        if let Some(traced) = &self.traced {
            let started = traced.start(state, &self.limits);
            return started.map_err(|(state, error)| not_started(&state, &error));
        }
        match self.instantiate(&self.pooled, state) {
            Err((state, error)) if error.is::<PoolConcurrencyLimitError>() => self
                .instantiate(self.overflow()?, state)
                .map_err(|(state, error)| not_started(&state, &error)),
            other => other.map_err(|(state, error)| not_started(&state, &error)),
        }
    }

    fn instantiate(
        &self,
        loaded: &Loaded,
        state: CallState,
    ) -> Result<Running, (CallState, wasmtime::Error)> {
        let mut store = Store::new(&loaded.engine, state);
        store.limiter(|state| state);
        store.set_hostcall_fuel(self.limits.transfer_bytes);
        refuel(&mut store, &self.limits);
        match loaded.component.instantiate(&mut store) {
            Ok(instance) => {
                let places = Arc::clone(&loaded.places);
                Ok(Running { store, instance, places, exports: Exports::default() })
            }
            Err(error) => Err((store.into_data(), error)),
        }
    }

    fn overflow(&self) -> Result<&Loaded, Error> {
        if let Some(loaded) = self.overflow.get() {
            return Ok(loaded);
        }
        let loaded = Loaded::unpooled(&self.code, &self.limits)?;
        Ok(self.overflow.get_or_init(|| loaded))
    }
}

fn refuel(store: &mut Store<CallState>, limits: &Limits) {
    // INVARIANT: fails only where fuel is switched off, and `config::shared` switches it on.
    let fuelled = store.set_fuel(limits.fuel);
    debug_assert!(fuelled.is_ok());
}

/// Turns what an export answered into what the caller gets. What is known of the write comes from
/// the host's own state: whatever the engine says of it is overwritten.
fn settle<T>(state: &CallState, answer: Answer<T>) -> Result<T, Error> {
    match answer {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(failure)) => Err(Error::Refused(Failure { effect: state.effect(), ..Failure::from(failure) })),
        Err(error) => Err(failed(state, &error)),
    }
}

/// What an instance that could not be made means: the operating system refused what it needs, unless
/// the component itself failed on its way.
fn not_started(state: &CallState, error: &wasmtime::Error) -> Error {
    if state.memory_refused() || error.is::<Trap>() {
        failed(state, error)
    } else {
        ComponentError::NoResources(error.root_cause().to_string()).into()
    }
}

fn failed(state: &CallState, error: &wasmtime::Error) -> Error {
    if let Some(ComponentError::OtherWorld(why)) = error.downcast_ref()
        && !state.memory_refused()
    {
        return ComponentError::OtherWorld(why.clone()).into();
    }
    Error::Engine { fault: fault_of(state, error), effect: state.effect() }
}

fn fault_of(state: &CallState, error: &wasmtime::Error) -> Fault {
    if state.memory_refused() {
        return Fault::OutOfMemory;
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::OutOfFuel) => Fault::OutOfFuel,
        Some(Trap::StackOverflow) => Fault::OutOfStack,
        Some(_) => Fault::Trapped,
        // What is neither a trap nor a refused growth is data that could not be taken over.
        None => Fault::BadData,
    }
}
