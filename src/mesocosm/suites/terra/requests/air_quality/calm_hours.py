"""Correlation of nitrogen dioxide with the wind in the towns of a district."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.town_air import (
    NO2,
    Floats,
    fetch_town_air,
    fetch_town_wind,
    hours_at,
    join_names,
    late_2031,
    leads,
    printed_numbers,
    shuffled_towns,
    some_days,
    span_words,
    towns_of,
    wind_at,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

LEAST_CALM = 6
"""Least number of hours of each kind, for a mean that is worth comparing."""


def _draw(land: Land, chance: Chance) -> Given:
    given: Given = {"towns": shuffled_towns(land, chance), **some_days(chance, 4)}
    air, winds = _both(land, given)
    speeds = np.concatenate(list(winds.values()))
    calm = float(np.round(np.percentile(speeds, 35) * 2) / 2)
    if calm <= 0 or np.abs(speeds - calm).min() < 1e-4:
        calm += 0.25
    given["calm_m_s"] = calm
    strengths = [-_correlation(winds[town], air[town]) for town in winds]
    leads(strengths, 0.004)
    ratios = [_ratio(winds[town], air[town], calm) for town in winds]
    leads(ratios, 0.008)
    return given


def _both(land: Land, given: Given) -> tuple[dict[str, Floats], dict[str, Floats]]:
    air = {town: hours[NO2] for town, hours in hours_at(land, given, [NO2]).items()}
    return air, {town: wind_at(land, given, town) for town in air}


def _correlation(wind: Floats, air: Floats) -> float:
    return float(np.corrcoef(wind, air)[0, 1])


def _ratio(wind: Floats, air: Floats, calm: float) -> float:
    still = wind < calm
    if not LEAST_CALM <= still.sum() <= len(wind) - LEAST_CALM:
        raise Unsuited("hardly an hour is calm, or hardly one is not")
    return float(air[still].mean() / air[~still].mean())


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_names(towns_of(given)),
        days=span_words(given),
        calm_m_s=given["calm_m_s"],
    )


def _plan(hands: Hands) -> Plan:
    calm = hands.number("calm_m_s")
    correlations: dict[str, float] = {}
    parts: dict[str, list[float]] = {}
    counts: dict[str, float] = {}
    for town in hands.texts("towns"):
        point, _, air = yield from fetch_town_air(hands, town, [NO2])
        speed = yield from fetch_town_wind(hands, point, air)
        scatter = yield from hands.use("chart.scatter", x={"path": speed.path}, y={"path": air.path, "variable": NO2})
        correlations[town] = scatter.number("correlation")
        events = yield from hands.use(
            "reanalysis.events", path=speed.path, comparison="<", threshold=calm, unit="m/s", variable="wind_speed"
        )
        counts[town] = events.number("fields", "steps_in_events", "max")
        program = yield from hands.use(
            "execution.python", code=PROGRAM.format(air=air.path, wind=speed.path, calm=calm)
        )
        parts[town] = printed_numbers(program)
    strongest = min(correlations, key=lambda town: correlations[town])
    largest = max(parts, key=lambda town: parts[town][2])
    mean = yield from hands.calculate(
        f"({' + '.join(str(value) for value in correlations.values())}) / {len(correlations)}"
    )
    return {
        "strongest_town": strongest,
        "strongest_correlation": correlations[strongest],
        "calm_hours": counts[strongest],
        "calm_mean": parts[strongest][0],
        "windy_mean": parts[strongest][1],
        "largest_ratio_town": largest,
        "largest_ratio": parts[largest][2],
        "mean_correlation": mean,
    }


PROGRAM = """import xarray as xr
air = xr.open_dataset("{air}", engine="h5netcdf")["nitrogen_dioxide"].astype(float).values
wind = xr.open_dataset("{wind}", engine="h5netcdf")["wind_speed"].astype(float).values
calm = wind < {calm}
still, windy = air[calm].mean(), air[~calm].mean()
print(round(still, 4), round(windy, 4), round(still / windy, 4))"""


def _recompute(land: Land, given: Given) -> Answers:
    air, winds = _both(land, given)
    calm = float(str(given["calm_m_s"]))
    correlations = {town: _correlation(winds[town], air[town]) for town in air}
    ratios = {town: _ratio(winds[town], air[town], calm) for town in air}
    strongest = min(correlations, key=lambda town: correlations[town])
    largest = max(ratios, key=lambda town: ratios[town])
    still = winds[strongest] < calm
    return {
        "strongest_town": strongest,
        "strongest_correlation": correlations[strongest],
        "calm_hours": int(still.sum()),
        "calm_mean": float(air[strongest][still].mean()),
        "windy_mean": float(air[strongest][~still].mean()),
        "largest_ratio_town": largest,
        "largest_ratio": ratios[largest],
        "mean_correlation": float(np.mean(list(correlations.values()))),
    }


def _derive(land: Land, given: Given) -> Answers:
    """The hours of the days, and the extremes of nitrogen dioxide in the towns."""
    air = np.array([hours[NO2] for hours in hours_at(land, given, [NO2]).values()])
    return {"hours": air.shape[1], "least_no2": float(air.min()), "most_no2": float(air.max())}


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=late_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
