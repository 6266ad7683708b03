"""xView: one GeoJSON file for all pictures, a feature a thing, with its box in pixels among the properties.

    {"type": "FeatureCollection", "features": [{"type": "Feature",
      "geometry": {"type": "Polygon", "coordinates": [[[lon, lat], ...]]},
      "properties": {"bounds_imcoords": "2712,1145,2746,1177", "type_id": 73, "image_id": "2355.tif",
                     "feature_id": 374410, "cat_id": "20170308_10300100...", "ingest_time": "..."}}]}

Kinds of things are numbers: 60 of them have names, which are given here; labels of the few other numbers in the
published file are `type 75` and the like. Source: Lam et al. 2018, xView: objects in context in overhead imagery,
arXiv:1802.07856, and the table of classes at https://github.com/DIUx-xView/data_utilities.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import JsonValue

from mesocosm.earth.imagery.annotations.annotation import (
    Annotation,
    Point,
    Spot,
    box,
    member,
    members,
    number,
    numbers,
    read_json,
    text,
)

CLASSES = {
    11: "Fixed-wing Aircraft", 12: "Small Aircraft", 13: "Cargo Plane", 15: "Helicopter", 17: "Passenger Vehicle",
    18: "Small Car", 19: "Bus", 20: "Pickup Truck", 21: "Utility Truck", 23: "Truck", 24: "Cargo Truck",
    25: "Truck w/Box", 26: "Truck Tractor", 27: "Trailer", 28: "Truck w/Flatbed", 29: "Truck w/Liquid",
    32: "Crane Truck", 33: "Railway Vehicle", 34: "Passenger Car", 35: "Cargo Car", 36: "Flat Car", 37: "Tank car",
    38: "Locomotive", 40: "Maritime Vessel", 41: "Motorboat", 42: "Sailboat", 44: "Tugboat", 45: "Barge",
    47: "Fishing Vessel", 49: "Ferry", 50: "Yacht", 51: "Container Ship", 52: "Oil Tanker", 53: "Engineering Vehicle",
    54: "Tower crane", 55: "Container Crane", 56: "Reach Stacker", 57: "Straddle Carrier", 59: "Mobile Crane",
    60: "Dump Truck", 61: "Haul Truck", 62: "Scraper/Tractor", 63: "Front loader/Bulldozer", 64: "Excavator",
    65: "Cement Mixer", 66: "Ground Grader", 71: "Hut/Tent", 72: "Shed", 73: "Building", 74: "Aircraft Hangar",
    76: "Damaged Building", 77: "Facility", 79: "Construction Site", 83: "Vehicle Lot", 84: "Helipad",
    86: "Storage Tank", 89: "Shipping container lot", 91: "Shipping Container", 93: "Pylon", 94: "Tower",
}  # fmt: skip


def read(path: Path) -> list[Annotation]:
    """The annotations of all pictures, in the order of the file."""
    document, spot = read_json(path), Spot(path)
    features = enumerate(members(document, "features", spot))
    return [_thing(feature, spot.at(f"features[{place}]")) for place, feature in features]


def _thing(feature: JsonValue, spot: Spot) -> Annotation:
    properties, inner = member(feature, "properties", spot), spot.at("properties")
    edges = text(member(properties, "bounds_imcoords", inner), inner.at("bounds_imcoords")).split(",")
    kind = number(member(properties, "type_id", inner), inner.at("type_id"))
    image = text(member(properties, "image_id", inner), inner.at("image_id"))
    bounds = box(numbers(edges, 4, inner.at("bounds_imcoords")), inner.at("bounds_imcoords"))
    extra = ("type_id", "feature_id", "cat_id")
    known = {name: properties[name] for name in extra if isinstance(properties, dict) and name in properties}
    label = CLASSES.get(int(kind), f"type {int(kind)}")
    return Annotation(label, bounds, lonlat=_outline(feature, spot), image=image, attributes=known)


def _outline(feature: JsonValue, spot: Spot) -> tuple[Point, ...] | None:
    geometry = feature.get("geometry") if isinstance(feature, dict) else None
    if geometry is None:
        return None
    inner = spot.at("geometry")
    kind = member(geometry, "type", inner)
    if kind != "Polygon":
        raise inner.at("type").refuse(kind, "Polygon")
    rings = members(geometry, "coordinates", inner)
    if not rings or not isinstance(rings[0], list):
        raise inner.at("coordinates").refuse(rings, "a list of rings")
    points = [numbers(point[:2] if isinstance(point, list) else [], 2, inner.at("coordinates")) for point in rings[0]]
    outline = [(x, y) for x, y in points]
    return tuple(outline[:-1] if len(outline) > 1 and outline[0] == outline[-1] else outline)
