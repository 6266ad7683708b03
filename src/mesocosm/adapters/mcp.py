"""A world as an MCP server, for any client that speaks the protocol."""

from __future__ import annotations

import base64
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import mesocosm
from mesocosm.adapters.mcp_door import Door, is_loopback
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode, InvalidRecord
from mesocosm.suite import Suite
from mesocosm.types import Observation


def make_server(world: World) -> Server[Any]:
    """A server that lists and calls the tools of one world. The task is in its instructions."""

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=mcp_tools(world))

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            seen = await world.call_beside(params.name, params.arguments or {})
        except BrokenEpisode as error:
            seen = Observation(text=f"the episode broke on our side: {error}", done=True)
            return types.CallToolResult(content=_content(seen), is_error=True)
        return types.CallToolResult(content=_content(seen), is_error=seen.error is not None)

    return Server(
        f"mesocosm-{world.item.suite}",
        version=mesocosm.__version__,
        instructions=world.prompt,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def mcp_tools(world: World) -> list[types.Tool]:
    """The tools as MCP describes them."""
    return [
        types.Tool(
            name=name,
            description=tool.description,
            input_schema=tool.schema,
            annotations=types.ToolAnnotations(read_only_hint=tool.marks.read_only, open_world_hint=False),
        )
        for name, tool in world.tools.items()
    ]


def serve_stdio(suite: Suite, item_id: str, log_dir: Path, *, options: dict[str, str] | None = None) -> None:
    """Serve one item over standard input and output until the client leaves."""

    async def serve() -> None:
        async with _episode(suite, item_id, log_dir, options) as world, stdio_server() as (reading, writing):
            server = make_server(world)
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)


def serve_http(
    suite: Suite,
    item_id: str,
    log_dir: Path,
    *,
    host: str,
    port: int,
    token: str | None = None,
    options: dict[str, str] | None = None,
) -> None:
    """Serve one item to one client at a time over streamable HTTP at /mcp until stopped.

    Other machines can reach a host that is not loopback, so there a token is needed.
    """
    if token is None and not is_loopback(host):
        raise InvalidRecord(f"host {host} can be reached from other machines; give a token")
    import uvicorn

    async def serve() -> None:
        async with _episode(suite, item_id, log_dir, options) as world:
            # A client that is silent for long is thinking: its session does not lapse.
            app = make_server(world).streamable_http_app(host=host, session_idle_timeout=None)
            door = Door(app, host=host, token=token)
            await uvicorn.Server(uvicorn.Config(door, host=host, port=port, log_level="warning")).serve()

    anyio.run(serve)


@asynccontextmanager
async def _episode(suite: Suite, item_id: str, log_dir: Path, options: dict[str, str] | None) -> AsyncIterator[World]:
    """One episode whose trace is kept, and whose score is told to the person at the terminal."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # the default would end us before the trace is closed
    item, reference = suite.find(item_id)
    path = _free_path(log_dir, item_id)
    world = suite.world(item, reference, options=options, agent="mcp", trace=path)
    try:
        yield world
    finally:
        score = suite.score(item, reference, world.finish())
        world.close()
        summary = {"item": item_id, "trace": str(path), **json.loads(score.model_dump_json())}
        print(json.dumps(summary), file=sys.stderr)  # standard output belongs to the protocol


def _free_path(folder: Path, name: str) -> Path:
    number = 1
    while (path := folder / f"{name}-{number}.jsonl").exists():
        number += 1
    return path


def _content(seen: Observation) -> list[types.ContentBlock]:
    pictures = [
        types.ImageContent(data=base64.b64encode(image.png).decode(), mime_type="image/png") for image in seen.images
    ]
    return [types.TextContent(text=seen.text), *pictures]
