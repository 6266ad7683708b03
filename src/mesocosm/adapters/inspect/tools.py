"""A world's tools as Inspect tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from inspect_ai.model import ContentImage, ContentText
from inspect_ai.tool import Tool as InspectTool
from inspect_ai.tool import ToolDef, ToolError, ToolParams, ToolSource

from mesocosm.adapters.inspect.sample_session import Seat
from mesocosm.episode.world import World
from mesocosm.tools.export import ShownAs, data_url
from mesocosm.tools.tool import Tool
from mesocosm.types import Image

Reply = str | list[ContentText | ContentImage]


class SeatTools:
    """The tools of a seat as Inspect has them, with the schema bytes that every other surface shows.

    A world may open and close tools. The model is shown those that are open; a call of any other reaches the world,
    which refuses it in its own words.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._made: dict[str, ToolDef] = {}
        self._given: set[str] = set()
        self._told: set[str] = set()

    def shown(self) -> list[ToolDef]:
        """What the model is shown in its next request."""
        return self._defined(self._seat.world.tools)

    def changed(self) -> list[ToolDef]:
        """The same for a program, which reads none: told when others are open than the last time, else left out.

        Inspect writes what is told into the log with every turn: with 150 tools that took longer than all else.
        """
        shown = self.shown()
        names = {made.name for made in shown}
        if names == self._told:
            return []
        self._told = names
        return shown

    def callable(self) -> list[ToolDef | ToolSource]:
        """What may be called: every tool known before the first turn, and as a source those that come later."""
        world = self._seat.world
        known = self._defined(world.tools.whole if isinstance(world, World) else world.tools)
        self._given = set(self._made)
        return [*known, *([] if isinstance(world, World) else [self])]

    async def tools(self) -> list[InspectTool]:
        """The tools that a world in another process has opened since."""
        return [made.as_tool() for made in self.shown() if made.name not in self._given]

    def _defined(self, view: Mapping[str, Tool] | Mapping[str, ShownAs]) -> list[ToolDef]:
        for name, tool in view.items():
            if name not in self._made:
                self._made[name] = _tool_def(self._seat, name, tool)
        return [self._made[name] for name in view]


class SharedParams(ToolParams):
    """Parameters of a tool that are never changed, and so need no copies.

    Inspect copies those of every tool, several times a turn, so that a model's adapter may change them; none does. With
    150 tools nothing else in a turn took as long.
    """

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> SharedParams:
        return self

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> SharedParams:
        return super().model_copy(update=update, deep=deep) if update else self


def _tool_def(seat: Seat, name: str, tool: Tool | ShownAs) -> ToolDef:
    return ToolDef(
        _execute(seat, name),
        name=name,
        description=tool.description,
        parameters=SharedParams.model_validate(tool.schema),
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
