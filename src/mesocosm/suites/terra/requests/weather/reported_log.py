"""Agreement of a station's log with the reanalysis, and its slips of the pen."""

from __future__ import annotations

import functools
import re
from collections.abc import Generator
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.documents import (
    Passage,
    clear,
    district,
    facts_of,
    library_documents,
    month_days,
    numbers,
    paper,
    passages_of,
    reading,
    reported_fact,
    resolve_towns,
    rows_of,
    shuffle_numbers,
    text,
)
from mesocosm.suites.terra.requests.forecast_records import box_words
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

LIMIT_C = 5.0
NUMBERS, MONTHS, ATTEMPTS = 20, 3, 8
SHEET = re.compile(r"(\d{4}-\d\d-\d\d) +(-?[\d.]+) +(-?[\d.]+) +[\d.]+")
TERSE = re.compile(r"- (\d+) ([A-Z][a-z]{2}): (-?[\d.]+)/(-?[\d.]+),")
Entries = dict[str, tuple[float, float]]
"""The highest and the lowest temperature by day."""
CODE = """
import numpy as np, pandas as pd
book = pd.read_csv("{path}")
off = (book["log"] - book["grid"]).abs() > {limit}
kept = book[~off]
print(np.corrcoef(book["log"], book["grid"])[0, 1], (kept["log"] - kept["grid"]).abs().mean())
print((kept["log"] - kept["grid"]).mean(), int(off.sum()))
"""


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(1, 9)), 1, 12, tzinfo=UTC)


def _entries(parts: list[Passage], month: str) -> Entries:
    """The days of a log in any of the three forms; none if a day is missing."""
    first, after = month_days(month)
    entries: Entries = {}
    for part in parts:
        if part.table and "Tx" in part.text.split("\n")[0]:
            for row in rows_of(part):
                day = f"{first.year}-{row['Day'][3:]}-{row['Day'][:2]}"
                entries[day] = float(row["Tx °C"]), float(row["Tn °C"])
        for day, high, low in SHEET.findall(part.text):
            entries[day] = float(high), float(low)
        for number, short, high, low in TERSE.findall(part.text):
            if f"{first:%b}" == short:
                entries[f"{first:%Y-%m}-{int(number):02d}"] = float(high), float(low)
    return entries if len(entries) == (after - first).days else {}


def _draw(land: Land, chance: Chance) -> Given:
    capital = land.planet.settlement(land.region).places[0].name
    if capital not in [place.name for place in land.places]:
        raise Unsuited("no fields cover the station")
    begin = int(chance.integers(1, 13 - MONTHS))
    months = [f"2031-{begin + step:02d}" for step in range(MONTHS)]
    given: Given = {"station": capital, "months": [*months], "box": [*district(land)]}
    others = [f"{months[0]}/weather bulletin/4", f"{months[1]}/newspaper brief/4"]
    for _ in range(ATTEMPTS):
        given["library"] = [*(_pick(land, chance, month, given) for month in months), *others]
        worst = sorted((abs(gap) for gap in _gaps(land, given).values()), reverse=True)
        counts = sorted(_off(land, given).values(), reverse=True)
        if worst[0] - worst[1] > 0.15 and counts[0] > counts[1]:
            return given
    raise Unsuited("two entries are as far off, or two months as bad")


def _pick(land: Land, chance: Chance, month: str, given: Given) -> str:
    """A log of the month that gives every day and has a slip, with no entry close to the limit."""
    grid = _grid(land, given, month)
    for each in shuffle_numbers(chance, NUMBERS):
        name = f"{month}/station log/{each}"
        entries = _entries(passages_of(paper(land, name)), month)
        lows = _grid(land, given, month, "lowest")
        gaps = [high - grid[day] for day, (high, _) in entries.items()]
        gaps += [low - lows[day] for day, (_, low) in entries.items()]
        if gaps and all(clear(gap, LIMIT_C, 0.08) for gap in gaps) and any(abs(gap) > LIMIT_C for gap in gaps):
            return name
    raise Unsuited("no log gives every day")


def _grid(land: Land, given: Given, month: str, which: str = "highest") -> dict[str, float]:
    return _extremes(land, text(given, "station"), tuple(numbers(given, "box")), month)[which]


@functools.lru_cache(maxsize=16)
def _extremes(land: Land, station: str, box: tuple[float, ...], month: str) -> dict[str, dict[str, float]]:
    """Highest and lowest hourly temperature of each UTC day in the station's nearest cell."""
    first, after = month_days(month)
    place = land.place(station)
    fields = land.fetch(["temperature_2m"], (first, after), [*box], "hour").temperature_2m
    at = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    hours = np.asarray(at.values, float).reshape(-1, 24)
    days = [str(first + timedelta(days=step)) for step in range(len(hours))]
    ends = {"highest": hours.max(axis=1).tolist(), "lowest": hours.min(axis=1).tolist()}
    return {which: dict(zip(days, values, strict=True)) for which, values in ends.items()}


def _log(land: Land, given: Given, month: str, key: str = "day high") -> dict[str, float]:
    """Highs or lows as the observer's log prints them, from the record of its numbers."""
    document = paper(land, texts(given, "library")[texts(given, "months").index(month)])
    facts, first = facts_of(land.planet, land.region, month), month_days(month)[0]
    station = land.planet.settlement(land.region).places[0].id
    values = {}
    for step in range((month_days(month)[1] - first).days):
        entry = reported_fact(document, facts.get(key, f"{station}.{step}").id)
        assert entry is not None
        values[str(first + timedelta(days=step))] = entry.stated
    return values


def _gaps(land: Land, given: Given) -> dict[str, float]:
    gaps: dict[str, float] = {}
    for month in texts(given, "months"):
        logged, grid = _log(land, given, month), _grid(land, given, month)
        gaps |= {day: logged[day] - grid[day] for day in logged}
    return gaps


def _low_slips(land: Land, given: Given) -> int:
    """Slips among the lows."""
    count = 0
    for month in texts(given, "months"):
        logged, grid = _log(land, given, month, "day low"), _grid(land, given, month, "lowest")
        count += sum(abs(logged[day] - grid[day]) > LIMIT_C for day in logged)
    return count


def _off(land: Land, given: Given) -> dict[str, int]:
    gaps = _gaps(land, given)
    return {
        month: sum(abs(gap) > LIMIT_C for day, gap in gaps.items() if day.startswith(month))
        for month in texts(given, "months")
    }


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    request = read_request_text(__name__)
    return request.fill(
        request.choose_opening(chance),
        station=given["station"],
        months=join_words([f"{month_days(month)[0]:%B %Y}" for month in texts(given, "months")]),
        box=box_words(numbers(given, "box")),
        limit=LIMIT_C,
    )


def _against(
    hands: Hands, hours: Seen, point: list[float], statistic: str, logged: dict[str, float]
) -> Generator[ToolCall, Observation, dict[str, float]]:
    """Daily extremes of the reanalysis at the station, with a chart of them against those of the log."""
    days = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic=statistic)
    series = yield from hands.use("region.point_series", path=days.path, point=point)
    path = f"log-{min(logged)[:7]}-{statistic}.csv"
    lines = "\n".join(f"{day},{value}" for day, value in logged.items())
    yield from hands.use("files.write_file", path=path, content=f"time,entry [degC]\n{lines}\n")
    yield from hands.use("chart.scatter", x={"path": series.path}, y={"path": path, "variable": "entry [degC]"})
    values = series.numbers("values", "temperature_2m")
    return {series.word("times", at)[:10]: value for at, value in enumerate(values)}


def _plan(hands: Hands) -> Plan:
    station, months, box = hands.text("station"), hands.texts("months"), numbers(hands.given, "box")
    points = yield from resolve_towns(hands, [station])
    point, place = points[station]
    log: dict[str, float] = {}
    grid: dict[str, float] = {}
    lows: list[float] = []
    sources = {}
    for month in months:
        first, after = month_days(month)
        hits = yield from hands.use(
            "documents.search", words=station, kind="station log", since=str(after - timedelta(days=2)),
            until=str(after + timedelta(days=4)),
        )  # fmt: skip
        for row in hits.rows("documents"):
            parts = yield from reading(hands, str(row["id"]))
            if entries := _entries(parts, month):
                sources[month] = str(row["id"])
                book = entries
        hours = yield from hands.use(
            "archive.reanalysis", variables=["temperature_2m"], start=str(first), end=str(after), box=box, after=[place]
        )
        for at, statistic in enumerate(("max", "min")):
            values = {day: book[day][at] for day in sorted(book)}
            field = yield from _against(hands, hours, point, statistic, values)
            if statistic == "max":
                log, grid = log | values, grid | field
            else:
                lows += [value - field[day] for day, value in values.items()]
    rows = "\n".join(f"{day},{log[day]},{grid[day]:.9g}" for day in sorted(log))
    yield from hands.use("files.write_file", path="book.csv", content=f"date,log,grid\n{rows}\n")
    output = yield from hands.use("execution.python", code=CODE.format(path="book.csv", limit=LIMIT_C))
    whole, mean_gap, bias, slips = (float(word) for word in output.text.split()[:4])
    gaps = {day: log[day] - grid[day] for day in log}
    for day in sorted(day for day, gap in gaps.items() if abs(gap) > LIMIT_C):
        gaps[day] = yield from hands.calculate(f"{log[day]} - {grid[day]:.9g}")
    worst = max(gaps, key=lambda day: abs(gaps[day]))
    by_month = {
        month: sum(abs(gap) > LIMIT_C for day, gap in gaps.items() if day.startswith(month)) for month in months
    }
    return {
        "slips": int(slips),
        "slips_low": sum(abs(gap) > LIMIT_C for gap in lows),
        "worst_month": max(months, key=lambda month: by_month[month]),
        "worst_day": worst,
        "worst_stated": log[worst],
        "worst_measured": grid[worst],
        "document": sources[worst[:7]],
        "correlation": whole,
        "mean_gap": mean_gap,
        "bias": bias,
    }


def _recompute(land: Land, given: Given) -> Answers:
    gaps, off = _gaps(land, given), _off(land, given)
    logged: dict[str, float] = {}
    grid: dict[str, float] = {}
    for month in texts(given, "months"):
        logged |= _log(land, given, month)
        grid |= _grid(land, given, month)
    days = sorted(gaps)
    pairs = np.array([[logged[day], grid[day]] for day in days])
    right = pairs[np.abs(pairs[:, 0] - pairs[:, 1]) <= LIMIT_C]
    worst = max(gaps, key=lambda day: abs(gaps[day]))
    source = texts(given, "library")[texts(given, "months").index(worst[:7])]
    return {
        "slips": sum(off.values()),
        "slips_low": _low_slips(land, given),
        "worst_month": max(off, key=lambda month: off[month]),
        "worst_day": worst,
        "worst_stated": logged[worst],
        "worst_measured": grid[worst],
        "document": paper(land, source).id,
        "correlation": float(np.corrcoef(pairs.T)[0, 1]),
        "mean_gap": float(np.abs(right[:, 0] - right[:, 1]).mean()),
        "bias": float((right[:, 0] - right[:, 1]).mean()),
    }


def _derive(land: Land, given: Given) -> Answers:
    """The days, the extremes of the reanalysis, and the correlation of the highs without the slips."""
    months, gaps = texts(given, "months"), _gaps(land, given)
    highs = {day: high for month in months for day, high in _grid(land, given, month).items()}
    lows = [low for month in months for low in _grid(land, given, month, "lowest").values()]
    right = np.array([[highs[day], highs[day] + gap] for day, gap in gaps.items() if abs(gap) <= LIMIT_C])
    return {
        "days": len(gaps),
        "lowest_c": min(lows),
        "highest_c": max(highs.values()),
        "correlation_of_right": float(np.corrcoef(right.T)[0, 1]),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    answer = _recompute(land, given)
    day = str(answer["worst_day"])
    source = paper(land, texts(given, "library")[texts(given, "months").index(day[:7])])
    entry = next(each for each in source.reported if each.what == f"highest temperature on {day}")
    return (
        Standing(key="worst_stated", document=source.id, stated=entry.stated, measured="worst_measured",
                 mode="approximate", how=str(entry.how)),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    documents=library_documents,
    standings=_standings,
)
