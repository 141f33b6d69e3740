//! The interfaces that a component exports. One is loaded when it is first used in an instance: its
//! functions are found there and their types checked, which takes longer than to make the instance
//! when it is done for all of them.

use std::cell::OnceCell;

use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre};

use crate::bindings::exports::planmark::engine::{agent_tools, documents, info, preview, runtime, tracker};
use crate::runtime::state::CallState;

/// One interface, loaded in an instance.
pub(crate) trait Interface: Sized {
    /// Where it is kept among those of its instance.
    fn kept(exports: &Exports) -> &OnceCell<Self>;
    /// Loads it.
    fn load(places: &Places, store: &mut Store<CallState>, instance: &Instance) -> wasmtime::Result<Self>;
}

macro_rules! interfaces {
    ($($name:ident),*) => {
        /// Where in a component each interface's functions are.
        pub(crate) struct Places {
            $($name: $name::GuestIndices,)*
        }

        impl Places {
            /// Looks them up; fails where the component lacks one.
            pub(crate) fn of(component: &InstancePre<CallState>) -> wasmtime::Result<Self> {
                Ok(Self { $($name: $name::GuestIndices::new(component)?,)* })
            }
        }

        /// The interfaces of one instance, as far as they are loaded.
        #[derive(Default)]
        pub(crate) struct Exports {
            $($name: OnceCell<$name::Guest>,)*
        }

        $(impl Interface for $name::Guest {
            fn kept(exports: &Exports) -> &OnceCell<Self> {
                &exports.$name
            }

            fn load(places: &Places, store: &mut Store<CallState>, instance: &Instance) -> wasmtime::Result<Self> {
                places.$name.load(store, instance)
            }
        })*
    };
}

interfaces!(agent_tools, documents, info, preview, runtime, tracker);
