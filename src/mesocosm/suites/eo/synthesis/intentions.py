"""Why a call is made, in words that reveal nothing of its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from mesocosm.suites.eo.questions.parts import PARTS
from mesocosm.suites.eo.synthesis.habits import OPPOSITE, across, asked_part
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.synthesis.trajectory import Step

Pick = Callable[[int], int]
TEXTS: Mapping[str, tuple[str, ...]] = {
    "crop_optical_or_sar_image": (
        "I cut {part} out of {image} to see it at full size.",
        "A closer look at {part} of {image} helps here.",
        "Let me zoom into {part} of {image}.",
    ),
    "crop_multispectral_image": (
        "The question is about a part of the scene, so I cut {part} out of {image}.",
        "I limit {image} to {part}.",
        "Only {part} of {image} matters; I crop it.",
    ),
    "get_optical_image_list": (
        "I need to know on which days this place was photographed.",
        "Let me list the photographs of this place with their dates.",
        "Before I compare days I look at which there are.",
    ),
    "get_multispectral_list": (
        "I list the multispectral captures of this place with their dates.",
        "First I need to see which passes there are, and how cloudy they were.",
        "Let me see the passes over this place in order of time.",
    ),
    "get_next_optical_image": (
        "I fetch the photograph that follows {image}.",
        "The later photograph is needed; I step forward from {image}.",
        "Next I get the capture after {image}.",
    ),
    "get_previous_optical_image": (
        "I fetch the photograph that came before {image}.",
        "The earlier photograph is needed; I step back from {image}.",
        "Next I get the capture before {image}.",
    ),
    "get_next_multispectral": (
        "I fetch the pass that follows {image}.",
        "The question needs the later pass, so I step forward from {image}.",
        "Let me get the following acquisition.",
    ),
    "get_previous_multispectral": (
        "I fetch the pass before {image}.",
        "The question needs the earlier pass, so I step back from {image}.",
        "Let me get the preceding acquisition.",
    ),
    "get_optical_from_sar": (
        "Radar alone does not name things; I fetch the photograph of the same ground.",
        "I get the optical companion of {image}.",
        "A photograph that matches {image} will show what stands there.",
    ),
    "get_sar_from_optical": (
        "I need the radar picture of the same ground as {image}.",
        "Let me fetch the radar companion of {image}.",
        "To check against radar I get the companion of {image}.",
    ),
    "analyze_optical_scene": (
        "First, what kind of place is this?",
        "I start with the scene as a whole.",
        "Let me see what {image} shows in general.",
    ),
    "describe_optical_object": (
        "I have {box} described.",
        "Now I look at {box} more closely for its attributes.",
        "Let me see what {box} looks like.",
    ),
    "get_object_bbox_by_optical_image": (
        "I search {image} for {target}.",
        "Boxes around every match will tell how many there are and where; I search {image} for {target}.",
        "I look for {target} in {image}.",
        "Let me find what counts as {target} in {image}.",
    ),
    "get_object_bbox_by_sar_image": (
        "I search the radar picture {image} for {target}.",
        "I look for {target} among the echoes of {image}.",
        "Let me find {target} in {image}.",
    ),
    "get_object_bbox_by_optical_sar_image": (
        "I search both {optical_image} and {sar_image} for {target}.",
        "What photograph and radar both show is certain; I look for {target} in the pair.",
        "Let me look for {target} in {optical_image} and {sar_image} together.",
    ),
    "get_building_mask_by_optical_image": (
        "I need the ground that roofs take up in {image}.",
        "I have the built ground of {image} masked.",
    ),
    "get_road_mask_by_optical_image": (
        "I need the ground that streets take up in {image}.",
        "I have the street surface of {image} masked.",
    ),
    "get_object_mask_by_optical_image": (
        "I need the ground that {target} takes up in {image}.",
        "I mask {target} in {image}.",
        "Let me get the area of {target} in {image}.",
    ),
    "theme_index_lookup": (
        "I make sure which index serves {theme}.",
        "Which index fits {theme}? I look it up.",
    ),
    "get_bbox_geospatial_relationship": (
        "I have the way from {first} to {second} worked out.",
        "Now I compare where {first} and {second} lie.",
        "How does {second} lie to {first}? I ask for their relationship.",
    ),
    "get_mask_geospatial_relationship": (
        "I lay {second} over {first} to see how far they overlap.",
        "Now I compare {first} with {second}.",
    ),
    "normalize_bounding_boxes": ("I put the boxes on one scale.", "Boxes of different views must be on one scale."),
    "basic_calculator": (
        "I work out {expression}.",
        "That leaves arithmetic: {expression}.",
        "I calculate {expression} rather than guess.",
    ),
    "zoom_out_optical_image": (
        "I widen the view of {image} to take in its surroundings.",
        "The ground around {image} matters; I zoom out.",
    ),
}
SPECTRAL = (
    "I measure {what} in {image}.",
    "Now {what} of {image}.",
    "To compare passes I need {what} of {image}.",
    "I have {what} computed for {image}.",
)
SIDES = {"up": "above", "down": "below", "left": "to the left of", "right": "to the right of"}
MOVING = (
    "I move the view of {image} {way}.",
    "The ground {side} {image} is next.",
    "I pan {way} from {image}.",
)
AGAIN = {
    "handle": ("I cite the right handle this time.", "I try again with the handle I was given."),
    "refused": ("I put it right.", "I call it again with what it takes."),
    "target": ("I ask for {target} instead.", "I look for {target}, as it is called here."),
    "image": ("I take {image} instead.", "It is {image} that I need."),
    "way": (
        "That is the wrong side; I go the other way.",
        "This is not the side I need, so I turn round.",
    ),
    "part": (
        "That was {other}, and {part} is asked about.",
        "I mixed up the sides: that is {other}, not {part}.",
    ),
}


def intention_of(tool: str, arguments: Mapping[str, JsonValue], pick: Pick) -> str:
    """Say why a call is made."""
    texts, words = _texts(tool), {name: _spell(value) for name, value in arguments.items()}
    words |= {name: f'"{words[name]}"' for name in ("target", "theme") if name in words}
    way = tool.split("_")[1] if tool.startswith("move_") else ""
    words |= {"what": _what(tool), "way": way, "side": SIDES.get(way, ""), "part": part_at(arguments.get("box"))}
    text = texts[pick(len(texts))]
    return text.format_map(_Words(words))


def again(before: Step, step: Step, *, strayed: bool, pick: Pick) -> str:
    """Say how a slip is mended; empty if the call before was none.

    Args:
        before: The call before.
        step: This call.
        strayed: Whether the result of the call before is of no use.
        pick: Draws a whole number below another.
    """
    wrong, right = arguments_of(before), arguments_of(step)
    if before.error and before.tool == step.tool:
        texts = AGAIN[next((name for name in ("target", "image") if wrong.get(name) != right.get(name)), "refused")]
    elif strayed and OPPOSITE.get(published_name(before.tool)) == published_name(step.tool):
        texts = AGAIN["way"]
    else:
        return ""
    return texts[pick(len(texts))].format(image=right.get("image"), target=f'"{right.get("target")}"')


def turned_round(before: Step, task: str, pick: Pick) -> str:
    """Say that the opposite part was cut out by mistake; empty if it was not."""
    part = asked_part(task)
    if part is None or arguments_of(before).get("box") != list(across(part).shares):
        return ""
    return AGAIN["part"][pick(len(AGAIN["part"]))].format(part=part.name, other=across(part).name)


def arguments_of(step: Step) -> Mapping[str, JsonValue]:
    return step.arguments if isinstance(step.arguments, dict) else {}


def part_at(box: JsonValue) -> str:
    """Return the name of the part that a crop's shares cut out."""
    return next((part.name for part in PARTS if isinstance(box, list) and list(part.shares) == box), "that part")


def _texts(tool: str) -> tuple[str, ...]:
    if tool.startswith("compute_"):
        return SPECTRAL
    return MOVING if tool.startswith("move_") else TEXTS[tool]


def _what(tool: str) -> str:
    name = tool.removeprefix("compute_").removesuffix("_by_multispectral")
    return name.upper() if name.startswith("nd") else f"the {name.replace('_', ' ')}"


def _spell(value: JsonValue) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_spell(member) for member in value) + "]"
    return str(value)


class _Words(dict[str, str]):
    """A mapping of gaps to words that fills gaps without an argument with a plain word."""

    def __missing__(self, name: str) -> str:
        return {"image": "the picture", "target": "it", "box": "it"}.get(name, "it")
