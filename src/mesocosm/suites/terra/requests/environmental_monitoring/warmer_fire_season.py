"""Fire danger of towns in a summer, and in warmer and windier variants of it."""

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
    day_of,
    fetched_hours,
    noon_of,
    noon_utc,
    parting_number,
    season_words,
    two_months,
    weather_days,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

MOST_TOWNS = 5
CLOSE = 0.03
"""Share of the severity of the first town below which the lead over the second is close."""


def _draw(land: Land, chance: Chance) -> Given:
    towns = [str(name) for name in chance.permutation([place.name for place in land.places[:MOST_TOWNS]])]
    given: Given = {"towns": list(towns), **two_months(land, chance)}
    given["warmer_c"] = float(chance.choice([2.0, 2.5, 3.0, 4.0]))
    given["windier_percent"] = int(chance.choice([20, 30, 40]))
    runs = {town: danger(land, given, town, weather_days(land, given, town)) for town in towns}
    severity = sorted((float(run["dsr"].mean()) for run in runs.values()), reverse=True)
    if severity[0] < 0.15 or min(-np.diff(severity)) < max(0.005 * severity[0], 0.002):
        raise Unsuited("the summer was wet, or two towns are alike")
    peaks = sorted((float(run["fwi"].max()) for run in runs.values()), reverse=True)
    if peaks[0] - peaks[1] < 0.1:
        raise Unsuited("two towns have the same peak")
    worst = max(runs, key=lambda town: runs[town]["dsr"].mean())
    warmer = _warmer(land, given, worst)
    given["line"] = parting_number(np.concatenate([runs[worst]["fwi"], warmer["fwi"]]), 0.65, 0.05)
    given["close"] = bool(severity[0] - severity[1] < CLOSE * severity[0])
    return given


def _warmer(land: Land, given: Given, town: str) -> Days:
    days = weather_days(land, given, town)
    return danger(land, given, town, {**days, "temperature_2m": days["temperature_2m"] + float(str(given["warmer_c"]))})


def _windier(land: Land, given: Given, town: str) -> Days:
    days, share = weather_days(land, given, town), 1 + float(str(given["windier_percent"])) / 100
    return danger(land, given, town, {**days, **{name: days[name] * share for name in days if "wind" in name}})


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        season=season_words(given),
        warmer_c=given["warmer_c"],
        windier_percent=given["windier_percent"],
        line=given["line"],
        weather=DRIVEN_BY.format(noon=noon_of(land, given)),
    )


def _plan(hands: Hands) -> Plan:
    warmer, windier = hands.number("warmer_c"), 1 + hands.number("windier_percent") / 100
    severity: dict[str, float] = {}
    peaks: dict[str, tuple[float, str]] = {}
    changes: dict[str, tuple[float, float]] = {}
    tables: dict[str, tuple[str, str]] = {}
    noon: int | None = None
    for number, town in enumerate(hands.texts("towns")):
        point, weather = yield from fetched_hours(hands, town)
        noon = noon_utc(point[0]) if noon is None else noon
        noons = NOONS.format(path=weather.path, x=point[0], y=point[1], noon=noon)
        written = yield from hands.use(
            "execution.python", code=noons + CHANGES.format(number=number, warmer=warmer, windier=windier)
        )
        base = yield from hands.use(
            "environment.fire_weather", weather=f"noon-{number}.csv", point=point, columns=COLUMNS, after=[written]
        )
        chart = yield from hands.use(
            "chart.series", lines=[{"path": base.word("tables", "fire_weather"), "variable": "fwi", "units": "1"}]
        )
        peaks[town] = base.number("values", "fwi_highest", "value"), chart.word("series", 0, "max_at")
        severity[town] = base.number("values", "dsr_mean", "value")
        runs = []
        for name, words in (("warm", f"{warmer:g} degC warmer"), ("wind", f"wind times {windier:g}")):
            run = yield from hands.use(
                "environment.fire_weather", weather=f"{name}-{number}.csv", point=point, columns=COLUMNS,
                scenario="intervention", description=words, after=[written],
            )  # fmt: skip
            differing = ["temperature_c", "relative_humidity_percent"] if name == "warm" else ["wind_speed_10m_km_h"]
            change = yield from hands.use(
                "simulation.compare_runs", baseline=base.word("run"), other=run.word("run"), changed=differing
            )
            runs.append((run, change.number("differences", "dsr_mean", "change")))
        changes[town] = runs[0][1], runs[1][1]
        tables[town] = base.word("tables", "fire_weather"), runs[0][0].word("tables", "fire_weather")
    ranked = sorted(severity, key=lambda town: -severity[town])
    counts = []
    for table in tables[ranked[0]]:
        counted = yield from hands.use("execution.python", code=COUNT.format(table=table, line=hands.number("line")))
        counts.append(int(counted.text))
    highest = max(peaks.values())
    return {
        "ranking": list(ranked),
        "severity": severity[ranked[0]],
        "warmer_change": changes[ranked[0]][0],
        "windier_change": changes[ranked[0]][1],
        "danger_days": counts[0],
        "danger_days_warmer": counts[1],
        "highest_index": highest[0],
        "highest_day": highest[1][:10],
    }


CHANGES = """table.to_csv("noon-{number}.csv")
warm = table.copy()
warm["t [degC]"] += {warmer}
warm.to_csv("warm-{number}.csv")
wind = table.copy()
wind[["u [m/s]", "v [m/s]"]] *= {windier}
wind.to_csv("wind-{number}.csv")
print(len(table), "days written")"""
COUNT = """import pandas as pd
print(int((pd.read_csv("{table}")["fwi"] >= {line}).sum()))"""


def _recompute(land: Land, given: Given) -> Answers:
    runs = {town: danger(land, given, town, weather_days(land, given, town)) for town in texts(given, "towns")}
    ranked = sorted(runs, key=lambda town: -runs[town]["dsr"].mean())
    base, warm, wind = runs[ranked[0]], _warmer(land, given, ranked[0]), _windier(land, given, ranked[0])
    highest = max(runs, key=lambda town: runs[town]["fwi"].max())
    line = float(str(given["line"]))
    return {
        "ranking": list(ranked),
        "severity": float(base["dsr"].mean()),
        "warmer_change": float(warm["dsr"].mean() - base["dsr"].mean()),
        "windier_change": float(wind["dsr"].mean() - base["dsr"].mean()),
        "danger_days": int((base["fwi"] >= line).sum()),
        "danger_days_warmer": int((warm["fwi"] >= line).sum()),
        "highest_index": float(runs[highest]["fwi"].max()),
        "highest_day": day_of(given, int(runs[highest]["fwi"].argmax())),
    }


def _trait(given: Given) -> Trait:
    return "close" if given["close"] else "plain"


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=autumn,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=_trait,
)
