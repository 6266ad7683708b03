"""Yields of a crop for several days of sowing; the best two may be close."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests import field_seasons as fields
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

TOWNS, DATES = 2, 5
LEAST_APART, CLOSE = 0.025, 0.12
"""Shares of the best yield: its least lead over the second, and the lead below which the two are close."""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2037)), 1, 20, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    year = land.now.year - 1
    towns = some_towns(land, chance, TOWNS)
    first, apart = date(year, 4, 10) + timedelta(days=int(chance.integers(0, 8))), int(chance.integers(8, 11))
    given: Given = {
        "towns": list(towns), "year": year, "start": f"{year}-04-01", "end": f"{year}-10-10",
        "days": [str(first + timedelta(days=apart * number)) for number in range(DATES)],
        "crop": str(chance.choice(fields.crops_of(land))), "water": int(chance.choice([40, 60, 80])),
    }  # fmt: skip
    gaps = []
    for runs in _grow(land, given).values():
        best, second = sorted((run["dry_yield"] for run in runs.values()), reverse=True)[:2]
        if best < 0.5 or best - second < LEAST_APART * best:
            raise Unsuited("two days of sowing yield the same, or none yields anything")
        gaps.append((best - second) / best)
    given["close"] = max(gaps) < CLOSE
    return given


def _trait(given: Given) -> Trait:
    return "close" if given["close"] else "plain"


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, towns = read_request_text(__name__), texts(given, "towns")
    days = [f"{date.fromisoformat(day):%-d %B}" for day in texts(given, "days")]
    return text.fill(
        text.choose_opening(chance),
        fields=[
            text.field(field.key, number=number, town=town)
            for number, town in enumerate(towns, start=1)
            for field in text.fields
        ],
        crop=str(given["crop"]).lower(),
        crop_name=given["crop"],
        first=towns[0],
        second=towns[1],
        earlier_days=", ".join(days[:-1]),
        last_day=days[-1],
        year=given["year"],
        start=given["start"],
        water=given["water"],
        weather=fields.FED,
    )


def _plan(hands: Hands) -> Plan:
    places = yield from fields.find_places(hands, hands.texts("towns"))
    box = box_of_points([fields.point_of(place) for place in places.values()])
    season = yield from fields.fetch_season(hands, hands.text("start"), hands.text("end"), box, list(places.values()))
    answers: dict[str, str | float] = {}
    days = hands.texts("days")
    for number, place in enumerate(places.values(), start=1):
        soil, soil_steps = yield from fields.find_soil(hands, place)
        runs = {}
        for day in days:
            runs[day] = yield from hands.use(
                "crop.aquacrop",
                weather=season.files,
                columns=season.columns,
                point=fields.point_of(place),
                crop=hands.text("crop"),
                planting_date=day,
                soil=soil,
                initial_water_percent=hands.number("water"),
                scenario="baseline" if day == days[0] else "intervention",
                description=f"sown on {day}",
                after=[place, *soil_steps],
            )
        yields = {days[0]: runs[days[0]].number("values", "dry_yield", "value")}
        for day in days[1:]:
            both = yield from hands.use(
                "simulation.compare_runs",
                baseline=runs[days[0]].word("run"),
                other=runs[day].word("run"),
                changed=["planting_date"],
            )
            yields[day] = both.number("differences", "dry_yield", "other")
        ranked = sorted(yields, key=lambda day: -yields[day])
        gap = yield from hands.calculate(f"{yields[ranked[0]]} - {yields[ranked[1]]}")
        table = "day,yield_t_ha\n" + "".join(f"{day},{yields[day]}\n" for day in days)
        yield from hands.use("files.write_file", path=f"yields-{number}.csv", content=table)
        yield from hands.use("chart.bars", path=f"yields-{number}.csv", label="day", value="yield_t_ha", units="t/ha")
        answers |= {
            f"best_day_{number}": ranked[0], f"best_yield_{number}_t_ha": yields[ranked[0]],
            f"gap_{number}_t_ha": gap, f"second_day_{number}": ranked[1],
        }  # fmt: skip
    return answers


def _recompute(land: Land, given: Given) -> Answers:
    answers: dict[str, str | float] = {}
    for number, runs in enumerate(_grow(land, given).values(), start=1):
        best, second = sorted(runs, key=lambda day: -runs[day]["dry_yield"])[:2]
        answers[f"best_day_{number}"] = best
        answers[f"best_yield_{number}_t_ha"] = runs[best]["dry_yield"]
        answers[f"gap_{number}_t_ha"] = runs[best]["dry_yield"] - runs[second]["dry_yield"]
        answers[f"second_day_{number}"] = second
    return answers


def _grow(land: Land, given: Given) -> dict[str, dict[str, dict[str, float]]]:
    """Run each town with each day of sowing."""
    towns, days = texts(given, "towns"), texts(given, "days")
    crop, water = str(given["crop"]), float(str(given["water"]))
    sowings = []
    for town in towns:
        weather = fields.days_of(land, town, str(given["start"]), str(given["end"]))
        soil = fields.soil_of(land, town)
        sowings += [fields.Sowing(town, weather, crop, day, soil, water) for day in days]
    runs = iter(fields.grow_seasons(land, sowings))
    return {town: {day: next(runs) for day in days} for town in towns}


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
    trait=_trait,
)
