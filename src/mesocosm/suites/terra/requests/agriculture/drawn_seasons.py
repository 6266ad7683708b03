"""Yields of a crop in random seasons like that of a year, and in random seasons with less rain."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.simulators.simulator.scenarios import Scenario, run_scenario
from mesocosm.suites.terra.requests import field_seasons as fields
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

SEASONS = 5
WET_MM = 0.95
"""Least rain of a wet day; rain is given to 0.1 mm, so no amount is equal to this."""
LEAST_FALL = 0.15
HEADINGS = ("month", "tmin_c", "tmax_c", "rain_mm", "wet_days")
MONTHS = """
import xarray as xr
low, high, rain = (xr.open_dataset(name, engine="h5netcdf") for name in ({low!r}, {high!r}, {rain!r}))
rain = rain.precipitation
columns = [low.temperature_2m.resample(time="MS").mean(), high.temperature_2m.resample(time="MS").mean(),
           rain.resample(time="MS").sum(), (rain >= {wet}).resample(time="MS").sum()]
for name, share in (("usual.csv", 1.0), ("drier.csv", {share})):
    with open(name, "w") as table:
        table.write("month,tmin_c,tmax_c,rain_mm,wet_days\\n")
        for month, a, b, c, d in zip(rain.resample(time="MS").sum().time.values, *(c.values for c in columns)):
            table.write(f"{{str(month)[:7]}},{{a:.6f}},{{b:.6f}},{{c * share:.6f}},{{int(d)}}\\n")
print(float(rain.sum()), int((rain >= {wet}).sum()))
"""
DRAWN = ["weather.rain_mm", "weather.radiation_mj_m2", "weather.tmax_c", "weather.tmin_c"]
"""Weather that differs between seasons of a pair: wet days are also cooler and darker."""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2036)), 12, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    year = land.now.year
    given: Given = {
        "town": str(chance.choice([place.name for place in land.places])), "year": year, "start": f"{year}-04-01",
        "end": f"{year}-10-01", "sown": f"{year}-05-{int(chance.integers(2, 12)):02d}",
        "crop": str(chance.choice(fields.crops_of(land))), "water": int(chance.choice([30, 40, 50])),
        "less": int(chance.choice([25, 30, 40])), "first": int(chance.integers(1, 90)),
    }  # fmt: skip
    months = _months(land, given, 1.0)
    if min(float(str(amount)) for amount in months["rain_mm"]) < 2:
        raise Unsuited("a month without rain")
    usual, drier = (_yields(land, given, share) for share in (1.0, 1 - 0.01 * float(str(given["less"]))))
    if usual.mean() - drier.mean() < max(LEAST_FALL, 0.05 * usual.mean()) or drier.min() < 0.1:
        raise Unsuited("less rain matters little here, or ends the crop")
    middle = float(np.round(np.mean([usual.mean(), drier.mean()]), 1))
    if np.abs(np.concatenate([usual, drier]) - middle).min() < 0.03 * middle:
        raise Unsuited("a yield is close to the threshold")
    return {**given, "threshold": middle}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, first = read_request_text(__name__), int(str(given["first"]))
    return text.fill(
        text.choose_opening(chance),
        crop=str(given["crop"]).lower(),
        crop_name=given["crop"],
        town=given["town"],
        year=given["year"],
        start=given["start"],
        sown=given["sown"],
        water=given["water"],
        less=given["less"],
        threshold=given["threshold"],
        wet=WET_MM,
        seasons=SEASONS,
        first=first,
        last=first + SEASONS - 1,
    )


def _plan(hands: Hands) -> Plan:
    places = yield from fields.find_places(hands, [hands.text("town")])
    place = places[hands.text("town")]
    point = fields.point_of(place)
    season = yield from fields.fetch_season(
        hands, hands.text("start"), hands.text("end"), box_of_points([point]), [place]
    )
    soil, soil_steps = yield from fields.find_soil(hands, place)
    series = []
    for path in season.files:
        each = yield from hands.use("region.point_series", path=path, point=point)
        series.append(each)
    low, high, rain = (each.path for each in series)
    share = 1 - 0.01 * hands.number("less")
    months = yield from hands.use(
        "execution.python", code=MONTHS.format(low=low, high=high, rain=rain, wet=WET_MM, share=share), after=series
    )
    falls: dict[int, float] = {}
    runs: dict[str, list[str]] = {"usual": [], "drier": []}
    first = int(hands.number("first"))
    for seed in range(first, first + SEASONS):
        for name, scenario in (("usual", "baseline"), ("drier", "intervention")):
            days = yield from hands.use(
                "simulation.monthly_to_daily", monthly=f"{name}.csv", latitude=point[1], seed=seed, after=[months]
            )
            run = yield from hands.use(
                "crop.aquacrop",
                weather=days.word("tables", "daily_weather"),
                crop=hands.text("crop"),
                planting_date=hands.text("sown"),
                soil=soil,
                initial_water_percent=hands.number("water"),
                point=point,
                scenario=scenario,
                description=f"{name}, seed {seed}",
                after=soil_steps,
            )
            runs[name].append(run.word("run"))
        both = yield from hands.use(
            "simulation.compare_runs", baseline=runs["usual"][-1], other=runs["drier"][-1], changed=DRAWN
        )
        falls[seed] = yield from hands.calculate(f"-({both.number('differences', 'dry_yield', 'change')})")
    statistic: dict[str, Any] = {"value": "dry_yield", "threshold": hands.number("threshold")}
    usual = yield from hands.use("simulation.summarize_runs", paths=runs["usual"], **statistic)
    drier = yield from hands.use("simulation.summarize_runs", paths=runs["drier"], **statistic)
    below = yield from hands.calculate(f"{SEASONS} * {usual.number('share_below')}")
    below_drier = yield from hands.calculate(f"{SEASONS} * {drier.number('share_below')}")
    worst = max(falls, key=lambda seed: falls[seed])
    return {
        "mean_yield_t_ha": usual.number("mean"),
        "lowest_yield_t_ha": usual.number("least"),
        "mean_yield_drier_t_ha": drier.number("mean"),
        "largest_fall_t_ha": falls[worst],
        "seed_of_largest_fall": worst,
        "seasons_below_as_it_was": round(below),
        "seasons_below_drier": round(below_drier),
        "rain_mm": float(months.text.split()[0]),
    }


def _recompute(land: Land, given: Given) -> Answers:
    usual, drier = (_yields(land, given, share) for share in (1.0, 1 - 0.01 * float(str(given["less"]))))
    fall, threshold = usual - drier, float(str(given["threshold"]))
    rain = fields.rain_of(land, str(given["town"]), str(given["start"]), str(given["end"]))
    return {
        "mean_yield_t_ha": float(usual.mean()),
        "lowest_yield_t_ha": float(usual.min()),
        "mean_yield_drier_t_ha": float(drier.mean()),
        "largest_fall_t_ha": float(fall.max()),
        "seed_of_largest_fall": int(str(given["first"])) + int(fall.argmax()),
        "seasons_below_as_it_was": int((usual < threshold).sum()),
        "seasons_below_drier": int((drier < threshold).sum()),
        "rain_mm": float(rain.sum()),
    }


def _months(land: Land, given: Given, share: float) -> dict[str, list[JsonValue]]:
    """Return the months of a town, with their rain multiplied by a share."""
    days = fields.days_of(land, str(given["town"]), str(given["start"]), str(given["end"]))
    month = np.array(days["date"], "datetime64[M]")
    low, high, rain = (np.array(days[name], float) for name in ("tmin_c", "tmax_c", "rain_mm"))
    rows = [(str(m), low[month == m].mean(), high[month == m].mean(), rain[month == m].sum() * share,
             int((rain[month == m] >= WET_MM).sum())) for m in np.unique(month)]  # fmt: skip
    rounded = [[round(value, 6) if isinstance(value, float) else value for value in row] for row in rows]
    return {name: [row[number] for row in rounded] for number, name in enumerate(HEADINGS)}


def _yields(land: Land, given: Given, share: float) -> fields.Floats:
    """Return the yield for each seed."""
    town, first = str(given["town"]), int(str(given["first"]))
    months = _months(land, given, share)
    latitude = round(land.place(town).latitude, 6)
    exact: dict[str, JsonValue] = {"latitude": latitude, "preserve": "exactly", "radiation": "hargreaves"}
    inputs = exact | {name: [float(str(value)) if name != "month" else value for value in column]
                      for name, column in months.items()}  # fmt: skip
    sowings = []
    scenario = Scenario(run_id="second", kind="baseline", description="as given")
    for seed in range(first, first + SEASONS):
        result = run_scenario("weather_generator", inputs, scenario, seed=seed).result
        columns = zip(*result.tables[0].rows, strict=True)
        days: dict[str, JsonValue] = dict(zip(result.tables[0].headings, map(list, columns), strict=True))
        last = (str(given["crop"]), str(given["sown"]), fields.soil_of(land, town), float(str(given["water"])))
        sowings.append(fields.Sowing(town, days, *last))
    return np.array([values["dry_yield"] for values in fields.grow_seasons(land, sowings)])


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
)
