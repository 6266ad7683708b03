"""Plans for what changes: other passes of a satellite, other days' photographs."""

from __future__ import annotations

from mesocosm.suites.eo.plans.tool_runner import (
    FIRST,
    Hands,
    Plan,
    calculate,
    image_of,
    images_of,
    number_of,
    passes_of,
    point_at,
    wholes,
)
from mesocosm.suites.eo.questions.parts import WHOLE, part_named
from mesocosm.suites.eo.questions.passes import THEMES, word_of_change

DETECT = "get_object_bbox_by_optical_image"
SAME = 0.8
"""Overlap (IoU) of two days' boxes from which on they are of one building."""


def multispectral_temporal_analysis(hands: Hands) -> Plan:
    if hands.form in ("greenest", "peak"):
        return (yield from _highest(hands))
    if "theme" in hands.asked and bool(hands.asked.get("lookup")):
        yield hands.call("theme_index_lookup", theme=hands.word("theme"))
    since = hands.form.endswith("since")
    seen = yield hands.call("get_previous_multispectral" if since else "get_next_multispectral", image=FIRST)
    images = [image_of(seen), FIRST] if since else [FIRST, image_of(seen)]
    part = part_named(hands.word("part"))
    if part is not WHOLE:
        for number, image in enumerate(images):
            seen = yield hands.call("crop_multispectral_image", image=image, box=[*part.shares])
            images[number] = image_of(seen)
    return (yield from _compare(hands, images))


def _compare(hands: Hands, images: list[str]) -> Plan:
    """The later picture against the earlier one, by area or by mean index."""
    values = []
    by_area = "theme" in hands.asked
    tool = _theme_tool(hands.word("theme")) if by_area else f"compute_{hands.word('index')}_by_multispectral"
    for image in images:
        seen = yield hands.call(tool, image=image)
        values.append(number_of(seen, "area_m2" if by_area else "mean"))
    if not by_area:
        change = yield from calculate(hands, f"{values[1]:.3f} - {values[0]:.3f}")  # as the tool tells them
        return f"{change:+.3f}"
    change = yield from calculate(hands, f"({values[1]:.0f} - {values[0]:.0f}) / {max(values[0], 1.0):.0f}")
    return word_of_change(change)


def _theme_tool(name: str) -> str:
    return next(theme.tool for theme in THEMES if theme.name == name)


def _highest(hands: Hands) -> Plan:
    """The day of the highest mean among the pass and its neighbours, or among all passes that are clear."""
    seen = yield hands.call("get_multispectral_list", image=FIRST, sensor=hands.word("sensor"))
    passes = passes_of(seen)
    here = next(number for number, listed in enumerate(passes) if listed.image == FIRST)
    chosen = passes[here - 1 : here + 2] if hands.form == "greenest" else [p for p in passes if p.cloud_percent <= 1.0]
    means = {}
    for listed in chosen:
        seen = yield hands.call(f"compute_{hands.word('index')}_by_multispectral", image=listed.image)
        means[listed.date] = number_of(seen, "mean")
    return max(means, key=means.__getitem__)


def optical_temporal_analysis(hands: Hands) -> Plan:
    if hands.form == "appeared":
        return (yield from _appeared(hands))
    if hands.form == "busiest":
        return (yield from _busiest(hands))
    since = hands.form == "since"
    seen = yield hands.call("get_previous_optical_image" if since else "get_next_optical_image", image=FIRST)
    images = [image_of(seen), FIRST] if since else [FIRST, image_of(seen)]
    counts = []
    for image in images:
        seen = yield hands.call(DETECT, image=image, target=hands.word("target"))
        counts.append(len(wholes(seen)))
    return "the same" if counts[0] == counts[1] else "more" if counts[1] > counts[0] else "fewer"


def _busiest(hands: Hands) -> Plan:
    seen = yield hands.call("get_optical_image_list", image=FIRST)
    counts = {}
    for image, day in images_of(seen):
        seen = yield hands.call(DETECT, image=image, target=hands.word("target"))
        counts[day] = len(wholes(seen))
    return max(counts, key=counts.__getitem__)


def _appeared(hands: Hands) -> Plan:
    """Point at the building in the last picture, look for it from the first one on, and compare where both stand."""
    seen = yield hands.call("get_optical_image_list", image=FIRST)
    dates = images_of(seen)
    seen = yield hands.call(DETECT, image=FIRST, target="building")
    chosen = point_at(wholes(seen), hands.word("pointer"))
    for image, day in dates[:-1]:
        seen = yield hands.call(DETECT, image=image, target="building")
        twin = max(wholes(seen), key=chosen.overlap, default=None)
        if twin is not None and chosen.overlap(twin) > SAME:
            yield hands.call("normalize_bounding_boxes", boxes=[chosen.id, twin.id])
            return day
    return dates[-1][1]


def temporal_counting(hands: Hands) -> Plan:
    target, images = hands.word("target"), [FIRST]
    if hands.form in ("difference", "all_days"):
        seen = yield hands.call("get_optical_image_list", image=FIRST)
        days = [image for image, _ in images_of(seen)]
        images = days if hands.form == "all_days" else [FIRST, days[-1]]
    if hands.form in ("previous", "total"):
        seen = yield hands.call("get_previous_optical_image", image=FIRST)
        images.insert(0, image_of(seen))
    if hands.form in ("next", "total"):
        seen = yield hands.call("get_next_optical_image", image=FIRST)
        images.append(image_of(seen))
    if hands.form in ("next", "previous"):
        images.remove(FIRST)
    counts = []
    for image in images:
        seen = yield hands.call(DETECT, image=image, target=target)
        counts.append(len(wholes(seen)))
    if len(counts) == 1:
        return str(counts[0])
    joined = f"abs({counts[1]} - {counts[0]})" if hands.form == "difference" else " + ".join(map(str, counts))
    value = yield from calculate(hands, joined)
    return f"{value:.0f}"
