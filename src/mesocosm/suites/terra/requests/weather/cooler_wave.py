"""Heat stress and deaths of a heat wave, against the same days without it."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pandas as pd
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.requests.heat_runs import BOLTON, MAGNUS, Vapour
from mesocosm.suites.terra.requests.heat_toll import RATE, indices, mean_without, rates, tolls
from mesocosm.suites.terra.requests.town_cells import Town, cells, day_words, moments, some_towns, tabulate_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

VARIABLES = ("temperature_2m", "dew_point_2m")
CAUSAL_BOUND_C = 0.1
"""Largest difference between the planet without the wave and the shift of the request, as a mean of days and towns."""
TABLES = """import numpy as np
import pandas as pd
import xarray as xr
for name, path, longitude, latitude in {towns}:
    cell = xr.open_dataset(path, engine="h5netcdf").sel(longitude=longitude, latitude=latitude, method="nearest")
    air = cell["temperature_2m"].values.astype(float)
    for kind, shift in (("wave", 0.0), ("without", {shift})):
        table = pd.DataFrame({{
            "time": cell["time"].dt.strftime("%Y-%m-%dT%H:%M").values,
            "temperature_c": air - shift,
            "dew_point_c": np.minimum(cell["dew_point_2m"].values, air - shift),
        }}).round(4)
        table.to_csv(f"{{name}}-{{kind}}.csv", index=False)
        days = pd.DataFrame({{"date": table["time"].str[:10], "mean_c": table["temperature_c"]}})
        days.groupby("date").mean().round(4).to_csv(f"{{name}}-{{kind}}-days.csv")
    print(name, len(table))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2052)), 1, 15, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    waves = [event for event in land.planet.events(land.region, land.now.year - 1) if event.kind == "heat_wave"]
    if not waves:
        raise Unsuited("no heat wave came that year")
    wave = waves[int(chance.integers(len(waves)))]
    begin, end = moments(wave)
    given: Given = {"towns": list[JsonValue](some_towns(land, chance, 5)), "event": wave.id}
    first, last = begin.date() + timedelta(days=1), end.date() - timedelta(days=1)
    given |= {"start": str(first), "end": str(min(last, first + timedelta(days=10)))}
    hours = cells(land, given, VARIABLES)
    shift = float(np.mean([table.temperature_2m.mean() for table in hours.values()])) - mean_without(land, given)
    if shift < 1.5 or len(next(iter(hours.values()))) < 72:
        raise Unsuited("the wave was short or hardly warm")
    days = pd.concat([table.temperature_2m.resample("D").mean() for table in hours.values()])
    given |= {"shift": round(shift, 1), "comfort": float(round(days.min() - shift / 2))}
    given |= {"risk": float(chance.choice([1.02, 1.025, 1.03]))}
    index = indices(land, given)
    bound = float(np.floor(np.percentile(np.concatenate([values["wave"] for values in index.values()]), 72)))
    counts = sorted(
        (tuple(int((values[kind] >= bound).sum()) for kind in values) for values in index.values()), reverse=True
    )
    per_head = sorted(rates(land, given).values(), reverse=True)
    if counts[0][0] - counts[1][0] < 3 or counts[0][1] < 2 or per_head[0] < 1.02 * per_head[1]:
        raise Unsuited("two towns have it as bad, or it was no worse than usual")
    return {**given, "bound": bound}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, risk = read_request_text(__name__), float(str(given["risk"]))
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        first=day_words(str(given["start"])),
        last=day_words(date.fromisoformat(str(given["end"])) - timedelta(days=1)),
        shift=given["shift"],
        comfort=given["comfort"],
        bound=given["bound"],
        usual=RATE,
        risk=risk,
        lowest_risk=risk - 0.01,
        highest_risk=risk + 0.01,
    )


def _plan(hands: Hands) -> Plan:
    bound = hands.number("bound")
    key = f"heat_index_from_{bound:g}_c"
    towns, tables = yield from tabulate_towns(hands, VARIABLES, TABLES, shift=hands.number("shift"))
    stress, costs, lives = {}, {}, {}
    for town in towns:
        heat, deaths = yield from _run_town(hands, town, tables)
        stress[town.name] = yield from hands.use(
            "simulation.compare_runs",
            baseline=heat[0].word("run"),
            other=heat[1].word("run"),
            changed=["temperature_c", "relative_humidity_percent"],
        )
        costs[town.name] = yield from hands.use(
            "simulation.compare_runs", baseline=deaths[0].word("run"), other=deaths[1].word("run"), changed=["exposure"]
        )
        cost = -costs[town.name].number("differences", "attributable_cases", "change")
        lives[town.name] = yield from hands.calculate(f"100000 * {cost} / {town.seen.number('place', 'population'):g}")
        line = {"variable": "heat_index_c", "units": "degC"}
        lines = [{"path": run.word("tables", "indices"), **line} for run in heat]
        yield from hands.use("chart.series", lines=lines, threshold=bound)
    worst = max(stress, key=lambda name: stress[name].number("differences", key, "baseline"))
    of_worst = stress[worst]
    sums = []
    for way in ("baseline", "other"):
        cases = (toll.number("differences", "attributable_cases", way) for toll in costs.values())
        sums.append((yield from hands.calculate(" + ".join(f"{each:.9g}" for each in cases))))
    deadliest = max(lives, key=lambda name: lives[name])
    raised = yield from hands.calculate(f"-({of_worst.number('differences', 'heat_index_mean', 'change')})")
    return {
        "worst_town": worst,
        "hours": of_worst.number("differences", key, "baseline"),
        "hours_without": of_worst.number("differences", key, "other"),
        "highest_index_c": of_worst.number("differences", "heat_index_highest", "baseline"),
        "index_change_c": raised,
        "deaths": sums[0],
        "deaths_without": sums[1],
        "deadliest_town": deadliest,
        "worst_rate": lives[deadliest],
    }


def _run_town(
    hands: Hands, town: Town, tables: Seen
) -> Generator[ToolCall, Observation, tuple[list[Seen], list[Seen]]]:
    """Heat stress and heat deaths in a town, each with the wave and without it."""
    risk = hands.number("risk")
    function = {
        "shape": "log_linear", "relative_risk": risk, "lower": round(risk - 0.01, 3), "upper": round(risk + 0.01, 3),
        "per": 1.0, "exposure_unit": "°C", "threshold": hands.number("comfort"),
    }  # fmt: skip
    heat, deaths = [], []
    for kind, scenario in (("wave", "baseline"), ("without", "counterfactual")):
        run = yield from hands.use(
            "impact.heat_stress",
            weather=f"{town.name}-{kind}.csv",
            indices=["heat_index"],
            above_c=[hands.number("bound")],
            scenario=scenario,
            after=[tables],
        )
        heat.append(run)
        run = yield from hands.use(
            "impact.attributable_cases",
            series=f"{town.name}-{kind}-days.csv",
            exposure_column="mean_c [degC]",
            function=function,
            step="day",
            baseline_rate_per_100000_year=RATE,
            population=town.seen.number("place", "population"),
            scenario=scenario,
            after=[tables, town.seen],
        )
        deaths.append(run)
    return heat, deaths


def _recompute(land: Land, given: Given) -> Answers:
    hours = cells(land, given, ["temperature_2m"])
    mean = float(np.mean([table.temperature_2m.mean() for table in hours.values()]))
    if abs(mean - mean_without(land, given) - float(str(given["shift"]))) > CAUSAL_BOUND_C:
        raise InvalidRecord("the planet without the wave is not as the request says")
    dead = {name: tolls(land, name, table, given) for name, table in hours.items()}
    per_head = rates(land, given)
    deadliest = max(per_head, key=lambda name: per_head[name])
    return {
        **_stress(land, given),
        "deaths": sum(was for was, _ in dead.values()),
        "deaths_without": sum(other for _, other in dead.values()),
        "deadliest_town": deadliest,
        "worst_rate": per_head[deadliest],
    }


def _stress(land: Land, given: Given, vapour: Vapour = BOLTON) -> dict[str, JsonValue]:
    """Answers about the heat index."""
    index, bound = indices(land, given, vapour), float(str(given["bound"]))
    worst = max(index, key=lambda name: int((index[name]["wave"] >= bound).sum()))
    return {
        "worst_town": worst,
        "hours": int((index[worst]["wave"] >= bound).sum()),
        "hours_without": int((index[worst]["without"] >= bound).sum()),
        "highest_index_c": float(index[worst]["wave"].max()),
        "index_change_c": float(index[worst]["wave"].mean() - index[worst]["without"].mean()),
    }


def _derive(land: Land, given: Given) -> Answers:
    """The people, the hours of the wave, and the deaths that it would have had without heat."""
    begin, end = (date.fromisoformat(str(given[key])) for key in ("start", "end"))
    people = sum(float(land.place(name).population or 0) for name in texts(given, "towns"))
    rate = RATE * (end - begin).days / 365
    return {
        "shift": given["shift"],
        "people": people,
        "wave_hours": 24 * (end - begin).days,
        "usual_rate": rate,
        "usual_deaths": rate * people / 1e5,
    }


def _alternatives(land: Land, given: Given) -> dict[str, Answers]:
    return {"the vapour pressure of the WMO": _stress(land, given, MAGNUS)}


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=3,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    alternatives=_alternatives,
)
