//! Runs code where it lies in this program's file, without a copy. On Linux a read-only page of a
//! mapped file can be made executable; loading then costs a tenth, and every process shares the pages.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::mm::{MprotectFlags, mprotect};
use wasmtime::component::Component;
use wasmtime::{Config, CustomCodeMemory, Engine};

/// Lets an engine load code that lies in this program.
pub(super) fn prepare(config: &mut Config) {
    config.with_custom_code_memory(Some(Arc::new(ProgramText)));
}

/// Loads code that lies in this program. The first to ask gets it in place; the runtime wants each
/// later one to be a copy of its own.
pub(super) fn load(engine: &Engine, code: &'static [u8]) -> wasmtime::Result<Component> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    // SAFETY: `build.rs` got these bytes from wasmtime's compiler; they live as long as the process,
    // and nothing can write to them.
    unsafe {
        if TAKEN.swap(true, Ordering::Relaxed) {
            Component::deserialize(engine, code)
        } else {
            Component::deserialize_raw(engine, NonNull::from(code))
        }
    }
}

struct ProgramText;

impl CustomCodeMemory for ProgramText {
    fn required_alignment(&self) -> usize {
        rustix::param::page_size()
    }

    fn publish_executable(&self, start: *const u8, bytes: usize) -> wasmtime::Result<()> {
        let flags = MprotectFlags::READ | MprotectFlags::EXEC;
        // SAFETY: the range is of whole pages of code that `load` was given or has copied: read-only
        // pages, which gain the permission to be executed.
        unsafe { mprotect(start.cast_mut().cast::<c_void>(), bytes, flags) }?;
        Ok(())
    }

    /// Changes nothing: a copy is about to be unmapped, and the program's own pages stay mapped.
    fn unpublish_executable(&self, _start: *const u8, _bytes: usize) -> wasmtime::Result<()> {
        Ok(())
    }
}
