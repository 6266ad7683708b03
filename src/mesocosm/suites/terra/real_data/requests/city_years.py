"""Rain, drought and frost of whole years in a city, from days of a reanalysis."""

from __future__ import annotations

import io
import itertools

import pandas as pd

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

WET_MM = 1.0
DAY_S = 86_400


def _plan(hands: Hands) -> Plan:
    path = hands.text("file")
    rain = yield from hands.use("region.convert_units", path=path, variable="pr", unit="mm/day")
    dry = yield from hands.use("reanalysis.events", path=rain.path, comparison="<", threshold=WET_MM, unit="mm/day")
    daily = yield from hands.use("reanalysis.aggregate", path=rain.path, period="year", statistic="mean")
    rates = yield from hands.use("reanalysis.read", path=daily.path)
    frost = yield from hands.use("climate.yearly_index", path=path, variable="tasmin", index="frost_days")
    nights = yield from hands.use("reanalysis.read", path=frost.path)
    yield from hands.use("chart.series", lines=[{"path": rain.path, "label": "rain"}])
    hottest = yield from hands.use("reanalysis.aggregate", path=path, variable="tasmax", period="year", statistic="max")
    warm = yield from hands.use("reanalysis.read", path=hottest.path)
    years = [int(time[:4]) for time in rates.words("times")]
    sums = []
    for year, rate in zip(years, rates.numbers("values"), strict=True):
        days = 366 if year % 4 == 0 else 365
        sums.append((yield from hands.calculate(f"{rate} * {days}")))
    wettest, coldest = sums.index(max(sums)), max(range(len(years)), key=nights.numbers("values").__getitem__)
    return {
        "wettest_year": years[wettest],
        "wettest_mm": sums[wettest],
        "wetter_than_driest_mm": max(sums) - min(sums),
        "longest_dry_days": dry.number("fields", "longest", "max"),
        "frostiest_year": years[coldest],
        "frost_days": nights.numbers("values")[coldest],
        "hottest_c": max(warm.numbers("values")) - 273.15,
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    days = _days(files[str(given["recorded"])], str(given["site"]))
    rain, year = days["pr"] * DAY_S, pd.DatetimeIndex(days.index).year
    sums = rain.groupby(year).sum()
    frost = (days["tasmin"] < 273.15).groupby(year).sum()
    dry = [len(list(run)) for is_dry, run in itertools.groupby(rain < WET_MM) if is_dry]
    return {
        "wettest_year": int(str(sums.idxmax())),
        "wettest_mm": float(sums.max()),
        "wetter_than_driest_mm": float(sums.max() - sums.min()),
        "longest_dry_days": max(dry),
        "frostiest_year": int(str(frost.idxmax())),
        "frost_days": int(frost.max()),
        "hottest_c": float(days["tasmax"].max() - 273.15),
    }


def _days(data: bytes, site: str) -> pd.DataFrame:
    import xarray as xr

    with xr.open_dataset(io.BytesIO(data)) as dataset:
        one = dataset[["pr", "tasmin", "tasmax"]].sel(location=site).astype("float64")
        return one.to_dataframe()[["pr", "tasmin", "tasmax"]]


WORKFLOW = RealWorkflow(__name__, domain="weather", level=0, plan=_plan, recompute=_recompute)
