"""Hours of a pollutant at a station, from a long table of several with gaps."""

from __future__ import annotations

import io

import pandas as pd

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

FULL_DAY_H = 18
SERIES = """import pandas as pd
import xarray as xr
table = pd.read_csv("{path}")
table = table[(table["location"] == "{station}") & (table["parameter"] == "no2")]
times = pd.to_datetime(table["date.utc"].str[:19])
hours = pd.Series(table["value"].to_numpy(), index=times).groupby(level=0).mean().sort_index()
hours = hours.asfreq("h")
field = xr.DataArray(hours.to_numpy(), coords=dict(time=hours.index.to_numpy()), dims="time", name="no2",
                     attrs=dict(units="ug m-3", long_name="nitrogen dioxide"))
field.to_dataset().to_netcdf("no2.nc", engine="h5netcdf")
days = hours.groupby(hours.index.floor("D")).agg(["mean", "count"])
full = days[days["count"] >= {full}]
clock = hours.groupby(hours.index.hour).mean()
clock.rename("no2").rename_axis("hour").to_csv("clock.csv")
print(int(hours.count()), float(100 * hours.isna().mean()), float(hours.mean()), float(hours.max()),
      hours.idxmax().isoformat(), int(clock.idxmax()), int((full["mean"] > {bound}).sum()), len(full))
"""


def _plan(hands: Hands) -> Plan:
    table = yield from hands.use("files.read_file", path=hands.text("file"))
    code = SERIES.format(path=hands.text("file"), station=hands.text("station"), full=FULL_DAY_H,
                         bound=hands.number("bound"))  # fmt: skip
    output = yield from hands.use("execution.python", code=code, after=[table])
    series = yield from hands.use("reanalysis.read", path="no2.nc", after=[output])
    yield from hands.use("chart.series", lines=[{"path": "no2.nc", "label": hands.text("station")}], after=[output])
    yield from hands.use("chart.bars", path="clock.csv", label="hour", value="no2", units="ug/m3", after=[output])
    words = output.text.split()
    return {
        "hours": int(words[0]),
        "missing_percent": float(words[1]),
        "mean_ug_m3": float(words[2]),
        "highest_ug_m3": series.number("max"),
        "highest_day": words[4][:10],
        "rush_hour": int(words[5]),
        "days_above": int(words[6]),
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    """Walk over the hours between the first and the last, one by one, without a table library's calendar."""
    rows = pd.read_csv(io.BytesIO(files[str(given["recorded"])]))
    values: dict[pd.Timestamp, list[float]] = {}
    for when, place, what, value in zip(
        rows["date.utc"], rows["location"], rows["parameter"], rows["value"], strict=True
    ):
        if place == given["station"] and what == "no2":
            values.setdefault(pd.Timestamp(when).tz_convert(None), []).append(float(value))
    hours = {when: sum(each) / len(each) for when, each in sorted(values.items())}
    length = (max(hours) - min(hours)) / pd.Timedelta(hours=1) + 1
    days: dict[str, list[float]] = {}
    clock: dict[int, list[float]] = {}
    for when, value in hours.items():
        days.setdefault(f"{when:%Y-%m-%d}", []).append(value)
        clock.setdefault(when.hour, []).append(value)
    highest = max(hours, key=hours.__getitem__)
    bound = float(str(given["bound"]))
    return {
        "hours": len(hours),
        "missing_percent": 100 * (1 - len(hours) / length),
        "mean_ug_m3": sum(hours.values()) / len(hours),
        "highest_ug_m3": hours[highest],
        "highest_day": f"{highest:%Y-%m-%d}",
        "rush_hour": max(clock, key=lambda hour: sum(clock[hour]) / len(clock[hour])),
        "days_above": sum(len(day) >= FULL_DAY_H and sum(day) / len(day) > bound for day in days.values()),
    }


WORKFLOW = RealWorkflow(__name__, domain="air quality", level=0, plan=_plan, recompute=_recompute)
