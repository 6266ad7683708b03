"""Calls on forecasts: ensembles, their statistics, their verification, and forecasters of our own."""

from tests.suites.terra.tools.network_making import onnx
from tests.suites.terra.tools.planet_calls.call import Call, Step, Walk

from mesocosm.earth.fields.netcdf_writer import as_netcdf
from mesocosm.suites.terra.inputs.files import open_field_file

ISSUED = "2031-07-01"
T2M = {"variable": "temperature_2m"}
WARM = {"comparison": ">=", "threshold": 15.0, "units": "degC"}


def issued(day: str, hours: int, key: str) -> Call:
    asked = {"variables": ["temperature_2m", "wind_east_10m", "wind_north_10m"], "issued": day, "hours": hours}
    return Call("archive.ensemble", lambda walk: {**asked, "box": walk.box}, key)


def members(walk: Walk) -> dict:
    return {"paths": [walk.path("archive.ensemble")], **T2M}


def truth(walk: Walk) -> dict:
    return {"truth_path": walk.path("truth"), "truth_variable": "temperature_2m"}


def usual_and_totals(walk: Walk) -> None:
    """Write the climate of each cell, its deviation, and accumulated rain, from past weather."""
    known = open_field_file(walk.workspace, walk.path("truth")).dataset
    for name, fields in (
        ("usual.nc", known.mean("time", keep_attrs=True)),
        ("deviation.nc", known[["temperature_2m"]].std("time", keep_attrs=True)),
        ("totals.nc", known[["precipitation"]].cumsum("time", keep_attrs=True).assign_coords(time=known["time"])),
    ):
        walk.workspace.write_bytes(name, as_netcdf(fields))


def network(walk: Walk) -> None:
    sizes = open_field_file(walk.workspace, walk.path("truth")).dataset.sizes
    walk.workspace.write_bytes("double.onnx", onnx([("x", [1, 2, sizes["latitude"], sizes["longitude"]])], "Add"))


CALLS: list[Step] = [
    issued(ISSUED, 48, "archive.ensemble"),
    issued("2031-06-30T12:00", 60, "earlier"),
    Call(
        "archive.reanalysis",
        lambda walk: {
            "variables": ["temperature_2m", "wind_east_10m", "wind_north_10m", "precipitation"],
            "start": "2031-06-28",
            "end": "2031-07-04",
            "box": walk.box,
            "step": "6 hours",
        },
        "truth",
    ),
    usual_and_totals,
    network,
    Call("ensemble.mean", members),
    Call("ensemble.spread", lambda walk: {**members(walk), "divisor": "sample"}),
    Call("ensemble.probability", lambda walk: {**members(walk), **WARM, "method": "votes"}),
    Call(
        "ensemble.harmonise",
        lambda walk: {
            "paths": [walk.path("archive.ensemble"), walk.path("earlier")],
            **T2M,
            "grid": "first",
            "method": "bilinear",
        },
    ),
    Call(
        "ensemble.lagged",
        lambda walk: {
            "paths": [walk.path("archive.ensemble"), walk.path("earlier")],
            **T2M,
            "issued": ["2031-07-01T00:00", "2031-06-30T12:00"],
        },
    ),
    Call("ensemble.fit_calibration", lambda walk: {**members(walk), **truth(walk)}),
    Call(
        "ensemble.calibrate",
        lambda walk: {**members(walk), "calibration_path": walk.path("ensemble.fit_calibration")},
    ),
    Call("ensemble.calibrated_probability", lambda walk: {"path": walk.path("ensemble.calibrate"), **WARM}),
    Call(
        "reanalysis.climatology",
        lambda walk: {"path": walk.path("truth"), **T2M, "cycle": "month"},
        "normals",
    ),
    Call(
        "ensemble.confidence",
        lambda walk: {
            "spread_path": walk.path("ensemble.spread"),
            "climate_path": "deviation.nc",
        },
    ),
    Call(
        "ensemble.normalised_spread",
        lambda walk: {
            "spread_path": walk.path("ensemble.spread"),
            "reference_path": "deviation.nc",
        },
    ),
    Call("forecast.verify", lambda walk: {"forecast_path": walk.path("archive.ensemble"), **T2M, **truth(walk)}),
    Call(
        "forecast.reliability",
        lambda walk: {"probability_path": walk.path("ensemble.probability"), **truth(walk), **WARM},
    ),
    Call(
        "forecaster.persistence",
        lambda walk: {"path": walk.path("truth"), **T2M, "issued": ISSUED, "lead_hours": [6, 12, 24]},
    ),
    Call(
        "archive.reanalysis",
        lambda walk: {
            "variables": ["temperature_2m"],
            "start": "2031-06-20",
            "end": "2031-07-12",
            "box": walk.box,
            "step": "12 hours",
        },
        "two years",
    ),
    Call(
        "forecaster.climatology",
        lambda walk: {
            "path": walk.path("two years"),
            **T2M,
            "issued": "2032-07-01",
            "lead_hours": [24],
            "window_days": 10,
        },
    ),
    Call(
        "forecast.skill",
        lambda walk: {
            "forecast_path": walk.path("ensemble.mean"),
            "reference_path": walk.path("forecaster.persistence"),
            **truth(walk),
            **T2M,
            "score": "rmse",
        },
    ),
    Call(
        "forecast.anomaly",
        lambda walk: {
            "path": walk.path("ensemble.mean"),
            "climate_path": walk.path("normals"),
            "climate_variable": "mean",
        },
    ),
    Call("forecast.smooth", lambda walk: {"path": walk.path("ensemble.mean"), "sigma_km": 20.0}),
    Call(
        "forecast.regrid",
        lambda walk: {
            "path": walk.path("ensemble.mean"),
            "like_path": walk.path("truth"),
            "method": "bilinear",
        },
    ),
    Call("forecast.amounts", lambda walk: {"path": "totals.nc"}),
    Call(
        "forecaster.advection",
        lambda walk: {
            "path": walk.path("truth"),
            "wind_path": walk.path("truth"),
            "climate_path": "usual.nc",
            "issued": ISSUED,
            "lead_hours": [6, 12],
            "damping_days": 3.0,
            **T2M,
            "east": "wind_east_10m",
            "north": "wind_north_10m",
        },
    ),
    Call(
        "forecaster.network",
        lambda walk: {
            "model_path": "double.onnx",
            "paths": [walk.path("truth")],
            "issued": ISSUED,
            "step_hours": 6.0,
            "steps": 2,
            "layout": [
                {"name": "x", "channels": [["temperature_2m", "degC"], ["wind_east_10m", "m s-1"]], "levels": []},
            ],
        },
    ),
]
