"""Towns whose highest ozone differs little, ranked by it, and a claim about the first."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.town_air import (
    EDGES,
    NO2,
    OZONE,
    UNIT,
    Floats,
    daily_eight,
    european_index,
    fetch_town_air,
    hours_at,
    join_names,
    late_2031,
    printed_numbers,
    some_days,
    span_words,
    towns_of,
    weather_at,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land, square_about
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

CLOSE, WIDE = 0.05, 2.5
"""Least difference between towns next to each other in rank, and the greatest between the first two, µg/m³."""
MOST_TOWNS = 6


def _draw(land: Land, chance: Chance) -> Given:
    given: Given = {"towns": [place.name for place in land.places], **some_days(chance, 4)}
    air = hours_at(land, given, [NO2, OZONE])
    highs = {town: float(daily_eight(hours[OZONE]).max()) for town, hours in air.items()}
    rivals: list[str] = []
    for town in sorted(highs, key=lambda town: -highs[town]):
        if len(rivals) < MOST_TOWNS and (not rivals or highs[rivals[-1]] - highs[town] >= CLOSE):
            rivals.append(town)
    if len(rivals) < 4 or highs[rivals[0]] - highs[rivals[1]] > WIDE:
        raise Unsuited("fewer than four towns differ, or the first two differ widely")
    _opposed(air[rivals[0]])
    hours = np.concatenate([air[town][OZONE] for town in rivals])
    given["line"] = float(np.floor(np.percentile(hours, 75)))
    claimed = rivals[0] if chance.random() < 0.6 else rivals[1]
    towns = [str(town) for town in chance.permutation(rivals)]
    return {**given, "towns": list(towns), "claimed": claimed, "right": claimed == rivals[0]}


def _opposed(hours: dict[str, Floats]) -> int:
    """Hours with much of one gas and little of the other."""
    no2, ozone = (hours[gas] - hours[gas].mean() for gas in (NO2, OZONE))
    if min(np.abs(no2).min(), np.abs(ozone).min()) < 1e-4:
        raise Unsuited("an hour lies on the mean")
    return int(((no2 > 0) & (ozone < 0)).sum())


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_names(towns_of(given)),
        days=span_words(given),
        claimed=given["claimed"],
        line=given["line"],
        no2_bands=join_words(EDGES[NO2][1:]),
        ozone_bands=join_words(EDGES[OZONE][1:]),
    )


def _plan(hands: Hands) -> Plan:
    highs: dict[str, float] = {}
    opposed: dict[str, float] = {}
    warmth: dict[str, float] = {}
    points: dict[str, list[float]] = {}
    over: list[float] = []
    indices: list[float] = []
    for town in hands.texts("towns"):
        point, _, air = yield from fetch_town_air(hands, town, [NO2, OZONE])
        points[town] = point
        yield from hands.use("chart.series", lines=[{"path": air.path, "variable": OZONE, "label": town}])
        eight = yield from hands.use("execution.python", code=PROGRAM.format(path=air.path))
        highs[town], opposed[town] = printed_numbers(eight)
        events = yield from hands.use(
            "reanalysis.events", path=air.path, variable=OZONE, comparison=">", threshold=hands.number("line"),
            unit=UNIT,
        )  # fmt: skip
        over.append(events.number("fields", "steps_in_events", "max"))
        index = yield from hands.use("air_quality.index", path=air.path, ozone=OZONE, nitrogen_dioxide=NO2)
        indices.append(index.number("fields", "index", "max"))
        weather = yield from hands.use(
            "archive.reanalysis",
            variables=["temperature_2m"],
            start=hands.text("start"),
            end=hands.text("end"),
            box=square_about(point),
            after=[air],
        )
        series = yield from hands.use("region.point_series", path=weather.path, point=point)
        warmth[town] = series.number("fields", "temperature_2m", "mean")
    ranked = sorted(highs, key=lambda town: -highs[town])
    lead = yield from hands.calculate(f"{highs[ranked[0]]} - {highs[ranked[1]]}")
    hours_over = yield from hands.calculate(" + ".join(map(str, over)))
    gap = yield from hands.calculate(f"{warmth[ranked[0]]} - ({warmth[ranked[-1]]})")
    apart = yield from hands.use("gis.distance_matrix", origins=[points[ranked[0]]], destinations=[points[ranked[1]]])
    return {
        "ranking": list(ranked),
        "highest": highs[ranked[0]],
        "lead": lead,
        "hours_over": hours_over,
        "highest_index": max(indices),
        "claim_holds": ranked[0] == hands.text("claimed"),
        "opposed_hours": opposed[ranked[0]],
        "temperature_gap_c": gap,
        "apart_km": apart.number("kilometres", 0, 0),
    }


PROGRAM = """import xarray as xr
air = xr.open_dataset("{path}", engine="h5netcdf").astype(float)
ozone, no2 = air["ozone"], air["nitrogen_dioxide"]
opposed = (no2 > no2.mean()) & (ozone < ozone.mean())
print(round(float(ozone.rolling(time=8).mean().max()), 4), int(opposed.sum()))"""


def _recompute(land: Land, given: Given) -> Answers:
    from pyproj import Geod

    air = hours_at(land, given, [NO2, OZONE])
    highs = {town: float(daily_eight(hours[OZONE]).max()) for town, hours in air.items()}
    ranked = sorted(highs, key=lambda town: -highs[town])
    warmth = [weather_at(land, given, town, ["temperature_2m"])["temperature_2m"].mean() for town in ranked]
    first, second = land.place(ranked[0]), land.place(ranked[1])
    metres = Geod(ellps="WGS84").inv(first.longitude, first.latitude, second.longitude, second.latitude)[2]
    return {
        "ranking": list(ranked),
        "highest": highs[ranked[0]],
        "lead": highs[ranked[0]] - highs[ranked[1]],
        "hours_over": sum(int((hours[OZONE] > float(str(given["line"]))).sum()) for hours in air.values()),
        "highest_index": max(float(european_index(hours[gas], gas).max()) for hours in air.values() for gas in hours),
        "claim_holds": ranked[0] == given["claimed"],
        "opposed_hours": _opposed(air[ranked[0]]),
        "temperature_gap_c": float(warmth[0] - warmth[-1]),
        "apart_km": metres / 1000,
    }


def _trait(given: Given) -> Trait:
    return "close" if given["right"] else "false premise"


def _derive(land: Land, given: Given) -> Answers:
    """The towns, the hours, and the town with the highest mean over eight hours."""
    air = {town: hours[OZONE] for town, hours in hours_at(land, given, [OZONE]).items()}
    first = max(air, key=lambda town: float(np.convolve(air[town], np.ones(8), "valid").max()))
    return {"towns": len(air), "hours": len(air[first]), "first": first}


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=0,
    now=late_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=_trait,
)
