//! Reads what a component imports and exports, and what `wit/` says, into lines that a test can
//! compare; and finds the floating point instructions of a module.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use wasmparser::{Parser, Payload};
use wit_component::DecodedWasm;
use wit_parser::{Resolve, Type, TypeDefKind, TypeId, WorldId, WorldItem, WorldKey};

/// The lines of the world `engine` in a folder of WIT.
pub(crate) fn of_contract(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(folder)?;
    let world = resolve.select_world(&[package], Some("engine"))?;
    Ok(lines(&resolve, world))
}

/// The lines of a component.
pub(crate) fn of_component(component: &[u8]) -> Result<String, Box<dyn Error>> {
    match wit_component::decode(component)? {
        DecodedWasm::Component(resolve, world) => Ok(lines(&resolve, world)),
        DecodedWasm::WitPackage(..) => Err("the component is a WIT package".into()),
    }
}

/// One line for each function and each type of each interface, in order.
fn lines(resolve: &Resolve, world: WorldId) -> String {
    let world = &resolve.worlds[world];
    let mut lines = BTreeSet::new();
    for (side, items) in [("import", &world.imports), ("export", &world.exports)] {
        for (key, item) in items {
            let place = format!("{side} {}", interface_name(resolve, key));
            match item {
                WorldItem::Interface { id, .. } => {
                    let interface = &resolve.interfaces[*id];
                    for (name, &id) in &interface.types {
                        lines.insert(format!("{place} type {name} = {}", definition(resolve, id)));
                    }
                    for (name, function) in &interface.functions {
                        let parameters: Vec<_> = function
                            .params
                            .iter()
                            .map(|parameter| {
                                format!("{}: {}", parameter.name, reference(resolve, &parameter.ty))
                            })
                            .collect();
                        let result = function.result.as_ref().map(|result| reference(resolve, result));
                        let result = result.map(|result| format!(" -> {result}")).unwrap_or_default();
                        lines.insert(format!("{place} func {name}({}){result}", parameters.join(", ")));
                    }
                }
                WorldItem::Function(_) | WorldItem::Type { .. } => {
                    lines.insert(format!("{place} outside of any interface"));
                }
            }
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn interface_name(resolve: &Resolve, key: &WorldKey) -> String {
    resolve.name_world_key(key)
}

/// A type as a function or another type mentions it.
fn reference(resolve: &Resolve, ty: &Type) -> String {
    match ty {
        Type::Id(id) => match &resolve.types[*id].name {
            Some(name) => name.clone(),
            None => definition(resolve, *id),
        },
        primitive => format!("{primitive:?}").to_lowercase(),
    }
}

/// A type as it is defined, with a name from another interface followed to its definition.
fn definition(resolve: &Resolve, id: TypeId) -> String {
    let of = |ty: &Option<Type>| ty.as_ref().map_or("_".to_owned(), |ty| reference(resolve, ty));
    match &resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let fields = record
                .fields
                .iter()
                .map(|field| format!("{}: {}", field.name, reference(resolve, &field.ty)));
            format!("record {{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        TypeDefKind::Variant(variant) => {
            let cases = variant.cases.iter().map(|case| format!("{}({})", case.name, of(&case.ty)));
            format!("variant {{{}}}", cases.collect::<Vec<_>>().join(", "))
        }
        TypeDefKind::Enum(cases) => {
            let cases = cases.cases.iter().map(|case| case.name.as_str());
            format!("enum {{{}}}", cases.collect::<Vec<_>>().join(", "))
        }
        TypeDefKind::Option(inner) => format!("option<{}>", reference(resolve, inner)),
        TypeDefKind::List(inner) => format!("list<{}>", reference(resolve, inner)),
        TypeDefKind::Result(result) => format!("result<{}, {}>", of(&result.ok), of(&result.err)),
        TypeDefKind::Type(Type::Id(other)) => definition(resolve, *other),
        other => format!("{other:?}"),
    }
}

/// One line for each function of a module that calculates with floating point numbers: the names of
/// the instructions it uses for that, in order. Loads, stores, constants and moves of bits don't count.
pub(crate) fn floats(module: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut lines = String::new();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::CodeSectionEntry(body) = payload? else { continue };
        let mut used = BTreeSet::new();
        for operator in body.get_operators_reader()? {
            let shown = format!("{:?}", operator?);
            let name = shown.split([' ', '(']).next().unwrap_or_default();
            if calculates(name) {
                used.insert(name.to_owned());
            }
        }
        if !used.is_empty() {
            lines += &used.into_iter().collect::<Vec<_>>().join(" ");
            lines.push('\n');
        }
    }
    Ok(lines)
}

fn calculates(name: &str) -> bool {
    let moves = ["Load", "Store", "Const", "Reinterpret", "Splat", "Lane"];
    let float = ["F32", "F64"].iter().any(|kind| name.contains(kind));
    float && !moves.iter().any(|word| name.contains(word))
}
