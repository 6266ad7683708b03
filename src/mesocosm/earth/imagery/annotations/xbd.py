"""xBD, of the xView2 challenge: a JSON file a picture, before or after a disaster, with the outlines of buildings.

    {"features": {"xy": [{"properties": {"feature_type": "building", "subtype": "major-damage", "uid": "..."},
                          "wkt": "POLYGON ((x y, ...))"}],
                  "lng_lat": [{"properties": {... the same uid ...}, "wkt": "POLYGON ((lon lat, ...))"}]},
     "metadata": {"disaster": "hurricane-harvey", "disaster_type": "flooding", "gsd": 2.1,
                  "capture_date": "2017-08-31T17:21:23.000Z",
                  "img_name": "hurricane-harvey_00000003_post_disaster.png", "width": 1024, ...}}

Buildings in pictures from before have no `subtype`. Source: Gupta et al. 2019, xBD: a dataset for assessing building
damage from satellite imagery, arXiv:1911.09296.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import JsonValue

from mesocosm.earth.imagery.annotations.annotation import (
    Annotation,
    Point,
    Spot,
    box_of,
    member,
    members,
    read_json,
    text,
)
from mesocosm.earth.imagery.annotations.outlines import from_wkt

DAMAGE = ("no-damage", "minor-damage", "major-damage", "destroyed", "un-classified")
"""Of the joint damage scale, and buildings that could not be judged."""
OF_THE_PICTURE = (
    "disaster", "disaster_type", "capture_date", "gsd", "sensor", "off_nadir_angle", "sun_azimuth", "sun_elevation",
)  # fmt: skip


def read(path: Path) -> list[Annotation]:
    """The buildings in a file; the attribute `damage` is there in pictures from after, `when` is pre or post."""
    document, spot = read_json(path), Spot(path)
    metadata = member(document, "metadata", spot)
    image = text(member(metadata, "img_name", spot.at("metadata")), spot.at("metadata.img_name"))
    known = {name: metadata[name] for name in OF_THE_PICTURE if isinstance(metadata, dict) and name in metadata}
    features = member(document, "features", spot)
    lonlat = dict(_outlines(features, "lng_lat", spot)) if isinstance(features, dict) and "lng_lat" in features else {}
    things = members(features, "xy", spot.at("features"))
    spots = [spot.at(f"features.xy[{place}]") for place in range(len(things))]
    return [
        _building(thing, inner, image, known | _phase(image), lonlat)
        for thing, inner in zip(things, spots, strict=True)
    ]


def _phase(image: str) -> dict[str, JsonValue]:
    phases = [phase for phase in ("pre", "post") if f"_{phase}_disaster" in image]
    return {"when": phases[0]} if phases else {}


def _outlines(features: JsonValue, field: str, spot: Spot) -> list[tuple[str, tuple[Point, ...]]]:
    """Identifiers and outlines of all things in one of the two lists."""
    outlines = []
    for place, thing in enumerate(members(features, field, spot.at("features"))):
        inner = spot.at(f"features.{field}[{place}]")
        uid = text(member(member(thing, "properties", inner), "uid", inner), inner.at("uid"))
        outlines.append((uid, from_wkt(member(thing, "wkt", inner), inner.at("wkt"))))
    return outlines


def _building(
    thing: JsonValue, spot: Spot, image: str, of_picture: dict[str, JsonValue], lonlat: dict[str, tuple[Point, ...]]
) -> Annotation:
    properties = member(thing, "properties", spot)
    uid = text(member(properties, "uid", spot.at("properties")), spot.at("properties.uid"))
    label = text(member(properties, "feature_type", spot.at("properties")), spot.at("properties.feature_type"))
    damage = properties.get("subtype") if isinstance(properties, dict) else None
    if damage is not None and damage not in DAMAGE:
        raise spot.at("properties.subtype").refuse(damage, f"one of {', '.join(DAMAGE)}")
    polygon = from_wkt(member(thing, "wkt", spot), spot.at("wkt"))
    known = of_picture | {"uid": uid} | ({} if damage is None else {"damage": damage})
    return Annotation(label, box_of(polygon), polygon=polygon, lonlat=lonlat.get(uid), image=image, attributes=known)
