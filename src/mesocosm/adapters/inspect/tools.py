"""A world's tools as Inspect tools."""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable
from typing import Any

from inspect_ai.model import ContentImage, ContentText
from inspect_ai.tool import ToolDef, ToolError, ToolParams

from mesocosm.adapters.inspect.seat import Seat
from mesocosm.tools.export import ShownAs
from mesocosm.tools.tool import Tool
from mesocosm.types import Observation

Reply = str | list[ContentText | ContentImage]


def inspect_tools(seat: Seat) -> list[ToolDef]:
    """Every tool of the world, with the schema bytes that every other surface shows."""
    return [_tool_def(seat, name, tool) for name, tool in seat.world.tools.items()]


def _tool_def(seat: Seat, name: str, tool: Tool | ShownAs) -> ToolDef:
    return ToolDef(
        _execute(seat, name),
        name=name,
        description=tool.description,
        parameters=ToolParams.model_validate(tool.schema),
        max_output=0,  # Inspect would otherwise cut the middle out of anything over 16 KiB
    )


def _execute(seat: Seat, name: str) -> Callable[..., Awaitable[Reply]]:
    async def execute(**kwargs: Any) -> Reply:
        call_id = seat.catch_up(name)
        seat.calls_this_turn += 1
        if seat.turn_is_full:
            seen = seat.world.refuse(name, kwargs, seat.full_turn(), call_id)
        else:
            # Inspect runs every sample on one event loop: a tool that blocked it would stall them all.
            seen = await seat.world.call_beside(name, kwargs, call_id)
        seat.seen = seen
        if seen.error is not None:
            raise ToolError(seen.error.message)
        return _reply(seen)

    return execute


def _reply(seen: Observation) -> Reply:
    if not seen.images:
        return seen.text
    pictures = [
        ContentImage(image=f"data:image/png;base64,{base64.b64encode(image.png).decode()}") for image in seen.images
    ]
    return [ContentText(text=seen.text), *pictures]
