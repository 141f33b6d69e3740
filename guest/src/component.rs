//! The component: what `wit/` names, made of this crate's modules.
//!
//! Only this file and its submodules know WIT. The exports call a module, the imports in [`ports`]
//! are the capabilities, [`convert`] turns one side's types into the other's; nothing here decides.

use bindings::exports::planmark::engine::{agent_tools, documents, info, preview, runtime, tracker};
use bindings::planmark::engine::types as wit;
use bindings::planmark::engine::{ledger, roots};
use ports::Ports;

mod bindings;
mod convert;
mod ports;

/// What the exports are implemented on. It holds nothing.
struct Component;

impl documents::Guest for Component {
    fn create(
        context: documents::Context,
        request: documents::WriteRequest,
    ) -> Result<documents::Written, wit::Failure> {
        answer(crate::document::create(&mut Ports, &context.into(), &request.into()))
    }

    fn update(
        context: documents::Context,
        request: documents::WriteRequest,
    ) -> Result<documents::Written, wit::Failure> {
        answer(crate::document::update(&mut Ports, &context.into(), &request.into()))
    }

    fn edit(
        context: documents::Context,
        request: documents::EditRequest,
    ) -> Result<documents::Written, wit::Failure> {
        answer(crate::document::edit(&mut Ports, &context.into(), &request.into()))
    }

    fn save(
        context: documents::Context,
        request: documents::SaveRequest,
    ) -> Result<documents::Written, wit::Failure> {
        answer(crate::document::save(&mut Ports, &context.into(), &request.into()))
    }

    fn restore(
        context: documents::Context,
        request: documents::RestoreRequest,
    ) -> Result<documents::Written, wit::Failure> {
        answer(crate::document::restore(&mut Ports, &context.into(), &request.into()))
    }

    fn delete(
        context: documents::Context,
        request: documents::DeleteRequest,
    ) -> Result<documents::Deleted, wit::Failure> {
        answer(crate::document::delete(&mut Ports, &context.into(), &request.into()))
    }

    fn read(caller: wit::Author, task: String) -> Result<documents::Plan, wit::Failure> {
        answer(crate::document::read(&mut Ports, &caller.into(), &task))
    }

    fn list(caller: wit::Author, from: String, limit: u32) -> Result<documents::PlanPage, wit::Failure> {
        answer(crate::document::list(&mut Ports, &caller.into(), &from, limit))
    }

    fn revisions(
        caller: wit::Author,
        task: String,
        before: Option<u32>,
        limit: u32,
    ) -> Result<documents::RevisionPage, wit::Failure> {
        answer(crate::document::revisions(&mut Ports, &caller.into(), &task, before, limit))
    }

    fn steps(
        caller: wit::Author,
        task: String,
        revision: u32,
        from: u32,
        limit: u32,
    ) -> Result<documents::StepPage, wit::Failure> {
        answer(crate::document::steps(&mut Ports, &caller.into(), &task, revision, from, limit))
    }

    fn read_past(
        caller: wit::Author,
        task: String,
        point: documents::Point,
    ) -> Result<documents::Past, wit::Failure> {
        answer(crate::document::read_past(&mut Ports, &caller.into(), &task, point.into()))
    }
}

impl tracker::Guest for Component {
    fn create(context: tracker::Context, owner: Option<String>) -> Result<tracker::Session, wit::Failure> {
        answer(crate::tracker::create(&mut Ports, &context.into(), owner.as_deref()))
    }

    fn describe(session: String) -> Result<tracker::Session, wit::Failure> {
        answer(crate::tracker::describe(&mut Ports, &session))
    }

    fn sessions(from: String, limit: u32) -> Result<tracker::SessionPage, wit::Failure> {
        answer(crate::tracker::sessions(&mut Ports, &from, limit))
    }

    fn branch(session: String, at: Option<u32>, limit: u32) -> Result<tracker::EntryPage, wit::Failure> {
        answer(crate::tracker::branch(&mut Ports, &session, at, limit))
    }

    fn fork(
        context: tracker::Context,
        from: String,
        at: Option<u32>,
    ) -> Result<tracker::Session, wit::Failure> {
        answer(crate::tracker::fork(&mut Ports, &context.into(), &from, at))
    }

    fn navigate(context: tracker::Context, to: u32) -> Result<tracker::Session, wit::Failure> {
        answer(crate::tracker::navigate(&mut Ports, &context.into(), to))
    }

    fn import(
        context: tracker::Context,
        request: tracker::ImportRequest,
    ) -> Result<tracker::Session, wit::Failure> {
        answer(crate::tracker::import(&mut Ports, &context.into(), &request.into()))
    }

    fn set_mode(context: tracker::Context, mode: ledger::Mode) -> Result<tracker::ModeSet, wit::Failure> {
        answer(crate::tracker::set_mode(&mut Ports, &context.into(), mode.into()))
    }

    fn save(context: tracker::Context, plan: String, text: String) -> Result<tracker::Saved, wit::Failure> {
        answer(crate::tracker::save(&mut Ports, &context.into(), &plan, &text))
    }

    fn select(context: tracker::Context, plan: String) -> Result<tracker::Changed, wit::Failure> {
        answer(crate::tracker::select(&mut Ports, &context.into(), &plan))
    }

    fn clear(context: tracker::Context, plan: Option<String>) -> Result<tracker::Changed, wit::Failure> {
        answer(crate::tracker::clear(&mut Ports, &context.into(), plan.as_deref()))
    }

    fn tick(
        context: tracker::Context,
        reference: ledger::Reference,
    ) -> Result<tracker::Ticked, wit::Failure> {
        answer(crate::tracker::tick(&mut Ports, &context.into(), &reference.into()))
    }

    fn untick(
        context: tracker::Context,
        reference: ledger::Reference,
    ) -> Result<tracker::Ticked, wit::Failure> {
        answer(crate::tracker::untick(&mut Ports, &context.into(), &reference.into()))
    }

    fn view(session: String, plan: Option<String>) -> Result<tracker::PlanView, wit::Failure> {
        answer(crate::tracker::view(&mut Ports, &session, plan.as_deref()))
    }

    fn tasks(session: String, plan: Option<String>) -> Result<tracker::TaskList, wit::Failure> {
        answer(crate::tracker::tasks(&mut Ports, &session, plan.as_deref()))
    }

    fn marker(session: String) -> Result<ledger::MarkerLine, wit::Failure> {
        answer(crate::tracker::marker(&mut Ports, &session))
    }

    fn prompt(session: String) -> Result<ledger::PromptText, wit::Failure> {
        answer(crate::tracker::prompt(&mut Ports, &session))
    }

    fn collect(session: String, dry_run: bool) -> Result<tracker::Collected, wit::Failure> {
        answer(crate::tracker::collect(&mut Ports, &session, dry_run))
    }
}

impl runtime::Guest for Component {
    fn cutover(context: runtime::Context) -> Result<runtime::CutoverSet, wit::Failure> {
        answer(crate::runtime::cutover(&mut Ports, &context.into()))
    }

    fn rollback(context: runtime::Context) -> Result<runtime::CutoverSet, wit::Failure> {
        answer(crate::runtime::rollback(&mut Ports, &context.into()))
    }

    fn admit(
        context: runtime::Context,
        admission: roots::Admission,
    ) -> Result<runtime::RootChanged, wit::Failure> {
        answer(crate::runtime::admit(&mut Ports, &context.into(), &admission.into()))
    }

    fn obligation(
        context: runtime::Context,
        item: roots::Item,
    ) -> Result<runtime::RootChanged, wit::Failure> {
        answer(crate::runtime::obligation(&mut Ports, &context.into(), &item.into()))
    }

    fn discharge(
        context: runtime::Context,
        item: roots::ItemKey,
    ) -> Result<runtime::RootChanged, wit::Failure> {
        answer(crate::runtime::discharge(&mut Ports, &context.into(), &item.into()))
    }

    fn block(context: runtime::Context, item: roots::Item) -> Result<runtime::RootChanged, wit::Failure> {
        answer(crate::runtime::block(&mut Ports, &context.into(), &item.into()))
    }

    fn unblock(
        context: runtime::Context,
        item: roots::ItemKey,
    ) -> Result<runtime::RootChanged, wit::Failure> {
        answer(crate::runtime::unblock(&mut Ports, &context.into(), &item.into()))
    }

    fn seal(context: runtime::Context, root: roots::RootKey) -> Result<runtime::RootChanged, wit::Failure> {
        answer(crate::runtime::seal(&mut Ports, &context.into(), &root.into()))
    }

    fn roots(session: String) -> Result<Vec<roots::Root>, wit::Failure> {
        crate::runtime::roots(&mut Ports, &session).map(convert::all).map_err(Into::into)
    }

    fn read(
        context: runtime::Context,
        seat: roots::Seat,
        arguments: roots::ReadArguments,
        observation: Option<roots::Observation>,
    ) -> Result<runtime::Reading, wit::Failure> {
        let (context, observation) = (context.into(), observation.map(Into::into));
        let seat = (&seat).into();
        answer(crate::runtime::read(&mut Ports, &context, seat, &arguments.into(), observation.as_ref()))
    }

    fn current_schemas() -> roots::Schemas {
        crate::runtime::catalog::current().schemas().into()
    }

    fn payload(
        session: String,
        root: roots::RootKey,
        seat: roots::Seat,
    ) -> Result<roots::ReentryPayload, wit::Failure> {
        answer(crate::runtime::payload(&mut Ports, &session, &root.into(), (&seat).into()))
    }

    fn observe(
        session: String,
        root: roots::RootKey,
        seat: roots::Seat,
        listing: String,
    ) -> Result<roots::Observation, wit::Failure> {
        answer(crate::runtime::observe(&mut Ports, &session, &root.into(), (&seat).into(), &listing))
    }

    fn reconcile(
        context: runtime::Context,
        root: roots::RootKey,
        seat: roots::Seat,
        observation: roots::Observation,
    ) -> Result<runtime::Reconciled, wit::Failure> {
        let (context, root) = (context.into(), root.into());
        answer(crate::runtime::reconcile(&mut Ports, &context, &root, (&seat).into(), &observation.into()))
    }

    fn validate(session: String, receipt: roots::Receipt) -> Result<bool, wit::Failure> {
        answer(crate::runtime::validate(&mut Ports, &session, &receipt.into()))
    }

    fn guard_line(session: String, read_tool: String) -> Result<Option<String>, wit::Failure> {
        answer(crate::runtime::guard_line(&mut Ports, &session, &read_tool))
    }

    fn guard_lint(
        line: String,
        selectors: Vec<String>,
        assemblies: Vec<runtime::Assembly>,
    ) -> Vec<runtime::GuardFinding> {
        convert::all(crate::runtime::guard::lint(&line, &selectors, &convert::all(assemblies)))
    }

    fn turn_begins(context: runtime::Context, trigger: roots::Trigger) -> Result<bool, wit::Failure> {
        answer(crate::runtime::turn_begins(&mut Ports, &context.into(), trigger.into()))
    }

    fn trigger_of(
        session: String,
        read_tool: String,
        prompt: String,
    ) -> Result<roots::Trigger, wit::Failure> {
        answer(crate::runtime::trigger_of(&mut Ports, &session, &read_tool, &prompt))
    }

    fn restored(session: String, read_tool: String) -> Result<roots::ReAnchor, wit::Failure> {
        answer(crate::runtime::restored(&mut Ports, &session, &read_tool))
    }

    fn before_change(
        session: String,
        read_tool: String,
        changes: Vec<roots::FileChange>,
    ) -> Result<roots::Opinion, wit::Failure> {
        let changes: Vec<_> = changes.iter().map(Into::into).collect();
        answer(crate::runtime::before_change(&mut Ports, &session, &read_tool, &changes))
    }

    fn before_call(
        session: String,
        seat: roots::Seat,
        call: roots::ClientCall,
    ) -> Result<roots::Opinion, wit::Failure> {
        let roots::ClientCall { name, arguments } = call;
        answer(crate::runtime::before_call(&mut Ports, &session, (&seat).into(), &name, &arguments))
    }

    fn after_call(
        context: runtime::Context,
        seat: roots::Seat,
        call: roots::ClientCall,
        result: String,
    ) -> Result<bool, wit::Failure> {
        let (context, roots::ClientCall { name, arguments }) = (context.into(), call);
        let seat = (&seat).into();
        answer(crate::runtime::after_call(&mut Ports, &context, seat, &name, &arguments, &result))
    }

    fn unreadable_input(session: String, read_tool: String) -> Result<roots::Opinion, wit::Failure> {
        answer(crate::runtime::unreadable_input(&mut Ports, &session, &read_tool))
    }

    fn turn_ends(
        context: runtime::Context,
        seat: roots::Seat,
        ending: roots::Ending,
    ) -> Result<roots::TurnEnd, wit::Failure> {
        answer(crate::runtime::turn_ends(&mut Ports, &context.into(), (&seat).into(), &ending.into()))
    }

    fn identify(signs: runtime::Signs) -> runtime::Identified {
        crate::runtime::client::identify(&signs.into()).into()
    }

    fn clients() -> Vec<runtime::ClientLine> {
        convert::all(crate::runtime::client::matrix())
    }
}

impl preview::Guest for Component {
    fn compose(stored: String, fragment: String) -> Result<preview::Composed, wit::Failure> {
        answer(crate::text::compose(&stored, &fragment))
    }

    fn inspect(text: String) -> Vec<wit::Note> {
        convert::all(crate::text::inspect(&text))
    }

    fn parse(text: String) -> ledger::Outline {
        crate::tracker::outline::parse(&text).into()
    }

    fn resolve(
        tasks: Vec<ledger::SeedTask>,
        done: Vec<String>,
        reference: ledger::Reference,
    ) -> Result<ledger::Resolved, wit::Failure> {
        answer(crate::tracker::preview::resolve(&convert::all(tasks), &done, &reference.into()))
    }

    fn branch(entries: Vec<ledger::Entry>, leaf: Option<String>) -> Result<Vec<ledger::Entry>, wit::Failure> {
        let branch = crate::tracker::preview::branch(&convert::all(entries), leaf.as_deref());
        branch.map(convert::all).map_err(Into::into)
    }

    fn fold(branch: Vec<ledger::Entry>) -> ledger::State {
        crate::tracker::preview::fold(&convert::all(branch)).into()
    }

    fn save(
        plan: String,
        text: String,
        path: Option<String>,
        at_ms: u64,
    ) -> Result<ledger::Seed, wit::Failure> {
        answer(crate::tracker::preview::save(&plan, &text, path.as_deref(), at_ms))
    }

    fn tick(
        branch: Vec<ledger::Entry>,
        reference: ledger::Reference,
    ) -> Result<preview::PlannedTick, wit::Failure> {
        answer(crate::tracker::preview::tick(&convert::all(branch), &reference.into()))
    }

    fn untick(
        branch: Vec<ledger::Entry>,
        reference: ledger::Reference,
    ) -> Result<preview::PlannedTick, wit::Failure> {
        answer(crate::tracker::preview::untick(&convert::all(branch), &reference.into()))
    }

    fn tasks(
        branch: Vec<ledger::Entry>,
        plan: Option<String>,
        body: Option<String>,
    ) -> Result<ledger::TaskList, wit::Failure> {
        answer(crate::tracker::preview::tasks(&convert::all(branch), plan.as_deref(), body.as_deref()))
    }

    fn marker(branch: Vec<ledger::Entry>, body: Option<String>) -> ledger::MarkerLine {
        crate::tracker::preview::marker(&convert::all(branch), body.as_deref()).into()
    }

    fn prompt(
        mode: ledger::Mode,
        plan: Option<String>,
        body: Option<String>,
        guard: Option<String>,
    ) -> ledger::PromptText {
        let (plan, body, guard) = (plan.as_deref(), body.as_deref(), guard.as_deref());
        crate::tracker::preview::prompt(mode.into(), plan, body, guard).into()
    }

    fn roots(log: preview::SessionLog) -> Vec<roots::Root> {
        convert::all(crate::runtime::preview::roots(&log.into()))
    }

    fn change_root(
        log: preview::SessionLog,
        request: preview::RootRequest,
    ) -> Result<Vec<roots::RootEvent>, wit::Failure> {
        let events = crate::runtime::preview::change_root(&log.into(), &request.into());
        events.map(convert::all).map_err(Into::into)
    }

    fn continue_read(
        log: preview::SessionLog,
        seat: roots::Seat,
        arguments: roots::ReadArguments,
        observation: Option<roots::Observation>,
    ) -> preview::PlannedReading {
        let (log, observation) = (log.into(), observation.map(Into::into));
        let seat = (&seat).into();
        crate::runtime::preview::continue_read(&log, seat, &arguments.into(), observation.as_ref()).into()
    }

    fn reconcile(
        log: preview::SessionLog,
        root: roots::RootKey,
        seat: roots::Seat,
        observation: roots::Observation,
    ) -> Result<preview::PlannedDirective, wit::Failure> {
        let (log, root) = (log.into(), root.into());
        answer(crate::runtime::preview::reconcile(&log, &root, (&seat).into(), &observation.into()))
    }

    fn payload(
        log: preview::SessionLog,
        root: roots::RootKey,
        seat: roots::Seat,
    ) -> Result<roots::ReentryPayload, wit::Failure> {
        answer(crate::runtime::preview::payload(&log.into(), &root.into(), (&seat).into()))
    }

    fn observe(
        log: preview::SessionLog,
        root: roots::RootKey,
        seat: roots::Seat,
        listing: String,
    ) -> Result<roots::Observation, wit::Failure> {
        answer(crate::runtime::preview::observe(&log.into(), &root.into(), (&seat).into(), &listing))
    }

    fn validate(log: preview::SessionLog, receipt: roots::Receipt) -> bool {
        crate::runtime::preview::validate(&log.into(), &receipt.into())
    }

    fn guard_line(log: preview::SessionLog, read_tool: String) -> Option<String> {
        crate::runtime::preview::guard_line(&log.into(), &read_tool)
    }

    fn turn_begins(log: preview::SessionLog, trigger: roots::Trigger) -> Vec<roots::RootEvent> {
        convert::all(crate::runtime::preview::turn_begins(&log.into(), trigger.into()))
    }

    fn trigger_of(log: preview::SessionLog, read_tool: String, prompt: String) -> roots::Trigger {
        crate::runtime::preview::trigger_of(&log.into(), &read_tool, &prompt).into()
    }

    fn restored(log: preview::SessionLog, read_tool: String) -> roots::ReAnchor {
        crate::runtime::preview::restored(&log.into(), &read_tool).into()
    }

    fn before_change(
        log: preview::SessionLog,
        read_tool: String,
        changes: Vec<roots::FileChange>,
    ) -> roots::Opinion {
        let changes: Vec<_> = changes.iter().map(Into::into).collect();
        crate::runtime::preview::before_change(&log.into(), &read_tool, &changes).into()
    }

    fn before_call(log: preview::SessionLog, seat: roots::Seat, call: roots::ClientCall) -> roots::Opinion {
        let roots::ClientCall { name, arguments } = call;
        crate::runtime::preview::before_call(&log.into(), (&seat).into(), &name, &arguments).into()
    }

    fn after_call(
        log: preview::SessionLog,
        seat: roots::Seat,
        call: roots::ClientCall,
        answer: String,
    ) -> Vec<roots::RootEvent> {
        let (seat, roots::ClientCall { name, arguments }) = ((&seat).into(), call);
        convert::all(crate::runtime::preview::after_call(&log.into(), seat, &name, &arguments, &answer))
    }

    fn unreadable_input(log: preview::SessionLog, read_tool: String) -> roots::Opinion {
        crate::runtime::preview::unreadable_input(&log.into(), &read_tool).into()
    }

    fn turn_ends(
        log: preview::SessionLog,
        seat: roots::Seat,
        ending: roots::Ending,
    ) -> preview::PlannedTurnEnd {
        crate::runtime::preview::turn_ends(&log.into(), (&seat).into(), &ending.into()).into()
    }
}

impl agent_tools::Guest for Component {
    fn list(offer: agent_tools::Offer) -> Result<Vec<agent_tools::Tool>, wit::Failure> {
        crate::tools::list(&offer.into()).map(convert::all).map_err(Into::into)
    }

    fn prompts(offer: agent_tools::Offer) -> Result<Vec<agent_tools::Prompt>, wit::Failure> {
        crate::tools::prompts(&offer.into()).map(convert::all).map_err(Into::into)
    }

    fn ask(
        offer: agent_tools::Offer,
        name: String,
        argument: Option<String>,
    ) -> Result<String, wit::Failure> {
        answer(crate::tools::ask(&offer.into(), &name, argument.as_deref()))
    }

    fn instructions(offer: agent_tools::Offer) -> Result<String, wit::Failure> {
        answer(crate::tools::instructions(&offer.into()))
    }

    fn call(
        context: agent_tools::CallContext,
        name: String,
        arguments: String,
    ) -> Result<agent_tools::ToolAnswer, wit::Failure> {
        answer(crate::tools::call(&mut Ports, &context.into(), &name, &arguments))
    }

    fn refusal(
        offer: agent_tools::Offer,
        failure: wit::Failure,
    ) -> Result<agent_tools::ToolAnswer, wit::Failure> {
        answer(crate::tools::refusal(&offer.into(), &failure.into()))
    }
}

impl info::Guest for Component {
    fn describe() -> info::Description {
        crate::info::describe().into()
    }
}

fn answer<A: Into<B>, B>(result: Result<A, crate::failure::Failure>) -> Result<B, wit::Failure> {
    result.map(Into::into).map_err(Into::into)
}
