"""Savings by two refurbishments of a building in each town, which may be close."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests import building_years as years
from mesocosm.suites.terra.requests.field_seasons import find_places
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

MOST_TOWNS = 4
MEASURES = ("walls", "roof", "both")
LEAST_APART, CLOSE = 0.045, 0.25
"""Shares of a saving: the least difference of walls and roof in each town, and that below which they are close."""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2037)), 3, 5, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    building: dict[str, JsonValue] = {
        "floor_area_m2": int(chance.choice([900, 1200, 1600])), "storeys": 2, "gains_w_m2": 4.0, "wall_u_w_m2k": 1.2,
        "roof_u_w_m2k": 1.1, "floor_u_w_m2k": 0.6, "window_share": {"north": 0.1, "east": 0.15, "south": 0.2,
        "west": 0.15}, "heating_setpoint_c": float(chance.choice([20.0, 21.0])), "cooling_setpoint_c": 26.0,
    }  # fmt: skip
    towns = some_towns(land, chance, MOST_TOWNS)
    given: Given = {"building": building, "year": land.now.year - 1, "towns": list(towns),
                    "roof": float(chance.choice([0.2, 0.25, 0.3]))}  # fmt: skip
    if land.climate == "tropical":
        raise Unsuited("nothing is heated here")
    walls = _matching_walls(land, given)
    given["walls"] = round(walls + float(chance.choice([-0.05, -0.04, 0.05, 0.06])), 2)
    gaps, best = [], []
    for town in towns:  # a year takes long to compute, so the search ends with the first town that does not fit
        saved = _save(land, given, town)
        gaps.append(abs(saved["walls"] - saved["roof"]) / max(saved["walls"], saved["roof"]))
        best.append(saved["both"])
        if gaps[-1] < LEAST_APART:
            raise Unsuited("two measures save the same")
    best.sort(reverse=True)
    if best[0] - best[1] < 0.04 * best[0]:
        raise Unsuited("two towns save the same")
    given["close"] = max(gaps) < CLOSE
    return given


def _matching_walls(land: Land, given: Given) -> float:
    """Return the U-value of walls that saves about as much as the roof in the first town, by interpolation."""
    town = texts(given, "towns")[0]
    save = {u: _save(land, {**given, "walls": u}, town, ("walls",))["walls"] for u in (0.3, 0.7)}
    roof = _save(land, given, town, ("roof",))["roof"]
    slope = (save[0.7] - save[0.3]) / 0.4
    return min(max(0.3 + (roof - save[0.3]) / slope, 0.15), 1.1)


def _trait(given: Given) -> Trait:
    return "close" if given["close"] else "plain"


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, towns = read_request_text(__name__), texts(given, "towns")
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(towns),
        first=towns[0],
        year=given["year"],
        walls=given["walls"],
        roof=given["roof"],
        building=years.describe_building(years.building_of(given)),
        weather=years.FED,
    )


def _plan(hands: Hands) -> Plan:
    year, building, towns = int(hands.number("year")), years.building_of(hands.given), hands.texts("towns")
    places = yield from find_places(hands, towns)
    savings: dict[str, dict[str, float]] = {}
    before: dict[str, float] = {}
    for town, place in places.items():
        _, epw = yield from years.fetch_year(hands, place, town, year)
        base = yield from hands.use("infrastructure.building_hourly", epw=epw.path, building=building)
        savings[town] = {}
        for measure in MEASURES:
            run = yield from hands.use(
                "infrastructure.building_hourly",
                epw=epw.path,
                building=_changed(hands.given, measure),
                scenario="intervention",
                description=f"{measure} insulated",
            )
            parts = {"walls": ["building.walls"], "roof": ["building.roof"]}
            both = yield from hands.use(
                "simulation.compare_runs",
                baseline=base.word("run"),
                other=run.word("run"),
                changed=parts.get(measure, [*parts["walls"], *parts["roof"]]),
            )
            saved = both.number("differences", "total_energy", "change")
            savings[town][measure] = yield from hands.calculate(f"-({saved})")
            before[town] = both.number("differences", "total_energy", "baseline")
    best = max(savings, key=lambda town: savings[town]["both"])
    per_area = yield from hands.calculate(f"{savings[best]['both']} / {building['floor_area_m2']}")
    share = yield from hands.calculate(f"100 * {savings[towns[0]]['both']} / {before[towns[0]]}")
    return _answers(savings, towns, best, per_area, share)


def _derive(land: Land, given: Given) -> Answers:
    """Return the floor area, and the most that better walls and a better roof can stop in the first town."""
    building, town, year = years.building_of(given), texts(given, "towns")[0], int(str(given["year"]))
    parts, through = years.loss_w_k(building), years.stoppable_kwh(years.hours_of(land, town, year), building)
    walls, roof, area = (float(str(building[name])) for name in ("wall_u_w_m2k", "roof_u_w_m2k", "floor_area_m2"))
    return {
        "area_m2": area,
        "most_walls_kwh": (walls - float(str(given["walls"]))) * parts["walls_m2"] * through,
        "most_roof_kwh": (roof - float(str(given["roof"]))) * parts["roof_m2"] * through,
    }


def _recompute(land: Land, given: Given) -> Answers:
    savings, towns = _savings(land, given), texts(given, "towns")
    best = max(savings, key=lambda town: savings[town]["both"])
    year = int(str(given["year"]))
    before = years.energy(land, towns[0], year, years.hours_of(land, towns[0], year), years.building_of(given))
    per_area = savings[best]["both"] / float(str(years.building_of(given)["floor_area_m2"]))
    return _answers(savings, towns, best, per_area, savings[towns[0]]["both"] / before["total_energy"] * 100)


def _answers(
    savings: dict[str, dict[str, float]], towns: list[str], best: str, per_area: float, share: float
) -> Answers:
    first = savings[towns[0]]
    return {
        "better_in_first_town": "walls" if first["walls"] > first["roof"] else "roof",
        "walls_saving_first_kwh": first["walls"],
        "roof_saving_first_kwh": first["roof"],
        "towns_where_walls_win": [town for town in towns if savings[town]["walls"] > savings[town]["roof"]],
        "town_of_largest_saving": best,
        "largest_saving_kwh_m2": per_area,
        "both_percent_first": share,
    }


def _changed(given: Given, measure: str) -> dict[str, JsonValue]:
    """Return the building after a measure."""
    walls: dict[str, JsonValue] = {"wall_u_w_m2k": given["walls"]} if measure in ("walls", "both") else {}
    roof: dict[str, JsonValue] = {"roof_u_w_m2k": given["roof"]} if measure in ("roof", "both") else {}
    return years.building_of(given) | walls | roof


def _save(land: Land, given: Given, town: str, measures: Sequence[str] = MEASURES) -> dict[str, float]:
    year = int(str(given["year"]))
    hours = years.hours_of(land, town, year)
    before = years.energy(land, town, year, hours, years.building_of(given))["total_energy"]
    return {
        measure: before - years.energy(land, town, year, hours, _changed(given, measure))["total_energy"]
        for measure in measures
    }


def _savings(land: Land, given: Given) -> dict[str, dict[str, float]]:
    return {town: _save(land, given, town) for town in texts(given, "towns")}


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
    trait=_trait,
)
