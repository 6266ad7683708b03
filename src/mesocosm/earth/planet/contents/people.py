"""The map of a region as vectors: places, roads, railways, bridges, power lines and rivers."""

from __future__ import annotations

from collections.abc import Iterator

from mesocosm.earth.planet.contents import File
from mesocosm.earth.planet.ground.courses import river_courses
from mesocosm.earth.planet.people.settlement import Settlement
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.vectors import Feature, geojson, geoparquet
from mesocosm.earth.planet.regions import Region


def parts(planet: Planet, region: Region) -> list[str]:
    return ["map"]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    for name, features in map_layers(planet, region).items():
        if features:
            yield f"map/{name}.parquet", geoparquet(features, region.crs)
            yield f"map/{name}.geojson", geojson(features, region.crs)


def map_layers(planet: Planet, region: Region) -> dict[str, list[Feature]]:
    """By layer, everything on the region's map; a river is a feature for each kilometre cell that it crosses."""
    settlement = planet.settlement(region.key)
    return {
        "places": _places(settlement),
        "roads": _roads(settlement),
        "bridges": _bridges(settlement),
        "power_lines": _power_lines(settlement),
        "rivers": _rivers(planet, region),
    }


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
