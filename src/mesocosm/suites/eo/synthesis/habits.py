"""How the acting planner differs from the straight way: looks beyond it, and slips that it notices and mends.

Each habit is a short script of calls before one of the planner's own. A slip is followed by the right call, which the
planner makes next anyway. What a planner must not do at all is in `temptations.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from mesocosm.episode.agent import Action, Script, call
from mesocosm.suites.eo.questions.parts import QUARTERS
from mesocosm.suites.eo.synthesis.looks import NEIGHBOURS, THEMES, kind_of
from mesocosm.synthesis.trajectory import ENDING
from mesocosm.types import Observation, ToolCall

OPPOSITE = {
    "get_next_optical_image": "get_previous_optical_image",
    "get_previous_optical_image": "get_next_optical_image",
    "get_next_multispectral": "get_previous_multispectral",
    "get_previous_multispectral": "get_next_multispectral",
    "move_up_optical_image": "move_down_optical_image",
    "move_down_optical_image": "move_up_optical_image",
    "move_left_optical_image": "move_right_optical_image",
    "move_right_optical_image": "move_left_optical_image",
}
THEME_WORDS = {"vegetation": "vegetation", "ndvi": "vegetation", "water": "water", "ndwi": "water", "urban": "urban",
               "ndbi": "urban", "ndsi": "snow"}  # fmt: skip
MIDDLE: list[JsonValue] = [0.35, 0.35, 0.65, 0.65]
"""A crop that is too narrow for a question about all of a picture."""
PIXELS: list[JsonValue] = [120, 80, 640, 600]
"""A crop in pixels, where shares are wanted."""
VAGUE = ("blobs", "stuff", "features", "shapes")
"""Targets that no kind of object is called."""


@dataclass(frozen=True)
class Moment:
    """Before a call of the planner."""

    action: ToolCall
    tools: frozenset[str]
    first: bool
    """Whether nothing was called yet."""
    seen: Observation | None
    pick: Callable[[int], int]

    @property
    def arguments(self) -> dict[str, JsonValue]:
        return dict(self.action.arguments) if isinstance(self.action.arguments, dict) else {}

    @property
    def image(self) -> str:
        return str(self.arguments.get("image", self.arguments.get("optical_image", "img-1")))


Habit = Callable[[Moment], list[ToolCall]]


# ------------------------------------------------------------ looks beyond the straight way


def look_at_scene(moment: Moment) -> list[ToolCall]:
    """What kind of place it is, before anything else."""
    fits = moment.first and "analyze_optical_scene" in moment.tools and moment.action.tool != "analyze_optical_scene"
    return [call("analyze_optical_scene", image=moment.image)] if fits else []


def list_captures(moment: Moment) -> list[ToolCall]:
    """Which days there are, before stepping to the next or the last."""
    listing = "get_multispectral_list" if moment.action.tool.endswith("multispectral") else "get_optical_image_list"
    fits = moment.action.tool in NEIGHBOURS and listing in moment.tools
    return [call(listing, image=moment.image)] if fits else []


def look_up_theme(moment: Moment) -> list[ToolCall]:
    """Which index serves the theme, before it is measured."""
    theme = THEMES.get(moment.action.tool)
    fits = theme is not None and "theme_index_lookup" in moment.tools
    return [call("theme_index_lookup", theme=THEME_WORDS[theme])] if fits and theme is not None else []


def look_closer(moment: Moment) -> list[ToolCall]:
    """A part of the picture at full size, before searching all of it."""
    tool = "crop_optical_or_sar_image"
    if kind_of(moment.action.tool) not in ("boxes", "mask") or tool not in moment.tools:
        return []
    part = QUARTERS[moment.pick(len(QUARTERS))]
    return [call(tool, image=moment.image, box=list(part.shares))]


def look_at_object(moment: Moment) -> list[ToolCall]:
    """One of the things that were just found, from near."""
    data = moment.seen.data if moment.seen is not None and isinstance(moment.seen.data, dict) else {}
    boxes = data.get("boxes")
    if "describe_optical_object" not in moment.tools or moment.action.tool == "describe_optical_object":
        return []
    if not isinstance(boxes, list) or not boxes or "image" not in data:
        return []
    row = boxes[moment.pick(len(boxes))]
    return [call("describe_optical_object", image=data["image"], box=row["id"])] if isinstance(row, dict) else []


EXPLORING: tuple[Habit, ...] = (look_at_scene, list_captures, look_up_theme, look_closer, look_at_object)


# ------------------------------------------------------------ slips that are noticed


def foreign_handle(moment: Moment) -> list[ToolCall]:
    """A handle that nobody gave; the refusal says which there are."""
    if "image" not in moment.arguments:
        return []
    return [moment.action.model_copy(update={"arguments": {**moment.arguments, "image": f"img-{7 + moment.pick(9)}"}})]


def wrong_way(moment: Moment) -> list[ToolCall]:
    """The neighbour on the other side, in time or on the ground."""
    tool = OPPOSITE.get(moment.action.tool, "")
    return [call(tool, **moment.arguments)] if tool in moment.tools else []


def refused_argument(moment: Moment) -> list[ToolCall]:
    """Pixels where shares are wanted, or a target that is no kind of object."""
    if isinstance(moment.arguments.get("box"), list) and moment.action.tool.startswith("crop"):
        return [call(moment.action.tool, **{**moment.arguments, "box": PIXELS})]
    if "target" in moment.arguments:
        return [call(moment.action.tool, **{**moment.arguments, "target": VAGUE[moment.pick(len(VAGUE))]})]
    return []


def narrow_crop(moment: Moment) -> list[ToolCall]:
    """A crop, and a search in it that misses most; the second call's picture is that of the first's reply."""
    fits = kind_of(moment.action.tool) == "boxes" and "crop_optical_or_sar_image" in moment.tools
    if not fits or "image" not in moment.arguments:
        return []
    return [
        call("crop_optical_or_sar_image", image=moment.image, box=MIDDLE),
        call(moment.action.tool, **{**moment.arguments, "image": LAST_PICTURE}),
    ]


SLIPS: tuple[Habit, ...] = (foreign_handle, wrong_way, refused_argument, narrow_crop)
LAST_PICTURE = "the picture of the reply before"
"""Stands for a handle that is not known before the call that gives it."""


@dataclass(frozen=True)
class Temper:
    """How often an actor strays."""

    explores: float = 0.14
    """Chance of an extra look before each call."""
    slips: float = 0.09
    """Chance of a slip before each call."""
    most: int = 3
    """Habits to a trajectory."""


def straying(script: Script, tools: frozenset[str], room: int, temper: Temper, draw: Callable[[], float]) -> Script:
    """The planner's script with extra looks and slips in it, as far as there is room for calls."""
    habits = 0
    seen: Observation | None = None
    action: Action = next(script)
    first = True
    while True:
        if isinstance(action, ToolCall) and action.tool != ENDING and habits < temper.most:
            extra = _chosen(Moment(action, tools, first, seen, lambda below: int(draw() * below)), temper, draw)
            if extra and len(extra) <= room:
                habits, room = habits + 1, room - len(extra)
                for strayed in extra:
                    seen = yield _bound(strayed, seen)
                    first = False
        seen = yield action
        first = False
        try:
            action = script.send(seen)
        except StopIteration:
            return


def _chosen(moment: Moment, temper: Temper, draw: Callable[[], float]) -> list[ToolCall]:
    chance = draw()
    habits = SLIPS if chance < temper.slips else EXPLORING if chance < temper.slips + temper.explores else ()
    offered = [calls for habit in habits if (calls := habit(moment))]
    return offered[moment.pick(len(offered))] if offered else []


def _bound(action: ToolCall, seen: Observation | None) -> ToolCall:
    """A call whose picture is that of the reply before it."""
    arguments = action.arguments
    if not isinstance(arguments, dict) or arguments.get("image") != LAST_PICTURE:
        return action
    data = seen.data if seen is not None and isinstance(seen.data, dict) else {}
    return action.model_copy(update={"arguments": {**arguments, "image": str(data.get("image", "img-1"))}})
