"""Warm days of a station in an early and a late period, from a century of days with gaps."""

from __future__ import annotations

import io

import pandas as pd

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

WARM_C = 25.0
MOST_MISSING = 15
YEARS = 80


def _plan(hands: Hands) -> Plan:
    path = hands.text("file")
    index = yield from hands.use("climate.yearly_index", path=path, variable="tasmax", index="summer_days")
    warm = yield from hands.use("reanalysis.read", path=index.path, most=YEARS)
    yield from hands.use("chart.series", lines=[{"path": index.path, "label": "summer days"}])
    pairs = zip(warm.words("times"), warm.words("values"), strict=True)
    whole = {int(time[:4]): float(value) for time, value in pairs if value != "None"}
    early = [whole[year] for year in _years(hands.given, "early") if year in whole]
    late = [whole[year] for year in _years(hands.given, "late") if year in whole]
    then = yield from hands.calculate(f"({' + '.join(map(str, early))}) / {len(early)}")
    lately = yield from hands.calculate(f"({' + '.join(map(str, late))}) / {len(late)}")
    hottest = yield from hands.use("reanalysis.aggregate", path=path, variable="tasmax", period="year",
                                   statistic="max", least_share=0.5)  # fmt: skip
    record = yield from hands.use("reanalysis.read", path=hottest.path, most=YEARS)
    return {
        "whole_years": len(whole),
        "then_days": then,
        "lately_days": lately,
        "more_days": lately - then,
        "most_days": max(whole.values()),
        "record_c": record.number("max"),
    }


def _years(given: Given, name: str) -> range:
    first, last = (int(str(year)) for year in given[name])  # type: ignore[union-attr]  # a list of two
    return range(first, last + 1)


def _recompute(files: Recorded, given: Given) -> Answers:
    days = _days(files[str(given["recorded"])], str(given["site"]))
    counts = days.groupby(days.index.str[:4].astype(int)).agg(
        lambda year: (year > WARM_C).sum() if year.isna().sum() + 365 - len(year) <= MOST_MISSING else float("nan")
    )
    then, lately = (counts.reindex(list(_years(given, name))).mean() for name in ("early", "late"))
    return {
        "whole_years": int(counts.notna().sum()),
        "then_days": float(then),
        "lately_days": float(lately),
        "more_days": float(lately - then),
        "most_days": int(counts.max()),
        "record_c": float(days.max()),
    }


def _days(data: bytes, site: str) -> pd.Series[float]:
    """Return the highest temperature of each day by its date in a calendar without leap days."""
    import xarray as xr

    with xr.open_dataset(io.BytesIO(data)) as dataset:
        one = dataset["tasmax"].sel(location=site).astype("float64")
        return pd.Series(one.values, index=pd.Index([f"{time:%Y-%m-%d}" for time in one["time"].values]))


WORKFLOW = RealWorkflow(__name__, domain="weather", level=1, plan=_plan, recompute=_recompute)
