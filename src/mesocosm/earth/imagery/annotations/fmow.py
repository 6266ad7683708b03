"""fMoW, Functional Map of the World: a JSON file a picture, which tells of the picture and of one place or more in it.

    {"gsd": 0.5, "img_width": 800, "img_height": 600, "img_filename": "airport_0_0_rgb.jpg", "cloud_cover": 3,
     "timestamp": "2016-03-20T02:42:20Z", "country_code": "CHN", "utm": "51N", "sensor_platform_name": "WORLDVIEW02",
     "bounding_boxes": [{"ID": 0, "category": "airport", "box": [x, y, width, height],
                         "raw_location": "POLYGON ((lon lat, ...))"}], ...}

Boxes of the test split have no category: their label is empty. Source: Christie et al. 2018, Functional Map of the
World, CVPR, and the description at https://github.com/fMoW/dataset.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import JsonValue

from mesocosm.earth.imagery.annotations.annotation import (
    Annotation,
    Point,
    Spot,
    member,
    members,
    numbers,
    read_json,
    text,
)
from mesocosm.earth.imagery.annotations.outlines import from_wkt

OF_THE_PICTURE = (
    "gsd", "timestamp", "cloud_cover", "country_code", "utm", "sensor_platform_name", "off_nadir_angle_dbl",
    "scan_direction",
)  # fmt: skip


def read(path: Path) -> list[Annotation]:
    """The annotations in a file; what it says of the picture goes with each."""
    document, spot = read_json(path), Spot(path)
    known = {name: document[name] for name in OF_THE_PICTURE if name in document}
    image = text(member(document, "img_filename", spot), spot.at("img_filename"))
    places = enumerate(members(document, "bounding_boxes", spot))
    return [_place(place, spot.at(f"bounding_boxes[{count}]"), image, known) for count, place in places]


def _place(place: JsonValue, spot: Spot, image: str, of_picture: dict[str, JsonValue]) -> Annotation:
    left, top, width, height = numbers(members(place, "box", spot), 4, spot.at("box"))
    if width < 0 or height < 0:
        raise spot.at("box").refuse([left, top, width, height], "x, y, width ≥ 0, height ≥ 0")
    label = place.get("category", "") if isinstance(place, dict) else ""
    if not isinstance(label, str):
        raise spot.at("category").refuse(label, "text")
    known = of_picture | {"id": member(place, "ID", spot)}
    edges = (left, top, left + width, top + height)
    return Annotation(label, edges, lonlat=_outline(place, spot), image=image, attributes=known)


def _outline(place: JsonValue, spot: Spot) -> tuple[Point, ...] | None:
    raw = place.get("raw_location") if isinstance(place, dict) else None
    return None if raw is None else from_wkt(raw, spot.at("raw_location"))
