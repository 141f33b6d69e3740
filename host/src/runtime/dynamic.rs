//! A component without its types: its functions by name, on values that carry their own form.

use std::fmt;

use wasmtime::component::types::{ComponentFunc, ComponentItem};
use wasmtime::component::{Component, Func, Instance, Linker, Val};
use wasmtime::{AsContextMut, Engine, StoreContextMut};

/// What a trace leaves out of an interface's name.
const PACKAGE: &str = "planmark:engine/";

/// Which function of which interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// In full: `planmark:engine/documents@0.1.0`.
    full: String,
    function: String,
}

impl Name {
    /// The interface as traces name it.
    pub(super) fn interface(&self) -> &str {
        let name = self.full.strip_prefix(PACKAGE).unwrap_or(&self.full);
        name.split('@').next().unwrap_or_default()
    }

    /// The function, as in `wit/`.
    pub(super) fn function(&self) -> &str {
        &self.function
    }
}

/// Interface and function, as traces name what a host supplies.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.interface(), self.function)
    }
}

/// The functions that a component imports.
pub(super) fn imports(engine: &Engine, component: &Component) -> Vec<Name> {
    let ty = component.component_type();
    let items = ty.imports(engine).map(|(name, item)| (name.to_owned(), item.ty));
    functions(engine, items)
}

/// The functions that a component exports.
pub(super) fn exports(engine: &Engine, component: &Component) -> Vec<Name> {
    let ty = component.component_type();
    let items = ty.exports(engine).map(|(name, item)| (name.to_owned(), item.ty));
    functions(engine, items)
}

fn functions(engine: &Engine, items: impl Iterator<Item = (String, ComponentItem)>) -> Vec<Name> {
    let mut found = Vec::new();
    for (full, item) in items {
        let ComponentItem::ComponentInstance(interface) = item else { continue };
        for (function, item) in interface.exports(engine) {
            if matches!(item.ty, ComponentItem::ComponentFunc(_)) {
                found.push(Name { full: full.clone(), function: function.to_owned() });
            }
        }
    }
    found
}

/// Defines functions of a linker, each with what `make` makes for its name.
pub(super) fn define<T: 'static, F>(
    linker: &mut Linker<T>,
    names: Vec<Name>,
    make: impl Fn(Name) -> F,
) -> wasmtime::Result<()>
where
    F: Fn(StoreContextMut<'_, T>, ComponentFunc, &[Val], &mut [Val]) -> wasmtime::Result<()>
        + Send
        + Sync
        + 'static,
{
    for name in names {
        let (full, function) = (name.full.clone(), name.function.clone());
        linker.instance(&full)?.func_new(&function, make(name))?;
    }
    Ok(())
}

/// A function of an instance.
pub(super) fn function(mut store: impl AsContextMut, instance: Instance, name: &Name) -> Option<Func> {
    let interface = instance.get_export_index(&mut store, None, &name.full)?;
    let index = instance.get_export_index(&mut store, Some(&interface), &name.function)?;
    instance.get_func(&mut store, index)
}

/// Calls a function of an instance.
pub(super) fn call(
    mut store: impl AsContextMut,
    instance: Instance,
    name: &Name,
    arguments: &[Val],
    answers: &mut [Val],
) -> wasmtime::Result<()> {
    match function(&mut store, instance, name) {
        Some(function) => function.call(store, arguments, answers),
        None => Err(wasmtime::Error::msg(format!("there is no function {name}"))),
    }
}
