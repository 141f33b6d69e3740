//! Where the queues and bodies of plans come from: a store, or the caller.

use super::case::BodyNow;
use super::entry::RootKey;
use crate::capability::Capabilities;
use crate::refusal::Refusal;
use crate::tracker::fold::Ledger;
use crate::tracker::place;

/// Where a decision on roots gets what is not in its ledger.
pub(super) trait Source {
    /// Attaches the queue of a plan to a ledger that has it not.
    fn attach(&mut self, ledger: &mut Ledger, plan: &str) -> Result<(), Refusal>;

    /// The body of a plan as it is now; none where it is gone or can't be read.
    fn body(&mut self, ledger: &Ledger, plan: &str) -> Option<BodyNow>;

    /// The body of a root's plan as it is now, with the queue attached; none without a plan, or where it
    /// can't be read.
    fn body_of(&mut self, ledger: &mut Ledger, key: &RootKey) -> Result<Option<BodyNow>, Refusal> {
        let root = ledger.roots().root(key);
        let plan = root.and_then(|root| root.admission().identity.plan.clone());
        self.body_of_plan(ledger, plan.as_deref())
    }

    /// The same, of a plan.
    fn body_of_plan(&mut self, ledger: &mut Ledger, plan: Option<&str>) -> Result<Option<BodyNow>, Refusal> {
        let Some(plan) = plan else { return Ok(None) };
        self.attach(ledger, plan)?;
        Ok(self.body(ledger, plan))
    }
}

/// A store.
pub(super) struct Stored<'a, C>(pub(super) &'a mut C);

impl<C: Capabilities> Source for Stored<'_, C> {
    fn attach(&mut self, ledger: &mut Ledger, plan: &str) -> Result<(), Refusal> {
        place::attach(self.0, ledger, plan)
    }

    fn body(&mut self, ledger: &Ledger, plan: &str) -> Option<BodyNow> {
        let body = place::body(self.0, plan, ledger.plan(plan)?)?;
        Some(BodyNow::new(body.text))
    }
}

/// A body of a plan, as a harness that keeps its own log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedBody {
    /// The plan's id.
    pub plan: String,
    /// The text as it is now.
    pub text: String,
}

/// What the caller gave: its entries hold their queues.
pub(super) struct Given<'a>(pub(super) &'a [SavedBody]);

impl Source for Given<'_> {
    fn attach(&mut self, _: &mut Ledger, _: &str) -> Result<(), Refusal> {
        Ok(())
    }

    fn body(&mut self, ledger: &Ledger, plan: &str) -> Option<BodyNow> {
        ledger.plan(plan)?;
        let body = self.0.iter().find(|body| body.plan == plan)?;
        Some(BodyNow::new(body.text.clone()))
    }
}
