"""Cyclones on both sides of the equator: the stronger of two, and the correlation of wind with pressure."""

from __future__ import annotations

import functools
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests import cyclone_drill
from mesocosm.suites.terra.requests.town_cells import day_words
from mesocosm.suites.terra.requests.vortices import (
    Fix,
    Frame,
    Vortex,
    distance_between,
    drawn_low,
    fields_of,
    files_of,
    fixes,
    frame_about,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

TIMES = 13
STEM = "basin"
SIDES = ("north", "south")
PARTING = """import pandas as pd
points = pd.read_csv("PATH")
for side, sign in (("north", 1), ("south", -1)):
    here = points[points["latitude"] * sign > 0]
    deepest = here.loc[here["pressure_hpa"].idxmin(), "track"]
    track = here[here["track"] == deepest].reset_index(drop=True)
    track.to_csv(f"{side}.csv", index=False)
    print(side, deepest, len(track), round(track["pressure_hpa"].min(), 3), round(track["wind_m_s"].max(), 3))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), 12, 2, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    middle = round(float(chance.uniform(-150, 150)))
    depth, apart = float(chance.uniform(34, 62)), float(chance.choice([-1, 1]) * chance.uniform(0.8, 4.5))
    lows = [
        drawn_low(chance, float(chance.uniform(12, 18)), middle - 8, depth),
        drawn_low(chance, -float(chance.uniform(12, 18)), middle + float(chance.uniform(-8, 0)), depth + apart),
    ]
    if chance.random() < 0.5:
        lows.append(drawn_low(chance, float(chance.uniform(14, 19)), middle + 12, 0.55 * depth))
    if chance.random() < 0.7:
        lows.append(drawn_low(chance, -22.0, middle + 14, 0.5 * depth).model_copy(update={"warm": False}))
    month, day = int(chance.integers(1, 12)), int(chance.integers(1, 25))
    given: Given = {
        "lows": list[JsonValue]([low.model_dump() for low in lows]),
        "middle": middle,
        "first": f"{land.now.year}-{month:02d}-{day:02d}T00:00:00",
    }
    tracks = _tracks(given)
    deep, wind = ([_extreme(tracks[side])[part] for side in SIDES] for part in (0, 1))
    if abs(deep[0] - deep[1]) < 0.6 or abs(wind[0] - wind[1]) < 0.4:
        raise Unsuited("the two are too much alike")
    return {**given, "close": abs(deep[0] - deep[1]) < 4.0}


def _lows(given: Given) -> list[Vortex]:
    return [Vortex.model_validate(low) for low in given["lows"]] if isinstance(given["lows"], list) else []


def _frame(given: Given) -> Frame:
    return frame_about(0.0, float(str(given["middle"])), (30.0, 24.0), 0.5, str(given["first"]), TIMES)


def _tracks(given: Given) -> dict[str, list[Fix]]:
    """The deepest cyclone of each hemisphere."""
    tracks = _find_tracks(tuple(_lows(given)), float(str(given["middle"])), str(given["first"]))
    return dict(zip(SIDES, tracks, strict=True))


@functools.lru_cache(maxsize=4)
def _find_tracks(lows: tuple[Vortex, ...], middle: float, first: str) -> list[list[Fix]]:
    frame = _frame({"middle": middle, "first": first})
    surface, _ = fields_of(lows, frame)
    return [fixes(low, surface, frame) for low in lows[:2]]


def _extreme(track: list[Fix]) -> tuple[float, float]:
    return min(fix.pressure_hpa for fix in track), max(fix.wind_m_s for fix in track)


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, first = read_request_text(__name__), datetime.fromisoformat(str(given["first"]))
    last = first + timedelta(hours=6 * (TIMES - 1))
    return text.fill(
        text.choose_opening(chance),
        stem=STEM,
        first=first,
        first_day=day_words(first),
        last=last,
        last_day=day_words(last),
    )


def _plan(hands: Hands) -> Plan:
    surface, levels = f"{STEM}-surface.nc", f"{STEM}-levels.nc"
    for path in (surface, levels):
        yield from hands.use("reanalysis.inspect", path=path)
    track = yield from hands.use("cyclones.track", surface_path=surface, levels_path=levels)
    for tool in ("cyclones.categories", "feature_map.tracks"):
        yield from cyclone_drill.by_category(hands, tool, track.path)
    tables = yield from hands.use("execution.python", code=PARTING.replace("PATH", track.path), after=[track])
    lines = [line.split() for line in tables.text.splitlines()]
    deep, wind = ({line[0]: float(line[part]) for line in lines} for part in (3, 4))
    points, links, speeds = {}, {}, {}
    for side in SIDES:
        path = f"{side}.csv"
        chart = yield from hands.use(
            "chart.scatter",
            x={"path": path, "variable": "pressure_hpa", "units": "hPa"},
            y={"path": path, "variable": "wind_m_s", "units": "m s-1"},
            after=[tables],
        )
        links[side] = chart.number("correlation")
        for variable, units in (("pressure_hpa", "hPa"), ("wind_m_s", "m s-1")):
            line = {"path": path, "variable": variable, "units": units}
            yield from hands.use("chart.series", lines=[line], after=[tables])
        table, rows = yield from cyclone_drill.read_track(hands, path)
        points[side] = [[float(row["longitude"]), float(row["latitude"])] for row in rows]
        steps = yield from hands.use(
            "gis.distance_matrix", origins=points[side][:-1], destinations=points[side][1:], after=[tables, table]
        )
        legs = [steps.number("kilometres", leg, leg) for leg in range(len(rows) - 1)]
        speeds[side] = yield from hands.calculate(f"({' + '.join(f'{leg:.4f}' for leg in legs)}) / {6 * len(legs)}")
    apart = yield from hands.use(
        "gis.distance_matrix", origins=points["north"], destinations=points["south"], after=[tables]
    )
    first = datetime.fromisoformat(hands.text("first"))
    for moment in (first + timedelta(days=day) for day in range(TIMES // 4 + 1)):
        yield from hands.use("map.field", path=surface, variable="msl", time=f"{moment:%Y-%m-%dT%H:%M}", units="hPa")
    deeper, windier = min(deep, key=lambda side: deep[side]), max(wind, key=lambda side: wind[side])
    gap = yield from hands.calculate(f"abs({deep['north']} - {deep['south']})")
    blow = yield from hands.calculate(f"abs({wind['north']} - {wind['south']})")
    return {
        "cyclones": len(track.rows("tracks")),
        "deeper": deeper,
        "pressure_gap_hpa": gap,
        "windier": windier,
        "wind_gap_m_s": blow,
        "north_correlation": links["north"],
        "south_speed_km_h": speeds["south"],
        "least_distance_km": min(apart.number("kilometres", at, at) for at in range(TIMES)),
    }


def _recompute(land: Land, given: Given) -> Answers:
    north, south = (_tracks(given)[side] for side in SIDES)
    deep, wind = ([_extreme(track)[part] for track in (north, south)] for part in (0, 1))
    legs = [distance_between(a, b) for a, b in pairwise(south)]
    link = np.corrcoef([fix.pressure_hpa for fix in north], [fix.wind_m_s for fix in north])[0, 1]
    return {
        "cyclones": sum(low.warm for low in _lows(given)),
        "deeper": SIDES[int(np.argmin(deep))],
        "pressure_gap_hpa": abs(deep[0] - deep[1]),
        "windier": SIDES[int(np.argmax(wind))],
        "wind_gap_m_s": abs(wind[0] - wind[1]),
        "north_correlation": float(link),
        "south_speed_km_h": sum(legs) / (6 * len(legs)),
        "least_distance_km": min(distance_between(a, b) for a, b in zip(north, south, strict=True)),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=lambda land, given: files_of(_lows(given), _frame(given), STEM),
    trait=lambda given: "close" if given["close"] else "plain",
)
