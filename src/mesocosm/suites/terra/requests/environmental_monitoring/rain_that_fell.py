"""Fire danger of towns after a day of rain, as it was and without that rain."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.fire_days import (
    COLUMNS,
    DRIVEN_BY,
    NOONS,
    Days,
    autumn,
    danger,
    day_number,
    day_of,
    fetched_hours,
    noon_of,
    noon_utc,
    parting_number,
    season_words,
    two_months,
    weather_days,
)
from mesocosm.suites.terra.requests.town_cells import day_words
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

AFTER = 7
"""Number of days after the rain that are compared."""
LEAST_RAIN = 2.5
"""Least mean rain of the towns, mm."""
MOST_TOWNS = 5


def _draw(land: Land, chance: Chance) -> Given:
    towns = [str(name) for name in chance.permutation([place.name for place in land.places[:MOST_TOWNS]])]
    given: Given = {"towns": list(towns), **two_months(land, chance)}
    rain = np.mean([weather_days(land, given, town)["precipitation"] for town in towns], axis=0)
    order = [int(day) for day in np.argsort(-rain) if day < len(rain) - AFTER - 1]
    true = chance.random() < 0.6
    if rain.max() > rain[order[0]] or rain[order[0]] - rain[order[1]] < 0.3 or rain[order[1]] < LEAST_RAIN:
        raise Unsuited("there was hardly any rain, or two days are alike")
    given |= {"day": day_of(given, order[0] if true else order[1]), "right": true}
    pairs = _pairs(land, given)
    gains = sorted((_gain(given, pair) for pair in pairs.values()), reverse=True)
    if gains[0] < 1.0 or gains[0] - gains[1] < 0.15:
        raise Unsuited("the rain had little effect, or the same in two towns")
    after = np.concatenate([run["fwi"][_week(given)] for pair in pairs.values() for run in pair])
    return {**given, "line": parting_number(after, 0.6, 0.04)}


def _week(given: Given) -> slice:
    """Return the places of the compared days in the series."""
    first = day_number(given, str(given["day"])) + 1
    return slice(first, first + AFTER)


def _pairs(land: Land, given: Given) -> dict[str, tuple[Days, Days]]:
    """Return the indices of each town as they were, and without the rain."""
    pairs = {}
    for town in texts(given, "towns"):
        days = weather_days(land, given, town)
        dry = days["precipitation"].copy()
        dry[day_number(given, str(given["day"]))] = 0.0
        pairs[town] = danger(land, given, town, days), danger(land, given, town, {**days, "precipitation": dry})
    return pairs


def _gain(given: Given, pair: tuple[Days, Days]) -> float:
    """Return the increase of the mean index without the rain."""
    week = _week(given)
    return float(pair[1]["fwi"][week].mean() - pair[0]["fwi"][week].mean())


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        day=day_words(str(given["day"])),
        season=season_words(given),
        after=AFTER,
        line=given["line"],
        weather=DRIVEN_BY.format(noon=noon_of(land, given)),
    )


def _plan(hands: Hands) -> Plan:
    day = hands.text("day")
    rain: list[list[float]] = []
    weeks: dict[str, list[float]] = {}
    drought: dict[str, float] = {}
    noon: int | None = None
    for number, town in enumerate(hands.texts("towns")):
        point, weather = yield from fetched_hours(hands, town)
        noon = noon_utc(point[0]) if noon is None else noon
        noons = NOONS.format(path=weather.path, x=point[0], y=point[1], noon=noon)
        written = yield from hands.use("execution.python", code=noons + DRY.format(day=day, number=number))
        rain.append([float(word) for word in written.text.split()])
        base = yield from hands.use(
            "environment.fire_weather", weather=f"noon-{number}.csv", point=point, columns=COLUMNS, after=[written]
        )
        yield from hands.use(
            "chart.series", lines=[{"path": base.word("tables", "fire_weather"), "variable": "fwi", "units": "1"}]
        )
        dry = yield from hands.use(
            "environment.fire_weather", weather=f"dry-{number}.csv", point=point, columns=COLUMNS,
            scenario="counterfactual", description=f"no rain on {day}", after=[written],
        )  # fmt: skip
        change = yield from hands.use(
            "simulation.compare_runs", baseline=base.word("run"), other=dry.word("run"), changed=["rain_24h_mm"]
        )
        drought[town] = change.number("differences", "dc_last", "change")
        week = yield from hands.use(
            "execution.python",
            code=WEEK.format(
                base=base.word("tables", "fire_weather"), dry=dry.word("tables", "fire_weather"), day=day,
                after=AFTER, line=hands.number("line"),
            ),
        )  # fmt: skip
        weeks[town] = [float(word) for word in week.text.split()]
    means = [sum(values) / len(values) for values in zip(*rain, strict=True)]
    at, heaviest = day_number(hands.given, day), max(range(len(means)), key=means.__getitem__)
    mean = yield from hands.calculate(f"({' + '.join(str(values[at]) for values in rain)}) / {len(rain)}")
    more = yield from hands.calculate(" + ".join(f"({week[3]} - {week[2]})" for week in weeks.values()))
    spared = max(weeks, key=lambda town: weeks[town][1] - weeks[town][0])
    return {
        "was_heaviest": at == heaviest,
        "heaviest_day": day_of(hands.given, heaviest),
        "rain_mm": mean,
        "most_spared_town": spared,
        "mean_index": weeks[spared][0],
        "mean_index_without": weeks[spared][1],
        "danger_days_more": more,
        "drought_code_more": drought[spared],
    }


DRY = """table.to_csv("noon-{number}.csv")
print(*table["rain [mm]"].round(6))
table.loc["{day}", "rain [mm]"] = 0.0
table.to_csv("dry-{number}.csv")"""
WEEK = """import pandas as pd
weeks = []
for name in ("{base}", "{dry}"):
    days = pd.read_csv(name, parse_dates=["date"]).set_index("date")["fwi"]
    weeks.append(days[days.index > "{day}"].iloc[:{after}])
print(*[round(float(week.mean()), 5) for week in weeks], *[int((week >= {line}).sum()) for week in weeks])"""


def _recompute(land: Land, given: Given) -> Answers:
    pairs, week = _pairs(land, given), _week(given)
    rain = np.mean([weather_days(land, given, town)["precipitation"] for town in pairs], axis=0)
    at, line = day_number(given, str(given["day"])), float(str(given["line"]))
    spared = max(pairs, key=lambda town: _gain(given, pairs[town]))
    was, without = pairs[spared]
    more = sum(int((dry["fwi"][week] >= line).sum() - (wet["fwi"][week] >= line).sum()) for wet, dry in pairs.values())
    return {
        "was_heaviest": bool(at == rain.argmax()),
        "heaviest_day": day_of(given, int(rain.argmax())),
        "rain_mm": float(rain[at]),
        "most_spared_town": spared,
        "mean_index": float(was["fwi"][week].mean()),
        "mean_index_without": float(without["fwi"][week].mean()),
        "danger_days_more": more,
        "drought_code_more": float(without["dc"][-1] - was["dc"][-1]),
    }


def _trait(given: Given) -> Trait:
    return "plain" if given["right"] else "false premise"


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=3,
    now=autumn,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=_trait,
)
