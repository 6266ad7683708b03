"""The correlation of rain and yield over several years, by the crop model WOFOST."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm import registry
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.rounding import round_each
from mesocosm.simulators.simulator.run_cache import kept_runs
from mesocosm.simulators.wofost.inputs import MOST_RAIN_MM
from mesocosm.suites.terra.requests import field_seasons as fields
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

FIRST, YEARS = 2031, 6
_YEARS = range(FIRST, FIRST + YEARS)
OTHERS = ("precipitation", "shortwave", "dew_point_2m", "wind_east_10m", "wind_north_10m")
CROPS = {"spring_barley": "04-01", "potato": "04-15", "sunflower": "04-20"}
"""Crops, with their days of sowing."""
LEAST_APART = 0.04
FIT = """
import numpy as np
rain, crop = np.array({rain}), np.array({crop})
print(np.corrcoef(rain, crop)[0, 1], 100 * np.polyfit(rain, crop, 1)[0])
"""


def _now(chance: Chance) -> datetime:
    return datetime(FIRST + YEARS, int(chance.integers(1, 12)), 9, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    given: Given = {
        "town": str(chance.choice([place.name for place in land.places])), "crop": str(chance.choice(list(CROPS))),
        "water": int(chance.choice([60, 80, 100])),
    }  # fmt: skip
    rain, yields = _seasons(land, given)
    ranked = sorted(yields, reverse=True)
    if ranked[0] < 0.8 or ranked[0] - ranked[-1] < 0.5:
        raise Unsuited("all harvests are alike, or there is none")
    if any(high - low < LEAST_APART * ranked[0] for high, low in itertools.pairwise(ranked)):
        raise Unsuited("two years are equally good")
    if np.std(rain) < 15 or abs(np.corrcoef(rain, yields)[0, 1]) < 0.1:
        raise Unsuited("rain hardly varies, or has no effect")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, crop = read_request_text(__name__), str(given["crop"])
    return text.fill(
        text.choose_opening(chance),
        crop=crop.replace("_", " "),
        crop_name=crop,
        town=given["town"],
        first=FIRST,
        last=FIRST + YEARS - 1,
        sown=date.fromisoformat(f"{FIRST}-{CROPS[crop]}"),
        water=given["water"],
    )


def _plan(hands: Hands) -> Plan:
    places = yield from fields.find_places(hands, [hands.text("town")])
    place, crop = places[hands.text("town")], hands.text("crop")
    point = fields.point_of(place)
    box = box_of_points([point])
    soil, soil_steps = yield from fields.find_soil(hands, place)
    rain: dict[int, float] = {}
    yields: dict[int, float] = {}
    weather: dict[int, dict[str, object]] = {}
    for year in range(FIRST, FIRST + YEARS):
        shared: dict[str, Any] = {"start": f"{year}-04-01", "end": f"{year}-10-01", "box": box, "after": [place]}
        hours = yield from hands.use("archive.reanalysis", variables=["temperature_2m"], **shared)
        lows = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="min")
        highs = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="max")
        days = yield from hands.use("archive.reanalysis", variables=list(OTHERS), step="day", **shared)
        weather[year] = {
            "weather": [lows.path, highs.path, days.path],
            "columns": {"tmin_c": f"{lows.path}:temperature_2m", "tmax_c": f"{highs.path}:temperature_2m"},
            "crop": crop, "planting_date": f"{year}-{CROPS[crop]}", "point": point,
        }  # fmt: skip
        run = yield from hands.use(
            "crop.wofost",
            **weather[year],
            mode="water_limited",
            soil=soil,
            initial_available_mm=hands.number("water"),
            after=[place, *soil_steps],
        )
        yields[year] = run.number("values", "yield", "value")
        cell = yield from hands.use("region.point_series", path=days.path, variable="precipitation", point=point)
        months = yield from hands.use("reanalysis.aggregate", path=cell.path, period="month", statistic="sum")
        fallen = yield from hands.use("reanalysis.read", path=months.path)
        amounts = fallen.numbers("values") or [fallen.number("mean") * 6]
        rain[year] = yield from hands.calculate(" + ".join(map(str, amounts)))
    poorest, best = min(yields, key=lambda year: yields[year]), max(yields, key=lambda year: yields[year])
    lush = yield from hands.use("crop.wofost", **weather[poorest], mode="potential", after=[place])
    rows = "".join(f"{year}-01-01,{year},{rain[year]},{yields[year]}\n" for year in yields)
    yield from hands.use("files.write_file", path="years.csv", content="time,year,rain_mm,yield_t_ha\n" + rows)
    yield from hands.use("chart.bars", path="years.csv", label="year", value="yield_t_ha", units="t/ha")
    axes = [{"path": "years.csv", "variable": column, "units": unit} for column, unit in
            (("rain_mm", "mm"), ("yield_t_ha", "t/ha"))]  # fmt: skip
    yield from hands.use("chart.scatter", x=axes[0], y=axes[1])
    fit = yield from hands.use(
        "execution.python", code=FIT.format(rain=list(rain.values()), crop=list(yields.values()))
    )
    correlation, slope = (float(word) for word in fit.text.split()[:2])
    mean = yield from hands.calculate(f"({' + '.join(map(str, rain.values()))}) / {YEARS}")
    return {
        "correlation": correlation,
        "slope_t_ha_per_100_mm": slope,
        "best_year": best,
        "best_yield_t_ha": yields[best],
        "poorest_year": poorest,
        "poorest_yield_t_ha": yields[poorest],
        "poorest_potential_t_ha": lush.number("values", "yield", "value"),
        "mean_rain_mm": mean,
    }


def _recompute(land: Land, given: Given) -> Answers:
    rain, yields = _seasons(land, given)
    best, poorest = int(yields.argmax()), int(yields.argmin())
    away = rain - rain.mean()
    return {
        "correlation": float(np.corrcoef(rain, yields)[0, 1]),
        "slope_t_ha_per_100_mm": float(100 * (away * yields).sum() / (away**2).sum()),
        "best_year": FIRST + best,
        "best_yield_t_ha": float(yields[best]),
        "poorest_year": FIRST + poorest,
        "poorest_yield_t_ha": float(yields[poorest]),
        "poorest_potential_t_ha": _grow(land, given, [FIRST + poorest], potential=True)[0],
        "mean_rain_mm": float(rain.mean()),
    }


def _derive(land: Land, given: Given) -> Answers:
    """Return the most rain of any season."""
    rain = [fields.rain_of(land, str(given["town"]), f"{year}-04-01", f"{year}-10-01") for year in _YEARS]
    return {"most_rain_mm": max(float(days.sum()) for days in rain)}


def _seasons(land: Land, given: Given) -> tuple[fields.Floats, fields.Floats]:
    """Return the rain and the yield of each year."""
    town, years = str(given["town"]), range(FIRST, FIRST + YEARS)
    days = [np.array(_days(land, town, year)["rain_mm"], float) for year in years]
    if max(rain.max() for rain in days) > MOST_RAIN_MM:
        raise Unsuited("a day has more rain than WOFOST accepts")
    return np.array([rain.sum() for rain in days]), np.array(_grow(land, given, years))


def _days(land: Land, town: str, year: int) -> dict[str, JsonValue]:
    """Return the daily weather that WOFOST needs, by plain arithmetic (FAO-56, equations 11 and 47)."""
    place, span = land.place(town), (date(year, 4, 1), date(year, 10, 1))
    at = {"longitude": place.longitude, "latitude": place.latitude}
    others = land.fetch(OTHERS, span, box_about(place)).sel(at, method="nearest")
    dew = others.dew_point_2m.values.astype(float)
    wind = np.hypot(others.wind_east_10m.values.astype(float), others.wind_north_10m.values.astype(float))
    return fields.days_of(land, town, str(span[0]), str(span[1])) | {
        "radiation_mj_m2": [*round_each(others.shortwave.values.astype(float) * 0.0864)],
        "vapour_pressure_kpa": [*round_each(0.6108 * np.exp(17.27 * dew / (dew + 237.3)))],
        "wind_m_s": [*round_each(wind * 4.87 / np.log(67.8 * 10 - 5.42))],
    }


def _grow(land: Land, given: Given, years: Sequence[int], *, potential: bool = False) -> list[float]:
    """Run WOFOST itself and return the yield of each year."""
    inputs = [_inputs(land, given, year, potential=potential) for year in years]
    results = kept_runs(registry.load("simulators", "wofost"), inputs, seed=0, limits=RunLimits())
    for result in results:
        if result.errors:
            raise Unsuited(result.errors[0])
    if not potential:
        fields.demand_harvests([str(given["town"])] * len(results), results, "yield")
    return [result.values["yield"].magnitude for result in results]


def _inputs(land: Land, given: Given, year: int, *, potential: bool) -> dict[str, JsonValue]:
    town, crop = str(given["town"]), str(given["crop"])
    water: dict[str, JsonValue] = {"method": "rainfed", "threshold_percent": None, "dates": [], "depth_mm": []}
    ground: JsonValue = {"texture": fields.soil_of(land, town), "depth_m": 1.2}
    return {
        "mode": "potential" if potential else "water_limited", "weather": _days(land, town, year),
        "latitude": round(land.place(town).latitude, 6), "elevation_m": 0.0, "crop": crop,
        "planting_date": f"{year}-{CROPS[crop]}", "starts_at": "sowing", "crop_parameters": {},
        "soil": None if potential else ground, "irrigation": water,
        "initial_available_mm": None if potential else float(str(given["water"])),
    }  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
