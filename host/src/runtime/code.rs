//! Compiled code, and how it gets into the process.

use wasmtime::component::Component;
use wasmtime::{Config, Engine};

use crate::component;

#[cfg(target_os = "linux")]
mod in_place;

/// A component that wasmtime's compiler has made for this target.
pub(crate) enum Code {
    /// The one built into this program.
    BuiltIn,
    /// An embedder's.
    Given(Given),
}

/// An embedder's compiled component.
pub(crate) struct Given(Vec<u8>);

impl Given {
    /// Takes the embedder's word for what the bytes are.
    ///
    /// # Safety
    ///
    /// The bytes are what wasmtime's compiler made: they become code of this process. What is not of
    /// that form is refused when it is loaded; what imitates it is not recognised.
    pub(crate) unsafe fn new(compiled: Vec<u8>) -> Self {
        Self(compiled)
    }
}

impl Code {
    /// Adds the settings that loading needs.
    pub(super) fn prepare(&self, config: &mut Config) {
        #[cfg(target_os = "linux")]
        if matches!(self, Self::BuiltIn) {
            in_place::prepare(config);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = config;
    }

    /// What traces call the component: its digest, or for an embedder's that of its compiled form.
    pub(super) fn digest(&self) -> String {
        match self {
            Self::BuiltIn => component::digest(),
            Self::Given(Given(compiled)) => component::digest_of(compiled),
        }
    }

    /// Makes it a component of an engine with these settings. The built-in code runs where it lies
    /// in this program's file, where that can be done: only what is used of it is ever read.
    pub(super) fn load(&self, engine: &Engine) -> wasmtime::Result<Component> {
        match self {
            #[cfg(target_os = "linux")]
            Self::BuiltIn => in_place::load(engine, component::COMPILED),
            #[cfg(not(target_os = "linux"))]
            // SAFETY: `build.rs` got these bytes from wasmtime's compiler.
            Self::BuiltIn => unsafe { Component::deserialize(engine, component::COMPILED) },
            // SAFETY: the contract of `Given::new`.
            Self::Given(Given(compiled)) => unsafe { Component::deserialize(engine, compiled) },
        }
    }
}
