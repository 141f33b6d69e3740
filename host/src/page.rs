//! The preview page: what the engine makes of a plan, shown in a browser on this machine.
//!
//! The page is made by `bindings/web`. It runs the engine itself, so that all there is to do here is to
//! hand out its files, and one text to open. They are given to this machine alone, at a path that
//! nobody can guess, to requests that name this server.
//!
//! - [`Assets`]: the files, embedded in the program or read from a folder.
//! - [`Site`]: who gets them.

mod assets;
mod server;

pub use assets::Assets;
pub use server::{Opened, POLICY, Site};
