"""Yields of a rainfed crop in seasons of a climate scenario, sown on the usual day and earlier."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.simulators.simulator.rounding import round_each
from mesocosm.suites.terra.requests.field_seasons import demand_harvests, demand_warmth
from mesocosm.suites.terra.requests.forecast_records import (
    Shared,
    at,
    box_around,
    locate_towns,
    points_of,
    projected_days,
    whole,
)
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

PLACES, SEASONS = 4, 2
CO2_PPM = {"ssp245": 600.0, "ssp585": 1000.0}
"""Carbon dioxide of the years 2080 to 2099 under each scenario (Meinshausen and others, 2020, rounded)."""
VARIABLES = ("temperature_min", "temperature_max", "precipitation")
CROPS = ("Maize", "Sunflower", "Sorghum")


def _now(chance: Chance) -> datetime:
    return datetime(2061, int(chance.integers(2, 12)), 17, 9, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = some_towns(land, chance, PLACES)
    given: Given = {
        "towns": [*towns],
        "model": str(chance.choice(["alder", "birch"])),
        "scenario": str(chance.choice(["ssp245", "ssp585"])),
        "year": int(chance.integers(2080, 2099)),
        "crop": str(chance.choice(list(CROPS))),
        "soil": str(chance.choice(["Loam", "SandyLoam", "ClayLoam"])),
        "usual": int(chance.choice([1, 5, 10])),
        "days": int(chance.choice([14, 21, 28])),
        "water": int(chance.choice([50, 60, 70])),
        "elevation": int(chance.choice([80, 150, 240])),
    }
    gains = _gains(land, given)
    ranked = sorted(gains.values(), reverse=True)
    if ranked[0] - ranked[1] < 0.04:
        raise Unsuited("two towns gain the same")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, (year,) = read_request_text(__name__), whole(given, "year")
    return text.fill(
        text.choose_opening(chance),
        crop=text.phrase(str(given["crop"])),
        crop_name=given["crop"],
        soil=text.phrase(str(given["soil"])),
        towns=join_words(texts(given, "towns")),
        model=given["model"],
        scenario=given["scenario"],
        year=year,
        next_year=year + 1,
        elevation=given["elevation"],
        co2=_carbon(given),
        water=given["water"],
        usual=given["usual"],
        days=given["days"],
        runs=PLACES * SEASONS,
    )


def _carbon(given: Given) -> float:
    """Return the carbon dioxide of the scenario, ppm."""
    return CO2_PPM[str(given["scenario"])]


def _dates(given: Given, year: int) -> tuple[str, str]:
    """Return the usual day of sowing, and the earlier one."""
    usual, days = whole(given, "usual", "days")
    day = date(year, 5, usual)
    return str(day), str(day - timedelta(days=days))


def _plan(hands: Hands) -> Plan:
    yields, changes = yield from _compare_dates(hands)
    pairs = [pair for town in yields for pair in yields[town]]
    means = []
    for which in (0, 1):
        terms = " + ".join(str(pair[which]) for pair in pairs)
        means.append((yield from hands.calculate(f"({terms}) / {len(pairs)}")))
    gains = {}
    for town in changes:
        gains[town] = yield from hands.calculate(f"({' + '.join(map(str, changes[town]))}) / {SEASONS}")
    best = max(gains, key=lambda town: gains[town])
    return {
        "yield_usual_t_ha": means[0],
        "yield_early_t_ha": means[1],
        "change_percent": (yield from hands.calculate(f"100 * ({means[1]} / {means[0]} - 1)")),
        "seasons_better": sum(change > 0 for town in changes for change in changes[town]),
        "best_place": best,
        "best_gain_t_ha": gains[best],
        "lowest_yield_t_ha": min(min(pair) for pair in pairs),
    }


def _compare_dates(
    hands: Hands,
) -> Generator[ToolCall, Observation, tuple[dict[str, list[tuple[float, float]]], dict[str, list[float]]]]:
    """Run every town and season with both dates: the two yields, and the change, of each season of a town."""
    points, steps = yield from locate_towns(hands, hands.texts("towns"))
    box, first = box_around(points.values()), int(hands.number("year"))
    yields: dict[str, list[tuple[float, float]]] = {town: [] for town in points}
    changes: dict[str, list[float]] = {town: [] for town in points}
    for year in range(first, first + SEASONS):
        days = yield from hands.use(
            "archive.projections",
            variables=list(VARIABLES),
            scenario=hands.text("scenario"),
            model=hands.text("model"),
            start=f"{year}-04-01",
            end=f"{year}-11-01",
            box=box,
            after=steps,
        )
        usual, early = _dates(hands.given, year)
        for town, point in points.items():
            if year == first:
                yield from hands.use(
                    "chart.series", lines=[{"path": days.path, "variable": "precipitation", "point": point}]
                )
            shared: Shared = {
                "weather": days.path,
                "crop": hands.text("crop"),
                "soil": hands.text("soil"),
                "initial_water_percent": hands.number("water"),
                "co2_ppm": _carbon(hands.given),
                "point": point,
                "elevation_m": hands.number("elevation"),
                "columns": {"tmin_c": "temperature_min", "tmax_c": "temperature_max"},
            }
            before = yield from hands.use("crop.aquacrop", planting_date=usual, **shared)
            after = yield from hands.use(
                "crop.aquacrop",
                planting_date=early,
                scenario="intervention",
                description="sown earlier",
                **shared,
            )
            both = yield from hands.use(
                "simulation.compare_runs",
                baseline=before.word("run"),
                other=after.word("run"),
                changed=["planting_date"],
            )
            difference = "differences", "dry_yield"
            yields[town].append((both.number(*difference, "baseline"), both.number(*difference, "other")))
            changes[town].append(both.number(*difference, "change"))
    return yields, changes


def _weather(land: Land, given: Given, town: str, year: int) -> dict[str, JsonValue]:
    places = [land.place(name) for name in texts(given, "towns")]
    span, box = (datetime(year, 4, 1, tzinfo=UTC), datetime(year, 11, 1, tzinfo=UTC)), box_around(points_of(places))
    columns: dict[str, JsonValue] = {"date": [str(date(year, 4, 1) + timedelta(days=day)) for day in range(214)]}
    for name, variable in zip(("tmin_c", "tmax_c", "rain_mm"), VARIABLES, strict=True):
        field = projected_days(land, variable, str(given["model"]), str(given["scenario"]), span, box)
        columns[name] = [*round_each(at(field, land.place(town)).tolist())]
    return columns


def _inputs(land: Land, given: Given, town: str, year: int, day: str) -> dict[str, JsonValue]:
    """Return the inputs of the engine for a crop that is sown on a day."""
    water, elevation = whole(given, "water", "elevation")
    return {
        "weather": _weather(land, given, town, year),
        "crop": str(given["crop"]),
        "planting_date": day,
        "soil": {"texture": str(given["soil"])},
        "initial_water": {"available_percent": float(water)},
        "irrigation": {"method": "rainfed"},
        "co2_ppm": _carbon(given),
        "elevation_m": float(elevation),
        "latitude": land.place(town).latitude,
    }


def _all(land: Land, given: Given) -> dict[str, list[tuple[float, float]]]:
    """Run the engine itself: dry yields of each town and year, sown as usual and sown earlier."""
    from mesocosm import registry
    from mesocosm.simulators.simulator import RunLimits
    from mesocosm.simulators.simulator.run_cache import kept_runs

    (first,) = whole(given, "year")
    towns, years = texts(given, "towns"), range(first, first + SEASONS)
    seasons = [(town, year, day) for town in towns for year in years for day in _dates(given, year)]
    warmth = ((town, day, _weather(land, given, town, year)) for town, year, day in seasons)
    demand_warmth(str(given["crop"]), warmth)
    inputs = [_inputs(land, given, *season) for season in seasons]
    results = kept_runs(registry.load("simulators", "aquacrop"), inputs, seed=0, limits=RunLimits())
    demand_harvests([town for town, _, _ in seasons], results)
    yields = iter([float(result.values["dry_yield"].magnitude) for result in results])
    return {town: [(next(yields), next(yields)) for _ in years] for town in towns}


def _gains(land: Land, given: Given) -> dict[str, float]:
    """Return the mean change of each town by sowing earlier."""
    pairs = _all(land, given)
    flat = [value for town in pairs.values() for pair in town for value in pair]
    if min(flat) < 0.2 or any(abs(pair[1] - pair[0]) < 0.02 for town in pairs.values() for pair in town):
        raise Unsuited("a crop fails, or both dates yield the same")
    return {town: float(np.mean([pair[1] - pair[0] for pair in seasons])) for town, seasons in pairs.items()}


def _derive(land: Land, given: Given) -> Answers:
    """Return the most rain of any place and season."""
    (first,) = whole(given, "year")
    seasons = [(town, first + later) for town in texts(given, "towns") for later in range(SEASONS)]
    return {"most_rain_mm": max(_rain_of(_weather(land, given, *season)) for season in seasons)}


def _rain_of(weather: dict[str, JsonValue]) -> float:
    return float(np.sum(np.asarray(weather["rain_mm"], float)))


def _recompute(land: Land, given: Given) -> Answers:
    yields, gains = _all(land, given), _gains(land, given)
    pairs = [pair for seasons in yields.values() for pair in seasons]
    usual, early = (float(np.mean([pair[which] for pair in pairs])) for which in (0, 1))
    best = max(gains, key=lambda town: gains[town])
    return {
        "yield_usual_t_ha": usual,
        "yield_early_t_ha": early,
        "change_percent": 100 * (early / usual - 1),
        "seasons_better": sum(pair[1] > pair[0] for pair in pairs),
        "best_place": best,
        "best_gain_t_ha": gains[best],
        "lowest_yield_t_ha": min(min(pair) for pair in pairs),
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
