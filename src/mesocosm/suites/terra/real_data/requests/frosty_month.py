"""Frost and warmth of a month at a place, from hours of a reanalysis in GRIB."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import pandas as pd

from mesocosm.suites.terra.real_data.plain_means import box_mean
from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded, numbers_of
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

FREEZING_K = 273.15


def _plan(hands: Hands) -> Plan:
    path = hands.text("file")
    hours = yield from hands.use("region.point_series", path=path, point=hands.given["point"])
    celsius = yield from hands.use("region.convert_units", path=hours.path, unit="degC")
    yield from hands.use("chart.series", lines=[{"path": celsius.path, "label": "temperature"}], threshold=0.0)
    frost = yield from hands.use("reanalysis.events", path=celsius.path, comparison="<", threshold=0.0, unit="degC")
    days = yield from hands.use("reanalysis.aggregate", path=celsius.path, period="day", statistic="mean")
    daily = yield from hands.use("reanalysis.read", path=days.path, most=40)
    coldest = yield from hands.use("reanalysis.aggregate", path=celsius.path, period="month", statistic="min")
    mean = yield from hands.use("reanalysis.aggregate", path=celsius.path, period="month", statistic="mean")
    around = yield from hands.use("region.reduce", path=path, box=hands.given["box"], statistics=["mean"])
    box = yield from hands.use("reanalysis.aggregate", path=around.path, period="month", statistic="mean")
    values = daily.numbers("values")
    warmest = max(range(len(values)), key=values.__getitem__)
    here, there = mean.number("fields", "t2m", "mean"), box.number("fields", "mean", "mean")
    lead = yield from hands.calculate(f"{here} - ({there} - {FREEZING_K})")
    return {
        "coldest_hour_c": coldest.number("fields", "t2m", "min"),
        "frost_hours": frost.number("fields", "steps_in_events", "max"),
        "longest_frost_h": frost.number("fields", "longest", "max"),
        "warmest_day": daily.word("times", warmest)[:10],
        "warmest_day_c": values[warmest],
        "month_c": here,
        "warmer_than_box_c": lead,
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    field = _kelvin(files[str(given["recorded"])])
    longitude, latitude = numbers_of(given, "point")
    here = field.sel(longitude=longitude, latitude=latitude, method="nearest").to_series()
    box = box_mean(field.mean("time"), numbers_of(given, "box"))
    days = here.groupby(here.index.date).mean()
    frost = [len(list(run)) for cold, run in itertools.groupby(here < FREEZING_K) if cold]
    return {
        "coldest_hour_c": float(here.min() - FREEZING_K),
        "frost_hours": sum(frost),
        "longest_frost_h": max(frost, default=0),
        "warmest_day": str(days.idxmax()),
        "warmest_day_c": float(days.max() - FREEZING_K),
        "month_c": float(here.mean() - FREEZING_K),
        "warmer_than_box_c": float(here.mean() - box),
    }


def _kelvin(data: bytes):  # type: ignore[no-untyped-def]  # xarray is imported late
    """Return the field of a GRIB file, which the library reads from disk alone, as doubles."""
    import xarray as xr

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "field.grib")
        path.write_bytes(data)
        with xr.open_dataset(path, engine="cfgrib", backend_kwargs={"indexpath": ""}) as dataset:
            field = dataset["t2m"].astype("float64").load()
    return field.assign_coords(time=pd.DatetimeIndex(field["time"].values))


WORKFLOW = RealWorkflow(__name__, domain="weather", level=0, plan=_plan, recompute=_recompute)
