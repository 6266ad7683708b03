"""Visits to the doctor that a cut of traffic's nitrogen dioxide would save, and the town that gains most."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.town_air import (
    NO2,
    attributable_cases,
    case_arguments,
    fetch_town_air,
    hours_at,
    join_names,
    late_2031,
    leads,
    shuffled_towns,
    some_days,
    span_words,
    towns_of,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, WordedRequest, Workflow


def _draw(land: Land, chance: Chance) -> Given:
    given: Given = {"towns": shuffled_towns(land, chance), **some_days(chance, 4)}
    given["cut_percent"] = int(chance.choice([15, 20, 25, 30, 35, 40]))
    given["rate"] = int(chance.choice([18_000, 24_000, 30_000, 42_000]))
    risk = float(chance.choice([1.03, 1.04, 1.05, 1.06]))
    given |= {"risk": risk, "lower": round(risk - 0.02, 2), "upper": round(risk + 0.02, 2)}
    saved = _save(land, given)
    leads(list(saved.values()), 0.01 * max(saved.values()))
    people = {town: land.place(town).population or 1 for town in saved}
    rates = [100_000 * cases / people[town] for town, cases in saved.items()]
    leads(rates, 0.01 * max(rates))
    return given


def _cases(land: Land, given: Given, share: float = 1.0, risk: str = "risk") -> dict[str, float]:
    """Cases that a share of the nitrogen dioxide accounts for in each town."""
    air = hours_at(land, given, [NO2])
    days = {town: hours[NO2].reshape(-1, 24).mean(axis=1) * share for town, hours in air.items()}
    return {town: attributable_cases(land, given, town, means, risk) for town, means in days.items()}


def _save(land: Land, given: Given) -> dict[str, float]:
    """Cases that the cut saves in each town."""
    before, after = _cases(land, given), _cases(land, given, 1 - float(str(given["cut_percent"])) / 100)
    return {town: before[town] - after[town] for town in before}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_names(towns_of(given)),
        days=span_words(given),
        cut_percent=given["cut_percent"],
        risk=given["risk"],
        lower=given["lower"],
        upper=given["upper"],
        rate=given["rate"],
    )


def _plan(hands: Hands) -> Plan:
    before: dict[str, float] = {}
    saved: dict[str, float] = {}
    rates: dict[str, float] = {}
    uppers: dict[str, float] = {}
    for number, town in enumerate(hands.texts("towns")):
        _, place, air = yield from fetch_town_air(hands, town, [NO2])
        days = yield from hands.use("reanalysis.aggregate", path=air.path, variable=NO2, period="day", statistic="mean")
        common = case_arguments(hands, place)
        base = yield from hands.use(
            "impact.attributable_cases", series=days.path, exposure_column=NO2, after=[place], **common
        )
        lowered = yield from hands.use(
            "execution.python",
            code=LOWERED.format(path=days.path, share=1 - hands.number("cut_percent") / 100, file=f"cut-{number}.csv"),
        )
        cut = yield from hands.use(
            "impact.attributable_cases",
            series=f"cut-{number}.csv",
            exposure_column="no2 [µg/m**3]",
            scenario="intervention",
            description=f"daily means {hands.number('cut_percent'):g} % lower",
            after=[place, lowered],
            **common,
        )
        change = yield from hands.use(
            "simulation.compare_runs", baseline=base.word("run"), other=cut.word("run"), changed=["exposure"]
        )
        before[town] = base.number("values", "attributable_cases", "value")
        uppers[town] = base.number("values", "attributable_cases_upper", "value")
        saved[town] = -change.number("differences", "attributable_cases", "change")
        rates[town] = yield from hands.calculate(f"100000 * {saved[town]} / {common['population']}")
    table = "town,saved\n" + "".join(f"{town},{value}\n" for town, value in saved.items())
    written = yield from hands.use("files.write_file", path="saved.csv", content=table)
    yield from hands.use("chart.bars", path="saved.csv", label="town", value="saved", units="visits", after=[written])
    total = yield from hands.calculate(" + ".join(str(value) for value in before.values()))
    gain = yield from hands.calculate(" + ".join(str(value) for value in saved.values()))
    most, best = max(saved, key=lambda town: saved[town]), max(rates, key=lambda town: rates[town])
    return {
        "attributable_visits": total,
        "saved_visits": gain,
        "most_saved_town": most,
        "most_saved": saved[most],
        "best_rate_town": best,
        "best_rate": rates[best],
        "upper_attributable": uppers[most],
    }


LOWERED = """import xarray as xr
days = xr.open_dataset("{path}", engine="h5netcdf")["nitrogen_dioxide"].astype(float).to_series() * {share}
days.rename("no2").rename_axis("date").to_csv("{file}")
print(days.round(4).tolist())"""


def _recompute(land: Land, given: Given) -> Answers:
    before, saved = _cases(land, given), _save(land, given)
    uppers = _cases(land, given, risk="upper")
    rates = {town: 100_000 * cases / float(land.place(town).population or 1) for town, cases in saved.items()}
    most, best = max(saved, key=lambda town: saved[town]), max(rates, key=lambda town: rates[town])
    return {
        "attributable_visits": sum(before.values()),
        "saved_visits": sum(saved.values()),
        "most_saved_town": most,
        "most_saved": saved[most],
        "best_rate_town": best,
        "best_rate": rates[best],
        "upper_attributable": uppers[most],
    }


def _derive(land: Land, given: Given) -> Answers:
    """The people, the visits that doctors count in the days, and the mean of nitrogen dioxide over the towns."""
    air = [hours[NO2] for hours in hours_at(land, given, [NO2]).values()]
    people = sum(float(land.place(town).population or 0) for town in towns_of(given))
    visits = people * float(str(given["rate"])) / 1e5 * len(air[0]) / 24 / 365
    return {
        "people": people,
        "usual_visits": visits,
        "mean_no2": float(np.mean(air)),
        "cut_percent": given["cut_percent"],
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=late_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
