"""Sessions with the official client library in Python: session.py PROGRAM HOME.

The library's default speaks the protocol without `initialize` where a server knows it; the mode
"legacy" is the one with.
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters, types


async def session(program: str, home: str, mode: str, task: str) -> None:
    server = StdioServerParameters(command=program, args=["mcp"], env={"PLANMARK_HOME": home})
    info = types.Implementation(name="python-sdk", version="1")
    async with Client(server, client_info=info, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        assert tools[:2] == ["create_task_plan", "update_task_plan"], tools
        # The library checks structured content against the output schema.
        created = await client.call_tool("create_task_plan", {"task_id": task, "content": "# Größe\n"})
        assert created.structured_content is not None
        assert created.structured_content["revision"] == 1, created
        assert json.loads(created.content[0].text) == created.structured_content
        refused = await client.call_tool("create_task_plan", {"task_id": task, "content": ""})
        assert refused.is_error
        got = await client.call_tool("get_task_plan", {"task_id": task})
        assert got.structured_content["content"] == "# Größe\n"
        listed = [resource.uri for resource in (await client.list_resources()).resources]
        assert f"planmark://task/{task}" in listed, listed
        contents = (await client.read_resource(f"planmark://task/{task}")).contents
        assert contents[0].text == "# Größe\n"
        prompts = [prompt.name for prompt in (await client.list_prompts()).prompts]
        assert prompts == ["plan", "build", "recover", "work"], prompts


async def main(program: str, home: str) -> None:
    await session(program, home, "auto", "T-1")
    await session(program, home, "legacy", "T-2")
    print("ok")


asyncio.run(main(sys.argv[1], sys.argv[2]))
