"""Calls on places, maps, roads, heights and scenes."""

from tests.suites.terra.tools.planet_calls.call import Call, Walk, around


def town(walk: Walk) -> list[float]:
    """Return the centre of the town that has streets."""
    west, south, east, north = next(iter(walk.made["whole map"]["boxes_with_streets"].values()))
    return [(west + east) / 2, (south + north) / 2]


def streets(walk: Walk) -> dict:
    return {"path": walk.path("gis.fetch_map")}


def scene(walk: Walk, sensor: str, number: int = 0) -> str:
    return walk.made[f"scenes of {sensor}"]["scenes"][number]["scene"]


def scenes_of(sensor: str) -> Call:
    asked = {"start": "2031-04-01", "end": "2031-10-01", "sensor": sensor}
    clear = {} if sensor == "c-sar" else {"max_cloud": 40.0}
    return Call(
        "satellite.search", lambda walk: {**asked, **clear, "box": around(town(walk), 0.01)}, f"scenes of {sensor}"
    )


def fetched(key: str, sensor: str, number: int, *bands: str) -> Call:
    return Call(
        "satellite.fetch_bands",
        lambda walk: {"scene": scene(walk, sensor, number), "bands": list(bands), "box": around(town(walk), 0.01)},
        key,
    )


def index(key: str, path: str, name: str) -> Call:
    return Call("satellite.index", lambda walk: {"path": walk.path(path), "name": name}, key)


def ends(walk: Walk) -> dict:
    return {"origins": [town(walk)], "destinations": [walk.near(town(walk), 0.005, 0.004)]}


PLACES = [
    Call("gis.reverse_geocode", lambda walk: {"point": walk.point}),
    Call("gis.resolve_place", lambda walk: {"name": walk.made["gis.reverse_geocode"]["places"][0]["name"]}),
    Call("gis.fetch_map", lambda walk: {"box": around(walk.point, 0.25)}, "whole map"),
    Call("gis.fetch_map", lambda walk: {"box": around(town(walk), 0.01)}),
    Call("gis.describe_features", streets),
    Call("gis.features", lambda walk: {**streets(walk), "key": "highway", "geometry": "line"}),
    Call("gis.features", lambda walk: {**streets(walk), "key": "amenity"}, "amenities"),
    Call("gis.feature_statistics", lambda walk: {**streets(walk), "group_by": "highway"}),
    Call("gis.buffer", lambda walk: {"path": walk.path("amenities"), "metres": 300.0, "dissolve": True}),
    Call(
        "gis.overlay",
        lambda walk: {
            "path": walk.path("gis.features"),
            "zones": walk.path("gis.buffer"),
            "operation": "intersection",
        },
    ),
    Call("gis.distance_matrix", ends),
    Call("archive.elevation", lambda walk: {"box": walk.box}),
    Call("archive.soils", lambda walk: {"box": around(town(walk), 0.05)}),
    Call(
        "gis.zonal_statistics",
        lambda walk: {"path": walk.path("archive.soils"), "zones": walk.path("gis.buffer")},
    ),
    Call("terrain.flow_accumulation", lambda walk: {"path": walk.path("archive.elevation")}),
    Call(
        "terrain.watershed",
        lambda walk: {"path": walk.path("archive.elevation"), "point": walk.point, "snap_m": 3000.0},
    ),
    Call("satellite.land_cover", lambda walk: {"path": walk.path("archive.soils")}),
]
ROADS = [
    Call("routing.connectivity", streets),
    Call("routing.closures", lambda walk: {**streets(walk), "zones": walk.path("gis.buffer")}),
    Call(
        "routing.nearest_facility",
        lambda walk: {**streets(walk), "facilities": walk.path("amenities"), "origins": [town(walk)]},
    ),
    Call("routing.reach", lambda walk: {**streets(walk), "point": town(walk), "minutes": [2.0, 4.0]}),
    Call(
        "routing.route",
        lambda walk: {**streets(walk), "start": town(walk), "end": walk.near(town(walk), 0.005, 0.004)},
    ),
    Call("routing.travel_times", lambda walk: {**streets(walk), **ends(walk)}),
]
SCENES = [
    Call(
        "satellite.search",
        lambda walk: {"box": around(town(walk), 0.01), "start": "2031-05-01", "end": "2031-06-01"},
    ),
    *(scenes_of(sensor) for sensor in ("msi", "oli+tirs", "c-sar")),
    fetched("satellite.fetch_bands", "msi", 0, "B02", "B03", "B04", "B08", "B12"),
    fetched("later", "msi", 1, "B02", "B03", "B04", "B08", "B12"),
    fetched("warmth", "oli+tirs", 0, "ST_B10"),
    fetched("radar", "c-sar", 0, "VV"),
    Call("satellite.describe", lambda walk: {"path": walk.path("later")}),
    index("satellite.index", "satellite.fetch_bands", "NBR"),
    index("burnt", "later", "NBR"),
    Call("satellite.composite", lambda walk: {"paths": [walk.path("satellite.fetch_bands"), walk.path("later")]}),
    Call(
        "satellite.change",
        lambda walk: {"before": walk.path("satellite.index"), "after": walk.path("burnt"), "threshold": 0.1},
    ),
    Call(
        "satellite.burn_severity",
        lambda walk: {"before": walk.path("satellite.index"), "after": walk.path("burnt")},
    ),
    Call(
        "satellite.area_statistics",
        lambda walk: {"path": walk.path("satellite.index"), "begins": [-1.0, 0.2], "names": ["bare", "green"]},
    ),
    Call("satellite.surface_temperature", lambda walk: {"path": walk.path("warmth")}),
    Call("satellite.radar_water", lambda walk: {"path": walk.path("radar"), "band": "VV", "threshold": -16.0}),
    Call("image.colour", lambda walk: {"path": walk.path("later")}),
    Call("image.compare", lambda walk: {"paths": [walk.path("satellite.fetch_bands"), walk.path("later")]}),
    Call("image.annotate", lambda walk: {"path": walk.path("later"), "zones": walk.path("gis.buffer")}),
    Call("image.overlay", lambda walk: {"path": walk.path("later"), "field": walk.path("burnt")}),
]
CALLS = [*PLACES, *ROADS, *SCENES]
