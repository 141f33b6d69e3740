//! Runs recorded calls again, on the engine of this program, with the answers recorded.

use serde_json::{Value, json};
use wasmtime::component::types::ComponentFunc;
use wasmtime::component::{Component, InstancePre, Linker, Val};
use wasmtime::{Engine, ResourceLimiter, Store, StoreContextMut};

use crate::component;
use crate::error::ComponentError;
use crate::limits::Limits;
use crate::runtime::code::Code;
use crate::runtime::dynamic::{self, Name};
use crate::runtime::loaded::{config_of, described};
use crate::runtime::state::CallState;
use crate::runtime::traced::trap;
use crate::runtime::{fault_of, values};
use crate::trace::{Difference, IMPORT_FAILED, Line, Part, Step};

/// The engine, ready to run recorded calls.
pub(crate) struct Replayer {
    engine: Engine,
    core: InstancePre<Playing>,
    exports: Vec<Name>,
    digest: String,
    limits: Limits,
}

/// A recorded call that runs: the answers it gets, and how far it came.
struct Playing {
    steps: Vec<Step>,
    asked: usize,
    halt: Option<Halt>,
    state: CallState,
}

/// Why the engine was stopped from outside.
enum Halt {
    /// It asked something else than recorded: the number of the step, and the question.
    Other(usize, Value),
    /// The trace ends here as well: the host's function failed.
    Failed,
    /// The recorded answer is none.
    Damaged(String),
}

/// The first difference of a call; the rest of [`Difference`] is known from its line.
struct Found {
    part: Part,
    step: Option<usize>,
    expected: Option<Value>,
    actual: Option<Value>,
}

impl Replayer {
    /// Loads the built-in engine.
    pub(crate) fn load() -> Result<Self, ComponentError> {
        let limits = Limits::default();
        let mut config = config_of(&limits);
        let code = Code::BuiltIn;
        code.prepare(&mut config);
        let engine = Engine::new(&config).map_err(|error| ComponentError::NoResources(described(&error)))?;
        let core = code.load(&engine).map_err(|error| ComponentError::Unusable(described(&error)))?;
        let exports = dynamic::exports(&engine, &core);
        let core = link(&engine, &core).map_err(|error| ComponentError::OtherWorld(described(&error)))?;
        Ok(Self { engine, core, exports, digest: component::digest(), limits })
    }

    /// Runs a call, and gives its first difference.
    ///
    /// # Errors
    ///
    /// What is wrong with the line.
    pub(crate) fn run(&self, number: u64, line: Line) -> Result<Option<Difference>, String> {
        let (interface, function) = (line.interface.clone(), line.function.clone());
        let found = if line.component == self.digest {
            self.compare(line)?
        } else {
            let (expected, actual) = (Some(line.component.into()), Some(self.digest.as_str().into()));
            Some(Found { part: Part::Component, step: None, expected, actual })
        };
        Ok(found.map(|Found { part, step, expected, actual }| Difference {
            line: number,
            interface,
            function,
            part,
            step,
            expected,
            actual,
        }))
    }

    fn compare(
        &self,
        Line { interface, function, arguments, steps, result, .. }: Line,
    ) -> Result<Option<Found>, String> {
        let is_it = |name: &&Name| name.interface() == interface && name.function() == function;
        let name = self.exports.iter().find(is_it).ok_or("the engine has no such function")?;
        let mut store = self.store(steps);
        let outcome = self.call(&mut store, name, &arguments)?;
        let Playing { steps, asked, halt, state } = store.into_data();
        let actual = match (halt, outcome) {
            (Some(Halt::Damaged(cause)), _) => return Err(cause),
            (Some(Halt::Other(step, actual)), _) => {
                let expected = steps.get(step).map(question);
                return Ok(Some(Found {
                    part: Part::Step,
                    step: Some(step + 1),
                    expected,
                    actual: Some(actual),
                }));
            }
            (Some(Halt::Failed), _) => trap(IMPORT_FAILED),
            (None, Ok(answer)) => answer,
            (None, Err(error)) => trap(fault_of(&state, &error).code()),
        };
        if let Some(unasked) = steps.get(asked) {
            let expected = Some(question(unasked));
            return Ok(Some(Found { part: Part::Step, step: Some(asked + 1), expected, actual: None }));
        }
        let differs = actual != result;
        Ok(differs.then_some(Found {
            part: Part::Result,
            step: None,
            expected: Some(result),
            actual: Some(actual),
        }))
    }

    fn store(&self, steps: Vec<Step>) -> Store<Playing> {
        let state = CallState::without_host(self.limits.memory_bytes);
        let mut store = Store::new(&self.engine, Playing { steps, asked: 0, halt: None, state });
        store.limiter(|playing| &mut playing.state as &mut dyn ResourceLimiter);
        // INVARIANT: fails only where fuel is switched off, and `config::shared` switches it on.
        let fuelled = store.set_fuel(self.limits.fuel);
        debug_assert!(fuelled.is_ok());
        store
    }

    /// The answer, or how the engine was stopped; an error says what is wrong with the arguments.
    fn call(
        &self,
        store: &mut Store<Playing>,
        name: &Name,
        arguments: &[Value],
    ) -> Result<wasmtime::Result<Value>, String> {
        let instance = match self.core.instantiate(&mut *store) {
            Ok(instance) => instance,
            Err(error) => return Ok(Err(error)),
        };
        let ty = dynamic::function(&mut *store, instance, name).map(|function| function.ty(&*store));
        let ty = ty.ok_or("the engine has no such function")?;
        let arguments = values::all(arguments, ty.params().map(|(_, ty)| ty))?;
        let mut answers = [Val::Bool(false)];
        match dynamic::call(store, instance, name, &arguments, &mut answers) {
            Ok(()) => values::json_of_answer(&answers[0]).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }
}

fn link(engine: &Engine, core: &Component) -> wasmtime::Result<InstancePre<Playing>> {
    let mut linker = Linker::new(engine);
    dynamic::define(&mut linker, dynamic::imports(engine, core), |name| {
        move |mut store: StoreContextMut<'_, Playing>,
              ty: ComponentFunc,
              asked: &[Val],
              answers: &mut [Val]| {
            match store.data_mut().answer(&name, &ty, asked) {
                Ok(answer) => {
                    if let Some(place) = answers.first_mut() {
                        *place = answer;
                    }
                    Ok(())
                }
                Err(halt) => {
                    store.data_mut().halt = Some(halt);
                    Err(wasmtime::Error::msg("the call goes another way than recorded"))
                }
            }
        }
    })?;
    linker.instantiate_pre(core)
}

impl Playing {
    /// The recorded answer to a question, where the same was asked when it was recorded.
    fn answer(&mut self, name: &Name, ty: &ComponentFunc, arguments: &[Val]) -> Result<Val, Halt> {
        let number = self.asked;
        let arguments = values::json_of_all(arguments).map_err(Halt::Damaged)?;
        let capability = name.to_string();
        let Some(step) = self.steps.get(number) else {
            return Err(Halt::Other(number, asked(&capability, &arguments)));
        };
        if step.capability != capability || step.arguments != arguments {
            return Err(Halt::Other(number, asked(&capability, &arguments)));
        }
        self.asked += 1;
        let answer = step.answer.as_ref().ok_or(Halt::Failed)?;
        let mut results = ty.results();
        let ty = results.next().ok_or_else(|| Halt::Damaged("a function has one answer".to_owned()))?;
        values::answer(answer, &ty).map_err(|cause| Halt::Damaged(format!("step {}: {cause}", number + 1)))
    }
}

fn question(step: &Step) -> Value {
    asked(&step.capability, &step.arguments)
}

fn asked(capability: &str, arguments: &[Value]) -> Value {
    json!({ "capability": capability, "arguments": arguments })
}
