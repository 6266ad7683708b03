"""The map of a region as vectors: places, roads, railways, bridges, power lines and rivers."""

from __future__ import annotations

from collections.abc import Iterator

from mesocosm.earth.planet.exports import File
from mesocosm.earth.planet.ground.courses import river_courses
from mesocosm.earth.planet.people.settlement import Settlement
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.osm import Thing, osm_xml
from mesocosm.earth.planet.products.vectors import Feature, geojson, geoparquet
from mesocosm.earth.planet.regions import Region


def parts(planet: Planet, region: Region) -> list[str]:
    return ["map"]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    for name, features in map_layers(planet, region).items():
        if features:
            yield f"map/{name}.parquet", geoparquet(features, region.crs)
            yield f"map/{name}.geojson", geojson(features, region.crs)
    yield "map/region.osm", osm_xml(map_things(planet, region), region.crs)


def map_layers(planet: Planet, region: Region) -> dict[str, list[Feature]]:
    """Return the features of the region's map, by layer; a river has one for each kilometre cell that it crosses."""
    settlement = planet.settlement(region.key)
    return {
        "places": _places(settlement),
        "roads": _roads(settlement),
        "bridges": _bridges(settlement),
        "power_lines": _power_lines(settlement),
        "rivers": _rivers(planet, region),
    }


def map_things(planet: Planet, region: Region) -> list[Thing]:
    """Return the region's map in OpenStreetMap tags."""
    layers = map_layers(planet, region)
    things = [
        Thing(place.geometry, {"place": _rank(place), "name": str(place.properties["name"]),
                               "population": str(place.properties["population"])})
        for place in layers["places"]
    ]  # fmt: skip
    things += [Thing(road.geometry, _road_tags(road)) for road in layers["roads"]]
    things += [
        Thing(wire.geometry, {"power": "line", "voltage": str(1000 * int(wire.properties["kilovolts"] or 0))})
        for wire in layers["power_lines"]
    ]
    return things + [
        Thing(river.geometry, {"waterway": "river", "width": f"{river.properties['width_m']:g}"})
        for river in layers["rivers"]
    ]


def _rank(place: Feature) -> str:
    """Return OpenStreetMap's rank: a city from 100,000 people, a town from 10,000, else a village."""
    people = int(place.properties["population"] or 0)
    return "city" if people >= 100_000 else "town" if people >= 10_000 else "village"


def _road_tags(road: Feature) -> dict[str, str]:
    kind, lanes = str(road.properties["kind"]), str(road.properties["lanes"])
    if kind == "railway":
        return {"railway": "rail", "tracks": lanes}
    return {"highway": kind, "ref": str(road.properties["name"]), "lanes": lanes}


def _places(settlement: Settlement) -> list[Feature]:
    from shapely.geometry import Point

    return [
        Feature(
            Point(place.x, place.y),
            {"id": place.id, "name": place.name, "population": place.population, "port": place.port},
        )
        for place in settlement.places
    ]


def _roads(settlement: Settlement) -> list[Feature]:
    return [
        Feature(road.line, {"id": road.id, "kind": road.kind, "name": road.name, "lanes": road.lanes})
        for road in settlement.roads
    ]


def _bridges(settlement: Settlement) -> list[Feature]:
    from shapely.geometry import Point

    keys = ("id", "road", "river_width_m", "length_m", "bearing_deg", "clearance_m", "built")
    return [
        Feature(Point(bridge.x, bridge.y), {key: getattr(bridge, key) for key in keys}) for bridge in settlement.bridges
    ]


def _power_lines(settlement: Settlement) -> list[Feature]:
    return [
        Feature(wire.line, {"id": wire.id, "kilovolts": wire.kilovolts, "from": wire.places[0], "to": wire.places[1]})
        for wire in settlement.power_lines
    ]


def _rivers(planet: Planet, region: Region) -> list[Feature]:
    courses, ground = river_courses(region), planet.ground(region.key)
    flow = ground.mean_flow_m3_s.ravel()
    return [
        Feature(
            line, {"cell": int(cell), "width_m": round(float(width), 1), "mean_flow_m3_s": round(float(flow[cell]), 2)}
        )
        for cell, line, width in zip(courses.cells, courses.lines, courses.width_m, strict=True)
    ]
