//! A hostile engine. The task id of a call says how it misbehaves; `tests/tests/evil.rs` proves that
//! the host survives each way, tells the truth about what was written, and goes on.

mod bindings {
    wit_bindgen::generate!({ path: "../../wit", world: "engine" });
}
mod runtime;

use bindings::exports::planmark::engine::agent_tools::{CallContext, Offer, Prompt, Tool, ToolAnswer};
use bindings::exports::planmark::engine::documents::{
    Context, DeleteRequest, Deleted, EditRequest, Past, Plan, PlanPage, PlanSummary, Point, RestoreRequest,
    RevisionPage, SaveRequest, StepPage, WriteRequest, Written,
};
use bindings::exports::planmark::engine::info::Description;
use bindings::exports::planmark::engine::preview::{Composed, PlannedTick, SessionLog};
use bindings::exports::planmark::engine::tracker::{
    Changed, Collected, EntryPage, ImportRequest, ModeSet, PlanView, Saved, Session, SessionPage, TaskList,
    Ticked,
};
use bindings::exports::planmark::engine::{agent_tools, documents, info, preview, tracker};
use bindings::planmark::engine::ledger::{
    Entry, MarkerLine, Mode, Outline, PromptText, Reference, Resolved, Seed, SeedTask, State,
};
use bindings::planmark::engine::storage::{self, Action, Mutation};
use bindings::planmark::engine::types::{
    Author, CapabilityFailure, Effect, Failure, FailureCode, Note, Scope, ScopeKind,
};
use bindings::planmark::engine::{bodies, locking, roots};

struct Evil;

bindings::export!(Evil with_types_in bindings);

const MEBIBYTE: usize = 1 << 20;

impl documents::Guest for Evil {
    fn create(_context: Context, request: WriteRequest) -> Result<Written, Failure> {
        let scope = scope(&request.task);
        match request.task.as_str() {
            "spin" => spin(),
            "allocate" => allocate(),
            "recurse" => panic!("{}", recurse(&[0; 64])),
            "commit" => {
                seize(&scope)?;
                commit(&scope, "head")?;
                Ok(written(&request.task))
            }
            "spin-with-lease" => {
                seize(&scope)?;
                spin()
            }
            "trap-before-commit" => {
                seize(&scope)?;
                panic!("before the commit")
            }
            "trap-after-commit" => {
                seize(&scope)?;
                commit(&scope, "head")?;
                panic!("after the commit")
            }
            "commit-without-lease" => {
                commit(&scope, "head")?;
                Ok(written(&request.task))
            }
            "commit-elsewhere" => {
                seize(&scope)?;
                commit(&self::scope("another-task"), "head")?;
                Ok(written(&request.task))
            }
            "commit-twice" => {
                seize(&scope)?;
                commit(&scope, "head")?;
                commit(&scope, "second")?;
                Ok(written(&request.task))
            }
            "two-leases" => {
                seize(&scope)?;
                seize(&self::scope("another-task"))?;
                Ok(written(&request.task))
            }
            "claim-written" => Ok(written(&request.task)),
            "claim-nothing-written" => {
                seize(&scope)?;
                commit(&scope, "head")?;
                Err(failure("I wrote nothing", Effect::NothingWritten))
            }
            "claim-unknown" => Err(failure("who knows", Effect::Unknown)),
            "huge-answer" => {
                seize(&scope)?;
                commit(&scope, "head")?;
                Ok(Written { title: "x".repeat(12 * MEBIBYTE), ..written(&request.task) })
            }
            "huge-failure" => Err(failure(&"x".repeat(12 * MEBIBYTE), Effect::NothingWritten)),
            "huge-argument" => {
                let key = "k".repeat(12 * MEBIBYTE);
                refuse(storage::get(&scope, &key).err())
            }
            "not-text" => {
                seize(&scope)?;
                commit(&scope, "head")?;
                // SAFETY: none; that is the point.
                let title = unsafe { String::from_utf8_unchecked(vec![0xff; 64]) };
                Ok(Written { title, ..written(&request.task) })
            }
            "absurd-scan" => absurd_scan(&scope),
            "absurd-commit" => absurd_commit(&scope),
            other => Err(failure(other, Effect::NothingWritten)),
        }
    }

    fn update(context: Context, request: WriteRequest) -> Result<Written, Failure> {
        Self::create(context, request)
    }

    fn edit(_context: Context, request: EditRequest) -> Result<Written, Failure> {
        Err(failure(&request.task, Effect::Written))
    }

    fn save(_context: Context, request: SaveRequest) -> Result<Written, Failure> {
        Err(failure(&request.task, Effect::Written))
    }

    fn restore(_context: Context, request: RestoreRequest) -> Result<Written, Failure> {
        Err(failure(&request.task, Effect::Written))
    }

    fn delete(_context: Context, request: DeleteRequest) -> Result<Deleted, Failure> {
        Ok(Deleted { task: request.task, revisions: 0, version: String::new(), events: Vec::new() })
    }

    fn read(caller: Author, task: String) -> Result<Plan, Failure> {
        if task == "absurd-facts" {
            return Ok(Plan {
                task: "someone-elses-task".to_owned(),
                title: "\u{0}\n".repeat(1000),
                content: String::new(),
                bytes: u32::MAX,
                chars: u32::MAX,
                revision: 0,
                position: 0,
                version: String::new(),
                author: caller,
                created_at_ms: u64::MAX,
                updated_at_ms: 0,
                notes: Vec::new(),
            });
        }
        if task == "write-in-a-read" {
            let scope = scope(&task);
            seize(&scope)?;
            commit(&scope, "head")?;
        }
        Err(failure(&task, Effect::Written))
    }

    fn list(_caller: Author, _from: String, limit: u32) -> Result<PlanPage, Failure> {
        let summary = PlanSummary {
            task: String::new(),
            title: String::new(),
            bytes: 0,
            revision: 0,
            updated_at_ms: 0,
        };
        Ok(PlanPage { plans: vec![summary; limit as usize], unreadable: Vec::new(), next: None })
    }

    fn revisions(
        _caller: Author,
        task: String,
        _before: Option<u32>,
        _limit: u32,
    ) -> Result<RevisionPage, Failure> {
        Err(failure(&task, Effect::Unknown))
    }

    fn steps(
        _caller: Author,
        task: String,
        _revision: u32,
        _from: u32,
        _limit: u32,
    ) -> Result<StepPage, Failure> {
        Err(failure(&task, Effect::Unknown))
    }

    fn read_past(_caller: Author, task: String, _point: Point) -> Result<Past, Failure> {
        Err(failure(&task, Effect::Unknown))
    }
}

/// The session id says how the call misbehaves.
impl tracker::Guest for Evil {
    fn create(context: tracker::Context, _owner: Option<String>) -> Result<Session, Failure> {
        refused(&context)
    }

    fn describe(session: String) -> Result<Session, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn sessions(from: String, _limit: u32) -> Result<SessionPage, Failure> {
        Err(failure(&from, Effect::Written))
    }

    fn branch(session: String, _at: Option<u32>, _limit: u32) -> Result<EntryPage, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn fork(context: tracker::Context, _from: String, _at: Option<u32>) -> Result<Session, Failure> {
        refused(&context)
    }

    fn navigate(context: tracker::Context, _to: u32) -> Result<Session, Failure> {
        refused(&context)
    }

    fn import(context: tracker::Context, _request: ImportRequest) -> Result<Session, Failure> {
        refused(&context)
    }

    fn set_mode(context: tracker::Context, mode: Mode) -> Result<ModeSet, Failure> {
        let (changed, replayed) = claims(&context)?;
        Ok(ModeSet { mode, changed, replayed })
    }

    fn save(context: tracker::Context, plan: String, _text: String) -> Result<Saved, Failure> {
        let (_, replayed) = claims(&context)?;
        Ok(Saved {
            plan,
            path: None,
            saved_at_ms: 0,
            bytes: 0,
            total: 0,
            next: None,
            notes: Vec::new(),
            replayed,
        })
    }

    fn select(context: tracker::Context, plan: String) -> Result<Changed, Failure> {
        let (changed, replayed) = claims(&context)?;
        Ok(Changed { plan, changed, active: None, replayed })
    }

    fn clear(context: tracker::Context, _plan: Option<String>) -> Result<Changed, Failure> {
        refused(&context)
    }

    fn tick(context: tracker::Context, reference: Reference) -> Result<Ticked, Failure> {
        let (changed, replayed) = claims(&context)?;
        Ok(Ticked {
            plan: String::new(),
            id: String::new(),
            title: reference.title.unwrap_or_default(),
            changed,
            skipped: Vec::new(),
            done: 1,
            total: 0,
            next: None,
            replayed,
        })
    }

    fn untick(context: tracker::Context, reference: Reference) -> Result<Ticked, Failure> {
        Self::tick(context, reference)
    }

    fn view(session: String, _plan: Option<String>) -> Result<PlanView, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn tasks(session: String, _plan: Option<String>) -> Result<TaskList, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn marker(session: String) -> Result<MarkerLine, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn prompt(session: String) -> Result<PromptText, Failure> {
        Err(failure(&session, Effect::Written))
    }

    fn collect(session: String, _dry_run: bool) -> Result<Collected, Failure> {
        let removed = match session.as_str() {
            "remove-and-fail" => {
                bodies::remove(&session, "plan").or_else(|error| refuse(Some(error)))?;
                return Err(failure("nothing was removed", Effect::NothingWritten));
            }
            "remove-and-deny" => {
                bodies::remove(&session, "plan").or_else(|error| refuse(Some(error)))?;
                Vec::new()
            }
            _ => vec!["plan".to_owned()],
        };
        Ok(Collected { removed, kept: Vec::new() })
    }
}

/// What an answer claims: whether it changed something, and whether it is a stored one. The session
/// `commit-…` commits before it.
fn claims(context: &tracker::Context) -> Result<(bool, bool), Failure> {
    let scope = Scope { kind: ScopeKind::Session, id: context.session.clone() };
    if context.session.starts_with("commit-") {
        seize(&scope)?;
        commit(&scope, "head")?;
    }
    Ok((context.session.ends_with("changed"), context.session.ends_with("replayed")))
}

fn refused<T>(context: &tracker::Context) -> Result<T, Failure> {
    Err(failure(&context.session, Effect::Written))
}

impl preview::Guest for Evil {
    fn compose(stored: String, _fragment: String) -> Result<Composed, Failure> {
        match stored.as_str() {
            "spin" => spin(),
            "trap" => panic!("in a pure function"),
            "use-imports" => {
                refuse(locking::acquire(&scope("x")).err())?;
                refuse(storage::get(&scope("x"), "head").err())
            }
            other => Ok(Composed { text: other.to_owned(), bytes: 0, kept: 0, fragment_at: 0 }),
        }
    }

    fn inspect(text: String) -> Vec<Note> {
        panic!("{text}")
    }

    fn parse(_text: String) -> Outline {
        spin()
    }

    fn resolve(
        _tasks: Vec<SeedTask>,
        _done: Vec<String>,
        _reference: Reference,
    ) -> Result<Resolved, Failure> {
        Err(failure("I wrote", Effect::Written))
    }

    fn branch(entries: Vec<Entry>, _leaf: Option<String>) -> Result<Vec<Entry>, Failure> {
        Ok(entries)
    }

    fn fold(_branch: Vec<Entry>) -> State {
        allocate()
    }

    fn save(plan: String, _text: String, _path: Option<String>, _at_ms: u64) -> Result<Seed, Failure> {
        panic!("{plan}")
    }

    fn tick(_branch: Vec<Entry>, _reference: Reference) -> Result<PlannedTick, Failure> {
        panic!("{}", recurse(&[0; 64]))
    }

    fn untick(_branch: Vec<Entry>, _reference: Reference) -> Result<PlannedTick, Failure> {
        spin()
    }

    fn tasks(_branch: Vec<Entry>, plan: Option<String>, _body: Option<String>) -> Result<TaskList, Failure> {
        Err(failure(&plan.unwrap_or_default(), Effect::Written))
    }

    fn marker(_branch: Vec<Entry>, _body: Option<String>) -> MarkerLine {
        allocate()
    }

    fn prompt(
        _mode: Mode,
        _plan: Option<String>,
        _body: Option<String>,
        _guard: Option<String>,
    ) -> PromptText {
        PromptText { text: "x".repeat(12 * MEBIBYTE), digest: String::new(), notes: Vec::new() }
    }

    fn roots(_log: SessionLog) -> Vec<roots::Root> {
        spin()
    }

    fn change_root(
        _log: SessionLog,
        _request: preview::RootRequest,
    ) -> Result<Vec<roots::RootEvent>, Failure> {
        Err(failure("I wrote", Effect::Written))
    }

    fn continue_read(
        _log: SessionLog,
        _seat: roots::Seat,
        _arguments: roots::ReadArguments,
        _observation: Option<roots::Observation>,
    ) -> preview::PlannedReading {
        allocate()
    }

    fn reconcile(
        _log: SessionLog,
        _root: roots::RootKey,
        _seat: roots::Seat,
        _observation: roots::Observation,
    ) -> Result<preview::PlannedDirective, Failure> {
        Err(failure("I wrote", Effect::Written))
    }

    fn payload(
        _log: SessionLog,
        _root: roots::RootKey,
        _seat: roots::Seat,
    ) -> Result<roots::ReentryPayload, Failure> {
        Err(failure("I wrote", Effect::Written))
    }

    fn observe(
        _log: SessionLog,
        _root: roots::RootKey,
        _seat: roots::Seat,
        listing: String,
    ) -> Result<roots::Observation, Failure> {
        panic!("{listing}")
    }

    fn validate(_log: SessionLog, _receipt: roots::Receipt) -> bool {
        spin()
    }

    fn guard_line(_log: SessionLog, _read_tool: String) -> Option<String> {
        Some("x".repeat(12 * MEBIBYTE))
    }

    fn turn_begins(_log: SessionLog, _trigger: roots::Trigger) -> Vec<roots::RootEvent> {
        allocate()
    }

    fn trigger_of(_log: SessionLog, _read_tool: String, prompt: String) -> roots::Trigger {
        panic!("{prompt}")
    }

    fn restored(_log: SessionLog, _read_tool: String) -> roots::ReAnchor {
        spin()
    }

    fn before_change(
        _log: SessionLog,
        _read_tool: String,
        _changes: Vec<roots::FileChange>,
    ) -> roots::Opinion {
        allocate()
    }

    fn before_call(_log: SessionLog, _seat: roots::Seat, _call: roots::ClientCall) -> roots::Opinion {
        spin()
    }

    fn after_call(
        _log: SessionLog,
        _seat: roots::Seat,
        _call: roots::ClientCall,
        answer: String,
    ) -> Vec<roots::RootEvent> {
        panic!("{answer}")
    }

    fn unreadable_input(_log: SessionLog, _read_tool: String) -> roots::Opinion {
        spin()
    }

    fn turn_ends(_log: SessionLog, _seat: roots::Seat, _ending: roots::Ending) -> preview::PlannedTurnEnd {
        allocate()
    }
}

impl agent_tools::Guest for Evil {
    fn list(offer: Offer) -> Result<Vec<Tool>, Failure> {
        panic!("{}", offer.suffix)
    }

    fn prompts(_offer: Offer) -> Result<Vec<Prompt>, Failure> {
        Ok(Vec::new())
    }

    fn ask(_offer: Offer, _name: String, _argument: Option<String>) -> Result<String, Failure> {
        Ok("x".repeat(12 * MEBIBYTE))
    }

    fn instructions(_offer: Offer) -> Result<String, Failure> {
        Ok("x".repeat(12 * MEBIBYTE))
    }

    /// The name of the tool says what it commits, the arguments what it says of that.
    fn call(_context: CallContext, name: String, arguments: String) -> Result<ToolAnswer, Failure> {
        if name == "commit" {
            let scope = scope("T-1");
            seize(&scope)?;
            commit(&scope, "head")?;
        }
        match arguments.as_str() {
            "changed" => Ok(tool_answer(true)),
            "unchanged" => Ok(tool_answer(false)),
            "refused" => Err(failure("I wrote nothing", Effect::NothingWritten)),
            other => panic!("{other}"),
        }
    }

    fn refusal(_offer: Offer, failure: Failure) -> Result<ToolAnswer, Failure> {
        Err(failure)
    }
}

fn tool_answer(changed: bool) -> ToolAnswer {
    ToolAnswer { json: "no JSON".to_owned(), is_error: false, changed, events: Vec::new() }
}

impl info::Guest for Evil {
    fn describe() -> Description {
        allocate()
    }
}

fn spin() -> ! {
    let mut turns = 0_u64;
    loop {
        turns = std::hint::black_box(turns.wrapping_add(1));
    }
}

fn allocate() -> ! {
    let mut hoard = Vec::new();
    loop {
        hoard.push(std::hint::black_box(vec![1_u8; MEBIBYTE]));
    }
}

#[expect(unconditional_recursion, reason = "that is the point")]
fn recurse(above: &[u8; 64]) -> usize {
    let mut below = *above;
    below[0] = below[0].wrapping_add(1);
    recurse(std::hint::black_box(&below)) + usize::from(below[1])
}

fn absurd_scan(scope: &Scope) -> Result<Written, Failure> {
    for (prefix, from, limit) in
        [("", "", u32::MAX), ("", "", 0), ("\u{0}", "", 1), ("", "é", 1), (&"k".repeat(MEBIBYTE), "", 1)]
    {
        if storage::scan(scope, prefix, from, limit).is_ok() {
            return Err(failure("a scan was allowed", Effect::NothingWritten));
        }
    }
    if storage::scopes(ScopeKind::Session, "", u32::MAX).is_ok() {
        return Err(failure("a listing was allowed", Effect::NothingWritten));
    }
    Err(failure("every scan was refused", Effect::NothingWritten))
}

fn absurd_commit(scope: &Scope) -> Result<Written, Failure> {
    seize(scope)?;
    let mutation = |n: usize| Mutation {
        key: format!("key-{n}"),
        expected: None,
        action: Action::Put("x".repeat(1000)),
    };
    let many: Vec<_> = (0..5000).map(mutation).collect();
    refuse(storage::commit(scope, &many).err())
}

fn scope(task: &str) -> Scope {
    Scope { kind: ScopeKind::Task, id: task.to_owned() }
}

fn seize(scope: &Scope) -> Result<(), Failure> {
    locking::acquire(scope).or_else(|error| refuse(Some(error)))
}

fn commit(scope: &Scope, key: &str) -> Result<(), Failure> {
    let expected = storage::get(scope, key).ok().and_then(|found| found.cell).map(|cell| cell.version);
    let mutation = Mutation { key: key.to_owned(), expected, action: Action::Put("evil".to_owned()) };
    storage::commit(scope, &[mutation]).or_else(|error| refuse(Some(error)))
}

/// Reports how the host refused, by the name of its code.
fn refuse<T>(error: Option<CapabilityFailure>) -> Result<T, Failure> {
    let message = error.map_or_else(|| "allowed".to_owned(), |error| format!("{:?}", error.code));
    Err(failure(&message, Effect::Written))
}

fn failure(message: &str, effect: Effect) -> Failure {
    Failure {
        code: FailureCode::Other,
        message: message.to_owned(),
        next: String::new(),
        effect,
        bytes: None,
        limit: None,
        occurrences: None,
        current_version: None,
        candidates: Vec::new(),
    }
}

fn written(task: &str) -> Written {
    Written {
        task: task.to_owned(),
        title: String::new(),
        bytes: u32::MAX,
        chars: u32::MAX,
        revision: 0,
        coalesced: true,
        position: 0,
        version: String::new(),
        truncation: None,
        notes: Vec::new(),
        events: Vec::new(),
    }
}
