"""Tools that look for things: the kind of a scene, the boxes of objects, and the look of one object."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.eo.detectors.detector import Detector
from mesocosm.suites.eo.lake.colours import colour_name
from mesocosm.suites.eo.lake.frame import Thing
from mesocosm.suites.eo.picture_view import Box, Sight
from mesocosm.suites.eo.targets import Target, read_target
from mesocosm.suites.eo.taxonomy import leaves_of, plain
from mesocosm.suites.eo.tools.gather import Handle
from mesocosm.suites.eo.workspace_images import HeldBox, Holdings, describe_picture
from mesocosm.tools.tool import Output, tool

TargetText = Annotated[str, Field(min_length=1, max_length=120)]
Corners = Annotated[list[float], Field(min_length=4, max_length=4)]
LEAST_INSIDE = 0.5
"""Smallest share of a thing's box within the view for the thing to be found."""
NEAR = 0.3
"""Smallest overlap (IoU) of a given box with a thing's for the box to mean the thing."""
BUILDINGS = leaves_of("building")
"""Labels that radar does not tell apart."""
SEEN = ("colour", "roof", "damage")
"""Attributes that a picture shows."""
DAMAGE_WORDS = {"none": "no damage", "minor": "minor damage", "major": "major damage", "destroyed": "destroyed"}


@tool(read_only=True)
def analyze_optical_scene(holdings: Holdings, /, image: Handle) -> Output:
    """Say what kind of place an optical image shows, such as a harbour. Not for counting or finding objects.

    Args:
        image: Handle of an optical image.
    """
    sight = holdings.image(image, "rgb")
    scene = holdings.imagery.scene_class(sight.frame, sight.shares)
    return Output(text=f"{sight.id} shows: {scene}", data={**describe_picture(sight), "scene": scene})


@tool(read_only=True)
def describe_optical_object(holdings: Holdings, /, image: Handle, box: Handle | Corners) -> Output:
    """Describe what one object in an optical image looks like: its kind, colour, roof, size and any damage.

    Args:
        image: Handle of an optical image.
        box: The object: the handle of a box found in the image, such as box-3, or left, top, right, bottom in pixels of
            the image as shown.
    """
    sight = holdings.image(image, "rgb")
    if holdings.response == "unverified":
        return _describe(sight, "", _seen_colour(holdings, sight, _frame_box(holdings, sight, box)))
    thing = _thing_at(holdings, sight, box)
    attributes = {name: thing.attributes[name] for name in SEEN if name in thing.attributes}
    if "damage" in attributes:
        attributes["damage"] = DAMAGE_WORDS.get(str(attributes["damage"]), str(attributes["damage"]))
    return _describe(sight, thing.label, {**attributes, **_measure(sight, thing)})


@tool(read_only=True)
def get_object_bbox_by_optical_image(holdings: Holdings, /, image: Handle, target: TargetText) -> Output:
    """Find objects of a kind in an optical image and get a box around each. Boxes are in pixels of the image as shown.

    An object counts where at least half of its box lies in the view.

    Args:
        image: Handle of an optical image.
        target: What to look for, such as "car", "vehicles", "storage tank" or "destroyed building".
    """
    sight, wanted = holdings.image(image, "rgb"), read_target(target)
    if holdings.response == "unverified":
        return _list_boxes(holdings, sight, wanted, _detect(_detector(holdings), holdings, sight, wanted))
    return _verify(holdings, sight, wanted, in_view(holdings, sight, wanted))


@tool(read_only=True)
def get_object_bbox_by_sar_image(holdings: Holdings, /, image: Handle, target: TargetText) -> Output:
    """Find objects of a kind in a SAR image and get a box around each. Boxes are in pixels of the image as shown.

    An object counts where at least half of its box lies in the view. Radar shows ships, planes, tanks, cranes, bridges
    and standing buildings; it shows no colours, courts, pools or small vehicles, and tells neither what a building is
    used for nor how badly it is damaged.

    Args:
        image: Handle of a SAR image.
        target: What to look for, such as "ship", "storage tank" or "building".
    """
    sight, wanted = holdings.image(image, "sar"), _check_radar_target(read_target(target))
    return _verify(holdings, sight, wanted, in_view(holdings, sight, wanted))


@tool(read_only=True)
def get_object_bbox_by_optical_sar_image(
    holdings: Holdings, /, optical_image: Handle, sar_image: Handle, target: TargetText
) -> Output:
    """Find objects of a kind that both images of an aligned optical and SAR pair show.

    Boxes are in pixels of the optical image as shown.

    Args:
        optical_image: Handle of the optical image of the pair.
        sar_image: Handle of the SAR image of the pair; see get_sar_from_optical.
        target: What to look for, such as "ship" or "bridge".
    """
    optical, radar = holdings.image(optical_image, "rgb"), holdings.image(sar_image, "sar")
    wanted = read_target(target)
    if abs((optical.frame.time - radar.frame.time).total_seconds()) > 86_400:
        raise ToolError(
            f"{optical.id} and {radar.id} were not taken on the same day; get the companion of one of them first"
        )
    echoes = {thing.id for thing in in_view(holdings, radar, wanted)}
    both = [thing for thing in in_view(holdings, optical, wanted) if thing.id in echoes]
    return _verify(holdings, optical, wanted, both)


def _check_radar_target(target: Target) -> Target:
    """Return the target, or refuse it if radar cannot tell it from others."""
    if target.damage or target.colours:
        raise ToolError("radar shows neither colours nor degrees of damage; look for the kind of object alone")
    if target.labels & BUILDINGS and not target.labels >= BUILDINGS:
        raise ToolError("radar does not tell kinds of buildings apart; look for 'building', or in an optical image")
    return target


def in_view(holdings: Holdings, sight: Sight, target: Target) -> list[Thing]:
    """Return the wanted things with at least half of their box in the view, from the upper left on."""
    things = [thing for thing in holdings.imagery.things(sight.frame) if target.means(thing)]
    chosen = [thing for thing in things if share_in(sight, thing) >= LEAST_INSIDE]
    return sorted(chosen, key=lambda thing: (thing.box[1], thing.box[0], thing.id))


def share_in(sight: Sight, thing: Thing) -> float:
    """Return the share of a thing's whole box within the view."""
    left, top, right, bottom = thing.box
    cut = _meet(thing.box, tuple(float(edge) for edge in sight.edges))
    size = max((right - left) * (bottom - top), 1e-9)
    return thing.inside * _area(cut) / size


def _meet(first: Sequence[float], second: Sequence[float]) -> Box:
    return max(first[0], second[0]), max(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3])


def _area(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def _verify(holdings: Holdings, sight: Sight, target: Target, things: Sequence[Thing]) -> Output:
    edges = tuple(float(edge) for edge in sight.edges)
    found = [(_label_for_sensor(sight, thing), _meet(thing.box, edges), 1.0, thing.id) for thing in things]
    return _list_boxes(holdings, sight, target, found)


def _label_for_sensor(sight: Sight, thing: Thing) -> str:
    """Return the label of a thing as far as the sensor shows it."""
    return "building" if sight.frame.sensor == "sar" and thing.label in BUILDINGS else thing.label


def _list_boxes(
    holdings: Holdings, sight: Sight, target: Target, found: Iterable[tuple[str, Box, float, str]]
) -> Output:
    rows: list[JsonValue] = []
    labels: Counter[str] = Counter()
    for label, box, score, thing in found:
        held = holdings.keep_box(sight, box, label, thing)
        rows.append({"id": held.id, "label": label, "box": [*sight.to_view(box)], "score": round(score, 3)})
        labels[label] += 1
    counts = ", ".join(f"{count} {plain(label, count)}" for label, count in sorted(labels.items()))
    sure = holdings.response == "verified"
    lines = [_line(row, sure) for row in rows if isinstance(row, dict)]
    columns, rows_high = sight.size
    seen_in = f"{sight.id} ({columns} × {rows_high} pixels)"
    text = (
        f"{seen_in}: {counts} for {target.text!r}\n" + "\n".join(lines)
        if rows
        else (f"{seen_in}: nothing found for {target.text!r}")
    )
    data: dict[str, JsonValue] = {**describe_picture(sight), "target": target.text, "count": len(rows), "boxes": rows}
    data["size"] = [columns, rows_high]
    return Output(text=text, data=data)


def _line(row: dict[str, JsonValue], sure: bool) -> str:
    """Describe a box in words, with the detector's score if a detector was used."""
    return f"{row['id']} {row['label']} {row['box']}" + ("" if sure else f" score {row['score']}")


def _detector(holdings: Holdings) -> Detector:
    if holdings.detector is None:
        raise ToolError("no detector is installed for the unverified response")
    return holdings.detector


def _detect(detector: Detector, holdings: Holdings, sight: Sight, target: Target) -> list[tuple[str, Box, float, str]]:
    """Return what the detector finds in the frame's own pixels of the view."""
    part = np.ascontiguousarray(sight.cut(holdings.imagery.pixels(sight.frame)))
    left, top, _, _ = sight.edges
    return [
        (hit.label, (hit.box[0] + left, hit.box[1] + top, hit.box[2] + left, hit.box[3] + top), hit.score, "")
        for hit in detector.detect(part, target.labels)
    ]


def _frame_box(holdings: Holdings, sight: Sight, box: str | list[float]) -> Box:
    """Return a box in pixels of the frame, from a handle or from pixels of the image as shown."""
    if isinstance(box, str):
        held = holdings.box(box)
        _check_same_frame(holdings, held, sight)
        return held.box
    left, top, right, bottom = box
    columns, rows = sight.size
    if not (0 <= left < right <= columns and 0 <= top < bottom <= rows):
        raise ToolError(
            f"box must be left, top, right, bottom in pixels of {sight.id}, which has {columns} × {rows}, got "
            f"[{', '.join(f'{edge:.6g}' for edge in box)}]"
        )
    return sight.in_frame((left, top, right, bottom))


def _check_same_frame(holdings: Holdings, held: HeldBox, sight: Sight) -> None:
    if holdings.images[held.image].frame.name != sight.frame.name:
        raise ToolError(f"{held.id} was found in {held.image}, not in {sight.id}; describe it there")


def _thing_at(holdings: Holdings, sight: Sight, box: str | list[float]) -> Thing:
    """Return the thing behind a box, or the thing that a given box overlaps most."""
    place = _frame_box(holdings, sight, box)
    things = [thing for thing in holdings.imagery.things(sight.frame) if thing.label != "tree"]
    if isinstance(box, str) and holdings.box(box).thing:
        return next(thing for thing in things if thing.id == holdings.box(box).thing)
    best = max(things, key=lambda thing: overlap(thing.box, place), default=None)
    if best is None or overlap(best.box, place) < NEAR:
        raise ToolError("no object fills this box; find objects first with get_object_bbox_by_optical_image")
    return best


def overlap(first: Box, second: Box) -> float:
    """Return the intersection over union of two boxes."""
    shared = _area(_meet(first, second))
    return shared / max(_area(first) + _area(second) - shared, 1e-9)


def _measure(sight: Sight, thing: Thing) -> dict[str, float]:
    """Return length and width of the smallest rotated box around a thing, in metres."""
    from mesocosm.earth.planet.sensors.photo.annotations import smallest_boxes

    corners = smallest_boxes(thing.outline, np.asarray([0, len(thing.outline)]))[0] * sight.frame.window.resolution_m
    sides = np.sqrt(((corners[1:3] - corners[:2]) ** 2).sum(axis=1))
    return {"length_m": round(float(sides.max()), 1), "width_m": round(float(sides.min()), 1)}


def _seen_colour(holdings: Holdings, sight: Sight, box: Box) -> dict[str, str | int | float]:
    """Return the colour of the middle half of a box, from its pixels alone."""
    left, top, right, bottom = box
    pixels = holdings.imagery.pixels(sight.frame)
    x0, x1 = int(0.75 * left + 0.25 * right), int(0.25 * left + 0.75 * right) + 1
    y0, y1 = int(0.75 * top + 0.25 * bottom), int(0.25 * top + 0.75 * bottom) + 1
    red, green, blue = (int(value) for value in np.median(pixels[y0:y1, x0:x1].reshape(-1, 3), axis=0))
    return {"colour": colour_name(red, green, blue)}


def _describe(sight: Sight, label: str, attributes: dict[str, str | int | float]) -> Output:
    words = ", ".join(f"{name.replace('_m', '')} {value}{' m' if name.endswith('_m') else ''}"
                      for name, value in attributes.items())  # fmt: skip
    seen: dict[str, JsonValue] = dict(attributes)
    data: dict[str, JsonValue] = {**describe_picture(sight), "label": label, "attributes": seen}
    return Output(text=f"{plain(label) or 'object'}: {words}", data=data)
