//! What answers a client.

use std::borrow::Cow;
use std::sync::{Arc, Once};
use std::time::Instant;

use axum::http::request::Parts;
use planmark_core::author::{Author, AuthorKind};
use planmark_core::failure::FailureCode;
use planmark_core::runtime::client::{self as identify, Signs};
use planmark_core::tools::{CallContext, Offer, Prompt as CorePrompt, Tool as CoreTool, ToolAnswer};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, ErrorData,
    GetPromptRequestParams, GetPromptResponse, Implementation, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig, SubscribeRequestParams,
    SubscriptionFilter, Tool, ToolAnnotations, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;

use crate::Planmark;
use crate::error::Error;
use crate::ids::fresh_plan;
use crate::mcp::answer;
use crate::mcp::changes::{Change, Changes};
use crate::mcp::client::Client;
use crate::mcp::limits::{CALLS, LISTENERS, LOOK_EVERY, PAGE, SUBSCRIPTIONS};
use crate::mcp::log::{Level, Log};
use crate::mcp::message::WrittenArguments;
use crate::mcp::prompt;
use crate::mcp::reach::Reach;
use crate::mcp::resource;

/// What a cursor of `resources/list` starts with, before the task that its page begins with: no text that
/// came from elsewhere is taken for one.
const CURSOR: &str = "plans-from:";
/// The author of writes by a client that doesn't say its name.
const NAMELESS: &str = "agent";

/// How a server serves.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The tools it offers.
    pub offer: Offer,
    /// The session of the tracker's tools.
    pub session: Option<String>,
    /// The tasks that clients may subscribe to. The engine must be built with the same rule.
    pub reach: Reach,
    /// The author of what is written; the client's name for itself without it.
    pub author: Option<String>,
    /// What is known of the client before it introduces itself.
    pub signs: Signs,
    /// Where it says what it does.
    pub log: Log,
}

/// The engine's tools, plans and prompts as an MCP server. A clone is the same server for the same
/// client; [`another`](Self::another) is the same server for another client.
#[derive(Clone)]
pub struct PlanServer {
    shared: Arc<Shared>,
    client: Arc<Client>,
}

struct Shared {
    planmark: Arc<Planmark>,
    settings: Settings,
    tools: Vec<Tool>,
    prompts: Vec<CorePrompt>,
    info: ServerConfig,
    calls: Arc<Semaphore>,
    listeners: Semaphore,
    changes: Arc<Changes>,
    looking: Once,
}

impl PlanServer {
    /// Makes a server of an engine.
    ///
    /// # Errors
    ///
    /// [`Error::Refused`] with `invalid-argument` for an offer that is not valid, `invalid-author` for
    /// an author that is not; [`Error::Engine`] when the engine failed.
    pub fn new(planmark: Planmark, settings: Settings) -> Result<Self, Error> {
        if let Some(name) = &settings.author {
            agent(name.clone()).check().map_err(Error::Refused)?;
        }
        let tools = planmark.tools(&settings.offer)?.into_iter().map(registered).collect();
        let prompts = planmark.tool_prompts(&settings.offer)?;
        let info = info(planmark.tool_instructions(&settings.offer)?);
        let shared = Shared {
            planmark: Arc::new(planmark),
            settings,
            tools,
            prompts,
            info,
            calls: Arc::new(Semaphore::new(CALLS)),
            listeners: Semaphore::new(LISTENERS),
            changes: Changes::new(),
            looking: Once::new(),
        };
        Ok(Self { shared: Arc::new(shared), client: Client::new() })
    }

    /// The same server, for another client.
    #[must_use]
    pub fn another(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), client: Client::new() }
    }

    /// Runs a call of the engine on a thread of its own, when it is its turn. A call that is
    /// cancelled before that doesn't begin; one that has begun is one decision, and ends.
    async fn run<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        call: impl FnOnce(&Planmark, &Changes) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let turn = Arc::clone(&self.shared.calls).acquire_owned();
        let turn = tokio::select! {
            biased;
            () = context.ct.cancelled() => return Err(cancelled()),
            turn = turn => turn.map_err(|_| cancelled())?,
        };
        let planmark = Arc::clone(&self.shared.planmark);
        let changes = Arc::clone(&self.shared.changes);
        let called = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            call(&planmark, &changes)
        });
        called.await.map_err(|_| {
            self.shared.settings.log.say(Level::Error, &"a call failed in a way it has no answer for");
            ErrorData::internal_error("the call failed; read the plan to see what it did", None)
        })
    }

    /// Who writes.
    fn caller(&self, context: &RequestContext<RoleServer>) -> Author {
        let named = self.shared.settings.author.clone().or_else(|| Some(context.client_info()?.name));
        let author = agent(named.unwrap_or_else(|| NAMELESS.to_owned()));
        if author.check().is_ok() { author } else { agent(NAMELESS.to_owned()) }
    }

    /// Begins to look for what other processes write, once, where somebody waits for it.
    fn look(&self) {
        self.shared.looking.call_once(|| {
            let shared = Arc::downgrade(&self.shared);
            tokio::spawn(async move {
                let mut pause = LOOK_EVERY;
                loop {
                    tokio::time::sleep(pause).await;
                    let Some(shared) = shared.upgrade() else { return };
                    if !shared.changes.wanted() {
                        continue;
                    }
                    let begun = Instant::now();
                    let looked = tokio::task::spawn_blocking(move || {
                        shared.changes.look(&shared.planmark, &agent(NAMELESS.to_owned()));
                    });
                    let _ = looked.await;
                    pause = LOOK_EVERY.max(begun.elapsed() * 19);
                }
            });
        });
    }

    /// The tasks of a filter that may be subscribed to.
    fn subscribable(&self, filter: &SubscriptionFilter) -> Vec<(String, String)> {
        let uris = filter.resource_subscriptions.iter().flatten();
        let tasks = uris.filter_map(|uri| Some((resource::task_of(uri)?, uri.clone())));
        tasks.filter(|(task, _)| self.shared.settings.reach.allows(task)).take(SUBSCRIPTIONS).collect()
    }
}

impl ServerHandler for PlanServer {
    fn get_info(&self) -> ServerConfig {
        self.shared.info.clone()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let log = self.shared.settings.log;
        log.say(
            Level::Info,
            &format_args!("a client begins: version {} of the protocol", request.protocol_version),
        );
        context.peer.set_peer_info(request.clone());
        self.client.tell(context.peer, self.shared.changes.listen());
        self.negotiate_initialize(&request)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.shared.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        only_page(request)?;
        Ok(ListToolsResult::with_all_items(self.shared.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.into_owned();
        if !self.shared.tools.iter().any(|tool| tool.name == name) {
            return Err(ErrorData::invalid_params(format!("there is no tool {name:?}"), None));
        }
        let settings = &self.shared.settings;
        let call = CallContext {
            caller: self.caller(&context),
            offer: settings.offer.clone(),
            coalesce_window_ms: None,
            session: settings.session.clone(),
            fresh_plan: fresh_plan(),
            client: identify::Client::Other,
        };
        let client_name = context.client_info().map(|client| client.name);
        let signs = Signs { client_name, ..settings.signs.clone() };
        let arguments = written_arguments(&context)
            .unwrap_or_else(|| Value::Object(request.arguments.unwrap_or_default()).to_string().into());
        let begun = Instant::now();
        let called = name.clone();
        let answer = self.run(&context, move |planmark, changes| {
            let client = planmark.runtime().identify(&signs)?.client;
            let call = CallContext { client, ..call };
            let answer = planmark.call_tool(&call, &called, &arguments);
            let answer = answer.or_else(|error| planmark.tool_refusal(&call.offer, &error))?;
            changes.publish(&answer.events);
            Ok(answer)
        });
        let answer: Result<ToolAnswer, Error> = answer.await?;
        let answer = answer.map_err(|error| failed(&error))?;
        let outcome = if answer.is_error { "refused" } else { "done" };
        settings.log.say(Level::Debug, &format_args!("{name}: {outcome} in {:?}", begun.elapsed()));
        Ok(answer::result(answer, context.extensions.get())?.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let from =
            cursor.map(|cursor| cursor.strip_prefix(CURSOR).map(str::to_owned).ok_or_else(foreign_cursor));
        let from = from.transpose()?.unwrap_or_default();
        let caller = self.caller(&context);
        let client = Arc::downgrade(&self.client);
        let shared = Arc::clone(&self.shared);
        let page = self.run(&context, move |planmark, _| {
            // A client that asks which plans there are is told when that changes.
            if let Some(client) = client.upgrade().filter(|client| !client.follows_list()) {
                client.follow_list(shared.changes.watch_list(planmark, &caller));
            }
            planmark.list(&caller, &from, PAGE)
        });
        let page = page.await?.map_err(|error| match error.refusal().map(|failure| failure.code) {
            Some(FailureCode::InvalidArgument) => foreign_cursor(),
            _ => failed(&error),
        })?;
        self.look();
        let mut result =
            ListResourcesResult::with_all_items(page.plans.into_iter().map(resource::listed).collect());
        result.next_cursor = page.next.map(|task| format!("{CURSOR}{task}"));
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        only_page(request)?;
        Ok(ListResourceTemplatesResult::with_all_items(vec![resource::template()]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let task = resource::task_of(&uri).ok_or_else(|| not_found(&uri))?;
        let caller = self.caller(&context);
        let plan = self.run(&context, move |planmark, _| planmark.read(&caller, &task)).await?;
        let plan = plan.map_err(|error| match error.refusal().map(|failure| failure.code) {
            Some(FailureCode::PlanNotFound | FailureCode::NotReachable | FailureCode::InvalidTaskId) => {
                not_found(&uri)
            }
            _ => failed(&error),
        })?;
        let contents = ResourceContents::text(plan.content, uri).with_mime_type(resource::MARKDOWN);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let uri = request.uri;
        let task = resource::task_of(&uri).filter(|task| self.shared.settings.reach.allows(task));
        let task = task.ok_or_else(|| not_found(&uri))?;
        if self.client.is_full() {
            let full = format!("a client subscribes to at most {SUBSCRIPTIONS} resources");
            return Err(ErrorData::invalid_request(full, None));
        }
        let caller = self.caller(&context);
        let shared = Arc::clone(&self.shared);
        let watched = task.clone();
        let interest = self
            .run(&context, move |planmark, _| shared.changes.watch_plan(planmark, &caller, &watched))
            .await?;
        self.client.subscribe(task, uri, interest);
        self.client.tell(context.peer.clone(), self.shared.changes.listen());
        self.look();
        Ok(())
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let task = resource::task_of(&request.uri).ok_or_else(|| not_found(&request.uri))?;
        self.client.unsubscribe(&task);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let mut accepted = SubscriptionFilter::new();
        accepted.resources_list_changed = requested.resources_list_changed;
        accepted.resource_subscriptions =
            Some(self.subscribable(requested).into_iter().map(|(_, uri)| uri).collect());
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let Ok(_place) = self.shared.listeners.try_acquire() else {
            let full = format!("at most {LISTENERS} requests of this kind are open at once");
            return Err(ErrorData::invalid_request(full, None));
        };
        let mut changes = self.shared.changes.listen();
        let caller = self.caller(context.request_context());
        let uris = self.subscribable(context.accepted());
        let list = context.accepted().resources_list_changed == Some(true);
        let shared = Arc::clone(&self.shared);
        let tasks = uris.clone();
        let interests = self.run(context.request_context(), move |planmark, _| {
            let plans = tasks.iter().map(|(task, _)| shared.changes.watch_plan(planmark, &caller, task));
            let mut interests: Vec<_> = plans.collect();
            interests.extend(list.then(|| shared.changes.watch_list(planmark, &caller)));
            interests
        });
        let _interests = interests.await?;
        self.look();
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                () = context.cancelled() => return Ok(()),
            };
            let lagged = match &change {
                Err(RecvError::Closed) => return Ok(()),
                Err(RecvError::Lagged(_)) => true,
                Ok(_) => false,
            };
            let changed = |task: &String| lagged || matches!(&change, Ok(Change::Plan(plan)) if plan == task);
            for (_, uri) in uris.iter().filter(|(task, _)| changed(task)) {
                context.sink().notify_resource_updated(uri).await.map_err(|_| cancelled())?;
            }
            if list && (lagged || matches!(change, Ok(Change::List))) {
                context.sink().notify_resource_list_changed().await.map_err(|_| cancelled())?;
            }
        }
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        only_page(request)?;
        let prompts = self.shared.prompts.iter().map(prompt::listed).collect();
        Ok(ListPromptsResult::with_all_items(prompts))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let shared = Arc::clone(&self.shared);
        let got = self.run(&context, move |planmark, _| {
            let arguments = request.arguments.unwrap_or_default();
            prompt::get(planmark, &shared.settings.offer, &shared.prompts, &request.name, &arguments)
        });
        got.await?.map(Into::into)
    }

    /// A request that this library couldn't read as one of the protocol's.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        const ALWAYS: [&str; 9] = [
            "server/discover",
            "tools/list",
            "tools/call",
            "resources/list",
            "resources/templates/list",
            "resources/read",
            "subscriptions/listen",
            "prompts/list",
            "prompts/get",
        ];
        const OF_SESSIONS: [&str; 4] = ["initialize", "ping", "resources/subscribe", "resources/unsubscribe"];
        let method = request.method.as_str();
        let in_session =
            context.protocol_version().is_none_or(|version| version < ProtocolVersion::V_2026_07_28);
        let known = ALWAYS.contains(&method) || in_session && OF_SESSIONS.contains(&method);
        Err(if known {
            ErrorData::invalid_params(
                format!("the parameters of {} are not of its form", request.method),
                None,
            )
        } else {
            no_method(&request.method)
        })
    }
}

fn info(instructions: String) -> ServerConfig {
    let capabilities = ServerCapabilities::builder()
        .enable_tools()
        .enable_prompts()
        .enable_resources()
        .enable_resources_list_changed()
        .enable_resources_subscribe()
        .build();
    ServerConfig::new(capabilities)
        .with_server_info(Implementation::new("planmark", env!("CARGO_PKG_VERSION")).with_title("Planmark"))
        .with_instructions(instructions)
}

/// A tool of the engine's table, as the protocol shows it.
fn registered(tool: CoreTool) -> Tool {
    let annotations = ToolAnnotations::with_title(tool.title.clone())
        .read_only(tool.read_only)
        .destructive(tool.destructive)
        .idempotent(tool.idempotent)
        .open_world(false);
    Tool::new(tool.name, tool.description, object(&tool.input_schema))
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(object(&tool.output_schema)))
        .with_annotations(annotations)
}

/// A schema, which the engine gives as a JSON object.
fn object(json: &str) -> Map<String, Value> {
    serde_json::from_str(json).unwrap_or_default()
}

fn agent(name: String) -> Author {
    Author { kind: AuthorKind::Agent, name }
}

/// A list that has one page refuses every cursor, for it gave none.
fn only_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(_) => Err(foreign_cursor()),
        None => Ok(()),
    }
}

fn foreign_cursor() -> ErrorData {
    ErrorData::invalid_params("the cursor is none of this server's", None)
}

/// The answer to a method that this server, or this version of the protocol, doesn't have.
pub(super) fn no_method(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {method:?}"), None)
}

/// The arguments of a call as the client wrote them, where the transport kept them: with the request,
/// or with its head over HTTP.
fn written_arguments(context: &RequestContext<RoleServer>) -> Option<Arc<str>> {
    let with_request = context.extensions.get::<WrittenArguments>();
    let with_head = || context.extensions.get::<Parts>()?.extensions.get::<WrittenArguments>();
    with_request.or_else(with_head).map(|written| Arc::clone(&written.0))
}

fn not_found(uri: &str) -> ErrorData {
    ErrorData::resource_not_found("there is no such resource", Some(json!({ "uri": uri })))
}

fn failed(error: &Error) -> ErrorData {
    let data = json!({ "code": error.code(), "next": error.next() });
    ErrorData::internal_error(Cow::Owned(error.message()), Some(data))
}

fn cancelled() -> ErrorData {
    ErrorData::internal_error("the request was cancelled before it began", None)
}
