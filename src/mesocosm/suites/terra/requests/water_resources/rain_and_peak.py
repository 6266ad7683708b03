"""The response of rivers to rain: catchments from elevation, their rain, lag of the peak, runoff coefficient."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pandas as pd
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.waters import (
    LEAST_COVERED,
    MM_KM2,
    Gauged,
    area_mean,
    catchment,
    daily,
    district,
    gauge_words,
    gauges,
    modelled_km2,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

YEAR = 2031
SNAP_M = 700.0
"""Half the diagonal of a pixel: a gauge stands on a bank of its river, and its point can lie in a pixel beside it."""
MOST = 5
DAYS = 40
APART = 0.01
"""Greatest relative difference between a catchment's area in the elevation model and on the planet, which the gauge
states: that of two ways to an estimate. Water can take another way beside a level lake, where the model has no slope.
"""
Figures = dict[str, dict[str, float]]


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(2, 9)), 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    known = gauges(land, YEAR)
    largest = max(known.values(), key=lambda gauge: gauge.flow.mean())
    inner = largest.flow.iloc[25:-25]
    peak = pd.Timestamp(str(inner.idxmax()))
    start = (peak - pd.Timedelta(days=int(chance.integers(10, 18)))).date()
    given: Given = {
        "district": land.region,
        "start": str(start),
        "end": str(date.fromordinal(start.toordinal() + DAYS)),
    }
    fit = [name for name, gauge in known.items() if _fits(land, gauge)]
    if len(fit) < 3:
        raise Unsuited("weather fields and elevation model cover few catchments")
    given["gauges"] = [str(name) for name in chance.permutation(sorted(fit))[:MOST]]
    figures, days = _figures(land, given)
    _check_margins(land, given, figures, days)
    return given


def _fits(land: Land, gauge: Gauged) -> bool:
    """Return whether a river has water, and its catchment has rain and the area that the gauge states."""
    area, _, share = catchment(land, gauge.name)
    if share <= LEAST_COVERED or area <= 60 or gauge.flow.mean() <= 0.5:
        return False
    return abs(modelled_km2(land, gauge.point, SNAP_M) - gauge.upstream_km2) <= APART * gauge.upstream_km2


def _check_margins(land: Land, given: Given, figures: Figures, days: dict[str, tuple[str, str]]) -> None:
    """Raise `Unsuited` if the answer depends on small differences, or more water ran off than fell."""
    shares = sorted((figure["coefficient"] for figure in figures.values()), reverse=True)
    if shares[0] < 1.05 * shares[1] or min(figure["rain"] for figure in figures.values()) < 10:
        raise Unsuited("two catchments respond alike, or there was little rain")
    if not 0 < shares[-1] <= shares[0] <= 1:
        raise Unsuited("the rivers carry snow melt, or rain from before the period")
    first, last = pd.Timestamp(str(given["start"])), pd.Timestamp(str(given["end"]))
    names = texts(given, "gauges")
    best = max(figures, key=lambda name: figures[name]["coefficient"])
    for name in {names[0]: 0, best: 0}:
        flow = gauges(land, YEAR)[name].flow.loc[first : last - pd.Timedelta(days=1)].nlargest(2)
        if flow.iloc[1] > 0.99 * flow.iloc[0]:
            raise Unsuited("two days share the peak")
    if figures[names[0]]["second_day"] > 0.95 * figures[names[0]]["wettest"]:
        raise Unsuited("two days share the rain")


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, gauge_names = read_request_text(__name__), texts(given, "gauges")
    start = date.fromisoformat(str(given["start"]))
    return text.fill(
        text.choose_opening(chance),
        district=land.region,
        start=start,
        middle=start + timedelta(days=DAYS // 2),
        last=date.fromisoformat(str(given["end"])) - timedelta(days=1),
        gauges=gauge_words(gauge_names),
        first=gauge_names[0],
        snap_km=SNAP_M / 1000,
    )


def _plan(hands: Hands) -> Plan:
    box = yield from district(hands)
    heights = yield from hands.use("archive.elevation", box=box)
    start, end = hands.text("start"), hands.text("end")
    rain = yield from hands.use(
        "archive.reanalysis", variables=["precipitation"], start=start, end=end, box=box, step="day"
    )
    figures: Figures = {}
    days: dict[str, tuple[str, str]] = {}
    for name in hands.texts("gauges"):
        flow = yield from hands.use("archive.discharge", start=start, end=end, box=box, gauges=[name])
        figures[name], days[name] = yield from _measure(hands, flow, heights, rain)
    return _answers(hands.texts("gauges"), figures, days)


def _measure(
    hands: Hands, flow: Seen, heights: Seen, rain: Seen
) -> Generator[ToolCall, Observation, tuple[dict[str, float], tuple[str, str]]]:
    """Compute the figures of one gauge, and the days of its largest discharge and rain."""
    variable = flow.names("gauges")[0]
    gauge = ("gauges", str(variable))
    point = [flow.number(*gauge, "longitude"), flow.number(*gauge, "latitude")]
    land = yield from hands.use("terrain.watershed", path=heights.path, point=point, snap_m=SNAP_M, after=[flow])
    corners = yield from hands.use("files.read_file", path=land.path)
    ring = yield from _mask(hands, rain, land, corners)
    mean = yield from hands.use("region.reduce", path=rain.path, mask=ring.path, statistics=["mean"])
    chart = yield from hands.use(
        "chart.hydrograph",
        discharge={"path": flow.path, "variable": str(variable)},
        rain={"path": mean.path, "variable": "mean"},
    )
    read = yield from hands.use("reanalysis.read", path=flow.path)
    depth = yield from hands.use("reanalysis.read", path=mean.path, variable="mean")
    total = yield from hands.calculate(f"{depth.number('mean')} * {DAYS}")
    area = land.number("area_km2")
    share = yield from hands.calculate(f"{read.number('mean')} * {DAYS} * 86400 / ({area} * {MM_KM2:g}) / {total}")
    figures = {"area": area, "rain": total, "coefficient": share, "wettest": depth.number("max")}
    return figures, (chart.word("series", 0, "max_at")[:10], chart.word("series", 1, "max_at")[:10])


def _mask(hands: Hands, rain: Seen, land: Seen, corners: Seen) -> Generator[ToolCall, Observation, Seen]:
    """Compute the share of each weather cell that is in a catchment, by its outline."""
    program = yield from hands.use(
        "execution.python",
        after=[corners],
        code=(
            "import json, numpy as np, shapely, xarray as xr\n"
            f"land = shapely.geometry.shape(json.load(open({land.path!r}))['features'][0]['geometry'])\n"
            f"rain = xr.open_dataset({rain.path!r}, engine='h5netcdf')\n"
            "lon, lat = rain.longitude.values, rain.latitude.values\n"
            "half = abs(float(lon[1] - lon[0])) / 2\n"
            "cells = [[shapely.box(x - half, y - half, x + half, y + half) for x in lon] for y in lat]\n"
            "share = [[land.intersection(cell).area / cell.area for cell in row] for row in cells]\n"
            "out = xr.Dataset({'share': (('latitude', 'longitude'), np.array(share), {'units': '1'})},\n"
            "                 {'latitude': rain.latitude, 'longitude': rain.longitude})\n"
            f"out.to_netcdf('mask-{land.path}.nc', engine='h5netcdf')\n"
            f"print('mask-{land.path}.nc')"
        ),
    )
    return Seen(program.step, program.observation.model_copy(update={"data": {"path": program.text.strip()}}))


def _answers(names: list[str], figures: Figures, days: dict[str, tuple[str, str]]) -> Answers:
    first = names[0]
    best = max(figures, key=lambda name: figures[name]["coefficient"])
    lag = date.fromisoformat(days[first][0]).toordinal() - date.fromisoformat(days[first][1]).toordinal()
    return {
        "catchment_km2": figures[first]["area"],
        "rain_mm": figures[first]["rain"],
        "runoff_coefficient": figures[first]["coefficient"],
        "lag_days": lag,
        "most_responsive": best,
        "greatest_coefficient": figures[best]["coefficient"],
        "peak_day": days[best][0],
        "wettest_day_mm": figures[best]["wettest"],
    }


def _figures(land: Land, given: Given) -> tuple[Figures, dict[str, tuple[str, str]]]:
    """Return the figures of each gauge, and the days of its largest discharge and rain."""
    rain = daily(land, "precipitation", str(given["start"]), str(given["end"]))
    dates = pd.date_range(str(given["start"]), periods=DAYS)
    figures: Figures = {}
    days: dict[str, tuple[str, str]] = {}
    for name in texts(given, "gauges"):
        gauge = gauges(land, YEAR)[name]
        area, weights, _ = catchment(land, name)
        series, flow = area_mean(rain, weights), gauge.flow.loc[dates[0] : dates[-1]]
        depth = float(flow.sum()) * 86400 / (area * MM_KM2)
        figures[name] = {"area": area, "rain": float(series.sum()), "coefficient": depth / float(series.sum())}
        figures[name] |= {"wettest": float(series.max()), "second_day": float(np.sort(series)[-2])}
        days[name] = str(flow.idxmax())[:10], str(dates[int(series.argmax())])[:10]
    return figures, days


def _recompute(land: Land, given: Given) -> Answers:
    figures, days = _figures(land, given)
    return _answers(texts(given, "gauges"), figures, days)


def _derive(land: Land, given: Given) -> Answers:
    """Return the area that the record of the first gauge states."""
    return {"stated_km2": gauges(land, YEAR)[texts(given, "gauges")[0]].upstream_km2}


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
