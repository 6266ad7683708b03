"""Which of two refurbishments saves more in each town, where they lie close together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests import building_years as years
from mesocosm.suites.terra.requests.field_seasons import find_places
from mesocosm.suites.terra.workflows.answer_fields import Asked
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words
from mesocosm.suites.terra.workflows.workflow import Answers, Asking, Given, Trait, Unsuited, Workflow

MOST_TOWNS = 4
MEASURES = ("walls", "roof", "both")
LEAST_APART, CLOSE = 0.045, 0.25
"""Shares of a saving by which walls and roof must differ in each town, and below which they are close."""
WHO = (
    "A housing association owns the same block of flats in {towns}. There is money to insulate the walls or the roof "
    "or, with a loan, both.",
    "The school board of {towns} runs one type of building in every town and must choose between insulating its walls "
    "and insulating its roof; a grant might pay for both.",
)


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2037)), 3, 5, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    building: dict[str, JsonValue] = {
        "floor_area_m2": int(chance.choice([900, 1200, 1600])), "storeys": 2, "gains_w_m2": 4.0, "wall_u_w_m2k": 1.2,
        "roof_u_w_m2k": 1.1, "floor_u_w_m2k": 0.6, "window_share": {"north": 0.1, "east": 0.15, "south": 0.2,
        "west": 0.15}, "heating_setpoint_c": float(chance.choice([20.0, 21.0])), "cooling_setpoint_c": 26.0,
    }  # fmt: skip
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])][:MOST_TOWNS]
    given: Given = {"building": building, "year": land.now.year - 1, "towns": list(towns),
                    "roof": float(chance.choice([0.2, 0.25, 0.3]))}  # fmt: skip
    if land.climate == "tropical":
        raise Unsuited("nothing is heated here")
    walls = _matching_walls(land, given)
    given["walls"] = round(walls + float(chance.choice([-0.05, -0.04, 0.05, 0.06])), 2)
    gaps, best = [], []
    for town in towns:  # a year of a town takes a while: the first that does not fit ends the search
        saved = _save(land, given, town)
        gaps.append(abs(saved["walls"] - saved["roof"]) / max(saved["walls"], saved["roof"]))
        best.append(saved["both"])
        if gaps[-1] < LEAST_APART:
            raise Unsuited("two measures save as much")
    best.sort(reverse=True)
    if best[0] - best[1] < 0.04 * best[0]:
        raise Unsuited("two towns save as much")
    given["close"] = max(gaps) < CLOSE
    return given


def _matching_walls(land: Land, given: Given) -> float:
    """The U-value at which walls save in the first town about what the roof saves, by a straight line through two."""
    town = _towns(given)[0]
    save = {u: _save(land, {**given, "walls": u}, town, ("walls",))["walls"] for u in (0.3, 0.7)}
    roof = _save(land, given, town, ("roof",))["roof"]
    slope = (save[0.7] - save[0.3]) / 0.4
    return min(max(0.3 + (roof - save[0.3]) / slope, 0.15), 1.1)


def _trait(given: Given) -> Trait:
    return "close" if given["close"] else "plain"


def _ask(land: Land, given: Given, chance: Chance) -> Asking:
    building, towns = _building(given), _towns(given)
    who = WHO[int(chance.integers(len(WHO)))]
    return Asking(
        context=who.format(towns=join_words(towns)),
        question=(
            "Say by how much each measure would have cut the year's heating and cooling together in the weather of "
            f"{given['year']}, in every town, all else unchanged: walls brought to {given['walls']:g} W/(m² K), the "
            f"roof brought to {given['roof']:g} W/(m² K), and both at once. The building as it stands: "
            f"{years.describe_building(building)}. {years.FED} A saving is the demand of the building as it stands "
            "less that with the measure; compare unrounded values."
        ),
        fields=(
            Asked(key="better_in_first_town", about=f"which single measure saves more in {towns[0]}", kind="text",
                  among=("walls", "roof")),
            Asked(key="walls_saving_first_kwh", about=f"saving in {towns[0]} by insulating the walls", unit="kWh",
                  decimals=0,
                  certainty="engine"),
            Asked(key="roof_saving_first_kwh", about=f"saving in {towns[0]} by insulating the roof", unit="kWh",
                  decimals=0,
                  certainty="engine"),
            Asked(key="towns_where_walls_win", about="towns in which the walls save more than the roof; may be empty",
                  kind="list", order="set"),
            Asked(key="town_of_largest_saving", about="the town where both measures together save most", kind="text"),
            Asked(key="largest_saving_kwh_m2", about="that saving per floor area", unit="kWh/m**2", decimals=1,
                  certainty="engine"),
            Asked(key="both_percent_first", about=f"saving in {towns[0]} by both measures, as a share of the demand as "
                  "it stands",
                  unit="percent", decimals=1, certainty="engine"),
        ),
    )  # fmt: skip


def _plan(hands: Hands) -> Plan:
    year, building, towns = int(hands.number("year")), _building(hands.given), hands.texts("towns")
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


def _recompute(land: Land, given: Given) -> Answers:
    savings, towns = _savings(land, given), _towns(given)
    best = max(savings, key=lambda town: savings[town]["both"])
    year = int(str(given["year"]))
    before = years.energy(land, towns[0], year, years.hours_of(land, towns[0], year), _building(given))
    per_area = savings[best]["both"] / float(str(_building(given)["floor_area_m2"]))
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


def _towns(given: Given) -> list[str]:
    return [str(town) for town in given["towns"]] if isinstance(given["towns"], list) else []


def _building(given: Given) -> dict[str, JsonValue]:
    return given["building"] if isinstance(given["building"], dict) else {}


def _changed(given: Given, measure: str) -> dict[str, JsonValue]:
    """The building after a measure."""
    walls: dict[str, JsonValue] = {"wall_u_w_m2k": given["walls"]} if measure in ("walls", "both") else {}
    roof: dict[str, JsonValue] = {"roof_u_w_m2k": given["roof"]} if measure in ("roof", "both") else {}
    return _building(given) | walls | roof


def _save(land: Land, given: Given, town: str, measures: Sequence[str] = MEASURES) -> dict[str, float]:
    year = int(str(given["year"]))
    hours = years.hours_of(land, town, year)
    before = years.energy(land, town, year, hours, _building(given))["total_energy"]
    return {
        measure: before - years.energy(land, town, year, hours, _changed(given, measure))["total_energy"]
        for measure in measures
    }


def _savings(land: Land, given: Given) -> dict[str, dict[str, float]]:
    return {town: _save(land, given, town) for town in _towns(given)}


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=_trait,
)
