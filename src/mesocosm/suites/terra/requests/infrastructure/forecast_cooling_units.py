"""The cost of protecting substations from heat by the probabilities of two issues of an ensemble forecast."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    at,
    box_around,
    day_words,
    ensemble,
    locate_towns,
    moment,
    points_of,
    record,
    time_text,
)
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

DAYS = 4
"""Number of whole UTC days; the first is two days after the earlier issue."""
BACK = {"early": 48, "late": 12}
"""Hours from each issue to the first day."""
TALLY = """cost, loss = {cost}, {loss}
chances = {chances}
heat = {heat}
for issue, towns in chances.items():
    sent = [p >= cost / loss - 1e-9 for town in heat for p in towns[town]]
    hot = [h for town in heat for h in heat[town]]
    print(issue, sum(sent), sum(cost if s else loss * h for s, h in zip(sent, hot)))
    print(issue, "expected", sum(min(cost, loss * p) for town in heat for p in towns[town]))
print("never", sum(loss * h for h in hot), "always", cost * len(hot), "perfect", cost * sum(hot))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2050)), int(chance.integers(5, 11)), 24, 6, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = [str(name) for name in chance.permutation([place.name for place in land.places])]
    for back in chance.permutation(range(6, 22))[:5]:
        first = land.now.replace(hour=0) - timedelta(days=int(back))
        given: Given = {"towns": [*towns], "first": time_text(first)}
        highs = _highs(land, given)
        flat = np.concatenate(list(highs.values()))
        cost = int(chance.integers(8, 25)) * 100
        given |= {"cost": cost, "loss": int(round(cost / float(chance.choice([0.23, 0.33, 0.42, 0.57])), -2))}
        for share in (0.6, 0.7, 0.5):
            given["limit"] = float(np.floor(np.quantile(flat, share))) + 0.45
            costs = {issue: _bill(land, given, issue) for issue in BACK}
            peaks = sorted((float(values.max()) for values in highs.values()), reverse=True)
            if costs["early"][1] != costs["late"][1] and peaks[0] - peaks[1] > 0.05 and costs["late"][0] > 1:
                return given
    raise Unsuited("both issues would have cost the same, or two towns were equally hot")


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, first = read_request_text(__name__), moment(str(given["first"]))
    early, late = (first - timedelta(hours=BACK[issue]) for issue in ("early", "late"))
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        cost=given["cost"],
        loss=given["loss"],
        limit=given["limit"],
        days=DAYS,
        first=day_words(first),
        early=early,
        early_day=day_words(early, False),
        late=late,
        late_day=day_words(late, False),
    )


def _plan(hands: Hands) -> Plan:
    first, limit = moment(hands.text("first")), hands.number("limit")
    end = first + timedelta(days=DAYS)
    points, steps = yield from locate_towns(hands, hands.texts("towns"))
    box = box_around(points.values())
    chances: dict[str, dict[str, list[float]]] = {}
    used: list[Seen] = []
    for issue in BACK:
        run, share, series = yield from _fetch_issue(hands, issue, points, box, steps)
        chances[issue] = {town: values.numbers("values", "probability") for town, values in series.items()}
        used += series.values()
    yield from hands.use("map.probability", path=share.path, time=time_text(first))
    came = yield from hands.use(
        "archive.reanalysis",
        variables=["temperature_2m"],
        start=time_text(first),
        end=time_text(end),
        box=box,
        step="6 hours",
        after=steps,
    )
    highs = yield from hands.use("reanalysis.aggregate", path=came.path, period="day", statistic="max")
    heat, peaks = {}, {}
    for town, point in points.items():
        series_of_town = yield from hands.use("region.point_series", path=highs.path, point=point)
        values = series_of_town.numbers("values", "temperature_2m")
        heat[town], peaks[town] = [value >= limit for value in values], max(values)
        yield from hands.use(
            "chart.ensemble_plume",
            path=run.path,
            point=point,
            observed={"path": came.path, "point": point},
            threshold=limit,
        )
        used.append(series_of_town)
    code = TALLY.format(cost=hands.given["cost"], loss=hands.given["loss"], chances=chances, heat=heat)
    tally = yield from hands.use("execution.python", code=code, after=used)
    rows = [line.split() for line in tally.text.splitlines()]
    by = {(row[0], row[1] if row[1] == "expected" else "bill"): row for row in rows if row and row[0] in BACK}
    never = next(row for row in rows if row and row[0] == "never")
    hottest = max(peaks, key=lambda town: peaks[town])
    return {
        "units_early": int(by["early", "bill"][1]),
        "units_late": int(by["late", "bill"][1]),
        "cost_early": float(by["early", "bill"][2]),
        "cost_late": float(by["late", "bill"][2]),
        "cost_never": float(never[1]),
        "expected_late": float(by["late", "expected"][2]),
        "hottest_town": hottest,
        "hottest_c": peaks[hottest],
    }


def _fetch_issue(
    hands: Hands, issue: str, points: dict[str, list[float]], box: Box, after: list[Seen]
) -> Generator[ToolCall, Observation, tuple[Seen, Seen, dict[str, Seen]]]:
    """Fetch an issue: the forecast, the probability of a hot day, and the series of that probability by town."""
    first, hours = moment(hands.text("first")), BACK[issue]
    run = yield from hands.use(
        "archive.ensemble",
        variables=["temperature_2m"],
        issued=time_text(first - timedelta(hours=hours)),
        hours=hours + 24 * DAYS,
        box=box,
        after=after,
    )
    high = yield from hands.use("reanalysis.aggregate", path=run.path, period="day", statistic="max")
    limit = hands.number("limit")
    share = yield from hands.use(
        "ensemble.probability", paths=[high.path], comparison=">=", threshold=limit, units="degC", method="votes"
    )
    start, end = time_text(first), time_text(first + timedelta(days=DAYS))
    series = {}
    for town, point in points.items():
        series[town] = yield from hands.use("region.point_series", path=share.path, point=point, start=start, end=end)
    return run, share, series


def _highs(land: Land, given: Given) -> dict[str, Floats]:
    """Return the highest of the four values of each day in each town."""
    first = moment(str(given["first"]))
    field = record(land, ["temperature_2m"], (first, first + timedelta(days=DAYS)), box_around(points_of(land.places)))[
        "temperature_2m"
    ]
    return {place.name: at(field, place).reshape(DAYS, 4).max(axis=1) for place in land.places}


def _shares(land: Land, given: Given, issue: str) -> dict[str, Floats]:
    """Return the share of members that forecast a hot day, by town and day."""
    first, hours = moment(str(given["first"])), BACK[issue]
    field = ensemble(
        land,
        "temperature_2m",
        first - timedelta(hours=hours),
        hours + 24 * DAYS,
        box_around(points_of(land.places)),
    )
    begin = hours // 6 - 1
    shares = {}
    for place in land.places:
        members = at(field, place)[:, begin : begin + 4 * DAYS]
        highest = members.reshape(len(members), DAYS, 4).max(axis=2)
        shares[place.name] = (highest >= float(str(given["limit"]))).mean(axis=0)
    return shares


def _bill(land: Land, given: Given, issue: str) -> tuple[int, float, float]:
    """Return the units sent, the cost, and the expected cost."""
    cost, loss, limit = (float(str(given[name])) for name in ("cost", "loss", "limit"))
    highs, sent, spent, expected = _highs(land, given), 0, 0.0, 0.0
    for town, shares in _shares(land, given, issue).items():
        send = shares >= cost / loss - 1e-9
        sent += int(send.sum())
        spent += float(np.where(send, cost, loss * (highs[town] >= limit)).sum())
        expected += float(np.minimum(cost, loss * shares).sum())
    return sent, spent, expected


def _derive(land: Land, given: Given) -> Answers:
    """Return the number of cases: every town on every day."""
    return {"cases": DAYS * len(texts(given, "towns"))}


def _recompute(land: Land, given: Given) -> Answers:
    highs = _highs(land, given)
    early, late = (_bill(land, given, issue) for issue in ("early", "late"))
    hottest = max(highs, key=lambda town: float(highs[town].max()))
    hot = sum(int((values >= float(str(given["limit"]))).sum()) for values in highs.values())
    return {
        "units_early": early[0],
        "units_late": late[0],
        "cost_early": early[1],
        "cost_late": late[1],
        "cost_never": hot * float(str(given["loss"])),
        "expected_late": late[2],
        "hottest_town": hottest,
        "hottest_c": float(highs[hottest].max()),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
