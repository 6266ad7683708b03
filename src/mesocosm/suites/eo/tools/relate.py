"""Tools that relate boxes and masks to each other, put boxes on one scale, and calculate."""

from __future__ import annotations

import math
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.eo.picture_view import Box, Sight
from mesocosm.suites.eo.tools.gather import Handle
from mesocosm.suites.eo.workspace_images import HeldMask, Holdings
from mesocosm.tools.calculator import calculate
from mesocosm.tools.tool import Output, tool

Bools = NDArray[np.bool_]
Numbers = Annotated[list[float], Field(min_length=2, max_length=4)]
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


@tool(read_only=True)
def get_bbox_geospatial_relationship(
    holdings: Holdings, /, first: Handle | Numbers, second: Handle | Numbers, image: str = ""
) -> Output:
    """Say how a second box or point lies to a first: compass direction, distance, overlap and containment. North is up.

    Args:
        first: Handle of a box, such as box-1; or a point [x, y] or box [left, top, right, bottom] in pixels of `image`.
        second: The same for what is seen from the first.
        image: Handle of the image that numbers are in pixels of; not needed for handles.
    """
    boxes = [_ground_box(holdings, place, image) for place in (first, second)]
    across, down = (_middle(boxes[1])[k] - _middle(boxes[0])[k] for k in (0, 1))
    distance = round(math.hypot(across, down), 2)
    shared, sizes = _share(*boxes), [_size(box) for box in boxes]
    data: dict[str, JsonValue] = {
        "direction": _direction(across, down),
        "distance_m": distance,
        "distance_px": round(distance / _pixel_m(holdings, first, image), 2),
        "gap_m": round(_gap(*boxes), 2),
        "iou": round(shared / max(sizes[0] + sizes[1] - shared, 1e-9), 6),
        "relation": _relation(boxes[0], boxes[1]),
        "contains": _holds(boxes[0], boxes[1]),
        "within": _holds(boxes[1], boxes[0]),
        "first_area_m2": round(sizes[0], 2),
        "second_area_m2": round(sizes[1], 2),
    }
    text = (
        f"the second lies {data['direction']} of the first, {distance:.1f} m from middle to middle; "
        f"relation: {data['relation']} (intersection over union {data['iou']:.3f})"
    )
    return Output(text=text, data=data)


@tool(read_only=True)
def get_mask_geospatial_relationship(holdings: Holdings, /, first: Handle, second: Handle) -> Output:
    """Compare two masks of the same ground: overlap, containment, direction from the first to the second, and areas.

    Args:
        first: Handle of a mask, such as mask-1.
        second: Handle of another mask; of another image it is read at the pixels of the first.
    """
    one, two = holdings.mask(first), holdings.mask(second)
    here, there = holdings.images[one.image], holdings.images[two.image]
    bits, inside = _read_at(two, there, here)
    own = one.bits & inside
    overlap, union = int((own & bits).sum()), int((own | bits).sum())
    if not inside.any():
        raise ToolError(f"{first} and {second} show no ground in common; make masks of the same place")
    step = here.frame.window.resolution_m**2
    data: dict[str, JsonValue] = {
        "overlap_pixels": overlap,
        "overlap_m2": round(overlap * step, 2),
        "first_m2": round(int(own.sum()) * step, 2),
        "second_m2": round(int(bits.sum()) * step, 2),
        "share_of_first": round(overlap / max(int(own.sum()), 1), 6),
        "share_of_second": round(overlap / max(int(bits.sum()), 1), 6),
        "iou": round(overlap / max(union, 1), 6),
        "relation": _mask_relation(int(own.sum()), int(bits.sum()), overlap),
        "direction": _mask_direction(own, bits),
    }
    text = (
        f"relation of {first} to {second}: {data['relation']}; they share {overlap * step:,.0f} m², "
        f"{100 * overlap / max(int(own.sum()), 1):.2f} % of the first and "
        f"{100 * overlap / max(int(bits.sum()), 1):.2f} % of the second"
    )
    return Output(text=text, data=data)


@tool(read_only=True)
def normalize_bounding_boxes(
    holdings: Holdings,
    /,
    boxes: Annotated[list[Handle | Numbers], Field(min_length=1, max_length=500)],
    image: str = "",
) -> Output:
    """Put boxes on one scale: shares of the whole image, 0 to 1 from its upper left corner, from whatever crop.

    Args:
        boxes: Handles of boxes, such as ["box-1", "box-2"]; or boxes [left, top, right, bottom] in pixels of `image`.
        image: Handle of the image that numbers are in pixels of; not needed for handles.
    """
    rows: list[JsonValue] = []
    for place in boxes:
        sight, box = _frame_box(holdings, place, image)
        columns, rows_high = sight.frame.size
        shares = (box[0] / columns, box[1] / rows_high, box[2] / columns, box[3] / rows_high)
        id = place if isinstance(place, str) else ""
        rows.append({"id": id, "image": sight.id, "normalized": [round(share, 6) for share in shares]})
    lines = [f"{row['id'] or 'box'} {row['normalized']}" for row in rows if isinstance(row, dict)]
    return Output(text="\n".join(lines), data={"boxes": rows})


@tool(read_only=True, instant=True)
def basic_calculator(expression: Annotated[str, Field(min_length=1, max_length=500)]) -> Output:
    """Work out simple arithmetic over counts, areas or ratios.

    Args:
        expression: Such as (12 + 7) / 3 or 100 * 5200 / 810000. Numbers, + - * / // % **, parentheses, and functions
            such as sqrt, abs, min, max, round.
    """
    result = calculate(expression)
    data = result.data if isinstance(result.data, dict) else {}
    return Output(text=result.text, data={"expression": expression, "value": data.get("value")})


def _frame_box(holdings: Holdings, place: str | list[float], image: str) -> tuple[Sight, Box]:
    """Return a box in pixels of its frame, and the image it lies in."""
    if isinstance(place, str):
        held = holdings.box(place)
        return holdings.images[held.image], held.box
    if not image:
        raise ToolError("`image` must say in which image's pixels the numbers are; or cite handles of boxes")
    sight = holdings.image(image)
    corners = place if len(place) == 4 else [place[0], place[1], place[0], place[1]]
    columns, rows = sight.size
    left, top, right, bottom = corners if len(place) != 3 else (math.nan,) * 4
    if not (0 <= left <= right <= columns and 0 <= top <= bottom <= rows):
        raise ToolError(
            f"a place must be [x, y] or [left, top, right, bottom] within the {columns} × {rows} pixels of {sight.id}, "
            f"got [{', '.join(f'{number:.6g}' for number in place)}]"
        )
    return sight, sight.in_frame((left, top, right, bottom))


def _ground_box(holdings: Holdings, place: str | list[float], image: str) -> Box:
    sight, box = _frame_box(holdings, place, image)
    return sight.on_ground(box)


def _pixel_m(holdings: Holdings, place: str | list[float], image: str) -> float:
    sight, _ = _frame_box(holdings, place, image)
    return sight.pixel_m


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _size(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def _share(first: Box, second: Box) -> float:
    return _size(
        (max(first[0], second[0]), max(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3]))
    )


def _gap(first: Box, second: Box) -> float:
    """Return the shortest distance between two boxes."""
    across = max(first[0] - second[2], second[0] - first[2], 0.0)
    down = max(first[1] - second[3], second[1] - first[3], 0.0)
    return math.hypot(across, down)


def _holds(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _relation(first: Box, second: Box) -> str:
    if first == second:
        return "equal"
    if _holds(first, second):
        return "first contains second"
    if _holds(second, first):
        return "first within second"
    if _share(first, second) > 0:
        return "overlapping"
    return "touching" if _gap(first, second) == 0 else "disjoint"


def _direction(east: float, north: float) -> str:
    """Return the nearest of eight compass points; `same place` within a centimetre."""
    if math.hypot(east, north) < 0.01:
        return "same place"
    bearing = round(math.degrees(math.atan2(east, north)), 6) % 360.0
    return POINTS[int((bearing + 22.5) // 45.0) % 8]


def _read_at(mask: HeldMask, its: Sight, here: Sight) -> tuple[Bools, Bools]:
    """Read a mask at the pixels of another view, and return which of them it reaches."""
    window, other = here.frame.window, its.frame.window
    x = window.x()[here.edges[0] : here.edges[2]]
    y = window.y()[here.edges[1] : here.edges[3]]
    west, _, _, north = other.bounds
    across = np.floor((x - west) / other.resolution_m).astype(np.int64) - its.edges[0]
    down = np.floor((north - y) / other.resolution_m).astype(np.int64) - its.edges[1]
    wide, high = its.span
    inside = ((down >= 0) & (down < high))[:, None] & ((across >= 0) & (across < wide))[None, :]
    bits = mask.bits[np.clip(down, 0, high - 1)[:, None], np.clip(across, 0, wide - 1)[None, :]] & inside
    return np.asarray(bits), np.asarray(inside)


def _mask_relation(first: int, second: int, overlap: int) -> str:
    if overlap == 0:
        return "disjoint"
    if overlap == first == second:
        return "equal"
    if overlap == second:
        return "first contains second"
    return "first within second" if overlap == first else "overlapping"


def _mask_direction(first: Bools, second: Bools) -> str:
    """Return the direction from the middle of one mask's pixels to the other's; empty if one has none."""
    if not first.any() or not second.any():
        return ""
    middles = [[float(axis.mean()) for axis in np.nonzero(bits)] for bits in (first, second)]
    (row, column), (other_row, other_column) = middles
    return _direction(round(other_column - column, 3), round(row - other_row, 3))
