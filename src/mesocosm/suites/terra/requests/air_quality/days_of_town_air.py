"""The air of some days in each town of a district: nitrogen dioxide, ozone, the index and the wind."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.town_air import (
    EDGES,
    NO2,
    OZONE,
    UNIT,
    daily_eight,
    day_highs,
    european_index,
    fetch_town_air,
    fetch_town_wind,
    hours_at,
    join_names,
    late_2031,
    leads,
    printed_numbers,
    refuse_early_peaks,
    shuffled_towns,
    some_days,
    span_words,
    towns_of,
    whole_number_between,
    wind_at,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words
from mesocosm.suites.terra.workflows.workflow import Answers, Given, WordedRequest, Workflow


def _draw(land: Land, chance: Chance) -> Given:
    given: Given = {"towns": shuffled_towns(land, chance), **some_days(chance, 4)}
    air = hours_at(land, given, [NO2, OZONE])
    leads([hours[NO2].mean() for hours in air.values()], 0.02)
    leads(day_highs(air, NO2), 0.05)
    worst = max(air, key=lambda town: air[town][NO2].mean())
    leads(air[worst][NO2].reshape(-1, 24).mean(axis=0).tolist(), 0.02)
    highs = np.concatenate([daily_eight(hours[OZONE]) for hours in air.values()])
    limit = whole_number_between(highs, 0.1, float(np.percentile(highs, 55)))
    for hours in air.values():
        refuse_early_peaks(hours[OZONE], limit)
    given["ozone_limit"] = limit
    given["no2_limit"] = float(max(np.floor(np.percentile(air[worst][NO2], 80)), 2.0))
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    opening = text.choose_opening(chance)
    return text.fill(
        opening,
        who=text.phrase(("health", "environment")[int(chance.integers(2))]),
        towns=join_names(towns_of(given)),
        days=span_words(given),
        no2_limit=given["no2_limit"],
        no2_bands=join_words(EDGES[NO2][1:]),
        ozone_bands=join_words(EDGES[OZONE][1:]),
        ozone_limit=given["ozone_limit"],
    )


def _plan(hands: Hands) -> Plan:
    means: dict[str, float] = {}
    files: dict[str, str] = {}
    polluted: dict[str, float] = {}
    winds: dict[str, float] = {}
    peaks: dict[str, tuple[float, str]] = {}
    ozone: dict[str, float] = {}
    indices: list[float] = []
    over: list[float] = []
    for town in hands.texts("towns"):
        point, _, air = yield from fetch_town_air(hands, town, [NO2, OZONE])
        means[town], files[town] = air.number("fields", NO2, "mean"), air.path
        events = yield from hands.use(
            "reanalysis.events", path=air.path, variable=NO2, comparison=">", threshold=hands.number("no2_limit"),
            unit=UNIT,
        )  # fmt: skip
        polluted[town] = events.number("fields", "steps_in_events", "max")
        days = yield from hands.use(
            "air_quality.exceedances", path=air.path, variable=OZONE, limit=hands.number("ozone_limit"), unit=UNIT,
            averaging="8 hours",
        )  # fmt: skip
        over.append(days.number("fields", f"days_above_{OZONE}", "max"))
        eight = yield from hands.use("execution.python", code=EIGHT.format(path=air.path))
        ozone[town] = printed_numbers(eight)[0]
        index = yield from hands.use("air_quality.index", path=air.path, ozone=OZONE, nitrogen_dioxide=NO2)
        indices.append(index.number("fields", "index", "max"))
        chart = yield from hands.use(
            "chart.series",
            lines=[{"path": air.path, "variable": NO2, "label": town}],
            threshold=hands.number("no2_limit"),
        )
        peaks[town] = chart.number("series", 0, "max"), chart.word("series", 0, "max_at")
        speed = yield from fetch_town_wind(hands, point, air)
        winds[town] = speed.number("fields", "wind_speed", "mean")
    worst = max(means, key=lambda town: means[town])
    cycle = yield from hands.use("execution.python", code=CYCLE.format(path=files[worst]))
    town_days = yield from hands.calculate(" + ".join(str(days) for days in over))
    return {
        "worst_town": worst,
        "worst_mean": means[worst],
        "polluted_hours": polluted[worst],
        "worst_hour": printed_numbers(cycle)[0],
        "peak_day": max(peaks.values())[1][:10],
        "ozone_peak": max(ozone.values()),
        "town_days_over": town_days,
        "index_peak": max(indices),
        "wind_m_s": winds[worst],
    }


EIGHT = """import xarray as xr
ozone = xr.open_dataset("{path}", engine="h5netcdf")["ozone"].astype(float)
print(round(float(ozone.rolling(time=8).mean().max()), 4))"""
CYCLE = """import xarray as xr
air = xr.open_dataset("{path}", engine="h5netcdf")["nitrogen_dioxide"].astype(float)
print(int(air.groupby("time.hour").mean().to_series().idxmax()))"""


def _recompute(land: Land, given: Given) -> Answers:
    air = hours_at(land, given, [NO2, OZONE])
    means = {town: hours[NO2].mean() for town, hours in air.items()}
    worst = max(means, key=lambda town: means[town])
    highs = np.array([hours[NO2].reshape(-1, 24).max(axis=1) for hours in air.values()])
    ozone = np.array([daily_eight(hours[OZONE]) for hours in air.values()])
    limit = float(str(given["ozone_limit"]))
    return {
        "worst_town": worst,
        "worst_mean": float(means[worst]),
        "polluted_hours": int((air[worst][NO2] > float(str(given["no2_limit"]))).sum()),
        "worst_hour": int(air[worst][NO2].reshape(-1, 24).mean(axis=0).argmax()),
        "peak_day": str(np.datetime64(str(given["start"])) + int(highs.max(axis=0).argmax())),
        "ozone_peak": float(ozone.max()),
        "town_days_over": int((ozone > limit).sum()),
        "index_peak": max(
            float(european_index(hours[gas], gas).max()) for hours in air.values() for gas in (NO2, OZONE)
        ),
        "wind_m_s": float(wind_at(land, given, worst).mean()),
    }


def _derive(land: Land, given: Given) -> Answers:
    """The towns and hours, the highest nitrogen dioxide of the worst town, and the extremes of ozone and NO2 in ppb."""
    air = hours_at(land, given, [NO2, OZONE])
    worst = max(air.values(), key=lambda hours: float(hours[NO2].mean()))
    oxidant = np.array([hours[NO2] / 1.912 + hours[OZONE] / 1.996 for hours in air.values()])
    return {
        "towns": len(air),
        "no2_limit": given["no2_limit"],
        "ozone_limit": given["ozone_limit"],
        "hours": oxidant.shape[1],
        "most_no2": float(worst[NO2].max()),
        "lowest_oxidant_ppb": float(oxidant.min()),
        "highest_oxidant_ppb": float(oxidant.max()),
    }


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
)
