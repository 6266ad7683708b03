"""Calls on seasonal forecasts, starting from their hindcasts."""

import numpy as np
import xarray as xr
from tests.suites.terra.tools.planet_calls.call import Call, Step, Walk, around

from mesocosm.earth.fields.netcdf_writer import as_netcdf


def hindcasts(walk: Walk) -> dict:
    return {"path": walk.path("seasonal.season")}


def pacific(walk: Walk) -> None:
    """Write two years of months of a warm sea around the equator, which no region of the planet has."""
    axes = {
        "time": np.arange("2031-01", "2033-01", dtype="datetime64[M]").astype("datetime64[ns]"),
        "latitude": np.arange(-10.0, 11.0, 5.0),
        "longitude": np.arange(150.0, 281.0, 5.0),
    }
    values = 27 + np.random.default_rng(1).normal(0, 0.5, [len(ticks) for ticks in axes.values()])
    sea = xr.Dataset({"sst": (tuple(axes), values, {"units": "degC"})}, axes)
    walk.workspace.write_bytes("pacific.nc", as_netcdf(sea))


CALLS: list[Step] = [
    pacific,
    Call(
        "archive.seasonal",
        lambda walk: {
            "variables": ["temperature"],
            "start_month": 3,
            "first_year": 2031,
            "last_year": 2036,
            "lead_months": [1, 2],
            "box": around(walk.point, 0.1),
        },
    ),
    Call("seasonal.standardise", lambda walk: {"paths": [walk.path("archive.seasonal")], "units": "K"}),
    Call(
        "seasonal.season",
        lambda walk: {"path": walk.path("seasonal.standardise"), "season": "MA", "reduction": "mean"},
    ),
    Call("seasonal.tercile_boundaries", hindcasts),
    Call("seasonal.anomaly", lambda walk: {**hindcasts(walk), "hindcast_path": walk.path("seasonal.season")}),
    Call(
        "seasonal.probabilities",
        lambda walk: {**hindcasts(walk), "terciles_path": walk.path("seasonal.tercile_boundaries")},
    ),
    Call("seasonal.blend", lambda walk: {"paths": [walk.path("seasonal.probabilities")] * 2, "weights": [0.7, 0.3]}),
    Call(
        "ensemble.mean",
        lambda walk: {"paths": [walk.path("seasonal.season")]},
        "one member",
    ),
    Call(
        "seasonal.skill",
        lambda walk: {
            "probability_path": walk.path("seasonal.probabilities"),
            "truth_path": walk.path("one member"),
            "terciles_path": walk.path("seasonal.tercile_boundaries"),
        },
    ),
    Call(
        "seasonal.fit_correction",
        lambda walk: {"hindcast_path": walk.path("seasonal.season"), "observed_path": walk.path("one member")},
    ),
    Call(
        "seasonal.correct",
        lambda walk: {**hindcasts(walk), "correction_path": walk.path("seasonal.fit_correction"), "method": "mean"},
    ),
    Call("seasonal.enso", lambda walk: {"path": "pacific.nc", "baseline_start": 2031, "baseline_end": 2032}),
]
