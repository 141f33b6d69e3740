//! A session that another program keeps, read in place: the engine's pure functions over its log.

use std::path::Path;

use planmark_core::tracker::answer::{MarkerLine, PromptText, State};
use planmark_core::tracker::entry::Entry;
use planmark_core::tracker::reply::TaskList;

use super::refused;
use crate::Planmark;
use crate::cli::pi_session::{self, PiSession};
use crate::cli::report::Report;
use crate::store::memory::MemoryStore;

/// The branch of a Pi session.
pub(super) struct Foreign<'a> {
    planmark: &'a Planmark,
    branch: Vec<Entry>,
}

impl<'a> Foreign<'a> {
    /// An engine for pure functions.
    ///
    /// # Errors
    ///
    /// What the facade answers.
    pub(super) fn engine() -> Result<Planmark, Report> {
        Planmark::builder().store(MemoryStore::new()).build().map_err(|error| refused(&error))
    }

    /// Reads the file, and finds the branch it ends in.
    ///
    /// # Errors
    ///
    /// What the file or the facade answers; `session-damaged` for a cycle or a missing parent.
    pub(super) fn read(planmark: &'a Planmark, file: &Path) -> Result<Self, Report> {
        let session = PiSession::read(file)?;
        let branch = planmark.preview().branch(&session.entries, None).map_err(|error| refused(&error))?;
        Ok(Self { planmark, branch })
    }

    /// What follows from the branch.
    ///
    /// # Errors
    ///
    /// What the facade answers.
    pub(super) fn state(&self) -> Result<State, Report> {
        self.planmark.preview().fold(&self.branch).map_err(|error| refused(&error))
    }

    /// The tasks of a plan (none: the active one).
    ///
    /// # Errors
    ///
    /// What the facade answers.
    pub(super) fn tasks(&self, plan: Option<&str>) -> Result<TaskList, Report> {
        let body = self.body_of(plan)?.map(|(_, body)| body);
        self.planmark.preview().tasks(&self.branch, plan, body.as_deref()).map_err(|error| refused(&error))
    }

    /// The id and body of a plan (none: the active one).
    ///
    /// # Errors
    ///
    /// `body-unreadable`, and what the facade answers.
    pub(super) fn body(&self, plan: Option<&str>) -> Result<(String, String), Report> {
        self.body_of(plan)?.ok_or_else(|| {
            Report::with_code(
                "body-unreadable",
                "the session names no such plan, or its file can't be read",
                "`planmark plans --pi FILE` lists the plans; the file of one is where Pi saved it.",
            )
        })
    }

    /// The line for this turn.
    ///
    /// # Errors
    ///
    /// What the facade answers.
    pub(super) fn marker(&self) -> Result<MarkerLine, Report> {
        let body = self.body_of(None)?.map(|(_, body)| body);
        self.planmark.preview().marker(&self.branch, body.as_deref()).map_err(|error| refused(&error))
    }

    /// The text for the system prompt.
    ///
    /// # Errors
    ///
    /// What the facade answers.
    pub(super) fn prompt(&self) -> Result<PromptText, Report> {
        let mode = self.state()?.mode;
        let (plan, body) = self.body_of(None)?.unzip();
        let prompt = self.planmark.preview().prompt(mode, plan.as_deref(), body.as_deref(), None);
        prompt.map_err(|error| refused(&error))
    }

    /// The id and body of a plan, where there is one that can be read.
    fn body_of(&self, plan: Option<&str>) -> Result<Option<(String, String)>, Report> {
        let place = self.place(plan)?;
        Ok(place.and_then(|(id, path)| {
            let body = pi_session::body(&id, Path::new(&path?))?;
            Some((id, body))
        }))
    }

    /// The id of a plan of the branch (none: the active one), and where its body is.
    fn place(&self, plan: Option<&str>) -> Result<Option<(String, Option<String>)>, Report> {
        let plans = self.state()?.plans;
        let mut plans = plans.into_iter();
        let found = plans.find(|line| plan.map_or(line.active, |plan| line.plan == plan));
        Ok(found.map(|line| (line.plan, line.path)))
    }
}
