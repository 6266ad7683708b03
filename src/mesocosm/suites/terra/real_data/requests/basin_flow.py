"""The water of a gauged basin: runoff, flood and low flow, from days in cubic feet per second."""

from __future__ import annotations

import numpy as np

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

CUBIC_FOOT_M3 = 0.3048**3
DAY_S = 86_400
WEEK = 7
SERIES = """import pandas as pd
import xarray as xr
table = pd.read_csv("{path}", parse_dates=["date"]).set_index("date")
flow = table["discharge_cfs"].where(table["discharge_cfs"] >= 0) * 0.3048 ** 3
year = flow[flow.index.year == {year}]
field = xr.DataArray(year.to_numpy(), coords=dict(time=year.index.to_numpy()), dims="time", name="discharge",
                     attrs=dict(units="m3 s-1", long_name="discharge"))
field.to_dataset().to_netcdf("flow.nc", engine="h5netcdf")
week = year.rolling(7).mean()
print(len(year), float(week.min()), week.idxmin().date(), float(year.sum() * 86400), year.idxmax().date(),
      float(year.quantile(0.95)))
"""


def _plan(hands: Hands) -> Plan:
    path, year = hands.text("file"), int(hands.number("year"))
    table = yield from hands.use("files.read_file", path=path)
    made = yield from hands.use("execution.python", code=SERIES.format(path=path, year=year), after=[table])
    flow = yield from hands.use("reanalysis.read", path="flow.nc", after=[made])
    yield from hands.use("chart.hydrograph", discharge={"path": "flow.nc"}, after=[made])
    mean = yield from hands.use("reanalysis.aggregate", path="flow.nc", period="year", statistic="mean", after=[made])
    words = made.text.split()
    average = mean.number("fields", "discharge", "mean")
    runoff = yield from hands.calculate(f"{words[3]} / ({hands.number('area_km2')} * 1000)")
    ratio = yield from hands.calculate(f"{flow.number('max')} / {average}")
    return {
        "mean_m3_s": average,
        "runoff_mm": runoff,
        "flood_m3_s": flow.number("max"),
        "flood_day": words[4],
        "flood_ratio": ratio,
        "low_week_m3_s": float(words[1]),
        "low_week_ends": words[2],
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    """Read the record of the survey itself, whose columns are station, year, month, day, flow and flag."""
    lines = [line.split() for line in files[str(given["recorded"])].decode().splitlines()]
    year = [(f"{y}-{m}-{d}", float(flow)) for _, y, m, d, flow, _ in lines if int(y) == int(str(given["year"]))]
    days, flow = [day for day, _ in year], np.array([value for _, value in year]) * CUBIC_FOOT_M3
    weeks = np.convolve(flow, np.ones(WEEK) / WEEK, "valid")
    area_m2 = float(str(given["area_km2"])) * 1e6
    return {
        "mean_m3_s": float(flow.mean()),
        "runoff_mm": float(flow.sum() * DAY_S / area_m2 * 1000),
        "flood_m3_s": float(flow.max()),
        "flood_day": days[int(flow.argmax())],
        "flood_ratio": float(flow.max() / flow.mean()),
        "low_week_m3_s": float(weeks.min()),
        "low_week_ends": days[int(weeks.argmin()) + WEEK - 1],
    }


WORKFLOW = RealWorkflow(__name__, domain="water resources", level=0, plan=_plan, recompute=_recompute)
