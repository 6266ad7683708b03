"""A workspace with small files of fields for the tools of reanalysis, air and climate."""

import numpy as np
import pytest
import xarray as xr

from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.workspace.workspace import Workspace

LATITUDES, LONGITUDES = np.arange(60.0, 39.0, -5.0), np.arange(350.0, 371.0, 5.0)
LEVELS = [1000.0, 850.0, 500.0]


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path) as space:
        yield space


def surface(days: int = 730) -> xr.Dataset:
    """Return two years of days, north first and longitudes from 350° eastward, in the layout of reanalyses."""
    draw = np.random.default_rng(5)
    shape = (days, len(LATITUDES), len(LONGITUDES))
    times = np.arange(days).astype("timedelta64[D]") + np.datetime64("2001-01-01", "ns")
    season = -10 * np.cos(2 * np.pi * np.arange(days) / 365.25)[:, None, None]
    t2m = 283.15 + season + draw.normal(0, 2, shape)
    axes = ("valid_time", "latitude", "longitude")
    fields = {
        "t2m": (axes, t2m, {"units": "K"}),
        "tn": (axes, t2m - 8, {"units": "K"}),
        "d2m": (axes, t2m - 5, {"units": "K"}),
        "sp": (axes, np.full(shape, 101325.0), {"units": "Pa"}),
        "u10": (axes, draw.normal(3, 4, shape), {"units": "m s**-1"}),
        "v10": (axes, draw.normal(0, 4, shape), {"units": "m s**-1"}),
        "pr": (axes, draw.gamma(0.5, 6, shape) / 86400, {"units": "kg m-2 s-1"}),
        "pm2p5": (axes, draw.gamma(2, 8e-9, shape), {"units": "kg m**-3"}),
    }
    return xr.Dataset(fields, {"valid_time": times, "latitude": LATITUDES, "longitude": LONGITUDES % 360})


def aloft() -> xr.Dataset:
    draw = np.random.default_rng(6)
    shape = (2, 3, len(LATITUDES), len(LONGITUDES))
    times = np.array(["2001-01-01", "2001-01-02"], "datetime64[ns]")
    axes = ("time", "pressure_level", "latitude", "longitude")
    parts = {"u": (10, 5, "m s**-1"), "v": (0, 5, "m s**-1"), "q": (0.005, 0.0005, "kg kg**-1"), "t": (270, 5, "K"),
             "z": (50000, 500, "m**2 s**-2")}  # fmt: skip
    fields = {name: (axes, draw.normal(*size, shape), {"units": unit}) for name, (*size, unit) in parts.items()}
    levels = ("pressure_level", LEVELS, {"units": "hPa"})
    return xr.Dataset(
        fields, {"time": times, "pressure_level": levels, "latitude": LATITUDES, "longitude": LONGITUDES % 360}
    )


def months(years: int = 20) -> xr.Dataset:
    rain = np.random.default_rng(7).gamma(2, 30, 12 * years)
    times = xr.date_range("1981-01-01", periods=12 * years, freq="MS")
    return xr.Dataset({"pr": (("time",), rain, {"units": "mm"})}, {"time": times})


@pytest.fixture
def files(workspace):
    """Return the names of the files: surface, aloft, months, and one that is no file of fields."""
    workspace.write_bytes("broken.nc", b"\x89HDF\r\n\x1a\n" + b"x" * 200)
    made = {"surface": surface(), "aloft": aloft(), "months": months()}
    return {name: saved_fields(workspace, name, dataset) for name, dataset in made.items()} | {"broken": "broken.nc"}
