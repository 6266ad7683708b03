"""Towns as vectors: streets, buildings, sites and fields, and an OpenStreetMap file of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mesocosm.earth.planet.exports import File
from mesocosm.earth.planet.people.town import Building, Town
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.osm import Thing, osm_xml
from mesocosm.earth.planet.products.vectors import Feature, Plain, geoparquet
from mesocosm.earth.planet.regions import Region

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

KEPT = {
    "streets": ("id", "name", "kind", "width_m", "road"),
    "buildings": ("id", "parcel", "use", "form", "storeys", "height_m", "built", "material", "roof", "residents"),
    "areas": ("id", "kind"),
    "fields": ("id", "crop", "sown_day", "harvest_day", "irrigated"),
}
"""Attributes that are written for each thing, by layer."""
BUILDINGS = {"house": "house", "flats": "apartments", "shop": "retail", "station": "train_station"}
"""OpenStreetMap's word for a use, if it differs."""
AMENITIES = ("school", "hospital")
AREAS: dict[str, dict[str, str]] = {
    "park": {"leisure": "park"},
    "square": {"place": "square"},
    "car_park": {"amenity": "parking"},
    "tennis_court": {"leisure": "pitch", "sport": "tennis"},
    "basketball_court": {"leisure": "pitch", "sport": "basketball"},
    "football_pitch": {"leisure": "pitch", "sport": "soccer"},
    "playground": {"leisure": "playground"},
    "wood": {"natural": "wood"},
    "grass": {"landuse": "grass"},
    "construction_site": {"landuse": "construction"},
}
SITES: dict[str, dict[str, str]] = {
    "port": {"landuse": "harbour"},
    "airfield": {"aeroway": "aerodrome"},
    "tank_farm": {"landuse": "industrial", "industrial": "oil"},
    "solar_field": {"power": "plant", "plant:source": "solar"},
    "rail_station": {"railway": "station"},
}


def parts(planet: Planet, region: Region) -> list[str]:
    return [place.id for place in planet.settlement(region.key).places[: planet.size.towns]]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    town = planet.town(part)
    for layer, names in KEPT.items():
        features = _features(getattr(town, layer), names)
        if features:
            yield f"towns/{part}/{layer}.parquet", geoparquet(features, region.crs)
    sites = [Feature(site.outline, {"id": site.id, "kind": site.kind, "height_m": 0.0}) for site in town.sites]
    sites += _features([piece for site in town.sites for piece in site.parts], ("id", "kind", "height_m"))
    if sites:
        yield f"towns/{part}/sites.parquet", geoparquet(sites, region.crs)
    yield f"towns/{part}/town.osm", osm_xml(town_things(town), region.crs)


def _features(things: Sequence[object], names: Sequence[str]) -> list[Feature]:
    return [Feature(_shape(thing), {name: _plain(getattr(thing, name)) for name in names}) for thing in things]


def _shape(thing: object) -> BaseGeometry:
    return getattr(thing, "line", None) or getattr(thing, "outline", None)


def _plain(value: Plain) -> Plain:
    return round(value, 2) if isinstance(value, float) else value


def town_things(town: Town) -> list[Thing]:
    """Return a town in OpenStreetMap tags."""
    from shapely.geometry import Point

    name: Mapping[str, str] = {"place": "town", "name": town.place.name, "population": str(town.place.population)}
    things = [Thing(Point(town.place.x, town.place.y), dict(name))]
    things += [
        Thing(street.line, {"highway": street.kind, "name": street.name, "width": f"{street.width_m:g}"})
        for street in town.streets
    ]
    things += [Thing(track, {"railway": "rail"}) for track in town.railways]
    things += [Thing(water, {"natural": "water", "water": "river"}) for water in town.rivers.geoms]
    things += [Thing(water, {"natural": "water"}) for water in town.standing.geoms]
    things += [Thing(building.outline, _building_tags(building)) for building in town.buildings]
    things += [Thing(area.outline, AREAS.get(area.kind, {"landuse": area.kind})) for area in town.areas]
    things += [Thing(site.outline, SITES.get(site.kind, {"landuse": site.kind})) for site in town.sites]
    things += [Thing(field.outline, {"landuse": "farmland", "crop": field.crop}) for field in town.fields]
    return things


def _building_tags(building: Building) -> dict[str, str]:
    use = building.use
    return {
        "building": BUILDINGS.get(use, use),
        "building:levels": str(building.storeys),
        "height": f"{building.height_m:g}",
        "start_date": str(building.built),
    } | ({"amenity": use} if use in AMENITIES else {})
