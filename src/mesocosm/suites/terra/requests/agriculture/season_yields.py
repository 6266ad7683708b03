"""Yields of one season at each town, with its own weather and soil."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime

from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests import field_seasons as fields
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

MOST_TOWNS = 6
LEAST_APART = 0.015
"""Least difference between towns next to each other in rank, as a share of the yield."""
DRY_MM = 1.0


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2036)), 2, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    year = land.now.year - 1
    towns = some_towns(land, chance, MOST_TOWNS)
    given: Given = {
        "towns": list(towns), "start": f"{year}-04-01", "end": f"{year}-10-01",
        "crop": str(chance.choice(fields.crops_of(land))), "water": int(chance.choice([50, 60, 70])),
        "sown": f"{year}-{'04-' if chance.random() < 0.5 else '05-'}{int(chance.integers(12, 19))}",
    }  # fmt: skip
    runs = _grow(land, given)
    ranked = sorted(runs, key=lambda town: -runs[town]["dry_yield"])
    yields = [runs[town]["dry_yield"] for town in ranked]
    spells = sorted(_dry_spells(land, given).values())
    if yields[-1] < 0.3 or any(high - low < LEAST_APART * high for high, low in itertools.pairwise(yields)):
        raise Unsuited("two towns have the same yield, or one has none")
    if spells[-1] == spells[-2]:
        raise Unsuited("two towns have equally long dry spells")
    given["announced"] = ranked[0] if chance.random() < 0.65 else ranked[1]
    given["right"] = given["announced"] == ranked[0]
    return given


def _trait(given: Given) -> Trait:
    return "plain" if given["right"] else "false premise"


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        crop=str(given["crop"]).lower(),
        crop_name=given["crop"],
        towns=join_words(texts(given, "towns")),
        announced=given["announced"],
        start=given["start"],
        sown=given["sown"],
        water=given["water"],
        dry=DRY_MM,
        weather=fields.FED,
    )


def _plan(hands: Hands) -> Plan:
    towns, crop, sown = hands.texts("towns"), hands.text("crop"), hands.text("sown")
    places = yield from fields.find_places(hands, towns)
    box = box_of_points([fields.point_of(place) for place in places.values()])
    season = yield from fields.fetch_season(hands, hands.text("start"), hands.text("end"), box, list(places.values()))
    yields: dict[str, float] = {}
    productive: dict[str, float] = {}
    spells: dict[str, float] = {}
    for town, place in places.items():
        soil, soil_steps = yield from fields.find_soil(hands, place)
        run = yield from hands.use(
            "crop.aquacrop",
            weather=season.files,
            columns=season.columns,
            point=fields.point_of(place),
            crop=crop,
            planting_date=sown,
            soil=soil,
            initial_water_percent=hands.number("water"),
            after=[place, *soil_steps],
        )
        yields[town] = run.number("values", "dry_yield", "value")
        used = run.number("values", "evapotranspiration", "value")
        productive[town] = yield from hands.calculate(f"100 * {yields[town]} / {used}")
        growth = run.word("tables", "daily")
        yield from hands.use("chart.series", lines=[{"path": growth, "variable": "biomass_t_ha", "units": "t/ha"}])
        rain = yield from hands.use("region.point_series", path=season.files[2], point=fields.point_of(place))
        dry = yield from hands.use("reanalysis.events", path=rain.path, comparison="<", threshold=DRY_MM, unit="mm")
        spells[town] = dry.number("fields", "longest", "max")
    ranked = sorted(yields, key=lambda town: -yields[town])
    table = "town,yield_t_ha\n" + "".join(f"{town},{yields[town]}\n" for town in ranked)
    yield from hands.use("files.write_file", path="yields.csv", content=table)
    yield from hands.use("chart.bars", path="yields.csv", label="town", value="yield_t_ha", units="t/ha")
    driest = max(spells, key=lambda town: spells[town])
    return {
        "best_town": ranked[0],
        "journal_is_right": ranked[0] == hands.text("announced"),
        "best_yield_t_ha": yields[ranked[0]],
        "lowest_yield_t_ha": yields[ranked[-1]],
        "towns_by_yield": list(ranked),
        "water_productivity_kg_m3": productive[ranked[0]],
        "longest_dry_spell_town": driest,
        "longest_dry_spell_days": spells[driest],
    }


def _recompute(land: Land, given: Given) -> Answers:
    runs, spells = _grow(land, given), _dry_spells(land, given)
    ranked = sorted(runs, key=lambda town: -runs[town]["dry_yield"])
    best, driest = runs[ranked[0]], max(spells, key=lambda town: spells[town])
    return {
        "best_town": ranked[0],
        "journal_is_right": ranked[0] == given["announced"],
        "best_yield_t_ha": best["dry_yield"],
        "lowest_yield_t_ha": runs[ranked[-1]]["dry_yield"],
        "towns_by_yield": list(ranked),
        "water_productivity_kg_m3": best["dry_yield"] * 1000 / (best["evapotranspiration"] * 10),
        "longest_dry_spell_town": driest,
        "longest_dry_spell_days": spells[driest],
    }


def _grow(land: Land, given: Given) -> dict[str, dict[str, float]]:
    """Run every town."""
    water, start, end = float(str(given["water"])), str(given["start"]), str(given["end"])
    crop, sown, towns = str(given["crop"]), str(given["sown"]), texts(given, "towns")
    sowings = [
        fields.Sowing(town, fields.days_of(land, town, start, end), crop, sown, fields.soil_of(land, town), water)
        for town in towns
    ]
    return dict(zip(towns, fields.grow_seasons(land, sowings), strict=True))


def _dry_spells(land: Land, given: Given) -> dict[str, int]:
    """Return the length of the longest dry spell of each town, in days."""
    spells = {}
    for town in texts(given, "towns"):
        rain = fields.days_of(land, town, str(given["start"]), str(given["end"]))["rain_mm"]
        amounts = rain if isinstance(rain, list) else []
        runs = itertools.groupby(amounts, key=lambda amount: round(float(str(amount)), 1) < DRY_MM)
        spells[town] = max((len(list(days)) for dry, days in runs if dry), default=0)
    return spells


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=fields.limits_of,
    trait=_trait,
)
