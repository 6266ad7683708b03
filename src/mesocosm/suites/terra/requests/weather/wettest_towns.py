"""Towns in the order of their rain, where the first two lie close together."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pandas as pd
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests.town_cells import cells, fetch_weather, find_town, some_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

LEAST_GAP_MM = 0.45
"""Least difference between towns next to each other in rank, so that rounding cannot change a rank."""
CLOSE_PERCENT = 4.0
"""Share of the first town's rain: a second town that differs by less counts as close."""
WET_MM = 1.0
FIVE_DAYS = """import numpy as np
import xarray as xr
rain = xr.open_dataset("{path}", engine="h5netcdf")["precipitation"].values.squeeze()
sums = np.convolve(rain, np.ones(5), "valid")
print(round(float(sums.max()), 3), int(sums.argmax()))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2050)), 1, 10, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    year = land.now.year - 1
    towns: list[JsonValue] = list(some_towns(land, chance))
    whole: Given = {"towns": towns, "start": f"{year}-01-01", "end": f"{year + 1}-01-01"}
    rain = pd.DataFrame(
        {name: table.precipitation for name, table in cells(land, whole, ["precipitation"], "day").items()}
    )
    choices, months = [], pd.DatetimeIndex(rain.index).month
    for first in range(1, 12):
        spell = rain[(months >= first) & (months < first + 2)]
        sums = np.sort(spell.sum().to_numpy())[::-1]
        if sums[0] > 30 and (sums[:-1] - sums[1:]).min() > LEAST_GAP_MM and _clear(spell):
            choices.append((float((sums[0] - sums[1]) / sums[0] * 100), first))
    if not choices:
        raise Unsuited("two towns are as wet in every season")
    gap, first = min(choices)
    end = f"{year}-{first + 2:02d}-01" if first < 11 else f"{year + 1}-01-01"
    return {"towns": towns, "start": f"{year}-{first:02d}-01", "end": end, "close": gap < CLOSE_PERCENT}


def _clear(spell: pd.DataFrame) -> bool:
    """Whether the wettest town's wettest day and wettest five days stand out."""
    best = spell[spell.sum().idxmax()]
    days, fives = np.sort(best.to_numpy()), np.sort(best.rolling(5).sum().dropna().to_numpy())
    return bool(days[-1] - days[-2] > 0.15 and fives[-1] - fives[-2] > 0.15)


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, end = read_request_text(__name__), date.fromisoformat(str(given["end"]))
    return text.fill(
        text.choose_opening(chance),
        first=date.fromisoformat(str(given["start"])),
        last=end - timedelta(days=1),
        towns=join_words(texts(given, "towns")),
    )


def _plan(hands: Hands) -> Plan:
    sums, files, best_day, dry_spells = {}, {}, {}, {}
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        fields = yield from fetch_weather(hands, town, ["precipitation"], "day")
        days = yield from hands.use("region.point_series", path=fields.path, point=town.point)
        chart = yield from hands.use("chart.series", lines=[{"path": days.path, "label": name}])
        months = yield from hands.use("reanalysis.aggregate", path=days.path, period="month", statistic="sum")
        sums_by_month = yield from hands.use("reanalysis.read", path=months.path)
        sums[name] = yield from hands.calculate(" + ".join(f"{value:.2f}" for value in sums_by_month.numbers("values")))
        wet = yield from hands.use("reanalysis.events", path=days.path, comparison=">=", threshold=WET_MM, unit="mm")
        dry = yield from hands.use("reanalysis.events", path=days.path, comparison="<", threshold=WET_MM, unit="mm")
        dry_spells[name] = dry.number("fields", "longest", "max")
        files[name], best_day[name] = (days, wet), chart.word("series", 0, "max_at")[:10]
    ranking = sorted(sums, key=lambda name: -sums[name])
    table = "town,rain_mm\n" + "".join(f"{name},{sums[name]:.1f}\n" for name in ranking)
    yield from hands.use("files.write_file", path="sums.csv", content=table)
    yield from hands.use("chart.bars", path="sums.csv", label="town", value="rain_mm", units="mm")
    first, second, last = ranking[0], ranking[1], ranking[-1]
    lead = yield from hands.calculate(f"{sums[first]} - {sums[second]}")
    share = yield from hands.calculate(f"100 * {sums[last]} / {sums[first]}")
    days, wet = files[first]
    output = yield from hands.use("execution.python", code=FIVE_DAYS.format(path=days.path), after=[days])
    return {
        "ranking": list(ranking),
        "most_mm": sums[first],
        "lead_mm": lead,
        "wet_days": wet.number("fields", "steps_in_events", "max"),
        "wettest_day": best_day[first],
        "wettest_five_days_mm": float(output.text.split()[0]),
        "driest_share_percent": share,
        "longest_dry_spell": dry_spells[last],
    }


def _recompute(land: Land, given: Given) -> Answers:
    hours = cells(land, given, ["precipitation"])
    days = {name: table.precipitation.resample("D").sum() for name, table in hours.items()}
    rain = pd.DataFrame(days).round(1)  # as the archive rounds its hours: sums of tenths would miss 1 mm by a last bit
    sums = rain.sum().sort_values(ascending=False)
    best = rain[sums.index[0]]
    return {
        "ranking": [str(name) for name in sums.index],
        "most_mm": float(sums.iloc[0]),
        "lead_mm": float(sums.iloc[0] - sums.iloc[1]),
        "wet_days": int((best >= WET_MM).sum()),
        "wettest_day": str(best.idxmax())[:10],
        "wettest_five_days_mm": float(best.rolling(5).sum().max()),
        "driest_share_percent": float(100 * sums.iloc[-1] / sums.iloc[0]),
        "longest_dry_spell": _longest([bool(day) for day in rain[sums.index[-1]] < WET_MM]),
    }


def _longest(days: list[bool]) -> int:
    """The longest run of days for which the value is true."""
    return max((len(list(run)) for dry, run in itertools.groupby(days) if dry), default=0)


def _derive(land: Land, given: Given) -> Answers:
    """The days of the two months, and the rain of the wettest day in the wettest town."""
    towns = cells(land, given, ["precipitation"], "day")
    wettest = max((table.precipitation for table in towns.values()), key=lambda rain: float(rain.sum()))
    return {"days": len(wettest), "highest_day_mm": float(wettest.max())}


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=lambda given: "close" if given["close"] else "plain",
)
