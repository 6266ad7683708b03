"""Plans for what one view shows: damage, counts, relations, covers, looks, and what lies around the view."""

from __future__ import annotations

from collections import Counter

from pydantic import JsonValue

from mesocosm.suites.eo.plans.tool_runner import (
    FIRST,
    SECOND,
    Hands,
    Plan,
    calculate,
    data_of,
    found_in,
    image_of,
    number_of,
    point_at,
    wholes,
)
from mesocosm.suites.eo.questions.covering import BY_NAME as COVERS
from mesocosm.suites.eo.questions.navigation import MOVES
from mesocosm.suites.eo.questions.parts import QUARTER_WORDS, QUARTERS, part_named
from mesocosm.types import ToolCall

DETECT = "get_object_bbox_by_optical_image"
DAMAGE = {
    "none": "undamaged building",
    "minor": "building with minor damage",
    "major": "building with major damage",
    "destroyed": "destroyed building",
    "badly": "destroyed buildings and buildings with major damage",
}
"""A state to what a detector is asked for."""
GRADES = {"no damage": "none", "minor damage": "minor", "major damage": "major", "destroyed": "destroyed"}


def damage_presence(hands: Hands) -> Plan:
    seen = yield hands.call(DETECT, image=SECOND, target=DAMAGE[hands.word("state")])
    return "yes" if wholes(seen) else "no"


def damage_count(hands: Hands) -> Plan:
    seen = yield hands.call(DETECT, image=SECOND, target=DAMAGE[hands.word("state")])
    return f"{len(wholes(seen))} buildings"


def majority_damage(hands: Hands) -> Plan:
    counts: Counter[str] = Counter()
    for grade in ("none", "minor", "major", "destroyed"):
        if grade != "none" or hands.form == "all":
            seen = yield hands.call(DETECT, image=SECOND, target=DAMAGE[grade])
            counts[grade] = len(wholes(seen))
    return counts.most_common(1)[0][0]


def damage_severity(hands: Hands) -> Plan:
    seen = yield hands.call(DETECT, image=SECOND, target="building")
    chosen = point_at(wholes(seen), hands.word("pointer"))
    seen = yield hands.call("describe_optical_object", image=SECOND, box=chosen.id)
    return GRADES[_attribute(data_of(seen), "damage")]


def _attribute(data: dict[str, JsonValue], name: str) -> str:
    attributes = data["attributes"]
    assert isinstance(attributes, dict)
    return str(attributes[name])


def object_counting(hands: Hands) -> Plan:
    return (yield from _count(hands, DETECT))


def radar_counting(hands: Hands) -> Plan:
    return (yield from _count(hands, "get_object_bbox_by_sar_image"))


def _count(hands: Hands, detect: str) -> Plan:
    image = FIRST
    if hands.form == "quarter":
        part = part_named(hands.word("part"))
        seen = yield hands.call("crop_optical_or_sar_image", image=image, box=[*part.shares])
        image = image_of(seen)
    seen = yield hands.call(detect, image=image, target=hands.word("target"))
    return str(len(wholes(seen)))


def arithmetic_reasoning(hands: Hands) -> Plan:
    if hands.form == "density":
        seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
        value = yield from calculate(hands, f"{len(wholes(seen))} / {hands.asked['hectares']}")
        return f"{value:.2f} per hectare"
    names = ("part", "whole") if hands.form == "share" else ("first", "other")
    counts = []
    for name in names:
        seen = yield hands.call(DETECT, image=FIRST, target=hands.word(name))
        counts.append(len(wholes(seen)))
    times = "100 * " if hands.form == "share" else ""
    value = yield from calculate(hands, f"{times}{counts[0]} / {counts[1]}")
    return f"{value:.1f} %" if hands.form == "share" else f"{value:.2f}"


def spatial_relation(hands: Hands) -> Plan:
    boxes = []
    for name in ("first", "other"):
        seen = yield hands.call(DETECT, image=FIRST, target=hands.word(name))
        boxes.append(wholes(seen)[0].id)
    seen = yield hands.call("get_bbox_geospatial_relationship", first=boxes[0], second=boxes[1])
    return str(data_of(seen)["direction"]) if hands.form == "direction" else f"{number_of(seen, 'distance_m'):.1f} m"


def overlap_analysis(hands: Hands) -> Plan:
    masks = []
    for name in ("below", "above"):
        seen = yield _mask(hands, hands.word(name))
        masks.append(str(data_of(seen)["mask"]))
    seen = yield hands.call("get_mask_geospatial_relationship", first=masks[0], second=masks[1])
    return f"{100.0 * number_of(seen, 'share_of_first'):.1f} %"


def area_dominance(hands: Hands) -> Plan:
    names = hands.asked["covers"]
    assert isinstance(names, list)
    areas: dict[str, float] = {}
    for name in map(str, names):
        seen = yield _mask(hands, name)
        areas[name] = number_of(seen, "area_m2")
    return COVERS[max(areas, key=areas.__getitem__)].words


def _mask(hands: Hands, cover: str) -> ToolCall:
    chosen = COVERS[cover]
    if chosen.target:
        return hands.call(chosen.tool, image=FIRST, target=chosen.target)
    return hands.call(chosen.tool, image=FIRST)


def image_cut_reasoning(hands: Hands) -> Plan:
    seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
    middles = [box.middle for box in wholes(seen)]
    if hands.form == "half":
        part = part_named(hands.word("part"))
        return str(sum(part.holds(x, y, 1, 1) for x, y in middles))
    counts = {
        name: sum(part.holds(x, y, 1, 1) for x, y in middles)
        for name, part in zip(QUARTER_WORDS, QUARTERS, strict=True)
    }
    return max(counts, key=counts.__getitem__)


def scene_understanding(hands: Hands) -> Plan:
    seen = yield hands.call("analyze_optical_scene", image=FIRST)
    return str(data_of(seen)["scene"])


def attribute_identification(hands: Hands) -> Plan:
    seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
    chosen = point_at(wholes(seen), hands.word("pointer"))
    seen = yield hands.call("describe_optical_object", image=FIRST, box=chosen.id)
    return _attribute(data_of(seen), "colour" if hands.form == "colour" else "roof")


def cross_modal_identification(hands: Hands) -> Plan:
    paired = "get_object_bbox_by_optical_sar_image"
    if hands.form == "confirmed":
        seen = yield hands.call("get_sar_from_optical", image=FIRST)
        target = hands.word("target")
        seen = yield hands.call(paired, optical_image=FIRST, sar_image=image_of(seen), target=target)
        return str(len(wholes(seen)))
    seen = yield hands.call("get_optical_from_sar", image=FIRST)
    seen = yield hands.call(paired, optical_image=image_of(seen), sar_image=FIRST, target="object")
    x, y = (float(str(hands.asked[name])) / 100.0 for name in ("x", "y"))
    return min(found_in(seen), key=lambda box: box.gap(x, y)).label.replace("_", " ")


def moving_reasoning(hands: Hands) -> Plan:
    target, ways, image, counts = hands.word("target"), hands.asked["ways"], FIRST, []
    assert isinstance(ways, list)
    if hands.form == "both":
        seen = yield hands.call(DETECT, image=image, target=target)
        counts.append(len(wholes(seen)))
    if hands.form == "around":
        seen = yield hands.call("zoom_out_optical_image", image=image, factor=2.0)
        image = image_of(seen)
    for way in map(str, ways):
        seen = yield hands.call(MOVES[way][2], image=image, share=1.0)
        image = image_of(seen)
    seen = yield hands.call(DETECT, image=image, target=target)
    counts.append(len(wholes(seen)))
    if hands.form != "both":
        return str(counts[0])
    total = yield from calculate(hands, " + ".join(map(str, counts)))
    return f"{total:.0f}"
