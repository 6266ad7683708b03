"""The strength of a recorded tropical cyclone, and how near it came to a place."""

from __future__ import annotations

import io

import numpy as np
from pyproj import Geod

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded, numbers_of
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

KNOT_M_S = 1852 / 3600
CATEGORIES_KN = (64, 83, 96, 113, 137)
"""Least wind over one minute of each category of the Saffir-Simpson scale."""
IN_M_S = """import pandas as pd
track = pd.read_csv("{path}")
track["wind_m_s"] = track["wind_kn"] * 1852 / 3600
track.to_csv("track.csv", index=False)
print(float(track["pressure_hpa"].min()), track["time"][track["wind_kn"].idxmax()],
      int((track["wind_kn"] >= 64).sum()) * {step_h})
print([[round(x, 4), round(y, 4)] for x, y in zip(track["longitude"], track["latitude"])])
"""


def _plan(hands: Hands) -> Plan:
    path = hands.text("file")
    table = yield from hands.use("files.read_file", path=path)
    step = hands.number("step_h")
    made = yield from hands.use("execution.python", code=IN_M_S.format(path=path, step_h=step), after=[table])
    strength = yield from hands.use(
        "cyclones.categories", path="track.csv", scale="saffir_simpson", averaging_minutes=1, after=[made]
    )
    yield from hands.use(
        "feature_map.tracks", path="track.csv", scale="saffir_simpson", averaging_minutes=1, after=[made]
    )
    head, line = made.text.splitlines()[:2]
    points = [[float(x) for x in pair.split(",")] for pair in line.strip("[]").split("], [")]
    apart = []
    for first in range(0, len(points), 50):  # the tool takes fifty points at a time
        near = yield from hands.use(
            "gis.distance_matrix", origins=[hands.given["point"]], destinations=points[first : first + 50],
            after=[made],
        )  # fmt: skip
        apart += near.numbers("kilometres", 0)
    lowest, moment, hours = head.split()
    nearest = min(range(len(apart)), key=apart.__getitem__)
    return {
        "peak_m_s": strength.number("tracks", 0, "wind_m_s"),
        "category": strength.word("tracks", 0, "category").rpartition(" ")[2],
        "peak_day": moment[:10],
        "lowest_hpa": float(lowest),
        "hours_above": float(hours),
        "nearest_km": apart[nearest],
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    import xarray as xr

    with xr.open_dataset(io.BytesIO(files[str(given["recorded"])])) as dataset:
        track = dataset.load()
    wind = track["max_sustained_wind"].values
    longitude, latitude = numbers_of(given, "point")
    size = len(wind)
    _, _, metres = Geod(ellps="WGS84").inv(
        [longitude] * size, [latitude] * size, track["lon"].values.tolist(), track["lat"].values.tolist()
    )
    return {
        "peak_m_s": float(wind.max() * KNOT_M_S),
        "category": str(sum(bool(wind.max() >= least) for least in CATEGORIES_KN)),
        "peak_day": str(track["time"].values[int(wind.argmax())])[:10],
        "lowest_hpa": float(track["central_pressure"].min()),
        "hours_above": float((wind >= CATEGORIES_KN[0]).sum() * float(str(given["step_h"]))),
        "nearest_km": float(np.min(metres)) / 1000,
    }


WORKFLOW = RealWorkflow(__name__, domain="cyclones", level=0, plan=_plan, recompute=_recompute)
