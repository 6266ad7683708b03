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
    """The tools of a session in Inspect's form, with the same schema bytes as every other interface.

    A world may open and close tools. The model sees those that are open; a call of any other tool reaches the world,
    which refuses it.
    """

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._made: dict[str, ToolDef] = {}
        self._given: set[str] = set()
        self._sent: set[str] = set()

    def visible_tools(self) -> list[ToolDef]:
        """Return the tools for the model's next request."""
        return self._defined(self._seat.world.tools)

    def changed(self) -> list[ToolDef]:
        """Return the tools for a program, which does not read them: only if they have changed, else none.

        Inspect writes the tools of every turn into the log, which took longer than all else with 150 tools.
        """
        shown = self.visible_tools()
        names = {made.name for made in shown}
        if names == self._sent:
            return []
        self._sent = names
        return shown

    def callable(self) -> list[ToolDef | ToolSource]:
        """Return what may be called: every tool known before the first turn, and a source of those that come later."""
        world = self._seat.world
        known = self._defined(world.tools.whole if isinstance(world, World) else world.tools)
        self._given = set(self._made)
        return [*known, *([] if isinstance(world, World) else [self])]

    async def tools(self) -> list[InspectTool]:
        """Return the tools that a world in another process has opened since."""
        return [made.as_tool() for made in self.visible_tools() if made.name not in self._given]

    def _defined(self, view: Mapping[str, Tool] | Mapping[str, ShownAs]) -> list[ToolDef]:
        for name, tool in view.items():
            if name not in self._made:
                self._made[name] = _tool_def(self._seat, name, tool)
        return [self._made[name] for name in view]


class SharedParams(ToolParams):
    """Parameters of a tool that are never changed, and so need no copies.

    Inspect copies the parameters of every tool several times per turn, so that a model's adapter may change them, but
    none does. With 150 tools nothing else in a turn took as long.
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
        max_output=0,  # Inspect would otherwise cut the middle out of results over 16 KiB
    )


def _execute(seat: Seat, name: str) -> Callable[..., Awaitable[Reply]]:
    async def execute(**kwargs: Any) -> Reply:
        call_id = seat.catch_up(name)
        # Inspect runs every sample on one event loop: a tool that blocked it would stop them all.
        seen = await seat.world.call_beside(name, kwargs, call_id)
        if seen.error is not None:
            raise ToolError(seen.error.message)
        return with_pictures(seen.text, seen.images)

    return execute


def with_pictures(text: str, images: Sequence[Image]) -> Reply:
    """Return a text with its pictures as Inspect's content."""
    if not images:
        return text
    pictures = [ContentImage(image=data_url(image)) for image in images]
    return [ContentText(text=text), *pictures]
