//! What a component may ask of the host: one file for each imported interface, translation only.

mod access;
mod bodies;
mod clock;
mod locking;
mod storage;
