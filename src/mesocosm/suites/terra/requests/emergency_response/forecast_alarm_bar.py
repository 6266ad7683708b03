"""Hits, false alarms and misses of a wind alarm over the last issues, had it been given at another probability."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    Shared,
    at,
    box_around,
    box_of,
    box_words,
    cell_weights,
    day_words,
    ensemble,
    locate_towns,
    moment,
    points_of,
    record,
    time_text,
    weighted_mean,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

if TYPE_CHECKING:
    import xarray as xr

ISSUES = 14
OLD = 70
"""Share of the members at which the alarm was given, percent."""
LEAST = 0.05
"""Least difference between the winds of the two windiest towns, m/s."""
COUNT = """import numpy as np, xarray as xr
pairs = {pairs}
for old in ({old}, {new}):
    hits = misses = false = 0
    for name, (chance, wind) in pairs.items():
        p = xr.open_dataset(chance, engine="h5netcdf")["probability"].values.reshape(-1, 4).max(axis=1)
        w = xr.open_dataset(wind, engine="h5netcdf")["wind_speed"].values.reshape(-1, 4).max(axis=1) >= {limit}
        alarm = np.round(100 * p, 3) >= old
        hits += int((alarm & w).sum()); misses += int((~alarm & w).sum()); false += int((alarm & ~w).sum())
        print(name, old, "".join("HMF-"[0 if a and b else 1 if b else 2 if a else 3] for a, b in zip(alarm, w)))
    print("total", old, hits, misses, false)
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), int(chance.integers(1, 13)), 22, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    first = land.now.replace(hour=0) - timedelta(days=ISSUES + int(chance.integers(1, 6)))
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])]
    given: Given = {"towns": [*towns], "box": [*box_around(points_of(land.places))], "first": time_text(first)}
    highest = np.stack([wind.max(axis=1) for wind in _winds(land, given).values()])
    peaks = np.sort(highest.max(axis=1))
    if peaks[-1] - peaks[-2] < LEAST:
        raise Unsuited("two towns were as windy")
    for share in (0.75, 0.8, 0.7, 0.85):
        limit = float(np.floor(2 * np.quantile(highest, share)) / 2) + 0.25
        if np.abs(highest - limit).min() < 0.03:
            continue
        drawn: Given = {**given, "limit": limit, "new": int(chance.choice([15, 20, 25, 30]))}
        codes = _codes(land, drawn, OLD)
        later = _codes(land, drawn, int(str(drawn["new"])))
        gained = sum(code.count("H") for code in later.values()) - sum(code.count("H") for code in codes.values())
        if gained > 0 and sum(code.count("F") for code in later.values()) > 1:
            return drawn | _remember(codes, chance)
    raise Unsuited("the rules do not differ")


def _remember(codes: dict[str, str], chance: Chance) -> Given:
    """A wind day that someone remembers as missed; the alarm did miss it, or it did not."""
    cases = [(town, day, letter) for town, code in codes.items() for day, letter in enumerate(code)]
    caught = [(town, day) for town, day, letter in cases if letter == "H"]
    wanted = "M" if chance.random() < 0.5 or not caught else "H"
    places = caught if wanted == "H" else [(town, day) for town, day, letter in cases if letter == "M"]
    town, day = places[int(chance.integers(len(places)))]
    return {"remembered_town": town, "remembered_day": day, "premise": wanted == "M"}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, first = read_request_text(__name__), moment(str(given["first"]))
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        old=OLD,
        new=given["new"],
        limit=given["limit"],
        day=day_words(first + timedelta(days=int(str(given["remembered_day"]))), False),
        remembered_town=given["remembered_town"],
        issues=ISSUES,
        first=day_words(first),
        last=day_words(first + timedelta(days=ISSUES - 1)),
        box=box_words(box_of(given)),
    )


def _plan(hands: Hands) -> Plan:
    first, box = moment(hands.text("first")), hands.given["box"]
    limit, bars = hands.number("limit"), (OLD, int(hands.number("new")))
    event: Shared = {"comparison": ">=", "threshold": limit, "units": "m/s"}
    chances = []
    for day in range(ISSUES):
        issued = time_text(first + timedelta(days=day))
        run = yield from hands.use("archive.ensemble", variables=["wind_speed_10m"], issued=issued, hours=24, box=box)
        share = yield from hands.use("ensemble.probability", paths=[run.path], method="votes", **event)
        chances.append(share)
    every = yield from hands.use("reanalysis.join", paths=[share.path for share in chances])
    parts = yield from hands.use(
        "archive.reanalysis",
        variables=["wind_east_10m", "wind_north_10m"],
        start=time_text(first + timedelta(hours=6)),
        end=time_text(first + timedelta(days=ISSUES, hours=6)),
        box=box,
        step="6 hours",
    )
    wind = yield from hands.use("atmosphere.winds", path=parts.path, u="wind_east_10m", v="wind_north_10m")
    points, _ = yield from locate_towns(hands, hands.texts("towns"))
    pairs, peaks, used = {}, {}, []
    for town, point in points.items():
        chance = yield from hands.use("region.point_series", path=every.path, point=point)
        speed = yield from hands.use("region.point_series", path=wind.path, point=point, variable="wind_speed")
        yield from hands.use("chart.series", lines=[{"path": speed.path}], threshold=limit)
        peaks[town] = speed.number("fields", "wind_speed", "max")
        pairs[town] = [chance.path, speed.path]
        used += [chance, speed]
    code = COUNT.format(pairs=repr(pairs), old=bars[0], new=bars[1], limit=limit)
    counted = yield from hands.use("execution.python", code=code, after=used)
    reliable = yield from hands.use(
        "forecast.reliability",
        probability_path=every.path,
        truth_path=wind.path,
        truth_variable="wind_speed",
        **event,
    )
    yield from hands.use("chart.reliability", path=reliable.path)
    rows = [line.rsplit(" ", 2) for line in counted.text.splitlines() if line.split()[-1:] and "total" not in line]
    codes = {(town, int(bar)): code for town, bar, code in rows if set(code) <= set("HMF-")}
    totals = [line.split() for line in counted.text.splitlines() if line.startswith("total")]
    return {
        "hits_new": int(totals[1][2]),
        "misses_new": int(totals[1][3]),
        "false_new": int(totals[1][4]),
        "misses_old": int(totals[0][3]),
        "false_old": int(totals[0][4]),
        "windiest_town": max(peaks, key=lambda town: peaks[town]),
        "premise_holds": codes[hands.text("remembered_town"), OLD][int(hands.number("remembered_day"))] == "M",
        "brier": reliable.number("brier"),
    }


def _parts(land: Land, given: Given) -> xr.Dataset:
    first = moment(str(given["first"]))
    span = first + timedelta(hours=6), first + timedelta(days=ISSUES, hours=6)
    return record(land, ["wind_east_10m", "wind_north_10m"], span, box_of(given))


def _winds(land: Land, given: Given) -> dict[str, Floats]:
    """Wind of the reanalysis at the four times of each day, in each town."""
    parts = _parts(land, given)
    return {
        place.name: np.hypot(at(parts["wind_east_10m"], place), at(parts["wind_north_10m"], place)).reshape(ISSUES, 4)
        for place in land.places
    }


def _codes(land: Land, given: Given, bar: int) -> dict[str, str]:
    """A letter for each town and day: H hit, M miss, F false alarm, - none."""
    first, limit = moment(str(given["first"])), float(str(given["limit"]))
    winds, codes = _winds(land, given), dict.fromkeys((place.name for place in land.places), "")
    for day in range(ISSUES):
        field = ensemble(land, "wind_speed_10m", first + timedelta(days=day), 24, box_of(given))
        for place in land.places:
            votes = int((at(field, place) >= limit).sum(axis=0).max())
            alarm = 100 * votes >= bar * field.sizes["member"]
            came = bool(winds[place.name][day].max() >= limit)
            codes[place.name] += {(True, True): "H", (False, True): "M", (True, False): "F"}.get((alarm, came), "-")
    return codes


def _brier(land: Land, given: Given) -> float:
    first, limit = moment(str(given["first"])), float(str(given["limit"]))
    parts = _parts(land, given)
    came = np.hypot(parts["wind_east_10m"].values.astype(float), parts["wind_north_10m"].values.astype(float)) >= limit
    shares = [
        (ensemble(land, "wind_speed_10m", first + timedelta(days=day), 24, box_of(given)).values >= limit).mean(axis=0)
        for day in range(ISSUES)
    ]
    return weighted_mean((np.concatenate(shares) - came) ** 2, cell_weights(parts["wind_east_10m"]))


def _derive(land: Land, given: Given) -> Answers:
    """Return the number of cases: every town on every day."""
    return {"cases": ISSUES * len(texts(given, "towns"))}


def _recompute(land: Land, given: Given) -> Answers:
    winds = _winds(land, given)
    old, new = _codes(land, given, OLD), _codes(land, given, int(str(given["new"])))
    return {
        **{
            f"{name}_new": sum(code.count(letter) for code in new.values())
            for name, letter in (("hits", "H"), ("misses", "M"), ("false", "F"))
        },
        "misses_old": sum(code.count("M") for code in old.values()),
        "false_old": sum(code.count("F") for code in old.values()),
        "windiest_town": max(winds, key=lambda town: float(winds[town].max())),
        "premise_holds": old[str(given["remembered_town"])][int(str(given["remembered_day"]))] == "M",
        "brier": _brier(land, given),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=3,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=lambda given: "plain" if given["premise"] else "false premise",
)
