"""The names and maps of a planet."""

from __future__ import annotations

import difflib
import functools
from typing import TYPE_CHECKING

import numpy as np
from pydantic import TypeAdapter

from mesocosm.cache import Kind, code_version
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.measures import distances_m
from mesocosm.earth.places.place import Gazetteer, MapSource, NamedPlace, Unmapped
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    from mesocosm.earth.planet.planet import Planet
    from mesocosm.earth.planet.regions import Region

PLACES = Kind(
    "planet-places",
    "Names and places of settlements of planets",
    lambda: code_version("earth/planet", "earth/places", "earth/geo", "seeding.py"),
)
LISTED = TypeAdapter(tuple[NamedPlace, ...])
ALIKE = 0.75
"""Least similarity of a misspelt name and a place's name (Ratcliff and Obershelp's ratio)."""
TOWN_HALF_M = 2000.0
"""Half the side of the square in which a town is mapped, in metres."""
TOWN_BOX_M = 1850.0
"""Half the side of a box of degrees inside that square, which is rotated by up to 3 degrees against meridians."""
PEOPLE_A_KM2 = 2500.0
"""Population density of a town per square kilometre, from which the box of a settlement is computed."""


class PlanetGazetteer(Gazetteer):
    """Settlements and regions of a planet."""

    def __init__(self, planet: Planet) -> None:
        self.planet = planet
        self._settlements: dict[str, tuple[NamedPlace, ...]] = {}

    @functools.cached_property
    def places(self) -> tuple[NamedPlace, ...]:
        """Regions, then their settlements from the largest to the smallest."""
        keys = [region.key for region in self.planet.regions]
        return (*map(self.region, keys), *(place for key in keys for place in self.settlements(key)))

    def region(self, key: str) -> NamedPlace:
        """Return a region as a place."""
        return _region_place(self.planet.region(key))

    def settlements(self, key: str) -> tuple[NamedPlace, ...]:
        """Return a region's settlements, from the largest to the smallest, without making other regions."""
        if key not in self._settlements:
            self._settlements[key] = self._stored_settlements(self.planet.region(key))
        return self._settlements[key]

    def _stored_settlements(self, region: Region) -> tuple[NamedPlace, ...]:
        """Read settlements from the cache or make them: a search by name needs those of all regions."""
        name = self.planet.stored_name(region.key, "places")
        body = None if name is None else PLACES.read(name)
        if body is not None:
            return LISTED.validate_json(body)
        made = tuple(self._make_settlements(region))
        if name is not None:
            PLACES.write(name, LISTED.dump_json(made))
        return made

    def places_named(self, query: str) -> list[NamedPlace]:
        wanted = query.partition(",")[0].strip().casefold()
        exact = [place for place in self.places if wanted in (place.name.casefold(), place.id)]
        if exact:
            return exact
        close = {place: difflib.SequenceMatcher(None, wanted, place.name.casefold()).ratio() for place in self.places}
        return sorted((place for place in close if close[place] >= ALIKE), key=lambda place: (-close[place], place.id))

    def near(self, longitude: float, latitude: float, most: int) -> list[NamedPlace]:
        towns = [place for place in self.places if place.kind != "region"]
        holding = [p for p in self.places if p.kind == "region" and p.box.contains(longitude, latitude)]
        metres = distances_m([(longitude, latitude)], [(p.longitude, p.latitude) for p in towns])
        order = np.argsort(metres[0], kind="stable")[:most].tolist()
        return [towns[number] for number in order] + holding

    def _make_settlements(self, region: Region) -> list[NamedPlace]:
        made = self.planet.settlement(region.key).places
        degrees = [region.grid.from_plane(place.x, place.y) for place in made]
        return [
            NamedPlace(
                id=place.id, name=place.name, kind=_rank(place.population),
                longitude=round(float(longitude), 6), latitude=round(float(latitude), 6),
                box=_square(float(longitude), float(latitude), 500.0 * (place.population / PEOPLE_A_KM2) ** 0.5),
                population=place.population, within=region.key,
            )
            for place, (longitude, latitude) in zip(made, degrees, strict=True)
        ]  # fmt: skip


class PlanetMaps(MapSource):
    """Maps of a planet's regions; with streets and houses if the box lies within a mapped town."""

    def __init__(self, planet: Planet) -> None:
        self.planet = planet

    def document(self, box: BoundingBox) -> bytes:
        from mesocosm.earth.planet.exports.people import map_things
        from mesocosm.earth.planet.exports.towns import town_things
        from mesocosm.earth.planet.products.osm import osm_xml

        region = self._region(box)
        town = self._town(region, box)
        things = map_things(self.planet, region) if town is None else town_things(self.planet.town(town))
        return osm_xml(things, region.crs)

    def without_streets(self, box: BoundingBox) -> list[Unmapped]:
        """Return all settlements in a box that is not inside a mapped town."""
        region = self._region(box)
        if self._town(region, box) is not None:
            return []
        left_out = []
        for number, place in enumerate(self.planet.settlement(region.key).places):
            longitude, latitude = (float(degrees) for degrees in region.grid.from_plane(place.x, place.y))
            if box.contains(longitude, latitude):
                drawn = number < self.planet.size.towns
                window = _square(longitude, latitude, TOWN_BOX_M) if drawn else None
                left_out.append(Unmapped(name=place.name, box=window))
        return left_out

    def _town(self, region: Region, box: BoundingBox) -> str | None:
        """Return the mapped town that contains a box."""
        towns = self.planet.settlement(region.key).places[: self.planet.size.towns]
        return next((place.id for place in towns if _holds(region, place.x, place.y, box)), None)

    def _region(self, box: BoundingBox) -> Region:
        box.demand_no_crossing("any map here")
        for region in self.planet.regions:
            around = _region_place(region).box
            apart = box.west > around.east or box.east < around.west
            if not apart and box.south <= around.north and box.north >= around.south:
                return region
        covered = "; ".join(f"{region.key}: {_region_place(region).box.describe()}" for region in self.planet.regions)
        raise InvalidRecord(f"no map covers the box {box.describe()}; maps exist of {covered}")


def _holds(region: Region, x: float, y: float, box: BoundingBox) -> bool:
    """Say whether the square about a town's market contains a box."""
    xs, ys = region.grid.to_plane(np.array([box.west, box.east]), np.array([box.south, box.north]))
    return bool(np.abs(xs - x).max() <= TOWN_HALF_M and np.abs(ys - y).max() <= TOWN_HALF_M)


def _region_place(region: Region) -> NamedPlace:
    west, south, east, north = region.grid.edges
    x = np.array([west, (west + east) / 2, east] * 2)
    y = np.repeat([south, north], 3)
    longitudes, latitudes = region.grid.from_plane(x, y)
    box = BoundingBox(
        west=round(float(longitudes.min()), 6), south=round(float(latitudes.min()), 6),
        east=round(float(longitudes.max()), 6), north=round(float(latitudes.max()), 6),
    )  # fmt: skip
    return NamedPlace(
        id=region.key, name=region.key, kind="region", longitude=region.longitude, latitude=region.latitude, box=box
    )


def _square(longitude: float, latitude: float, half_m: float) -> BoundingBox:
    from mesocosm.earth.geo.measures import ellipsoid

    east, _, _ = ellipsoid().fwd(longitude, latitude, 90, half_m)
    _, north, _ = ellipsoid().fwd(longitude, latitude, 0, half_m)
    _, south, _ = ellipsoid().fwd(longitude, latitude, 180, half_m)
    return BoundingBox(
        west=round(2 * longitude - east, 6), south=round(south, 6), east=round(east, 6), north=round(north, 6)
    )


def _rank(population: int) -> str:
    return "city" if population >= 100_000 else "town" if population >= 10_000 else "village"
