"""Spread and mean of the members of a reanalysis over a box."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mesocosm.suites.terra.real_data.plain_means import box_mean
from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded, numbers_of
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

if TYPE_CHECKING:
    import xarray as xr

GRAVITY = 9.80665


def _plan(hands: Hands) -> Plan:
    path, box = hands.text("file"), hands.given["box"]
    spread = yield from hands.use("ensemble.spread", paths=[path], divisor="sample", variable="z")
    heights = yield from hands.use(
        "region.reduce", path=spread.path, variable="spread", box=box, level=500, statistics=["mean"]
    )
    peak = yield from hands.use("reanalysis.read", path=spread.path, variable="spread", box=box, level=500)
    mean = yield from hands.use("ensemble.mean", paths=[path], variable="t")
    warmth = yield from hands.use(
        "region.reduce", path=mean.path, variable="t", box=box, level=850, statistics=["mean"]
    )
    frost = yield from hands.use(
        "ensemble.probability", paths=[path], variable="t", comparison="<", threshold=0.0, units="degC",
        method="votes",
    )  # fmt: skip
    odds = yield from hands.use(
        "region.reduce", path=frost.path, variable="probability", box=box, level=850, statistics=["mean"]
    )
    average = yield from hands.use("reanalysis.read", path=heights.path)
    degrees = yield from hands.use("reanalysis.read", path=warmth.path)
    shares = yield from hands.use("reanalysis.read", path=odds.path)
    first = yield from hands.calculate(f"{average.numbers('values')[0]} / {GRAVITY}")
    last = yield from hands.calculate(f"{average.numbers('values')[-1]} / {GRAVITY}")
    most = yield from hands.calculate(f"{peak.number('max')} / {GRAVITY}")
    return {
        "first_spread_m": first,
        "last_spread_m": last,
        "largest_spread_m": most,
        "last_warmth_c": degrees.numbers("values")[-1] - 273.15,
        "first_frost_percent": 100 * shares.numbers("values")[0],
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    west, south, east, north = numbers_of(given, "box")
    heights, warmth = _members(files[str(given["recorded"])])
    spread = (heights / GRAVITY).std("number", ddof=1)
    means = box_mean(spread, numbers_of(given, "box"))
    frost = box_mean((warmth < 273.15).astype("float64").mean("number"), numbers_of(given, "box"))
    return {
        "first_spread_m": float(means[0]),
        "last_spread_m": float(means[-1]),
        "largest_spread_m": float(spread.sel(longitude=slice(west, east), latitude=slice(north, south)).max()),
        "last_warmth_c": float(box_mean(warmth.mean("number"), numbers_of(given, "box"))[-1]) - 273.15,
        "first_frost_percent": float(100 * frost[0]),
    }


def _members(data: bytes) -> tuple[xr.DataArray, xr.DataArray]:
    """Return the geopotential at 500 hPa and the temperature at 850 hPa of all members."""
    import xarray as xr

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "members.grib")
        path.write_bytes(data)
        with xr.open_dataset(path, engine="cfgrib", backend_kwargs={"indexpath": ""}) as dataset:
            whole = dataset.astype("float64").load()
    whole = whole.assign_coords(longitude=(whole.longitude + 180) % 360 - 180).sortby("longitude")
    return whole["z"].sel(isobaricInhPa=500), whole["t"].sel(isobaricInhPa=850)


WORKFLOW = RealWorkflow(__name__, domain="weather", level=1, plan=_plan, recompute=_recompute)
