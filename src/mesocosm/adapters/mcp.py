"""A world as an MCP server, for any client that speaks the protocol.

The task is in the instructions, in the result of the tool `task` and in a prompt of the same name. A server of several
items has the tool `next_item` too. Both tools belong to the server: they cost nothing and are on no trace.
"""

from __future__ import annotations

import base64
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mesocosm
from mesocosm.episode.briefing import Briefing, brief
from mesocosm.episode.reminder import hand_in_tools
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode, InvalidRecord, UnknownTool, did_you_mean, nearest
from mesocosm.extras import needs
from mesocosm.suite import Suite
from mesocosm.types import Image, Observation

with needs("mesocosm.adapters.mcp", "mcp"):
    import anyio
    import anyio.to_thread
    import mcp_types as types
    from mcp.server.lowlevel import NotificationOptions, Server
    from mcp.server.models import InitializationOptions
    from mcp.server.stdio import stdio_server
    from mcp.shared.exceptions import MCPError

    from mesocosm.adapters.mcp_http import AccessControl, is_loopback
    from mesocosm.adapters.mcp_session import Round

SEVERAL = (
    "This server holds {count} tasks, one after the other. `task` shows the present one, `next_item` ends it and gives "
    "the next; go on until there is none left. A task that you never reach counts as one for "
    "which nothing was handed in."
)
TASK = types.Tool(
    name="task",
    description="The present task once more: the rules, what is asked and its pictures. Costs nothing.",
    input_schema={"type": "object", "properties": {}, "additionalProperties": False},
    annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
)
NEXT_ITEM = types.Tool(
    name="next_item",
    description=(
        "End the present task, answered or not, and get the next one. There is no way back: a task that is left "
        "without an answer, or never reached, counts as one for which nothing was handed in."
    ),
    input_schema={"type": "object", "properties": {}, "additionalProperties": False},
    annotations=types.ToolAnnotations(read_only_hint=False, open_world_hint=False),
)
NO_TASK_LEFT = "no task is left; you are done"
UNANSWERED = "was left without an answer, and counts as unanswered; hand an answer in before you call next_item"
MOST_NAMED = 5
"""Wrong arguments that a refusal names."""
PROMPT = types.Prompt(name="task", description="The present task: the rules, what is asked and its pictures.")


class ChangingServer(Server[Any]):
    """A server that announces over every transport that its list of tools may change.

    The list changes from one item to the next, and when a world opens groups of tools.
    """

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *given: Any, **named: Any
    ) -> InitializationOptions:
        options = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(options, *given, **named)


def make_server(world: World) -> Server[Any]:
    """Make a server that lists and calls the tools of one world."""
    return _server(lambda: world)


def make_round_server(played: Round) -> Server[Any]:
    """Make a server of one item after the other, each in its own world."""
    return _server(lambda: played.world, played)


def _server(present: Callable[[], World], played: Round | None = None) -> Server[Any]:
    several = played if played is not None and len(played.items) > 1 else None
    own = {TASK.name: TASK} | ({NEXT_ITEM.name: NEXT_ITEM} if several is not None else {})
    _check_clash(own, present())

    def meet() -> World:
        """Return the current world for a request of a client."""
        if played is not None:
            played.met = True
        return present()

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[*mcp_tools(meet()), *own.values()])

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        world = meet()
        if (problem := _wrong_call(params, own, world)) is not None:
            return types.CallToolResult(content=[types.TextContent(text=problem)], is_error=True)
        if params.name == TASK.name:
            return _task(brief(world))
        if params.name == NEXT_ITEM.name and several is not None:
            return await _next_item(several, context)
        try:
            return await _call(world, params, context, own, is_last=several is not None and not several.left)
        finally:
            if played is not None:
                await anyio.to_thread.run_sync(played.look)

    async def list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[PROMPT])

    async def get_prompt(context: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        return _prompt(params.name, meet())

    world = present()
    notice = [SEVERAL.format(count=len(several.items))] if several is not None else []
    return ChangingServer(
        f"mesocosm-{world.item.suite}",
        version=mesocosm.__version__,
        instructions="\n\n".join([brief(world).text, *notice]),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _check_clash(own: Mapping[str, types.Tool], world: World) -> None:
    clash = sorted(own.keys() & world.tools.whole.keys())
    if clash:
        raise InvalidRecord(
            f"the suite shows a tool {clash[0]!r}, which is a name of the server's own; rename it by rule"
        )


def _prompt(name: str, world: World) -> types.GetPromptResult:
    if name != PROMPT.name:
        raise MCPError(types.INVALID_PARAMS, f"there is no prompt {name!r}; there is {PROMPT.name!r}")
    messages = [types.PromptMessage(role="user", content=part) for part in _show(brief(world))]
    return types.GetPromptResult(messages=messages)


def _wrong_call(params: types.CallToolRequestParams, own: Mapping[str, types.Tool], world: World) -> str | None:
    """Return what is wrong with a call of the server's own tools, or of a misspelt one; None if nothing is."""
    if params.name not in own:
        hint = "" if nearest(params.name, world.tools.whole) else did_you_mean(params.name, own)
        return f"there is no tool {params.name!r}; {hint}" if hint else None  # the world checks calls of its own tools
    if not params.arguments:
        return None
    given = ", ".join(f"`{name}`" for name in list(params.arguments)[:MOST_NAMED])
    ways = " or ".join(hand_in_tools(world.tools, world.desk))
    advice = f"; an answer is handed in with {ways}" if ways and params.name == NEXT_ITEM.name else ""
    return f"{params.name} takes no arguments, got {given}; nothing was done{advice}"


async def _call(
    world: World, params: types.CallToolRequestParams, context: Any, own: Mapping[str, types.Tool], *, is_last: bool
) -> types.CallToolResult:
    over = world.done
    try:
        seen = await world.call_beside(params.name, params.arguments or {})
    except BrokenEpisode as error:
        seen = Observation(text=f"the episode broke on our side: {error}", done=True)
        return types.CallToolResult(content=_content(seen), is_error=True)
    if seen.tools is not None:
        await context.session.send_tool_list_changed()
    content = [*_content(seen), *_advice(seen, own, over=over, is_last=is_last)]
    return types.CallToolResult(content=content, is_error=seen.error is not None)


def _advice(seen: Observation, own: Mapping[str, types.Tool], *, over: bool, is_last: bool) -> list[types.ContentBlock]:
    """Return a hint at the server's own tools, after the end of an episode and after a call of an unknown tool."""
    if over and NEXT_ITEM.name in own:
        return [types.TextContent(text=NO_TASK_LEFT if is_last else "call next_item for the next task")]
    if seen.error is not None and seen.error.kind == UnknownTool.kind:
        return [types.TextContent(text=f"this server's own tools: {', '.join(own)}")]
    return []


async def _next_item(played: Round, context: Any) -> types.CallToolResult:
    before = [tool.model_dump() for tool in mcp_tools(played.world)]
    left = [] if played.world.done else [types.TextContent(text=f"{played.world.item.id} {UNANSWERED}")]
    if not await anyio.to_thread.run_sync(played.advance):
        return types.CallToolResult(content=[types.TextContent(text=NO_TASK_LEFT), *left])
    if [tool.model_dump() for tool in mcp_tools(played.world)] != before:
        await context.session.send_tool_list_changed()
    shown = _task(brief(played.world))
    return shown.model_copy(update={"content": [*left, *shown.content]})


def _task(briefing: Briefing) -> types.CallToolResult:
    """Return the briefing as text for models, and with options and budget for programs."""
    structured = briefing.model_dump(mode="json", exclude={"images", "tools"})
    return types.CallToolResult(content=_show(briefing), structured_content=structured)


def _show(briefing: Briefing) -> list[types.ContentBlock]:
    texts = [types.TextContent(text=part) for part in (briefing.system, briefing.prompt) if part]
    return [*texts, *_pictures(briefing.images)]


def mcp_tools(world: World) -> list[types.Tool]:
    """Return the tools in MCP's form."""
    return [
        types.Tool(
            name=name,
            description=tool.description,
            input_schema=tool.schema,
            annotations=types.ToolAnnotations(read_only_hint=tool.marks.read_only, open_world_hint=False),
        )
        for name, tool in world.tools.items()
    ]


def serve_stdio(
    suite: Suite, items: Sequence[str], log_dir: Path, *, options: dict[str, str] | None = None, agent: str = "mcp"
) -> None:  # fmt: skip
    """Serve items over standard input and output until the client leaves."""

    async def serve() -> None:
        with _playing(Round(suite, items, log_dir, options=options, agent=agent)) as played:
            async with stdio_server() as (reading, writing):
                server = make_round_server(played)
                await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)


def serve_http(
    suite: Suite,
    items: Sequence[str],
    log_dir: Path,
    *,
    host: str,
    port: int,
    token: str | None = None,
    options: dict[str, str] | None = None,
    agent: str = "mcp",
) -> None:
    """Serve items to one client at a time over streamable HTTP at /mcp until stopped.

    A host other than loopback needs a token, since other machines can reach it.
    """
    if token is None and not is_loopback(host):
        raise InvalidRecord(f"host {host} can be reached from other machines; give a token")
    import uvicorn

    async def serve() -> None:
        with _playing(Round(suite, items, log_dir, options=options, agent=agent)) as played:
            # A client may think for long: its session does not expire.
            app = make_round_server(played).streamable_http_app(host=host, session_idle_timeout=None)
            guarded = AccessControl(app, host=host, token=token)
            await uvicorn.Server(uvicorn.Config(guarded, host=host, port=port, log_level="warning")).serve()

    anyio.run(serve)


@contextmanager
def _playing(played: Round) -> Iterator[Round]:
    """Hold a round whose traces and scores are stored however the server ends."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # the default would leave the trace open
    try:
        yield played
    finally:
        played.close()


def _content(seen: Observation) -> list[types.ContentBlock]:
    return [types.TextContent(text=seen.text), *_pictures(seen.images)]


def _pictures(images: Sequence[Image]) -> list[types.ImageContent]:
    return [types.ImageContent(data=base64.b64encode(image.png).decode(), mime_type="image/png") for image in images]
