//! What a branch says about roots: each entry in turn changes [`Roots`], beside the tracker's ledger.

use serde::{Deserialize, Serialize};

use super::catalog::{self, Catalog};
use super::entry::{
    Action, Admission, Admitted, Asked, Called, Event, Identity, Item, ItemKey, Receipt, RootKey, Served,
    Trigger, Verdict,
};
use super::{AUTHORITY_MAX_CHARS, ITEMS_MAX, ROOTS_MAX};

/// The roots of a branch.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Roots {
    cutover: Cutover,
    roots: Vec<Root>,
    trigger: Trigger,
    continued: bool,
}

/// Whether roots that are admitted now can be driven by the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Cutover {
    #[default]
    Before,
    Driving,
    Back,
}

/// An obligation as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Obligation {
    /// Its id.
    pub id: String,
    /// What it is.
    pub text: String,
    /// Whether it is discharged.
    pub discharged: bool,
}

/// A block in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Its id.
    pub id: String,
    /// Why.
    pub text: String,
}

/// The transport that was installed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Installed {
    /// What the client calls it, where it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
}

/// A root.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    admission: Admission,
    verdict: Verdict,
    #[serde(default, skip_serializing_if = "is_false")]
    superseded: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    obligations: Vec<Obligation>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<Block>,
    #[serde(default, skip_serializing_if = "is_false")]
    live: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    served: Option<String>,
    /// Whether a directive asked to install its transport, which hasn't ended since.
    #[serde(default, skip_serializing_if = "is_false")]
    install_asked: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asked: Option<Asked>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    installed: Vec<Installed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    receipt: Option<Receipt>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Roots {
    /// Takes one entry. False when it means nothing here: its root is unknown, or it is not of its
    /// form. Then nothing is changed.
    pub fn apply(&mut self, event: &Event) -> bool {
        match event {
            Event::Cutover => self.cutover = Cutover::Driving,
            Event::Rollback if self.cutover == Cutover::Driving => self.cutover = Cutover::Back,
            Event::Rollback => return false,
            Event::Admit(admitted) => return self.admit(admitted),
            Event::Turn(trigger) => self.begin_turn(*trigger),
            Event::Continue => self.continued = true,
            other => return self.change(other),
        }
        true
    }

    /// What the verdict of an admission is that is made now.
    #[must_use]
    pub fn judge(&self, admission: &Admission) -> Verdict {
        let Some(schemas) = &admission.schemas else { return Verdict::Legacy };
        match self.cutover {
            _ if self.root(&admission.identity.key).is_some() => Verdict::Ambiguous,
            Cutover::Before => Verdict::PreCutover,
            Cutover::Back => Verdict::RolledBack,
            Cutover::Driving if catalog::find(schemas).is_some() => Verdict::EngineDriven,
            Cutover::Driving => Verdict::Stale,
        }
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The roots, in the order of their admission.
    #[must_use]
    pub fn list(&self) -> &[Root] {
        &self.roots
    }

    /// A root.
    #[must_use]
    pub fn root(&self, key: &RootKey) -> Option<&Root> {
        self.roots.iter().find(|root| root.key() == key)
    }

    /// The latest generation of a closure, where it is later than the one that is asked about.
    #[must_use]
    pub fn later(&self, key: &RootKey) -> Option<&RootKey> {
        let keys = self.roots.iter().map(Root::key).filter(|other| other.closure == key.closure);
        keys.max_by_key(|other| other.generation).filter(|other| other.generation > key.generation)
    }

    /// The root that is in force: the latest one that the engine drives and that is neither sealed nor
    /// superseded; where there is none, the latest one that it drives.
    #[must_use]
    pub fn in_force(&self) -> Option<&Root> {
        let driven = || self.roots.iter().rev().filter(|root| root.is_driven());
        let open = driven().find(|root| !root.superseded && root.receipt.is_none());
        open.or_else(|| driven().next())
    }

    /// Whether roots that are admitted now can be driven by the engine.
    #[must_use]
    pub fn is_driving(&self) -> bool {
        self.cutover == Cutover::Driving
    }

    /// What the turn began with.
    #[must_use]
    pub fn trigger(&self) -> Trigger {
        self.trigger
    }

    /// Whether this turn was continued already.
    #[must_use]
    pub fn is_continued(&self) -> bool {
        self.continued
    }

    /// Whether the beginning of a turn would change anything.
    #[must_use]
    pub fn turn_matters(&self, trigger: Trigger) -> bool {
        self.roots.iter().any(Root::is_driven)
            && ((trigger != Trigger::Restored && (self.trigger != trigger || self.continued))
                || self.roots.iter().any(|root| root.served.is_some() || root.is_asking_in_vain()))
    }

    fn begin_turn(&mut self, trigger: Trigger) {
        // A session is restored within a turn too: that turn stays what it was, and goes on once.
        if trigger != Trigger::Restored {
            self.trigger = trigger;
            self.continued = false;
        }
        for root in &mut self.roots {
            root.served = None;
            if root.is_asking_in_vain() {
                root.asked = None;
            }
        }
    }

    fn admit(&mut self, Admitted { admission, verdict }: &Admitted) -> bool {
        if admission.check().is_err() {
            return false;
        }
        let judged = self.judge(admission);
        let key = &admission.identity.key;
        if let Some(twin) = self.roots.iter_mut().find(|root| root.key() == key) {
            twin.verdict = Verdict::Ambiguous;
            return true;
        }
        if self.roots.len() >= ROOTS_MAX {
            return false;
        }
        let superseded = self.later(key).is_some();
        for root in self
            .roots
            .iter_mut()
            .filter(|root| root.key().closure == key.closure && root.key().generation < key.generation)
        {
            root.superseded = true;
        }
        // INVARIANT: what a log says can take the engine's hands off a root, and never put them on.
        let verdict = if judged == Verdict::EngineDriven { *verdict } else { judged };
        self.roots.push(Root { superseded, ..Root::new(admission.clone(), verdict) });
        true
    }

    fn change(&mut self, event: &Event) -> bool {
        let Some(key) = event.root() else { return false };
        let Some(root) = self.roots.iter_mut().find(|root| root.key() == key) else { return false };
        match event {
            Event::Obligation(item) => root.oblige(item),
            Event::Discharge(item) => root.discharge(item),
            Event::Block(item) => root.block(item),
            Event::Unblock(item) => root.unblock(item),
            Event::Serve(served) => root.serve(served),
            Event::Ask(asked) => root.ask(asked),
            Event::Call(called) => root.called(called),
            Event::Seal(receipt) => root.seal(receipt),
            _ => false,
        }
    }
}

impl Root {
    fn new(admission: Admission, verdict: Verdict) -> Self {
        Self {
            admission,
            verdict,
            superseded: false,
            obligations: Vec::new(),
            blocks: Vec::new(),
            live: false,
            served: None,
            install_asked: false,
            asked: None,
            installed: Vec::new(),
            receipt: None,
        }
    }

    /// A root that is not on the branch: nobody's, and nothing is to be done.
    pub(super) fn unknown(key: RootKey) -> Self {
        let identity = Identity { key, target: String::new(), plan: None, authority: String::new() };
        Self::new(Admission { identity, owned: Vec::new(), schemas: None }, Verdict::Legacy)
    }

    /// What names it.
    #[must_use]
    pub fn key(&self) -> &RootKey {
        &self.admission.identity.key
    }

    /// What was admitted.
    #[must_use]
    pub fn admission(&self) -> &Admission {
        &self.admission
    }

    /// Whether the engine drives it.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.verdict {
            Verdict::EngineDriven if self.schemas_known().is_none() => Verdict::Stale,
            verdict => verdict,
        }
    }

    /// Whether the engine drives it.
    #[must_use]
    pub fn is_driven(&self) -> bool {
        self.verdict() == Verdict::EngineDriven
    }

    /// What is in force for it, where the engine drives it.
    #[must_use]
    pub fn catalog(&self) -> Option<&'static Catalog> {
        self.schemas_known().filter(|_| self.verdict == Verdict::EngineDriven)
    }

    /// Whether a later generation of its closure was admitted.
    #[must_use]
    pub fn is_superseded(&self) -> bool {
        self.superseded
    }

    /// In the order in which they were given.
    #[must_use]
    pub fn obligations(&self) -> &[Obligation] {
        &self.obligations
    }

    /// In the order in which they were given.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// From its first serve to its receipt, and again from the next serve on: the sentinel (D45).
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.live
    }

    /// The task that was served in this turn.
    #[must_use]
    pub fn served(&self) -> Option<&str> {
        self.served.as_deref()
    }

    /// Whether a directive asked to install its transport, which hasn't ended since.
    #[must_use]
    pub fn was_install_asked(&self) -> bool {
        self.install_asked
    }

    /// What a directive asked for and has no result yet.
    #[must_use]
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    /// The first transport whose making was recorded, and whose end was not. There can be more of them: a
    /// client may make the call that was asked for twice at once.
    #[must_use]
    pub fn installed(&self) -> Option<&Installed> {
        self.installed.first()
    }

    /// Whether the making of a transport of that name was recorded, and not its end.
    #[must_use]
    pub fn has_installed(&self, handle: Option<&str>) -> bool {
        self.installed.iter().any(|installed| installed.handle.as_deref() == handle)
    }

    /// The receipt it was last sealed with, valid or not; none once it is served again.
    #[must_use]
    pub fn receipt(&self) -> Option<&Receipt> {
        self.receipt.as_ref()
    }

    fn schemas_known(&self) -> Option<&'static Catalog> {
        self.admission.schemas.as_ref().and_then(catalog::find)
    }

    /// Whether it is finished and waits for a call that belongs to an earlier turn: a read asks for
    /// it again.
    fn is_asking_in_vain(&self) -> bool {
        self.asked.is_some() && !self.live
    }

    fn oblige(&mut self, item: &Item) -> bool {
        let known = self.obligations.iter().any(|obligation| obligation.id == item.id);
        if known || self.obligations.len() >= ITEMS_MAX || item.check().is_err() {
            return false;
        }
        let Item { root: _, id, text } = item.clone();
        self.obligations.push(Obligation { id, text, discharged: false });
        true
    }

    fn discharge(&mut self, item: &ItemKey) -> bool {
        let found = self.obligations.iter_mut().find(|obligation| obligation.id == item.id);
        found.map(|obligation| obligation.discharged = true).is_some()
    }

    fn block(&mut self, item: &Item) -> bool {
        let known = self.blocks.iter().any(|block| block.id == item.id);
        if known || self.blocks.len() >= ITEMS_MAX || item.check().is_err() {
            return false;
        }
        let Item { root: _, id, text } = item.clone();
        self.blocks.push(Block { id, text });
        true
    }

    fn unblock(&mut self, item: &ItemKey) -> bool {
        let before = self.blocks.len();
        self.blocks.retain(|block| block.id != item.id);
        self.blocks.len() < before
    }

    fn serve(&mut self, served: &Served) -> bool {
        if !self.is_driven() {
            return false;
        }
        self.live = true;
        self.served = Some(served.task.clone());
        // What is served isn't finished: a root that was reopened is sealed again when it is, and its goal
        // or loop isn't to be ended yet.
        self.receipt = None;
        self.asked.take_if(|asked| matches!(asked.action, Action::Complete | Action::Stop));
        true
    }

    fn ask(&mut self, asked: &Asked) -> bool {
        if !self.is_driven() || matches!(asked.action, Action::Keep | Action::Unavailable) {
            return false;
        }
        self.install_asked |= asked.action == Action::Install;
        self.asked = Some(asked.clone());
        true
    }

    fn called(&mut self, called: &Called) -> bool {
        let handle = called.handle.clone();
        if handle.as_ref().is_some_and(|handle| !super::entry::is_line(handle, AUTHORITY_MAX_CHARS)) {
            return false;
        }
        match called.action {
            Action::Install if self.has_installed(handle.as_deref()) => {}
            Action::Install if self.installed.len() >= ITEMS_MAX => return false,
            Action::Install => self.installed.push(Installed { handle }),
            Action::Complete | Action::Stop => {
                self.installed.retain(|installed| handle.is_some() && installed.handle != handle);
                self.install_asked &= !self.installed.is_empty();
            }
            Action::Keep | Action::Unavailable => return false,
        }
        self.asked.take_if(|asked| asked.action == called.action);
        true
    }

    fn seal(&mut self, receipt: &Receipt) -> bool {
        if !self.is_driven() || receipt.identity != self.admission.identity {
            return false;
        }
        self.receipt = Some(receipt.clone());
        self.live = false;
        self.served = None;
        // A loop or goal that wasn't made yet is no longer wanted.
        self.asked.take_if(|asked| asked.action == Action::Install);
        true
    }
}
