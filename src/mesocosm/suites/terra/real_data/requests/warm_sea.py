"""Months of the temperature of the sea's surface in a box: extremes, seasons and the largest anomaly."""

from __future__ import annotations

import io

import pandas as pd

from mesocosm.suites.terra.real_data.plain_means import box_mean
from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded, numbers_of
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

MONTHS = 100


def _plan(hands: Hands) -> Plan:
    around = yield from hands.use("region.reduce", path=hands.text("file"), box=hands.given["box"], statistics=["mean"])
    celsius = yield from hands.use("region.convert_units", path=around.path, variable="mean", unit="degC")
    series = yield from hands.use("reanalysis.read", path=celsius.path, most=MONTHS)
    normals = yield from hands.use("reanalysis.climatology", path=celsius.path, cycle="month")
    departures = yield from hands.use("reanalysis.anomalies", path=celsius.path, climatology=normals.path)
    anomalies = yield from hands.use("reanalysis.read", path=departures.path, most=MONTHS)
    yield from hands.use("chart.series", lines=[{"path": departures.path, "label": "anomaly"}])
    values, apart = series.numbers("values"), anomalies.numbers("values")
    warmest, coldest = (extreme(range(len(values)), key=values.__getitem__) for extreme in (max, min))
    farthest = max(range(len(apart)), key=lambda month: abs(apart[month]))
    span = yield from hands.calculate(f"{normals.number('fields', 'mean', 'max')} - "
                                      f"{normals.number('fields', 'mean', 'min')}")  # fmt: skip
    return {
        "mean_c": sum(values) / len(values),
        "warmest_month": series.word("times", warmest)[:7],
        "warmest_c": values[warmest],
        "coldest_month": series.word("times", coldest)[:7],
        "season_k": span,
        "anomaly_month": anomalies.word("times", farthest)[:7],
        "anomaly_k": apart[farthest],
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    months = _monthly(files[str(given["recorded"])], numbers_of(given, "box"))
    season = pd.DatetimeIndex(months.index).month
    normals = months.groupby(season).mean()
    apart = months - months.groupby(season).transform("mean")
    farthest = int(apart.abs().to_numpy().argmax())
    return {
        "mean_c": float(months.mean()),
        "warmest_month": f"{months.idxmax():%Y-%m}",
        "warmest_c": float(months.max()),
        "coldest_month": f"{months.idxmin():%Y-%m}",
        "season_k": float(normals.max() - normals.min()),
        "anomaly_month": f"{months.index[farthest]:%Y-%m}",
        "anomaly_k": float(apart.iloc[farthest]),
    }


def _monthly(data: bytes, box: list[float]) -> pd.Series[float]:
    """Return the mean over a box in degrees Celsius, month by month; land has no value."""
    import xarray as xr

    with xr.open_dataset(io.BytesIO(data)) as dataset:
        field = dataset["surface_temperature"].astype("float64").load()
    field = field.assign_coords(longitude=(field.longitude + 180) % 360 - 180).sortby("longitude")
    mean = box_mean(field, box)
    return pd.Series(mean.values - 273.15, index=pd.DatetimeIndex(mean.time.values))


WORKFLOW = RealWorkflow(__name__, domain="environmental monitoring", level=0, plan=_plan, recompute=_recompute)
