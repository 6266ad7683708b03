"""The flow of a river without the rain of a storm, compared with the planet without that storm."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.earth.planet.sky.events import SkyEvent
from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.requests.river_runs import (
    EVAPORATION,
    HALF,
    PEAK,
    PEAK_DAY,
    REACHES,
    RUNOFF,
    Series,
    box_means,
    by_reach,
    changed_rain,
    files,
    invent_reaches,
    outlet_of,
    route_runoff,
    rows_of,
    run_of,
    runoff_coefficients,
    storm_rain,
    weather_files,
)  # fmt: skip
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

YEAR = 2031
BEFORE, AFTER = 40, 25
MORE = 1.4
LEAST_SHARE = 0.12
"""Least share of the peak that is due to the storm."""
APART = 0.45
"""Greatest difference between the share of runoff due to the storm here and on the rivers of the planet: these have
other soils, slopes and catchments, and without the storm some other rain falls on its days."""


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(1, 13)), 5, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    floods = [
        event for event in land.planet.events(land.region, YEAR)
        if event.kind in ("deluge", "cyclone") and BEFORE * 24 < event.start_hour < (364 - AFTER) * 24
    ]  # fmt: skip
    if not floods:
        raise Unsuited("no deluge")
    reaches, evaporation = list(invent_reaches(land, chance)), round(float(chance.uniform(1.5, 3.5)), 1)
    for at in chance.permutation(len(floods)).tolist():
        given = _request(land, floods[at], {"reaches": [*reaches], "evaporation": evaporation})
        if _suits(land, given):
            return given
    raise Unsuited("no storm made a flood")


def _request(land: Land, event: SkyEvent, river: Given) -> Given:
    """Return the parameters of a request about a storm."""
    first = date(YEAR, 1, 1).toordinal() + int(event.start_hour) // 24
    last = date(YEAR, 1, 1).toordinal() + int(event.end_hour) // 24
    return {
        "district": land.region, "event": event.id, "start": str(date.fromordinal(first - BEFORE)),
        "end": str(date.fromordinal(last + 1 + AFTER)), "first": str(date.fromordinal(first)),
        "last": str(date.fromordinal(last)), **river,
    }  # fmt: skip


def _suits(land: Land, given: Given) -> bool:
    """Return whether the storm made a flood of the period's rain, and no two catchments got the same rain."""
    runs, rain = _runs(land, given), box_means(land, given)[0]
    outlet = outlet_of(given)
    with_it, without_it = (float(runs[name][outlet][PEAK]) for name in ("as it was", "without the storm"))
    depths = sorted(_depths(given, rain).values(), reverse=True)
    if max(runoff_coefficients(given, rain, runs["as it was"]).values()) > 1:
        return False  # the model's first stores give more water than the rain
    return with_it > 3 and with_it - without_it > LEAST_SHARE * with_it and depths[0] > 1.03 * depths[1] + 0.2


def _storm_days(given: Given) -> slice:
    """Return the places of the days of the storm in the series of the period."""
    start = date.fromisoformat(str(given["start"])).toordinal()
    first, last = (date.fromisoformat(str(given[key])).toordinal() - start for key in ("first", "last"))
    return slice(first, last + 1)


def _spare(given: Given, rain: Series, share: float) -> Series:
    """Return the rain with that of the days of the storm multiplied by a share."""
    factor = np.ones(len(next(iter(rain.values()))))
    factor[_storm_days(given)] = share
    return {name: series * factor for name, series in rain.items()}


def _runs(land: Land, given: Given) -> dict[str, dict[str, list[str]]]:
    """Run all cases: the table by reach of each."""
    rain, warmth = box_means(land, given)
    cases = {
        "as it was": rain,
        "without the storm": _spare(given, rain, 0.0),
        "half": _spare(given, rain, 0.5),
        "more": _spare(given, rain, MORE),
    }
    return {name: by_reach(run_of(given, rows_of(given), case, warmth)) for name, case in cases.items()}


def _depths(given: Given, rain: Series) -> dict[str, float]:
    """Add up the rain of the days of the storm on each catchment."""
    return {name: float(series[_storm_days(given)].sum()) for name, series in rain.items()}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        district=land.region,
        reaches_file=REACHES,
        evaporation_file=EVAPORATION,
        outlet=outlet_of(given),
        start=date.fromisoformat(str(given["start"])),
        end=date.fromisoformat(str(given["end"])) - timedelta(days=1),
        first=date.fromisoformat(str(given["first"])),
        last=date.fromisoformat(str(given["last"])),
        more=MORE,
        width=2 * HALF,
    )


def _plan(hands: Hands) -> Plan:
    outlet, given = outlet_of(hands.given), hands.given
    yield from hands.use("files.read_file", path=REACHES)
    rain, warmth = yield from weather_files(hands)
    base, as_was = yield from route_runoff(hands, REACHES, rain.path, warmth.path, "baseline", "as it was")
    runs, changes = {"as it was": as_was}, {}
    for name, share in (("without the storm", 0.0), ("half", 0.5), ("more", MORE)):
        path = yield from changed_rain(hands, rain.path, share)
        run, runs[name] = yield from route_runoff(
            hands, REACHES, path, warmth.path, "counterfactual", f"{name} of rain"
        )
        both = yield from hands.use(
            "simulation.compare_runs",
            baseline=base.word("run"),
            other=run.word("run"),
            changed=["weather.precipitation_mm"],
        )
        changes[name] = both.number("differences", "runoff_volume", "change")
        yield from hands.use("chart.series", lines=[{"path": run.word("tables", "discharge_m3_s"), "variable": outlet}])
    for row in rows_of(given):
        yield from hands.use(
            "chart.series", lines=[{"path": base.word("tables", "discharge_m3_s"), "variable": str(row["id"])}]
        )
    depths = yield from storm_rain(hands, rain.path)
    volume = yield from hands.calculate(f"-1 * {changes['without the storm']} / 1e6")
    most = max(depths, key=lambda name: depths[name])
    return {
        "peak_m3_s": float(as_was[outlet][PEAK]),
        "peak_day": as_was[outlet][PEAK_DAY][:10],
        "peak_without_m3_s": float(runs["without the storm"][outlet][PEAK]),
        "peak_without_day": runs["without the storm"][outlet][PEAK_DAY][:10],
        "peak_half_m3_s": float(runs["half"][outlet][PEAK]),
        "runoff_hm3": volume,
        "peak_more_m3_s": float(runs["more"][outlet][PEAK]),
        "wettest_reach": most,
        "wettest_mm": depths[most],
    }


def _recompute(land: Land, given: Given) -> Answers:
    runs = _runs(land, given)
    outlet, depths = outlet_of(given), _depths(given, box_means(land, given)[0])
    as_was, without, half = (runs[name][outlet] for name in ("as it was", "without the storm", "half"))
    volumes = {name: sum(float(row[RUNOFF]) for row in table.values()) for name, table in runs.items()}
    lost = volumes["as it was"] - volumes["without the storm"]
    _check_against_planet(land, given, lost / volumes["as it was"])
    most = max(depths, key=lambda name: depths[name])
    return {
        "peak_m3_s": float(as_was[PEAK]),
        "peak_day": as_was[PEAK_DAY],
        "peak_without_m3_s": float(without[PEAK]),
        "peak_without_day": without[PEAK_DAY],
        "peak_half_m3_s": float(half[PEAK]),
        "runoff_hm3": lost / 1e6,
        "peak_more_m3_s": float(runs["more"][outlet][PEAK]),
        "wettest_reach": most,
        "wettest_mm": depths[most],
    }


def _check_against_planet(land: Land, given: Given, share: float) -> None:
    """Check the share of runoff due to the storm against the planet without the storm."""
    story = land.story(YEAR)
    start = date.fromisoformat(str(given["start"])).timetuple().tm_yday - 1
    end = start + BEFORE + AFTER + 1
    there, never = (
        year.water.runoff_mm[start:end].sum(dtype=np.float64)
        for year in (story, story.intervene(str(given["event"]), None))
    )
    planet = float(1 - never / there)
    if planet <= 0 or abs(planet - share) > APART:
        raise InvalidRecord(
            f"without {given['event']} runoff falls by {share:.2f}; on the planet it falls by {planet:.2f}"
        )


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=3,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=files,
)
