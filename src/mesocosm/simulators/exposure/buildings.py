"""Buildings as footprints with a use class and storeys, from a map or from GeoJSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mesocosm.earth.geo.openstreetmap import read_extract
from mesocosm.earth.geo.shapes import mended_from_outside, polygon_of
from mesocosm.errors import InvalidRecord, did_you_mean
from mesocosm.registry import require
from mesocosm.simulators.exposure.inputs import CLASSES, ExposureInputs, UseClass
from mesocosm.simulators.sumo.documents import check_document

STOREY_M = 3.0
"""Storey height, for maps that give only the height of a building."""
NUMBER = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*(?:m|metres)?\s*$")
HOMES = """house detached semidetached_house terrace apartments residential bungalow dormitory farm cabin ger
    houseboat static_caravan annexe"""
COMMERCE = """commercial retail office supermarket kiosk hotel school kindergarten college university hospital clinic
    public civic government fire_station train_station transportation church chapel cathedral mosque temple synagogue
    religious monastery museum library theatre cinema sports_hall stadium"""
INDUSTRY = "industrial warehouse factory manufacture storage_tank silo hangar depot"
WORDS: dict[str, UseClass] = {
    **dict.fromkeys(HOMES.split(), "residential"),
    **dict.fromkeys(COMMERCE.split(), "commercial"),
    **dict.fromkeys(INDUSTRY.split(), "industrial"),
}
"""Classes of OpenStreetMap's `building` values; Huizinga et al. (2017) count schools, offices and hospitals as
commerce.
"""
UNKNOWN = frozenset(("yes", "building", "mixed_use", "unclassified", "other"))


@dataclass(frozen=True)
class Building:
    """A building with its footprint in degrees."""

    id: str
    use: UseClass
    shape: Any
    storeys: float
    value: float | None = None
    """Value as given in the inputs, if any."""


@dataclass(frozen=True)
class Found:
    """The buildings of the input, and how many are left out or of unknown use."""

    buildings: tuple[Building, ...]
    left_out: int
    """Garages, sheds, roofs, ruins and similar."""
    taken_for: int
    """Buildings of unknown use that get the use named by the inputs."""
    unassembled: int = 0
    """Multipolygons of buildings on the map that make no area, for example because the map lacks one of their ways."""


def read_buildings(given: ExposureInputs) -> Found:
    found = _of_map(given) if given.osm is not None else _of_geojson(given)
    if not found.buildings:
        raise InvalidRecord("there is no building of a known use")
    return found


def _of_map(given: ExposureInputs) -> Found:
    try:
        extract = read_extract(check_document("osm", given.osm or "", ("osm",)))
    except ValueError as error:
        raise InvalidRecord(f"osm: {error}") from error
    polygon = require("shapely").Polygon
    shapes = [(f"w{way.id}", way.tags, polygon(way.points)) for way in extract.ways if way.is_closed]
    shapes += [(area.id, area.tags, area.shape) for area in extract.areas]
    kept, left_out, taken_for = [], 0, 0
    for name, tags, outline in shapes:
        word = tags.get("building", "no")
        if word == "no":
            continue
        use = _class_of(word, given)
        taken_for += word in UNKNOWN and use is not None
        if use is None:
            left_out += 1
        else:
            shape = mended_from_outside(outline, f"osm: building {name}")
            kept.append(Building(name, use, shape, _storeys(tags, use, given)))
    unassembled = sum(relation.tags.get("building", "no") != "no" for relation in extract.unassembled)
    return Found(tuple(sorted(kept, key=lambda building: building.id)), left_out, taken_for, unassembled)


def _class_of(word: str, given: ExposureInputs) -> UseClass | None:
    if word in UNKNOWN:
        return None if given.unknown_use == "left out" else given.unknown_use
    return WORDS.get(word)


def _storeys(tags: Mapping[str, str], use: UseClass, given: ExposureInputs) -> float:
    levels, height = (NUMBER.match(tags.get(key, "")) for key in ("building:levels", "height"))
    if levels is not None and float(levels[1]) > 0:
        return float(levels[1])
    if height is not None and float(height[1]) > 0:
        return float(max(1, round(float(height[1]) / STOREY_M)))
    return given.default_storeys[use]


def _of_geojson(given: ExposureInputs) -> Found:
    value = given.buildings or {}
    inside = value.get("features")
    if value.get("type") != "FeatureCollection" or not isinstance(inside, list) or not inside:
        raise InvalidRecord("buildings: must be a GeoJSON FeatureCollection with at least one feature")
    features: list[Any] = list(inside)
    buildings = [_of_feature(feature, f"buildings.features.{number}", given) for number, feature in enumerate(features)]
    kept = [building for building in buildings if building is not None]
    ids = {building.id for building in kept}
    if len(ids) < len(kept):
        raise InvalidRecord("buildings: an id is given twice")
    unknown = sum(feature["properties"].get("use") is None for feature in features)
    left_out = len(buildings) - len(kept)
    return Found(tuple(sorted(kept, key=lambda building: building.id)), left_out, unknown - left_out)


def _of_feature(feature: Any, field: str, given: ExposureInputs) -> Building | None:
    """Return a building, or None if its use is missing and such buildings are left out."""
    if not isinstance(feature, dict) or not isinstance(feature.get("properties"), dict):
        raise InvalidRecord(f"{field}: must be a Feature with properties")
    properties = feature["properties"]
    name = properties.get("id", feature.get("id"))
    if not isinstance(name, str | int) or not str(name):
        raise InvalidRecord(f"{field}.properties.id: must be given")
    use = properties.get("use")
    if use is None:
        if given.unknown_use == "left out":
            return None
        use = given.unknown_use
    if use not in CLASSES:
        hint = did_you_mean(str(use), CLASSES)
        raise InvalidRecord(
            f"{field}.properties.use: must be one of {', '.join(CLASSES)}, got {use!r}; {hint}".rstrip("; ")
        )
    storeys = _positive(properties.get("storeys", given.default_storeys[use]), f"{field}.properties.storeys")
    given_value = properties.get("value")
    value = None if given_value is None else _positive(given_value, f"{field}.properties.value", zero=True)
    return Building(str(name), use, polygon_of(feature.get("geometry"), field), storeys, value)


def _positive(value: Any, field: str, *, zero: bool = False) -> float:
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf")
    if not good or (not value and not zero):
        raise InvalidRecord(f"{field}: must be a number {'from 0 up' if zero else 'above 0'}, got {value!r}")
    return float(value)
