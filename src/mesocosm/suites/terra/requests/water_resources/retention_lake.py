"""The effect of a retention lake on the peak of a flood, for a lake on each reach of a river in turn."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.river_runs import (
    EVAPORATION,
    HALF,
    OVER,
    PEAK,
    PEAK_DAY,
    REACHES,
    as_csv,
    box_means,
    by_reach,
    files,
    invent_reaches,
    outlet_of,
    route_runoff,
    rows_of,
    run_of,
    runoff_coefficients,
    weather_files,
    with_lake,
)  # fmt: skip
from mesocosm.suites.terra.requests.waters import daily
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

DAYS = 75
LEAST_PEAK = 6.0
TIE, CLOSE = 1.04, 1.2
Peaks = dict[str, dict[float, float]]
SIZES = ("small", "middle", "large")


def _now(chance: Chance) -> datetime:
    return datetime(2034, int(chance.integers(1, 13)), 5, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    year = int(chance.integers(2031, 2034))
    rain = daily(land, "precipitation", f"{year}-01-01", f"{year + 1}-01-01")[0].mean(axis=(1, 2))
    wettest = int(np.argmax(rain[45:-35])) + 45
    start = date(year, 1, 1).toordinal() + wettest - 42
    given: Given = {
        "district": land.region, "start": str(date.fromordinal(start)), "end": str(date.fromordinal(start + DAYS)),
        "reaches": list(invent_reaches(land, chance)), "evaporation": round(float(chance.uniform(1.5, 3.5)), 1),
        "small": int(chance.integers(4, 8)), "middle": int(chance.integers(10, 15)),
        "large": int(chance.integers(20, 31)),
    }  # fmt: skip
    base, peaks = _runs(land, given)
    peak, large = float(base[outlet_of(given)][PEAK]), _size(given, "large")
    if peak < LEAST_PEAK:
        raise Unsuited("no flood")
    if max(runoff_coefficients(given, box_means(land, given)[0], base).values()) > 1:
        raise Unsuited("the model's first stores give more water than the rain")
    cuts = sorted((peak - by_size[large] for by_size in peaks.values()), reverse=True)
    if cuts[0] < 0.02 * peak or any(b > a / TIE and b > 0 for a, b in itertools.pairwise(cuts)):
        raise Unsuited("lakes on two reaches have the same effect")
    given["close"] = bool(cuts[1] > cuts[0] / CLOSE)
    return given


def _size(given: Given, key: str) -> float:
    return float(str(given[key]))


def _sites(given: Given) -> list[str]:
    """Return the reaches above the outlet."""
    return [str(row["id"]) for row in rows_of(given) if row["flows_to"]]


def _runs(land: Land, given: Given) -> tuple[dict[str, list[str]], Peaks]:
    """Run the river as it is, and with a lake of each size on each reach: the table, and the peaks at the outlet."""
    (rain, warmth), rows = box_means(land, given), rows_of(given)
    base = by_reach(run_of(given, rows, rain, warmth))
    sizes = [_size(given, key) for key in SIZES]
    peaks = {
        site: {
            size: float(by_reach(run_of(given, with_lake(rows, site, size), rain, warmth))[outlet_of(given)][PEAK])
            for size in sizes
        }
        for site in _sites(given)
    }
    return base, peaks


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, sites = read_request_text(__name__), _sites(given)
    return text.fill(
        text.choose_opening(chance),
        district=land.region,
        reaches_file=REACHES,
        evaporation_file=EVAPORATION,
        start=date.fromisoformat(str(given["start"])),
        last=date.fromisoformat(str(given["end"])) - timedelta(days=1),
        outlet=outlet_of(given),
        sites=join_words(sites),
        cases=len(SIZES) * len(sites),
        small=given["small"],
        middle=given["middle"],
        large=given["large"],
        width=2 * HALF,
    )


def _plan(hands: Hands) -> Plan:
    given, outlet = hands.given, outlet_of(hands.given)
    yield from hands.use("files.read_file", path=REACHES)
    rain, warmth = yield from weather_files(hands)
    base, table = yield from route_runoff(hands, REACHES, rain.path, warmth.path, "baseline", "the river as it is")
    changes: Peaks = {site: {} for site in _sites(given)}
    peaks: Peaks = {site: {} for site in _sites(given)}
    discharges = {}
    for site in _sites(given):
        for size in (_size(given, key) for key in SIZES):
            path = f"reaches-{site}-{size:g}.csv"
            yield from hands.use("files.write_file", path=path, content=as_csv(with_lake(rows_of(given), site, size)))
            run, rows = yield from route_runoff(
                hands, path, rain.path, warmth.path, "intervention", f"{size:g} km² of lake on {site}"
            )
            both = yield from hands.use(
                "simulation.compare_runs", baseline=base.word("run"), other=run.word("run"), changed=["reaches"]
            )
            changes[site][size] = both.number("differences", "peak_discharge", "relative")
            peaks[site][size] = float(rows[outlet][PEAK])
            discharges[site] = run.word("tables", "discharge_m3_s")
    large = _size(given, "large")
    ranking = sorted(changes, key=lambda site: changes[site][large])
    best = ranking[0]
    for path in (base.word("tables", "discharge_m3_s"), discharges[best]):
        yield from hands.use("chart.series", lines=[{"path": path, "variable": outlet, "units": "m**3/s"}])
    cut = yield from hands.calculate(f"-100 * {changes[best][large]}")
    small = yield from hands.calculate(f"-100 * {changes[best][_size(given, 'small')]}")
    middle = yield from hands.calculate(f"-100 * {changes[best][_size(given, 'middle')]}")
    return {
        "peak_m3_s": float(table[outlet][PEAK]),
        "peak_day": table[outlet][PEAK_DAY][:10],
        "days_over_bank": int(float(table[outlet][OVER])),
        "best_site": best,
        "best_peak_m3_s": peaks[best][large],
        "cut_percent": cut,
        "small_cut_percent": small,
        "middle_cut_percent": middle,
        "ranking": list(ranking),
    }


def _recompute(land: Land, given: Given) -> Answers:
    base, peaks = _runs(land, given)
    outlet, large, small = outlet_of(given), _size(given, "large"), _size(given, "small")
    ranking = sorted(peaks, key=lambda site: peaks[site][large])
    peak, best = float(base[outlet][PEAK]), ranking[0]
    return {
        "peak_m3_s": peak,
        "peak_day": base[outlet][PEAK_DAY],
        "days_over_bank": int(base[outlet][OVER]),
        "best_site": best,
        "best_peak_m3_s": peaks[best][large],
        "cut_percent": 100 * (1 - peaks[best][large] / peak),
        "small_cut_percent": 100 * (1 - peaks[best][small] / peak),
        "middle_cut_percent": 100 * (1 - peaks[best][_size(given, "middle")] / peak),
        "ranking": list(ranking),
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=files,
    trait=lambda given: "close" if given["close"] else "plain",
)
