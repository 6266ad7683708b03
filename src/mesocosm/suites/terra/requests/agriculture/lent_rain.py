"""The loss of yield in a dry season, compared with the same season with the rain of the wettest of several years."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.simulators.simulator.rounding import round_each
from mesocosm.suites.terra.requests import field_seasons as fields
from mesocosm.suites.terra.requests.town_cells import some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

MOST_TOWNS = 4
FIRST, YEARS = 2031, 4
_YEARS = range(FIRST, FIRST + YEARS)
LEAST_LOSS, LEAST_APART = 0.25, 0.1
LEND = """
import numpy as np, xarray as xr
rain = {{}}
for (town, year), path in {series!r}.items():
    rain[town, year] = xr.open_dataset(path, engine="h5netcdf").precipitation
years = sorted({{year for _, year in rain}})
means = {{year: np.mean([float(r.sum()) for (_, y), r in rain.items() if y == year]) for year in years}}
lender = max(means, key=means.get)
print(lender, means[lender])
for number, town in enumerate({towns!r}):
    was, lent = rain[town, {year}], rain[town, lender]
    with open(f"lent-rain-{{number}}.csv", "w") as table:
        table.write("date,rain_mm\\n")
        for day, amount in zip(was.time.values, lent.values):
            table.write(f"{{str(day)[:10]}},{{amount:.9g}}\\n")
    print(float(was.sum()), float(lent.sum()))
"""


def _now(chance: Chance) -> datetime:
    return datetime(FIRST + YEARS, int(chance.integers(1, 4)), 15, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = some_towns(land, chance, MOST_TOWNS)
    means = {year: np.mean([_rain(land, town, year).sum() for town in towns]) for year in _YEARS}
    ranked = sorted(means, key=lambda each: means[each])
    year = ranked[0]
    given: Given = {
        "towns": list(towns), "year": year, "start": f"{year}-04-01", "end": f"{year}-10-01", "sown": f"{year}-05-05",
        "crop": str(chance.choice(fields.crops_of(land))), "water": int(chance.choice([30, 40, 50])),
    }  # fmt: skip
    if means[ranked[-1]] - means[ranked[-2]] < 0.03 * means[ranked[-1]]:
        raise Unsuited("two years were equally wet")
    losses = sorted((other["dry_yield"] - was["dry_yield"] for was, other in _grow(land, given).values()), reverse=True)
    if losses[0] < LEAST_LOSS or losses[0] - losses[1] < max(LEAST_APART, 0.05 * losses[0]):
        raise Unsuited("the lack of rain cost little, or the same in two towns")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        crop=str(given["crop"]).lower(),
        crop_name=given["crop"],
        towns=join_words(texts(given, "towns")),
        first=FIRST,
        last=FIRST + YEARS - 1,
        year=given["year"],
        start=given["start"],
        sown=given["sown"],
        water=given["water"],
        weather=fields.FED,
    )


def _plan(hands: Hands) -> Plan:
    start, end, year = hands.text("start"), hands.text("end"), int(hands.number("year"))
    places = yield from fields.find_places(hands, hands.texts("towns"))
    box = box_of_points([fields.point_of(place) for place in places.values()])
    season = yield from fields.fetch_season(hands, start, end, box, list(places.values()))
    lent = yield from _lend(hands, places, box, year)
    rows = [line.split() for line in lent.text.strip().splitlines()]
    was: dict[str, float] = {}
    losses: dict[str, float] = {}
    rains: dict[str, tuple[float, float]] = {}
    for number, (town, place) in enumerate(places.items()):
        point = fields.point_of(place)
        soil, soil_steps = yield from fields.find_soil(hands, place)
        table = f"lent-rain-{number}.csv"
        same = {
            "point": point, "crop": hands.text("crop"), "planting_date": hands.text("sown"), "soil": soil,
            "initial_water_percent": hands.number("water"),
        }  # fmt: skip
        base = yield from hands.use(
            "crop.aquacrop", weather=season.files, columns=season.columns, after=[place, *soil_steps], **same
        )
        other = yield from hands.use(
            "crop.aquacrop",
            weather=[*season.files[:2], table],
            columns={**season.columns, "rain_mm": f"{table}:rain_mm"},
            scenario="counterfactual",
            description="with the rain that is lent",
            after=[place, *soil_steps, lent],
            **same,
        )
        both = yield from hands.use(
            "simulation.compare_runs", baseline=base.word("run"), other=other.word("run"), changed=["weather.rain_mm"]
        )
        was[town] = both.number("differences", "dry_yield", "baseline")
        losses[town] = both.number("differences", "dry_yield", "change")
        rains[town] = float(rows[number + 1][0]), float(rows[number + 1][1])
    worst = max(losses, key=lambda town: losses[town])
    mean = yield from hands.calculate(f"({' + '.join(map(str, losses.values()))}) / {len(losses)}")
    return {
        "lending_year": int(rows[0][0]),
        "town_hit_worst": worst,
        "loss_t_ha": losses[worst],
        "yield_as_it_was_t_ha": was[worst],
        "rain_mm": rains[worst][0],
        "lent_rain_mm": rains[worst][1],
        "mean_loss_t_ha": mean,
    }


def _lend(hands: Hands, places: dict[str, Seen], box: Box, year: int) -> Generator[ToolCall, Observation, Seen]:
    """Fetch the rain of all years, and write the table of lent rain of each town."""
    series: dict[tuple[str, int], str] = {}
    steps = []
    for each in _YEARS:
        days = yield from hands.use(
            "archive.reanalysis",
            variables=["precipitation"],
            step="day",
            start=f"{each}-04-01",
            end=f"{each}-10-01",
            box=box,
            after=list(places.values()),
        )
        for town, place in places.items():
            cell = yield from hands.use("region.point_series", path=days.path, point=fields.point_of(place))
            series[town, each] = cell.path
            steps.append(cell)
    code = LEND.format(series=series, towns=list(places), year=year)
    lent = yield from hands.use("execution.python", code=code, after=steps)
    return lent


def _recompute(land: Land, given: Given) -> Answers:
    runs, year = _grow(land, given), int(str(given["year"]))
    losses = {town: other["dry_yield"] - was["dry_yield"] for town, (was, other) in runs.items()}
    worst = max(losses, key=lambda town: losses[town])
    return {
        "lending_year": _lender(land, given),
        "town_hit_worst": worst,
        "loss_t_ha": losses[worst],
        "yield_as_it_was_t_ha": runs[worst][0]["dry_yield"],
        "rain_mm": float(_rain(land, worst, year).sum()),
        "lent_rain_mm": float(_rain(land, worst, _lender(land, given)).sum()),
        "mean_loss_t_ha": float(np.mean(list(losses.values()))),
    }


def _rain(land: Land, town: str, year: int) -> fields.Floats:
    """Return the daily rain from April to September."""
    return fields.rain_of(land, town, f"{year}-04-01", f"{year}-10-01")


def _lender(land: Land, given: Given) -> int:
    """Return the year with the most rain."""
    means = {year: float(np.mean([_rain(land, town, year).sum() for town in texts(given, "towns")])) for year in _YEARS}
    return max(means, key=lambda year: means[year])


def _grow(land: Land, given: Given) -> dict[str, tuple[dict[str, float], dict[str, float]]]:
    """Run each town with the rain that fell, and with the lent rain."""
    lender, towns, sowings = _lender(land, given), texts(given, "towns"), []
    for town in towns:
        days = fields.days_of(land, town, str(given["start"]), str(given["end"]))
        lent: dict[str, JsonValue] = {
            **days,
            "rain_mm": [*round_each(_rain(land, town, lender).astype(np.float32).tolist())],
        }
        last = (str(given["crop"]), str(given["sown"]), fields.soil_of(land, town), float(str(given["water"])))
        sowings += [fields.Sowing(town, days, *last), fields.Sowing(town, lent, *last)]
    runs = fields.grow_seasons(land, sowings)
    return dict(zip(towns, zip(runs[::2], runs[1::2], strict=True), strict=True))


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=3,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
)
