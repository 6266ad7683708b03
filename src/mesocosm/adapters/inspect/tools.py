"""A world's tools as Inspect tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from inspect_ai.model import ContentImage, ContentText
from inspect_ai.tool import ToolDef, ToolError, ToolParams

from mesocosm.adapters.inspect.seat import Seat
from mesocosm.tools.export import ShownAs, data_url
from mesocosm.tools.tool import Tool
from mesocosm.types import Image

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
        # Inspect runs every sample on one event loop: a tool that blocked it would stall them all.
        seen = await seat.world.call_beside(name, kwargs, call_id)
        if seen.error is not None:
            raise ToolError(seen.error.message)
        return with_pictures(seen.text, seen.images)

    return execute


def with_pictures(text: str, images: Sequence[Image]) -> Reply:
    """A text as Inspect's content, with the pictures that come with it."""
    if not images:
        return text
    pictures = [ContentImage(image=data_url(image)) for image in images]
    return [ContentText(text=text), *pictures]
