"""The values of buildings, and their occupants."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mesocosm.earth.geo.shapes import polygon_of
from mesocosm.errors import InvalidRecord
from mesocosm.registry import require
from mesocosm.simulators.exposure.buildings import Building
from mesocosm.simulators.exposure.inputs import ExposureInputs, UseClass, Zone
from mesocosm.simulators.simulator.rounding import round_digits

COSTS: dict[UseClass, tuple[float, float]] = {
    "residential": (24.078, 0.3852),
    "commercial": (33.642, 0.3574),
    "industrial": (30.824, 0.3249),
}
"""Construction costs of a square metre in € of 2010: a × GDP per head ** b, the GDP in US$ of 2010 (Huizinga, De Moel
and Szewczyk 2017, Global flood depth-damage functions, EUR 28552 EN)."""
CONTENTS: dict[UseClass, float] = {"residential": 0.5, "commercial": 1.0, "industrial": 1.5}
"""Value of contents relative to the building, from the same report."""


@dataclass(frozen=True)
class Asset:
    """A building as a loss engine sees it: one point with a value."""

    id: str
    use: UseClass
    longitude: float
    latitude: float
    footprint_m2: float
    storeys: float
    floor_area_m2: float
    value: float
    people: float
    curve: str


def unit_value(use: UseClass, given: ExposureInputs) -> float:
    """Return the value of a square metre of floor."""
    if given.unit_values is not None:
        return given.unit_values[use]
    assert given.gdp_per_capita_usd_2010 is not None
    scale, power = COSTS[use]
    cost = scale * given.gdp_per_capita_usd_2010**power
    return round_digits(cost * (1 + CONTENTS[use] if given.with_contents else 1))


def make_assets(buildings: Sequence[Building], given: ExposureInputs) -> list[Asset]:
    """Return buildings with their values; people are assigned later."""
    geod = require("pyproj").Geod(ellps="WGS84")
    worth = {use: unit_value(use, given) for use in COSTS}
    return [_asset(building, geod, worth, given) for building in buildings]


def _asset(building: Building, geod: Any, worth: dict[UseClass, float], given: ExposureInputs) -> Asset:
    footprint = round(_area_m2(building.shape, geod), 3)
    middle = building.shape.centroid
    floor = round(footprint * building.storeys, 3)
    return Asset(
        id=building.id,
        use=building.use,
        longitude=round(middle.x, 7),
        latitude=round(middle.y, 7),
        footprint_m2=footprint,
        storeys=building.storeys,
        floor_area_m2=floor,
        value=round(floor * worth[building.use] if building.value is None else building.value, 2),
        people=0.0,
        curve=given.curves.get(building.use, building.use),
    )


def _area_m2(shape: Any, geod: Any) -> float:
    """Return the area over the ellipsoid, without holes."""
    from shapely.geometry.polygon import orient

    parts = [part for part in getattr(shape, "geoms", [shape]) if part.geom_type == "Polygon"]
    return math.fsum(abs(geod.geometry_area_perimeter(orient(part))[0]) for part in parts)


def assign_people(assets: Sequence[Asset], zones: Sequence[Zone]) -> tuple[list[Asset], dict[str, float]]:
    """Distribute the people of each zone over its homes by floor area; return the assets, and the people of zones
    without homes.

    A home belongs to every zone that contains its centre; zones that share homes add up.
    """
    shapely = require("shapely")
    homes = [number for number, asset in enumerate(assets) if asset.use == "residential" and asset.floor_area_m2 > 0]
    tree = shapely.STRtree([shapely.Point(assets[number].longitude, assets[number].latitude) for number in homes])
    people: dict[int, float] = {}
    nowhere: dict[str, float] = {}
    for at, zone in enumerate(zones):
        inside = tree.query(polygon_of(zone.area, f"population.{at}.area"), predicate="covers")
        within = sorted(homes[place] for place in inside.tolist())
        floor = math.fsum(assets[number].floor_area_m2 for number in within)
        if not within:
            nowhere[zone.id] = nowhere.get(zone.id, 0.0) + zone.people
        for number in within:
            people[number] = people.get(number, 0.0) + zone.people * assets[number].floor_area_m2 / floor
    housed = [replace(asset, people=round(people.get(number, 0.0), 6)) for number, asset in enumerate(assets)]
    return housed, nowhere


def check_zones(zones: Sequence[Zone]) -> None:
    """Refuse invalid areas before anything is run."""
    ids = [zone.id for zone in zones]
    if len(set(ids)) < len(ids):
        raise InvalidRecord("population: an id is given twice")
    for at, zone in enumerate(zones):
        polygon_of(zone.area, f"population.{at}.area")
