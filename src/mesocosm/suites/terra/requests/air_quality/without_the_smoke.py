"""Hospital admissions caused by the smoke of a fire, against the same days without it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.town_air import (
    Floats,
    attributable_cases,
    case_arguments,
    day_highs,
    fetch_town_air,
    hours_at,
    join_names,
    late_2031,
    leads,
    shuffled_towns,
    span_words,
    towns_of,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

PARTICLES, SMOKE = "pm2p5", "pm2p5_of_smoke"
DRY = ("semi_arid", "mediterranean")
"""Climates in which fires grow large."""
LEAST_HECTARES, LEAST_SMOKE = 1500, 1.0
"""The least burnt area of a fire, and µg/m³ of its smoke in the smokiest town."""
DAYS = 3


def _draw(land: Land, chance: Chance) -> Given:
    if land.climate not in DRY:
        raise Unsuited("no large fires in this climate")
    fires = sorted(land.planet.fires(land.region, 2031), key=lambda fire: -fire.burnt_ha)
    large = [fire for fire in fires if fire.burnt_ha >= LEAST_HECTARES][:3]
    if not large:
        raise Unsuited("no large fire in 2031")
    start = large[int(chance.integers(len(large)))].start.date()
    given: Given = {"towns": shuffled_towns(land, chance), "start": str(start)}
    given["end"] = str(start + timedelta(days=DAYS))
    risk = float(chance.choice([1.03, 1.04, 1.05]))
    given |= {"risk": risk, "lower": round(risk - 0.02, 2), "upper": round(risk + 0.02, 2)}
    given["rate"] = int(chance.choice([1_500, 2_000, 3_000]))
    air = hours_at(land, given, [PARTICLES, SMOKE])
    smoke = [float(hours[SMOKE].mean()) for hours in air.values()]
    if max(smoke) < LEAST_SMOKE:
        raise Unsuited("the smoke did not reach the towns")
    leads(smoke, 0.1)
    leads(day_highs(air, PARTICLES), 0.05)
    spared = {town: _cases(land, given, town, hours[PARTICLES]) for town, hours in air.items()}
    clean = {town: _cases(land, given, town, hours[PARTICLES] - hours[SMOKE]) for town, hours in air.items()}
    leads([spared[town] - clean[town] for town in air], 0.01)
    return given


def _cases(land: Land, given: Given, town: str, hours: Floats) -> float:
    return attributable_cases(land, given, town, hours.reshape(-1, 24).mean(axis=1))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_names(towns_of(given)),
        days=span_words(given),
        risk=given["risk"],
        lower=given["lower"],
        upper=given["upper"],
        rate=given["rate"],
    )


def _plan(hands: Hands) -> Plan:
    smoke: dict[str, float] = {}
    particles: dict[str, float] = {}
    peaks: list[tuple[float, str]] = []
    cases: dict[str, tuple[float, float]] = {}
    for number, town in enumerate(hands.texts("towns")):
        _, place, air = yield from fetch_town_air(hands, town, [PARTICLES, SMOKE])
        smoke[town] = air.number("fields", SMOKE, "mean")
        particles[town] = air.number("fields", PARTICLES, "mean")
        chart = yield from hands.use(
            "chart.series", lines=[{"path": air.path, "variable": name} for name in (PARTICLES, SMOKE)]
        )
        peaks.append((chart.number("series", 0, "max"), chart.word("series", 0, "max_at")))
        days = yield from hands.use(
            "reanalysis.aggregate", path=air.path, variable=PARTICLES, period="day", statistic="mean"
        )
        smoky = yield from hands.use(
            "reanalysis.aggregate", path=air.path, variable=SMOKE, period="day", statistic="mean"
        )
        common = case_arguments(hands, place)
        base = yield from hands.use(
            "impact.attributable_cases", series=days.path, exposure_column=PARTICLES, after=[place], **common
        )
        code = CLEAN.format(days=days.path, smoky=smoky.path, file=f"clean-{number}.csv")
        written = yield from hands.use("execution.python", code=code)
        clean = yield from hands.use(
            "impact.attributable_cases", series=f"clean-{number}.csv", exposure_column="pm25 [µg/m**3]",
            scenario="counterfactual", description="no smoke", after=[place, written], **common,
        )  # fmt: skip
        change = yield from hands.use(
            "simulation.compare_runs", baseline=base.word("run"), other=clean.word("run"), changed=["exposure"]
        )
        fewer = -change.number("differences", "attributable_cases", "change")
        cases[town] = base.number("values", "attributable_cases", "value"), fewer
    smokiest = max(smoke, key=lambda town: smoke[town])
    share = yield from hands.calculate(f"100 * {smoke[smokiest]} / {particles[smokiest]}")
    total = yield from hands.calculate(" + ".join(str(pair[0]) for pair in cases.values()))
    fewer = yield from hands.calculate(" + ".join(str(pair[1]) for pair in cases.values()))
    return {
        "smokiest_town": smokiest,
        "smoke_mean": smoke[smokiest],
        "smoke_share_percent": share,
        "peak_particles": max(peaks)[0],
        "peak_day": max(peaks)[1][:10],
        "admissions": total,
        "admissions_of_smoke": fewer,
        "most_spared_town": max(cases, key=lambda town: cases[town][1]),
    }


CLEAN = """import xarray as xr
days = xr.open_dataset("{days}", engine="h5netcdf")["pm2p5"].astype(float).to_series()
smoky = xr.open_dataset("{smoky}", engine="h5netcdf")["pm2p5_of_smoke"].astype(float).to_series()
(days - smoky).rename("pm25").rename_axis("date").to_csv("{file}")
print((days - smoky).round(4).tolist())"""


def _recompute(land: Land, given: Given) -> Answers:
    """The answer by the air of a planet on which no fire broke out."""
    planet, end = land.planet, date.fromisoformat(str(given["end"]))
    for fire in land.planet.fires(land.region, 2031):
        if fire.start.date() < end:
            planet = planet.intervene(fire.id, None)
    unburnt = Land(planet, land.region, land.now)
    was, clean = hours_at(land, given, [PARTICLES, SMOKE]), hours_at(unburnt, given, [PARTICLES])
    return _describe(land, given, was, {town: hours[PARTICLES] for town, hours in clean.items()})


def _describe(
    land: Land, given: Given, was: Mapping[str, Mapping[str, Floats]], clean: Mapping[str, Floats]
) -> Answers:
    smoke = {town: float(hours[SMOKE].mean()) for town, hours in was.items()}
    smokiest = max(smoke, key=lambda town: smoke[town])
    highs = np.array([hours[PARTICLES].reshape(-1, 24).max(axis=1) for hours in was.values()])
    cases = {town: _cases(land, given, town, hours[PARTICLES]) for town, hours in was.items()}
    fewer = {town: cases[town] - _cases(land, given, town, hours) for town, hours in clean.items()}
    return {
        "smokiest_town": smokiest,
        "smoke_mean": smoke[smokiest],
        "smoke_share_percent": 100 * smoke[smokiest] / float(was[smokiest][PARTICLES].mean()),
        "peak_particles": float(highs.max()),
        "peak_day": str(np.datetime64(str(given["start"])) + int(highs.max(axis=0).argmax())),
        "admissions": sum(cases.values()),
        "admissions_of_smoke": sum(fewer.values()),
        "most_spared_town": max(fewer, key=lambda town: fewer[town]),
    }


def _derive(land: Land, given: Given) -> Answers:
    """Admissions that hospitals count in the days, the largest daily share of smoke, and by how much it is exceeded."""
    air = hours_at(land, given, [PARTICLES, SMOKE]).values()
    people = sum(float(land.place(town).population or 0) for town in towns_of(given))
    days = [(hours[SMOKE].reshape(-1, 24).mean(axis=1), hours[PARTICLES].reshape(-1, 24).mean(axis=1)) for hours in air]
    return {
        "usual_admissions": people * float(str(given["rate"])) / 1e5 * DAYS / 365,
        "most_share_percent": max(float((100 * smoke / whole).max()) for smoke, whole in days),
        "smoke_excess": max(float((hours[SMOKE] - hours[PARTICLES]).max()) for hours in air),
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=3,
    now=late_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
