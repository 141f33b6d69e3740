//! Writes.

use super::answer::{Deleted, Written};
use super::request::{Context, DeleteRequest, EditRequest, RestoreRequest, SaveRequest, WriteRequest};
use crate::capability::Capabilities;
use crate::failure::Failure;
use crate::refusal::Refusal;

/// Creates the task's plan, or replaces the one there is.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn create<C: Capabilities>(_: &mut C, _: &Context, _: &WriteRequest) -> Result<Written, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Replaces the plan, or appends to it.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn update<C: Capabilities>(_: &mut C, _: &Context, _: &WriteRequest) -> Result<Written, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Replaces the one place where a text stands.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn edit<C: Capabilities>(_: &mut C, _: &Context, _: &EditRequest) -> Result<Written, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Stores the whole text that an editor holds.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn save<C: Capabilities>(_: &mut C, _: &Context, _: &SaveRequest) -> Result<Written, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Brings an earlier text and its title back.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn restore<C: Capabilities>(_: &mut C, _: &Context, _: &RestoreRequest) -> Result<Written, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Deletes the plan and keeps its history.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn delete<C: Capabilities>(_: &mut C, _: &Context, _: &DeleteRequest) -> Result<Deleted, Failure> {
    Err(Refusal::HostRefused.into())
}
