//! A component in one of wasmtime's engines, with its imports linked.

use std::sync::Arc;

use wasmtime::component::InstancePre;
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::error::ComponentError;
use crate::limits::Limits;
use crate::linker;
use crate::runtime::code::Code;
use crate::runtime::config;
use crate::runtime::exports::Places;
use crate::runtime::state::{CallState, TABLE_MAX_ELEMENTS};

/// Most core instances, and most tables, that one component takes from the pool: its module, and
/// the adapters that connect it to the imports.
const CORE_INSTANCES_EACH: u32 = 4;

/// A component whose instances can be made.
pub(super) struct Loaded {
    pub(super) engine: Engine,
    pub(super) component: InstancePre<CallState>,
    pub(super) places: Arc<Places>,
}

impl Loaded {
    /// Loads it so that instances come from a pool of fixed size.
    pub(super) fn pooled(code: &Code, limits: &Limits) -> Result<Self, ComponentError> {
        let mut config = config_of(limits);
        config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool_of(limits)));
        Self::new(config, code)
    }

    /// Loads it so that every instance is made when it is needed.
    pub(super) fn unpooled(code: &Code, limits: &Limits) -> Result<Self, ComponentError> {
        Self::new(config_of(limits), code)
    }

    fn new(mut config: Config, code: &Code) -> Result<Self, ComponentError> {
        code.prepare(&mut config);
        let engine = Engine::new(&config).map_err(|error| ComponentError::NoResources(described(&error)))?;
        let component = code.load(&engine).map_err(|error| ComponentError::Unusable(described(&error)))?;
        let (component, places) = linker::link(&engine)
            .and_then(|linker| linker.instantiate_pre(&component))
            .and_then(|component| Ok((Places::of(&component)?, component)))
            .map(|(places, component)| (component, Arc::new(places)))
            .map_err(|error| ComponentError::OtherWorld(described(&error)))?;
        Ok(Self { engine, component, places })
    }
}

pub(super) fn config_of(limits: &Limits) -> Config {
    let mut config = config::shared();
    config.max_wasm_stack(limits.stack_bytes);
    config
}

fn pool_of(limits: &Limits) -> PoolingAllocationConfig {
    let count = limits.pooled_instances;
    let parts = count.saturating_mul(CORE_INSTANCES_EACH);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(count)
        .total_core_instances(parts)
        .total_tables(parts)
        .total_memories(count)
        .max_memory_size(limits.memory_bytes)
        .table_elements(TABLE_MAX_ELEMENTS)
        .linear_memory_keep_resident(limits.resident_bytes)
        .table_keep_resident(limits.resident_bytes)
        .pagemap_scan(Enabled::Auto);
    pool
}

/// The whole chain of causes, on one line.
pub(super) fn described(error: &wasmtime::Error) -> String {
    format!("{error:#}")
}
