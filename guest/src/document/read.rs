//! Reads.

use super::answer::{Past, Plan, PlanPage, RevisionPage, StepPage};
use super::request::Point;
use crate::author::Author;
use crate::capability::Capabilities;
use crate::failure::Failure;
use crate::refusal::Refusal;

/// Reads the plan.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn read<C: Capabilities>(_: &mut C, _: &Author, _task: &str) -> Result<Plan, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Lists plans.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn list<C: Capabilities>(_: &mut C, _: &Author, _from: &str, _limit: u32) -> Result<PlanPage, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Lists revisions.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn revisions<C: Capabilities>(
    _: &mut C,
    _: &Author,
    _task: &str,
    _before: Option<u32>,
    _limit: u32,
) -> Result<RevisionPage, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Lists writes.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn steps<C: Capabilities>(
    _: &mut C,
    _: &Author,
    _task: &str,
    _revision: u32,
    _from: u32,
    _limit: u32,
) -> Result<StepPage, Failure> {
    Err(Refusal::HostRefused.into())
}
/// Reads a text of the past.
///
/// # Errors
///
/// As `wit/documents.wit` says.
pub fn read_past<C: Capabilities>(_: &mut C, _: &Author, _task: &str, _: Point) -> Result<Past, Failure> {
    Err(Refusal::HostRefused.into())
}
