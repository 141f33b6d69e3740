//! Makes the relay of a component: another component that has each of its imports and each of its
//! exports on both sides, and passes every call on, unchanged. Where one stands between two parties
//! that know their types, the host sees the values that go through it without knowing any type.

use std::collections::BTreeSet;
use std::error::Error;

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ExportKind, ExportSection, Function as Code, FunctionSection,
    GlobalSection, GlobalType, ImportSection, InstructionSink, MemorySection, MemoryType, Module,
    TypeSection, ValType,
};
use wit_component::{DecodedWasm, StringEncoding};
use wit_parser::abi::{AbiVariant, WasmSignature, WasmType};
use wit_parser::{
    Function, LiftLowerAbi, ManglingAndAbi, Resolve, WasmExport, WasmExportKind, WasmImport, World, WorldId,
    WorldItem, WorldKey,
};

use crate::compile;

const MANGLING: ManglingAndAbi = ManglingAndAbi::Legacy(LiftLowerAbi::Sync);

/// Where an answer stands that is larger than one number.
const ANSWER_AT: i32 = 16;
/// Where arguments and answers are put. What is below has room for any answer's own fields.
const HEAP_AT: i32 = 4096;
/// The global that holds the end of what is in use.
const HEAP_END: u32 = 0;
const PAGE_BYTES: i32 = 65_536;

/// Makes the relay of `component`.
pub(crate) fn component(component: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let DecodedWasm::Component(mut resolve, world) = wit_component::decode(component)? else {
        return Err("there is no component to make a relay of".into());
    };
    let text = world_of_relay(&resolve, world);
    let package = resolve.push_str("relay.wit", &text)?;
    let world = resolve.select_world(&[package], Some("relay"))?;
    let mut module = module(&resolve, &resolve.worlds[world])?;
    wit_component::embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)?;
    compile::component(&module)
}

/// Every interface of the world that has functions, imported and exported.
fn world_of_relay(resolve: &Resolve, world: WorldId) -> String {
    let World { imports, exports, .. } = &resolve.worlds[world];
    let with_functions = imports.iter().chain(exports).filter_map(|(key, item)| match item {
        WorldItem::Interface { id, .. } if !resolve.interfaces[*id].functions.is_empty() => {
            Some(resolve.name_world_key(key))
        }
        _ => None,
    });
    let names: BTreeSet<_> = with_functions.collect();
    let lines = names.iter().map(|name| format!("    import {name};\n    export {name};\n"));
    format!("package planmark:relay;\nworld relay {{\n{}}}\n", lines.collect::<String>())
}

/// The core module: a function for each export that calls the import of the same name.
fn module(resolve: &Resolve, world: &World) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut parts = Parts::default();
    let imported: Vec<_> = functions(resolve, &world.imports).collect();
    for (key, function) in &imported {
        parts.import(resolve, key, function);
    }
    for (key, function) in functions(resolve, &world.exports) {
        let place = imported.iter().position(|(_, other)| std::ptr::eq(*other, function));
        let place = place.ok_or_else(|| format!("{} is exported and not imported", function.name))?;
        parts.relay(resolve, key, function, u32::try_from(place)?);
    }
    let realloc = resolve.wasm_export_name(MANGLING, WasmExport::Realloc);
    parts.add(&realloc, &[ValType::I32; 4], &[ValType::I32], &allocation());
    Ok(parts.finish(&resolve.wasm_export_name(MANGLING, WasmExport::Memory)))
}

fn functions<'a>(
    resolve: &'a Resolve,
    items: impl IntoIterator<Item = (&'a WorldKey, &'a WorldItem)>,
) -> impl Iterator<Item = (&'a WorldKey, &'a Function)> {
    items.into_iter().flat_map(|(key, item)| {
        let interface = match item {
            WorldItem::Interface { id, .. } => Some(&resolve.interfaces[*id]),
            _ => None,
        };
        interface
            .into_iter()
            .flat_map(move |interface| interface.functions.values().map(move |one| (key, one)))
    })
}

/// A core module in the making.
#[derive(Default)]
struct Parts {
    types: TypeSection,
    imports: ImportSection,
    functions: FunctionSection,
    exports: ExportSection,
    code: CodeSection,
    /// How many functions there are, the imported ones first.
    count: u32,
}

impl Parts {
    fn import(&mut self, resolve: &Resolve, key: &WorldKey, function: &Function) {
        let WasmSignature { params, results, .. } = resolve.wasm_signature(AbiVariant::GuestImport, function);
        let ty = self.function_type(&params.iter().map(core).collect::<Vec<_>>(), &results);
        let import = WasmImport::Func { interface: Some(key), func: function };
        let (module, name) = resolve.wasm_import_name(MANGLING, import);
        self.imports.import(&module, &name, wasm_encoder::EntityType::Function(ty));
        self.count += 1;
    }

    /// The function that passes a call on, and the one that is called when its answer was read.
    fn relay(&mut self, resolve: &Resolve, key: &WorldKey, function: &Function, import: u32) {
        let WasmSignature { params, results, retptr, .. } =
            resolve.wasm_signature(AbiVariant::GuestExport, function);
        let mut code = Code::new([]);
        let mut steps = code.instructions();
        for parameter in 0..params.len() {
            steps.local_get(u32::try_from(parameter).unwrap_or(u32::MAX));
        }
        if retptr {
            steps.i32_const(ANSWER_AT).call(import).i32_const(ANSWER_AT);
        } else {
            steps.call(import);
        }
        steps.end();
        let params: Vec<_> = params.iter().map(core).collect();
        let results: Vec<_> = results.iter().map(core).collect();
        let name = |kind| {
            resolve
                .wasm_export_name(MANGLING, WasmExport::Func { interface: Some(key), func: function, kind })
        };
        self.add(&name(WasmExportKind::Normal), &params, &results, &code);
        self.add(&name(WasmExportKind::PostReturn), &results, &[], &release());
    }

    fn add(&mut self, name: &str, params: &[ValType], results: &[ValType], code: &Code) {
        let ty = self.types.len();
        self.types.ty().function(params.iter().copied(), results.iter().copied());
        self.functions.function(ty);
        self.code.function(code);
        self.exports.export(name, ExportKind::Func, self.count);
        self.count += 1;
    }

    fn function_type(&mut self, params: &[ValType], results: &[WasmType]) -> u32 {
        let ty = self.types.len();
        self.types.ty().function(params.iter().copied(), results.iter().map(core));
        ty
    }

    fn finish(mut self, memory: &str) -> Vec<u8> {
        let (mut memories, mut globals, mut module) =
            (MemorySection::new(), GlobalSection::new(), Module::new());
        let size =
            MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        memories.memory(size);
        let end = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        globals.global(end, &ConstExpr::i32_const(HEAP_AT));
        self.exports.export(memory, ExportKind::Memory, 0);
        module
            .section(&self.types)
            .section(&self.imports)
            .section(&self.functions)
            .section(&memories)
            .section(&globals)
            .section(&self.exports)
            .section(&self.code);
        module.finish()
    }
}

fn core(ty: &WasmType) -> ValType {
    match ty {
        WasmType::I32 | WasmType::Pointer | WasmType::Length => ValType::I32,
        WasmType::I64 | WasmType::PointerOrI64 => ValType::I64,
        WasmType::F32 => ValType::F32,
        WasmType::F64 => ValType::F64,
    }
}

/// Gives everything back: nothing of a call is needed after its answer was read.
fn release() -> Code {
    let mut code = Code::new([]);
    code.instructions().i32_const(HEAP_AT).global_set(HEAP_END).end();
    code
}

/// `cabi_realloc`: (old, old size, alignment, new size) to a new place, with the old content.
fn allocation() -> Code {
    const OLD: u32 = 0;
    const OLD_BYTES: u32 = 1;
    const ALIGNMENT: u32 = 2;
    const BYTES: u32 = 3;
    const PLACE: u32 = 4;
    let mut code = Code::new([(1, ValType::I32)]);
    let mut steps: InstructionSink<'_> = code.instructions();
    // The first free place that has the alignment.
    steps.global_get(HEAP_END).local_get(ALIGNMENT).i32_add().i32_const(1).i32_sub();
    steps.i32_const(0).local_get(ALIGNMENT).i32_sub().i32_and().local_tee(PLACE);
    steps.local_get(BYTES).i32_add().global_set(HEAP_END);
    // The pages that are missing, or the end of the call.
    steps.global_get(HEAP_END).memory_size(0).i32_const(PAGE_BYTES).i32_mul().i32_gt_u();
    steps.if_(BlockType::Empty);
    steps.global_get(HEAP_END).i32_const(PAGE_BYTES - 1).i32_add().i32_const(16).i32_shr_u();
    steps.memory_size(0).i32_sub().memory_grow(0).i32_const(-1).i32_eq();
    steps.if_(BlockType::Empty).unreachable().end().end();
    // The old content moves along.
    steps.local_get(PLACE).local_get(OLD);
    steps.local_get(OLD_BYTES).local_get(BYTES).local_get(OLD_BYTES).local_get(BYTES).i32_lt_u().select();
    steps.memory_copy(0, 0);
    steps.local_get(PLACE).end();
    code
}
