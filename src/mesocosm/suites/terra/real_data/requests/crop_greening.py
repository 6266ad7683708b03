"""Change of a vegetation index between two dates over fields."""

from __future__ import annotations

from typing import Any

import numpy as np

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

SCALE = 1e-4


def _plan(hands: Hands) -> Plan:
    before, after = hands.text("before"), hands.text("after")
    first = yield from hands.use("satellite.describe", path=before)
    last = yield from hands.use("satellite.describe", path=after)
    change = yield from hands.use_with(
        "satellite.change", {"before": before, "after": after, "threshold": round(hands.number("change") / SCALE, 3)}
    )
    green = yield from hands.use(
        "satellite.area_statistics", path=after, begins=[-10_000, round(hands.number("green_from") / SCALE, 3)],
        names=["other", "green"],
    )  # fmt: skip
    yield from hands.use("image.compare", paths=[before, after])
    areas = {row["class"]: row for row in (*change.rows("classes"), *green.rows("classes"))}
    means = [seen.number("figures", "band 1", "mean") for seen in (first, last)]
    rise = yield from hands.calculate(f"({means[1]} - {means[0]}) * {SCALE}")
    return {
        "mean_before": means[0] * SCALE,
        "mean_change": rise,
        "gained_km2": areas["gained"]["area_km2"],
        "lost_km2": areas["lost"]["area_km2"],
        "gained_percent": 100 * float(str(areas["gained"]["share"])),
        "green_km2": areas["green"]["area_km2"],
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    before, pixel_km2 = _numbers(files[str(given["recorded_before"])])
    after, _ = _numbers(files[str(given["recorded_after"])])
    change, bound = after - before, round(float(str(given["change"])) / SCALE)
    gained = (change >= bound).sum()
    return {
        "mean_before": float(before.mean() * SCALE),
        "mean_change": float((after.mean() - before.mean()) * SCALE),
        "gained_km2": float(gained * pixel_km2),
        "lost_km2": float((change <= -bound).sum() * pixel_km2),
        "gained_percent": float(100 * gained / change.count()),
        "green_km2": float((after >= round(float(str(given["green_from"])) / SCALE)).sum() * pixel_km2),
    }


def _numbers(data: bytes) -> tuple[np.ma.MaskedArray[Any, Any], float]:
    """Return the whole numbers of the file, and the area of a pixel, which the sinusoidal projection keeps."""
    from rasterio.io import MemoryFile

    with MemoryFile(data) as memory, memory.open() as raster:
        return raster.read(1, masked=True).astype("int32"), abs(raster.transform.a * raster.transform.e) * 1e-6


WORKFLOW = RealWorkflow(__name__, domain="agriculture", level=0, plan=_plan, recompute=_recompute)
