"""Calls that draw the results of other calls."""

from tests.suites.terra.tools.planet_calls.call import Call, Step, Walk
from tests.suites.terra.tools.planet_calls.forecasts import ISSUED

from mesocosm.earth.fields.netcdf_writer import as_netcdf
from mesocosm.suites.terra.inputs.files import open_field_file

NOON = {"time": f"{ISSUED}T12:00"}


def line(walk: Walk, key: str) -> dict:
    return {"path": walk.path(key), "variable": "temperature_2m", "point": walk.point}


def others(walk: Walk) -> None:
    """Write a storm of another sea, a table, and a skill by cell."""
    rows = [f"a,2031-08-0{day}T00:00Z,{15 + day},{140 - day},{20 + 6 * day},{990 - 8 * day}" for day in range(1, 5)]
    head = "track,time,latitude,longitude,wind_m_s,pressure_hpa"
    walk.workspace.write_text("tracks.csv", "\n".join([head, *rows]) + "\n")
    walk.workspace.write_text("yields.csv", "field,yield\nnorth,3.5\nsouth,4.25\n")
    shares = open_field_file(walk.workspace, walk.path("ensemble.probability")).dataset.isel(time=0, drop=True)
    walk.workspace.write_bytes("skill.nc", as_netcdf(shares))  # numbers of at most 1, as a skill has them


CALLS: list[Step] = [
    others,
    Call("map.field", lambda walk: {"path": walk.path("truth"), "variable": "temperature_2m", **NOON}),
    Call("map.wind", lambda walk: {"path": walk.path("truth"), **NOON}),
    Call("map.anomaly", lambda walk: {"path": walk.path("forecast.anomaly"), **NOON}),
    Call("map.probability", lambda walk: {"path": walk.path("ensemble.probability"), **NOON}),
    Call("map.spread", lambda walk: {"path": walk.path("ensemble.spread"), **NOON}),
    Call(
        "map.spaghetti",
        lambda walk: {
            "paths": [walk.path("archive.ensemble")],
            "variable": "temperature_2m",
            "values": [12.0, 15.0, 18.0],
            **NOON,
        },
    ),
    Call(
        "map.tercile",
        lambda walk: {
            "path": walk.path("seasonal.probabilities"),
            "quantity": "temperature",
            "at": {"issued": "2031-03-01"},
        },
    ),
    Call("map.skill", lambda walk: {"path": "skill.nc"}),
    Call("chart.series", lambda walk: {"lines": [line(walk, "truth")]}),
    Call("chart.scatter", lambda walk: {"x": line(walk, "truth"), "y": line(walk, "ensemble.mean")}),
    Call(
        "chart.climatology",
        lambda walk: {
            "line": line(walk, "reanalysis.join"),
            "year": 2032,
            "baseline_start": 2031,
            "baseline_end": 2032,
        },
    ),
    Call("chart.ensemble_plume", lambda walk: line(walk, "archive.ensemble")),
    Call(
        "chart.profile",
        lambda walk: {
            "path": walk.path("levels"),
            "variables": ["temperature"],
            "point": walk.point,
            **NOON,
        },
    ),
    Call("chart.reliability", lambda walk: {"path": walk.path("forecast.reliability")}),
    Call("chart.bars", lambda walk: {"path": "yields.csv", "label": "field", "value": "yield", "units": "t/ha"}),
    Call("feature_map.places", lambda walk: {"zones": walk.path("gis.buffer")}),
    Call(
        "feature_map.overlay",
        lambda walk: {
            "path": walk.path("truth"),
            "variable": "temperature_2m",
            **NOON,
            "zones": walk.path("gis.buffer"),
        },
    ),
    Call(
        "feature_map.tracks",
        lambda walk: {"path": "tracks.csv", "scale": "saffir_simpson", "averaging_minutes": 10},
    ),
    Call(
        "archive.reanalysis",
        lambda walk: {
            "variables": ["pressure_msl", "wind_east_10m", "wind_north_10m"],
            "start": "2031-07-01",
            "end": "2031-07-02",
            "box": walk.box,
            "step": "6 hours",
        },
        "surface",
    ),
    Call("cyclones.track", lambda walk: {"surface_path": walk.path("surface"), "levels_path": walk.path("levels")}),
    Call("cyclones.best_tracks", lambda walk: {"path": "tracks.csv"}),
    Call("cyclones.categories", lambda walk: {"path": "tracks.csv", "scale": "australian", "averaging_minutes": 10}),
    Call("cyclones.track_error", lambda walk: {"path": "tracks.csv", "truth_path": "tracks.csv"}),
]
