// A model that follows a script, on the loopback address: Anthropic's messages and OpenAI's responses,
// as streams. A move is what the model says next, given the request: `{ text }` or `{ tool, input }`.

import { createServer } from "node:http";

// Clients ask small questions beside their agent's, with few tools.
const FEW_TOOLS = 4;

export async function model(script) {
  const requests = [];
  const errors = [];
  let at = 0;
  // A session that goes on must not meet an id again.
  const name = (kind) => `${kind}_${Date.now()}_${requests.length}`;

  const move = (request) => {
    requests.push(request);
    const next = script[at++];
    if (next === undefined) return { text: "I have nothing left to say." };
    try {
      return typeof next === "function" ? next(JSON.stringify(request)) : next;
    } catch (error) {
      errors.push(error);
      return { text: "The script failed." };
    }
  };

  const stream = (response, events) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const [type, data] of events) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    response.end();
  };

  const messages = (request, response) => {
    const said = (request.tools ?? []).length < FEW_TOOLS ? { text: "ok" } : move(request);
    const block = said.tool
      ? { type: "tool_use", id: name("toolu"), name: said.tool, input: {} }
      : { type: "text", text: "" };
    const delta = said.tool
      ? { type: "input_json_delta", partial_json: JSON.stringify(said.input) }
      : { type: "text_delta", text: said.text };
    const stop = { stop_reason: said.tool ? "tool_use" : "end_turn", stop_sequence: null };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const begun = { id: name("msg"), type: "message", role: "assistant", model: request.model, content: [], stop_reason: null, stop_sequence: null, usage };
    stream(response, [
      ["message_start", { message: begun }],
      ["content_block_start", { index: 0, content_block: block }],
      ["content_block_delta", { index: 0, delta }],
      ["content_block_stop", { index: 0 }],
      ["message_delta", { delta: stop, usage }],
      ["message_stop", {}],
    ]);
  };

  const responses = (request, response) => {
    const { tool, input, namespace, text } = move(request);
    const id = name("resp");
    const item = tool
      ? { type: "function_call", id: `fc_${id}`, call_id: `call_${id}`, name: tool, ...(namespace && { namespace }), arguments: JSON.stringify(input) }
      : { type: "message", id: `msg_${id}`, role: "assistant", content: [{ type: "output_text", text, annotations: [] }] };
    const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 };
    stream(response, [
      ["response.created", { response: { id } }],
      ["response.output_item.done", { output_index: 0, item }],
      ["response.completed", { response: { id, usage } }],
    ]);
  };

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const path = new URL(request.url, "http://localhost").pathname;
    if (path === "/v1/messages") return messages(JSON.parse(body), response);
    if (path === "/v1/responses") return responses(JSON.parse(body), response);
    response.writeHead(path.endsWith("count_tokens") ? 200 : 404, { "content-type": "application/json" });
    return response.end('{"input_tokens": 1}');
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    // The script went to its end, and none of its moves failed.
    end() {
      server.close();
      server.closeAllConnections();
      if (errors.length > 0) throw errors[0];
      if (at < script.length) throw new Error(`the client asked ${at} times, and not ${script.length}`);
      return requests;
    },
  };
}
