//! The MCP server as the official conformance suite wants to meet it: the product's own server over
//! HTTP without a token, and beside its tools, resources and prompts the ones that the suite calls by
//! name. Everything else is the product's.
//!
//! ```text
//! mcp_fixture HOME     prints its port, and serves until it is told to stop
//! ```

use std::error::Error;
use std::net::TcpListener;

use planmark::Planmark;
use planmark::mcp::http::{self, Access};
use planmark::mcp::log::{Level, Log};
use planmark::mcp::{PlanServer, Reach, Settings, run, told_to_stop};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, InitializeRequestParams, InitializeResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, Prompt, PromptArgument, PromptMessage,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate, Role, ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value, json};

/// A red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/// A WAV file without a sample.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

fn main() -> Result<(), Box<dyn Error>> {
    let home = std::env::args().nth(1).ok_or("mcp_fixture HOME")?;
    let log = Log::new(Level::Warn);
    let settings = Settings {
        offer: planmark::core::tools::Offer::default(),
        session: Some("conformance".to_owned()),
        reach: Reach::default(),
        author: None,
        signs: planmark::core::runtime::client::Signs::default(),
        log,
    };
    let server = PlanServer::new(Planmark::builder().home(home).build()?, settings)?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?.port());
    let origins = vec!["http://localhost:*".to_owned(), "http://127.0.0.1:*".to_owned()];
    let access = Access { token: None, hosts: Vec::new(), origins };
    run(http::serve(listener, access, log, move || Fixture(server.another()), told_to_stop()))?;
    Ok(())
}

struct Fixture(PlanServer);

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

fn tools() -> Vec<Tool> {
    let plain = [
        "test_simple_text",
        "test_image_content",
        "test_audio_content",
        "test_embedded_resource",
        "test_multiple_content_types",
        "test_error_handling",
        "test_tool_with_progress",
        "test_missing_capability",
        "test_logging_tool",
        "test_streaming_elicitation",
    ];
    let mut tools: Vec<_> =
        plain.map(|name| Tool::new(name, "for the suite", object(json!({ "type": "object" })))).into();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
        } },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" }
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false
    });
    tools.push(Tool::new("json_schema_2020_12_tool", "for the suite", object(schema)));
    tools
}

fn embedded(uri: &str, text: &str) -> ContentBlock {
    ContentBlock::resource(ResourceContents::text(text, uri))
}

async fn call(name: &str, context: &RequestContext<RoleServer>) -> Option<CallToolResult> {
    let content = match name {
        "test_simple_text" => vec![ContentBlock::text("This is a simple text response for testing.")],
        "test_image_content" => vec![ContentBlock::image(PNG, "image/png")],
        "test_audio_content" => vec![ContentBlock::audio(WAV, "audio/wav")],
        "test_embedded_resource" => {
            vec![embedded("test://embedded-resource", "This is an embedded resource content.")]
        }
        "test_multiple_content_types" => vec![
            ContentBlock::text("Multiple content types test:"),
            ContentBlock::image(PNG, "image/png"),
            embedded("test://mixed-content-resource", "{\"test\":\"data\",\"value\":123}"),
        ],
        "test_error_handling" => {
            let text = "This tool intentionally returns an error for testing";
            return Some(CallToolResult::error(vec![ContentBlock::text(text)]));
        }
        "test_tool_with_progress" => {
            if let Some(token) = context.meta.get_progress_token() {
                for done in [0.0, 50.0, 100.0] {
                    let mut progress = ProgressNotificationParam::new(token.clone(), done);
                    progress.total = Some(100.0);
                    let _ = context.peer.notify_progress(progress).await;
                }
            }
            vec![ContentBlock::text("done")]
        }
        "json_schema_2020_12_tool"
        | "test_missing_capability"
        | "test_logging_tool"
        | "test_streaming_elicitation" => {
            vec![ContentBlock::text("ok")]
        }
        _ => return None,
    };
    Some(CallToolResult::success(content))
}

fn read(uri: &str) -> Option<ResourceContents> {
    Some(match uri {
        "test://static-text" => {
            ResourceContents::text("This is the content of the static text resource.", uri)
        }
        "test://static-binary" => ResourceContents::blob(PNG, uri).with_mime_type("image/png"),
        "test://watched-resource" => ResourceContents::text("watched", uri),
        _ => {
            let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
            let text = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            ResourceContents::text(text.to_string(), uri).with_mime_type("application/json")
        }
    })
}

fn prompts() -> Vec<Prompt> {
    let argument =
        |name: &str| PromptArgument::new(name).with_description("for the suite").with_required(true);
    let prompt = |name: &str, arguments: Vec<PromptArgument>| {
        Prompt::new(name, Some("for the suite"), Some(arguments))
    };
    vec![
        prompt("test_simple_prompt", Vec::new()),
        prompt("test_prompt_with_arguments", vec![argument("arg1"), argument("arg2")]),
        prompt("test_prompt_with_embedded_resource", vec![argument("resourceUri")]),
        prompt("test_prompt_with_image", Vec::new()),
    ]
}

fn prompt(name: &str, arguments: &Map<String, Value>) -> Option<GetPromptResult> {
    let given = |name: &str| arguments.get(name).and_then(Value::as_str).unwrap_or_default();
    let text = |text: &str| PromptMessage::new_text(Role::User, text);
    let messages = match name {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments" => {
            vec![text(&format!("Prompt with arguments: arg1='{}', arg2='{}'", given("arg1"), given("arg2")))]
        }
        "test_prompt_with_embedded_resource" => vec![
            PromptMessage::new(
                Role::User,
                embedded(given("resourceUri"), "Embedded resource content for testing."),
            ),
            text("Please process the embedded resource above."),
        ],
        "test_prompt_with_image" => vec![
            PromptMessage::new(Role::User, ContentBlock::image(PNG, "image/png")),
            text("Please analyze the image above."),
        ],
        _ => return None,
    };
    Some(GetPromptResult::new(messages))
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        self.0.get_info()
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.0.initialize(request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools().into_iter().find(|tool| tool.name == name).or_else(|| self.0.get_tool(name))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.0.list_tools(request, context).await?;
        listed.tools.extend(tools());
        Ok(listed)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let samples = context.client_capabilities().is_some_and(|client| client.sampling.is_some());
        if request.name == "test_missing_capability" && !samples {
            let needed =
                serde_json::from_value::<ClientCapabilities>(json!({ "sampling": {} })).unwrap_or_default();
            return Err(ErrorData::missing_required_client_capability(needed));
        }
        match call(&request.name, &context).await {
            Some(result) => Ok(result.into()),
            None => self.0.call_tool(request, context).await,
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut listed = self.0.list_resources(request, context).await?;
        for name in ["static-text", "static-binary", "watched-resource"] {
            listed
                .resources
                .push(Resource::new(format!("test://{name}"), name).with_description("for the suite"));
        }
        Ok(listed)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut listed = self.0.list_resource_templates(request, context).await?;
        listed.resource_templates.push(ResourceTemplate::new("test://template/{id}/data", "template"));
        Ok(listed)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match read(&request.uri) {
            Some(contents) => Ok(ReadResourceResult::new(vec![contents]).into()),
            None => self.0.read_resource(request, context).await,
        }
    }

    #[expect(deprecated, reason = "the era of sessions has it")]
    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if read(&request.uri).is_some() { Ok(()) } else { self.0.subscribe(request, context).await }
    }

    #[expect(deprecated, reason = "the era of sessions has it")]
    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if read(&request.uri).is_some() { Ok(()) } else { self.0.unsubscribe(request, context).await }
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.0.accepted_subscription_filter(requested)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.0.listen(context).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut listed = self.0.list_prompts(request, context).await?;
        listed.prompts.extend(prompts());
        Ok(listed)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        match prompt(&request.name, request.arguments.as_ref().unwrap_or(&Map::new())) {
            Some(result) => Ok(result.into()),
            None => self.0.get_prompt(request, context).await,
        }
    }
}
