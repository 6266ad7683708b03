"""The gain in yield by irrigation in each town in one season, and the yield per volume of water."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests import field_seasons as fields
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

MOST_TOWNS = 5
LEAST_GAIN, LEAST_APART = 0.3, 0.12
"""Least value of the largest gain, and its least lead over the next, t/ha."""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2036)), 3, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    year = land.now.year - 1
    towns = some_towns(land, chance, MOST_TOWNS)
    given: Given = {
        "towns": list(towns), "start": f"{year}-04-01", "end": f"{year}-10-01", "sown": f"{year}-05-10",
        "crop": str(chance.choice(fields.crops_of(land))), "water": int(chance.choice([30, 40, 50])),
        "below": int(chance.choice([40, 50, 60])), "year": year,
    }  # fmt: skip
    runs = _grow(land, given)
    gains = sorted((wet["dry_yield"] - dry["dry_yield"] for dry, wet in runs.values()), reverse=True)
    if gains[0] < LEAST_GAIN or gains[0] - gains[1] < max(LEAST_APART, 0.05 * gains[0]):
        raise Unsuited("irrigation adds little, or the same in two towns")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, towns = read_request_text(__name__), texts(given, "towns")
    return text.fill(
        text.choose_opening(chance),
        crop=str(given["crop"]).lower(),
        crop_name=given["crop"],
        count=len(towns),
        towns=join_words(towns),
        year=given["year"],
        start=given["start"],
        sown=given["sown"],
        water=given["water"],
        below=given["below"],
        weather=fields.FED,
    )


def _plan(hands: Hands) -> Plan:
    places = yield from fields.find_places(hands, hands.texts("towns"))
    box = box_of_points([fields.point_of(place) for place in places.values()])
    season = yield from fields.fetch_season(hands, hands.text("start"), hands.text("end"), box, list(places.values()))
    gains: dict[str, float] = {}
    rainfed: dict[str, float] = {}
    irrigation_mm: dict[str, float] = {}
    soils: dict[str, str] = {}
    for town, place in places.items():
        soils[town], soil_steps = yield from fields.find_soil(hands, place)
        same: dict[str, Any] = {
            "weather": season.files, "columns": season.columns, "point": fields.point_of(place),
            "crop": hands.text("crop"), "planting_date": hands.text("sown"), "soil": soils[town],
            "initial_water_percent": hands.number("water"), "after": [place, *soil_steps],
        }  # fmt: skip
        dry = yield from hands.use("crop.aquacrop", **same)
        wet = yield from hands.use(
            "crop.aquacrop",
            **same,
            irrigation="threshold",
            threshold_percent=hands.number("below"),
            scenario="intervention",
            description=f"irrigated below {hands.number('below'):g} %",
        )
        both = yield from hands.use(
            "simulation.compare_runs", baseline=dry.word("run"), other=wet.word("run"), changed=["irrigation"]
        )
        gains[town] = both.number("differences", "dry_yield", "change")
        rainfed[town] = both.number("differences", "dry_yield", "baseline")
        irrigation_mm[town] = both.number("differences", "irrigation", "other")
        growth = {"path": wet.word("tables", "daily"), "variable": "biomass_t_ha", "units": "t/ha"}
        yield from hands.use("chart.series", lines=[growth])
    best = max(gains, key=lambda town: gains[town])
    worth = yield from hands.calculate(f"100 * {gains[best]} / {irrigation_mm[best]}")
    mean_gain = yield from hands.calculate(f"({' + '.join(map(str, gains.values()))}) / {len(gains)}")
    mean_rainfed = yield from hands.calculate(f"({' + '.join(map(str, rainfed.values()))}) / {len(rainfed)}")
    return {
        "town_of_largest_gain": best,
        "largest_gain_t_ha": gains[best],
        "irrigation_mm": irrigation_mm[best],
        "gain_per_water_kg_m3": worth,
        "mean_rainfed_t_ha": mean_rainfed,
        "mean_gain_t_ha": mean_gain,
        "soil_there": soils[best].lower(),
    }


def _recompute(land: Land, given: Given) -> Answers:
    runs = _grow(land, given)
    gains = {town: wet["dry_yield"] - dry["dry_yield"] for town, (dry, wet) in runs.items()}
    best = max(gains, key=lambda town: gains[town])
    water_m3_ha = runs[best][1]["irrigation"] * 10
    return {
        "town_of_largest_gain": best,
        "largest_gain_t_ha": gains[best],
        "irrigation_mm": runs[best][1]["irrigation"],
        "gain_per_water_kg_m3": gains[best] * 1000 / water_m3_ha,
        "mean_rainfed_t_ha": sum(dry["dry_yield"] for dry, _ in runs.values()) / len(runs),
        "mean_gain_t_ha": sum(gains.values()) / len(gains),
        "soil_there": fields.soil_of(land, best).lower(),
    }


def _grow(land: Land, given: Given) -> dict[str, tuple[dict[str, float], dict[str, float]]]:
    """Run each town on rain alone, and irrigated."""
    water, below = float(str(given["water"])), float(str(given["below"]))
    towns, sowings = texts(given, "towns"), []
    for town in towns:
        days = fields.days_of(land, town, str(given["start"]), str(given["end"]))
        same = (town, days, str(given["crop"]), str(given["sown"]), fields.soil_of(land, town), water)
        sowings += [fields.Sowing(*same), fields.Sowing(*same, irrigated_below=below)]
    runs = fields.grow_seasons(land, sowings)
    return dict(zip(towns, zip(runs[::2], runs[1::2], strict=True), strict=True))


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=fields.limits_of,
)
