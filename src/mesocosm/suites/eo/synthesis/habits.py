"""How the acting planner departs from the straight way: extra looks, and slips that it notices and mends.

Each habit is a short script of calls before one of the planner's own. A slip is followed by the right call, which the
planner makes next anyway. Faults that are not mended are in `temptations.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from mesocosm.episode.agent import Action, Script, call
from mesocosm.suites.eo.evidence.looks import NEIGHBOURS, THEMES, kind_of
from mesocosm.suites.eo.questions.parts import PARTS, WHOLE, Part, part_in
from mesocosm.suites.eo.taxonomy import meant_by
from mesocosm.synthesis.trajectory import ENDING
from mesocosm.types import ToolCall

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
PIXELS: list[JsonValue] = [120, 80, 640, 600]
"""A crop in pixels, although the tool takes shares."""
NEARLY = {
    "car": "hatchback", "truck": "van", "bus": "minibus", "vehicle": "traffic", "ship": "tanker", "boat": "dinghy",
    "vessel": "shipping", "building": "rooftop", "house": "townhouse", "swimming_pool": "pond", "bridge": "footbridge",
    "storage_tank": "reservoir", "solar_array": "solar farm", "roundabout": "junction", "car_park": "parking space",
    "helipad": "landing pad", "plane": "glider", "train": "carriage",
}  # fmt: skip
"""Kinds, each with a word that people say for it and that names no kind."""
PICTURE = re.compile(r"\bimg-(\d+)\b")


@dataclass(frozen=True)
class Moment:
    """The state of the script before a call of the planner."""

    action: ToolCall
    tools: frozenset[str]
    task: str
    called: frozenset[str]
    """Tools that were called before."""
    pictures: int
    """Highest number of a picture handle so far."""
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
    """Look at what kind of place it is, before anything else."""
    fits = "analyze_optical_scene" in moment.tools and moment.action.tool != "analyze_optical_scene"
    fits = fits and not moment.called
    return [call("analyze_optical_scene", image=moment.image)] if fits else []


def list_captures(moment: Moment) -> list[ToolCall]:
    """List the days, before stepping to the next or the last."""
    listing = "get_multispectral_list" if moment.action.tool.endswith("multispectral") else "get_optical_image_list"
    fits = moment.action.tool in NEIGHBOURS and listing in moment.tools - moment.called
    return [call(listing, image=moment.image)] if fits else []


def look_up_theme(moment: Moment) -> list[ToolCall]:
    """Look up which index serves the theme, before it is measured."""
    theme = THEMES.get(moment.action.tool)
    fits = theme is not None and "theme_index_lookup" in moment.tools - moment.called
    return [call("theme_index_lookup", theme=THEME_WORDS[theme])] if fits and theme is not None else []


def look_closer(moment: Moment) -> list[ToolCall]:
    """Look at the part that the task is about at full size, before searching."""
    tool = "crop_optical_or_sar_image"
    fits = kind_of(moment.action.tool) in ("boxes", "mask") and tool in moment.tools - moment.called
    part = asked_part(moment.task)
    return [call(tool, image=moment.image, box=list(part.shares))] if fits and part is not None else []


def asked_part(task: str) -> Part | None:
    """Return the part of a picture that a task is about; None if it is about all of it."""
    part = part_in(task)
    return None if part is WHOLE else part


EXPLORING: tuple[Habit, ...] = (look_at_scene, list_captures, look_up_theme, look_closer)


# ------------------------------------------------------------ slips that are noticed


def foreign_handle(moment: Moment) -> list[ToolCall]:
    """Cite a handle one beyond those given, if there are several, in one of three cases; the refusal lists them."""
    if "image" not in moment.arguments or moment.pictures < 2 or moment.pick(3):
        return []
    handle = f"img-{moment.pictures + 1}"
    return [moment.action.model_copy(update={"arguments": {**moment.arguments, "image": handle}})]


def wrong_way(moment: Moment) -> list[ToolCall]:
    """Step to the neighbour on the other side, in time or on the ground."""
    tool = OPPOSITE.get(moment.action.tool, "")
    return [call(tool, **moment.arguments)] if tool in moment.tools else []


def refused_argument(moment: Moment) -> list[ToolCall]:
    """Use pixels instead of shares, or a target word that is nearly right."""
    if isinstance(moment.arguments.get("box"), list) and moment.action.tool.startswith("crop"):
        return [call(moment.action.tool, **{**moment.arguments, "box": PIXELS})]
    if moment.action.tool in moment.called:  # the right word has worked just before
        return []
    kinds = meant_by(str(moment.arguments.get("target", "")))
    nearly = next((word for kind, word in NEARLY.items() if kinds and kinds == meant_by(kind)), "")
    return [call(moment.action.tool, **{**moment.arguments, "target": nearly})] if nearly else []


def other_side(moment: Moment) -> list[ToolCall]:
    """Crop the part opposite the one that the task is about: left and right, or up and down, confused."""
    tool = "crop_multispectral_image" if "multispectral" in moment.action.tool else "crop_optical_or_sar_image"
    looks = moment.action.tool == tool or kind_of(moment.action.tool) in ("boxes", "mask", "index")
    part = asked_part(moment.task)
    if part is None or not looks or moment.image.startswith("crop") or tool not in moment.tools - moment.called:
        return []
    return [call(tool, image=moment.image, box=list(across(part).shares))]


def across(part: Part) -> Part:
    """Return the opposite part: east and west are swapped; for a part of the full width, north and south."""
    left, top, right, bottom = part.shares
    halved = right - left < 1.0
    mirrored = (1.0 - right, top, 1.0 - left, bottom) if halved else (left, 1.0 - bottom, right, 1.0 - top)
    return next(other for other in PARTS if other.shares == mirrored)


SLIPS: tuple[Habit, ...] = (foreign_handle, wrong_way, refused_argument, other_side)


@dataclass(frozen=True)
class Temper:
    """How often an actor departs from the straight way."""

    explores: float = 0.14
    """Chance of an extra look before each call."""
    slips: float = 0.09
    """Chance of a slip before each call."""
    most: int = 3
    """Most habits in a trajectory."""


def straying(
    script: Script, task: str, tools: frozenset[str], room: int, temper: Temper, draw: Callable[[], float]
) -> Script:
    """Run the planner's script with extra looks and slips, as long as calls are left."""
    habits, called, pictures = 0, frozenset[str](), _last_picture(task)
    action: Action = next(script)
    while True:
        if isinstance(action, ToolCall) and action.tool != ENDING and habits < temper.most:
            moment = Moment(action, tools, task, called, pictures, lambda below: int(draw() * below))
            extra = _choose(moment, temper, draw)
            if extra and len(extra) <= room:
                habits, room = habits + 1, room - len(extra)
                for strayed in extra:
                    seen = yield strayed
                    called |= {strayed.tool}
                    pictures = max(pictures, _last_picture(seen.text))
        seen = yield action
        called |= {action.tool} if isinstance(action, ToolCall) else set()
        pictures = max(pictures, _last_picture(seen.text))
        try:
            action = script.send(seen)
        except StopIteration:
            return


def _last_picture(text: str) -> int:
    return max((int(number) for number in PICTURE.findall(text)), default=1)


def _choose(moment: Moment, temper: Temper, draw: Callable[[], float]) -> list[ToolCall]:
    chance = draw()
    habits = SLIPS if chance < temper.slips else EXPLORING if chance < temper.slips + temper.explores else ()
    offered = [calls for habit in habits if (calls := habit(moment))]
    return offered[moment.pick(len(offered))] if offered else []
