"""SARDet-100K: one JSON file a split in the manner of COCO, with horizontal boxes of six kinds of things.

    {"images": [{"id": 1, "file_name": "0000001.png", "width": 512, "height": 512}],
     "annotations": [{"id": 1, "image_id": 1, "category_id": 0, "bbox": [x, y, width, height], ...}],
     "categories": [{"id": 0, "name": "ship"}, ...]}

Source: Li et al. 2024, SARDet-100K: towards open-source benchmark and toolkit for large-scale SAR object detection,
NeurIPS; the format of Lin et al. 2014 at https://cocodataset.org/#format-data.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import JsonValue

from mesocosm.earth.imagery.annotations.annotation import Annotation, Spot, member, members, numbers, read_json, text


def read(path: Path) -> list[Annotation]:
    """The annotations of all pictures of a split."""
    document, spot = read_json(path), Spot(path)
    images = _names_by_id(members(document, "images", spot), "file_name", spot.at("images"))
    categories = _names_by_id(members(document, "categories", spot), "name", spot.at("categories"))
    things = enumerate(members(document, "annotations", spot))
    return [_thing(thing, spot.at(f"annotations[{place}]"), images, categories) for place, thing in things]


def _names_by_id(rows: list[JsonValue], field: str, spot: Spot) -> dict[str, str]:
    """Names by the ids of rows, spelled as JSON does."""
    names: dict[str, str] = {}
    for place, row in enumerate(rows):
        inner = Spot(spot.file, f"{spot.place}[{place}]")
        key = repr(member(row, "id", inner))
        if key in names:
            raise inner.at("id").refuse(key, "an id that no other has")
        names[key] = text(member(row, field, inner), inner.at(field))
    return names


def _thing(thing: JsonValue, spot: Spot, images: dict[str, str], categories: dict[str, str]) -> Annotation:
    image = _looked_up(thing, "image_id", images, spot)
    label = _looked_up(thing, "category_id", categories, spot)
    left, top, width, height = numbers(members(thing, "bbox", spot), 4, spot.at("bbox"))
    if width < 0 or height < 0:
        raise spot.at("bbox").refuse([left, top, width, height], "x, y, width ≥ 0, height ≥ 0")
    known: dict[str, JsonValue] = {
        name: thing[name] for name in ("id", "area", "iscrowd") if isinstance(thing, dict) and name in thing
    }
    return Annotation(label, (left, top, left + width, top + height), image=image, attributes=known)


def _looked_up(thing: JsonValue, field: str, names: dict[str, str], spot: Spot) -> str:
    key = repr(member(thing, field, spot))
    if key not in names:
        allowed = ", ".join(list(names)[:10]) + (", ..." if len(names) > 10 else "")
        raise spot.at(field).refuse(key, f"one of {allowed}")
    return names[key]
