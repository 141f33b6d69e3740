//! Runs the engine so that each call is recorded.
//!
//! The engine stands between two relays (`build/relay.rs`), which pass on what they are given. The outer
//! one is called as the engine would be; the inner one asks the host as the engine would. So both ends
//! keep their types, and what goes between relay and engine is seen here as values, of whatever interface.

use std::sync::Arc;

use serde_json::{Value, json};
use wasmtime::component::{Component, Instance, InstancePre, Linker, Val};
use wasmtime::{Engine, Store, StoreContextMut};

use crate::component;
use crate::error::ComponentError;
use crate::limits::Limits;
use crate::linker;
use crate::runtime::code::Code;
use crate::runtime::dynamic::{self, Name};
use crate::runtime::exports::{Exports, Places};
use crate::runtime::loaded::{config_of, described};
use crate::runtime::state::CallState;
use crate::runtime::{Running, fault_of, refuel, values};
use crate::trace::{IMPORT_FAILED, Line, Step, TraceFile};

/// A value without types takes more of the host's memory than one with types.
const UNTYPED_FACTOR: usize = 16;

/// A component whose calls are recorded.
pub(super) struct Traced {
    engine: Engine,
    core: InstancePre<CallState>,
    relay: InstancePre<CallState>,
    places: Arc<Places>,
}

/// The parts of a call that is recorded, and what it has asked so far.
pub(super) struct Recording {
    core: Instance,
    inner: Instance,
    steps: Vec<Step>,
}

impl Traced {
    /// Loads it, with the relay around it.
    pub(super) fn load(code: &Code, limits: &Limits, file: TraceFile) -> Result<Self, ComponentError> {
        let mut config = config_of(limits);
        code.prepare(&mut config);
        let engine = Engine::new(&config).map_err(|error| ComponentError::NoResources(described(&error)))?;
        let unusable = |error| ComponentError::Unusable(described(&error));
        let core = code.load(&engine).map_err(unusable)?;
        let relay = Code::load_relay(&engine).map_err(unusable)?;
        Self::connect(engine, &core, &relay, Recorder { file, component: code.digest() })
            .map_err(|error| ComponentError::OtherWorld(described(&error)))
    }

    fn connect(
        engine: Engine,
        core: &Component,
        relay: &Component,
        recorder: Recorder,
    ) -> wasmtime::Result<Self> {
        let recorder = Arc::new(recorder);
        let mut for_relay = linker::link(&engine)?;
        dynamic::define(&mut for_relay, dynamic::exports(&engine, core), |name| {
            let recorder = Arc::clone(&recorder);
            move |store: StoreContextMut<'_, CallState>, _, arguments: &[Val], answers: &mut [Val]| {
                recorder.call(store, &name, arguments, answers)
            }
        })?;
        let mut for_core = Linker::new(&engine);
        dynamic::define(&mut for_core, dynamic::imports(&engine, core), |name| {
            let recorder = Arc::clone(&recorder);
            move |store: StoreContextMut<'_, CallState>, _, arguments: &[Val], answers: &mut [Val]| {
                recorder.step(store, &name, arguments, answers)
            }
        })?;
        let relay = for_relay.instantiate_pre(relay)?;
        let places = Arc::new(Places::of(&relay)?);
        let core = for_core.instantiate_pre(core)?;
        Ok(Self { engine, core, relay, places })
    }

    /// Makes the instances of a call.
    pub(super) fn start(
        &self,
        state: CallState,
        limits: &Limits,
    ) -> Result<Running, (CallState, wasmtime::Error)> {
        let mut store = Store::new(&self.engine, state);
        store.limiter(|state| state);
        store.set_hostcall_fuel(limits.transfer_bytes.saturating_mul(UNTYPED_FACTOR));
        refuel(&mut store, limits);
        match self.instantiate(&mut store) {
            Ok(instance) => {
                let places = Arc::clone(&self.places);
                Ok(Running { store, instance, places, exports: Exports::default() })
            }
            Err(error) => Err((store.into_data(), error)),
        }
    }

    fn instantiate(&self, store: &mut Store<CallState>) -> wasmtime::Result<Instance> {
        let core = self.core.instantiate(&mut *store)?;
        let inner = self.relay.instantiate(&mut *store)?;
        store.data_mut().recording = Some(Recording { core, inner, steps: Vec::new() });
        self.relay.instantiate(store)
    }
}

/// Writes down what goes by.
struct Recorder {
    file: TraceFile,
    component: String,
}

impl Recorder {
    /// A call of the engine, from the outer relay.
    fn call(
        &self,
        mut store: StoreContextMut<'_, CallState>,
        name: &Name,
        arguments: &[Val],
        answers: &mut [Val],
    ) -> wasmtime::Result<()> {
        let core = recording(&mut store)?.core;
        let outcome = dynamic::call(&mut store, core, name, arguments, answers);
        let steps = std::mem::take(&mut recording(&mut store)?.steps);
        let result = match &outcome {
            Ok(()) => answer_of(answers),
            Err(_) if steps.last().is_some_and(|step| step.answer.is_none()) => Ok(trap(IMPORT_FAILED)),
            Err(error) => Ok(trap(fault_of(store.data(), error).code())),
        };
        match values::json_of_all(arguments).and_then(|arguments| Ok((arguments, result?))) {
            Ok((arguments, result)) => {
                let mut line = Line::new(&self.component, name.interface(), name.function(), arguments);
                (line.steps, line.result) = (steps, result);
                self.file.append(&line);
            }
            Err(cause) => self.file.failed(&cause),
        }
        outcome
    }

    /// A question of the engine, to the inner relay.
    fn step(
        &self,
        mut store: StoreContextMut<'_, CallState>,
        name: &Name,
        arguments: &[Val],
        answers: &mut [Val],
    ) -> wasmtime::Result<()> {
        let inner = recording(&mut store)?.inner;
        let outcome = dynamic::call(&mut store, inner, name, arguments, answers);
        let answer = outcome.as_ref().ok().map(|()| answer_of(answers)).transpose();
        match values::json_of_all(arguments).and_then(|arguments| Ok((arguments, answer?))) {
            Ok((arguments, answer)) => {
                let step = Step { capability: name.to_string(), arguments, answer };
                recording(&mut store)?.steps.push(step);
            }
            Err(cause) => self.file.failed(&cause),
        }
        outcome
    }
}

fn recording<'a>(store: &'a mut StoreContextMut<'_, CallState>) -> wasmtime::Result<&'a mut Recording> {
    let missing = || wasmtime::Error::msg("a call is recorded that was not begun so");
    store.data_mut().recording.as_mut().ok_or_else(missing)
}

fn answer_of(answers: &[Val]) -> Result<Value, String> {
    match answers {
        [answer] => values::json_of_answer(answer),
        _ => Err("a function has one answer".to_owned()),
    }
}

/// The result of a call that was stopped.
pub(super) fn trap(code: &str) -> Value {
    json!({ "trap": code })
}

impl Code {
    /// The relay of the built-in component.
    fn load_relay(engine: &Engine) -> wasmtime::Result<Component> {
        // SAFETY: `build.rs` got these bytes from wasmtime's compiler.
        unsafe { Component::deserialize(engine, component::RELAY) }
    }
}
