"""Correlation of warm nights with humid air, town by town."""

from __future__ import annotations

from datetime import UTC, date, datetime

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

VARIABLES = ("temperature_2m", "dew_point_2m")
LEAST_APART = 0.004
"""Least difference between the two highest correlations, and between the two lowest."""
LEAST_MUGGY_C = 13.0
"""Least dew point that can be called muggy: below it, air is felt as dry (National Weather Service: 55 °F)."""
SPLIT = """import xarray as xr
low = xr.open_dataset("{low}", engine="h5netcdf")["temperature_2m"].values.squeeze()
dew = xr.open_dataset("{dew}", engine="h5netcdf")["dew_point_2m"].values.squeeze()
muggy = dew >= {bound}
print(int(muggy.sum()), round(float(low[muggy].mean()), 4), round(float(low[~muggy].mean()), 4))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2046)), 11, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    month = int(chance.integers(5, 10))
    given: Given = {"towns": list[JsonValue](some_towns(land, chance))}
    given |= {"start": f"{land.now.year}-{month:02d}-01", "end": f"{land.now.year}-{month + 1:02d}-01"}
    days = _days(land, given)
    links = sorted((float(table.low.corr(table.dew)) for table in days.values()), reverse=True)
    if links[0] - links[1] < LEAST_APART or links[-2] - links[-1] < LEAST_APART:
        raise Unsuited("two towns are alike")
    dews = np.concatenate([table.dew.to_numpy() for table in days.values()])
    lows = np.concatenate([table.low.to_numpy() for table in days.values()])
    given |= {"muggy": _between(dews, 55.0), "warm": _between(lows, 65.0)}
    if float(str(given["muggy"])) < LEAST_MUGGY_C:
        raise Unsuited("the air of the month is dry")
    if any(not 5 <= int((table.dew >= float(str(given["muggy"]))).sum()) <= 26 for table in days.values()):
        raise Unsuited("a town is muggy always or hardly ever")
    return given


def _between(values: np.ndarray, percent: float) -> float:
    """A whole or half degree near a percentile; each value equals it or differs from it by 0.03 at least."""
    middle = round(float(np.percentile(values, percent)) * 2) / 2
    for bound in (middle, middle + 0.5, middle - 0.5, middle + 1.0, middle - 1.0):
        apart = np.abs(values - bound)
        if not ((apart > 0) & (apart < 0.03)).any():
            return bound
    raise Unsuited("values lie about every threshold")


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        month=date.fromisoformat(str(given["start"])),
        towns=join_words(texts(given, "towns")),
        muggy=given["muggy"],
        warm=given["warm"],
    )


def _plan(hands: Hands) -> Plan:
    links, files, warm, moist = {}, {}, [], []
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        fields = yield from fetch_weather(hands, town, VARIABLES)
        heat = yield from hands.use("region.point_series", path=fields.path, point=town.point, variable=VARIABLES[0])
        lows = yield from hands.use("reanalysis.aggregate", path=heat.path, period="day", statistic="min")
        dew = yield from hands.use("region.point_series", path=fields.path, point=town.point, variable=VARIABLES[1])
        means = yield from hands.use("reanalysis.aggregate", path=dew.path, period="day", statistic="mean")
        chart = yield from hands.use("chart.scatter", x={"path": means.path}, y={"path": lows.path})
        links[name], files[name] = chart.number("correlation"), (lows, means)
        spells = yield from hands.use(
            "reanalysis.events", path=lows.path, comparison=">=", threshold=hands.number("warm"), unit="degC"
        )
        warm.append(spells.number("fields", "steps_in_events", "max"))
        month = yield from hands.use("reanalysis.aggregate", path=means.path, period="month", statistic="mean")
        average = yield from hands.use("reanalysis.read", path=month.path)
        moist.append(average.number("mean"))
    closest, loosest = max(links, key=lambda name: links[name]), min(links, key=lambda name: links[name])
    low, mean = files[closest]
    code = SPLIT.format(low=low.path, dew=mean.path, bound=hands.number("muggy"))
    output = yield from hands.use("execution.python", code=code, after=[low, mean])
    count, among, other = output.text.split()[:3]
    gain = yield from hands.calculate(f"{among} - {other}")
    total = yield from hands.calculate(" + ".join(f"{nights:g}" for nights in warm))
    apart = yield from hands.calculate(f"{max(moist)} - {min(moist)}")
    return {
        "closest_town": closest,
        "highest_link": links[closest],
        "loosest_town": loosest,
        "lowest_link": links[loosest],
        "muggy_days": int(count),
        "muggy_gain_c": gain,
        "warm_nights": total,
        "humidity_range_c": apart,
    }


def _days(land: Land, given: Given) -> dict[str, pd.DataFrame]:
    hours = cells(land, given, VARIABLES)
    return {
        name: pd.DataFrame(
            {"low": table.temperature_2m.resample("D").min(), "dew": table.dew_point_2m.resample("D").mean()}
        )
        for name, table in hours.items()
    }


def _recompute(land: Land, given: Given) -> Answers:
    days = _days(land, given)
    links = {name: float(np.corrcoef(table.low, table.dew)[0, 1]) for name, table in days.items()}
    closest, loosest = max(links, key=lambda name: links[name]), min(links, key=lambda name: links[name])
    table, means = days[closest], [float(table.dew.mean()) for table in days.values()]
    muggy = table.dew >= float(str(given["muggy"]))
    return {
        "closest_town": closest,
        "highest_link": links[closest],
        "loosest_town": loosest,
        "lowest_link": links[loosest],
        "muggy_days": int(muggy.sum()),
        "muggy_gain_c": float(table.low[muggy].mean() - table.low[~muggy].mean()),
        "warm_nights": int(sum((each.low >= float(str(given["warm"]))).sum() for each in days.values())),
        "humidity_range_c": max(means) - min(means),
    }


def _derive(land: Land, given: Given) -> Answers:
    tables = cells(land, given, VARIABLES).values()
    dews = [table.dew_point_2m for table in tables]
    return {
        "towns": len(dews),
        "days": len(dews[0]) // 24,
        "dew_excess_c": max(float(table.dew_point_2m.mean() - table.temperature_2m.mean()) for table in tables),
        "lowest_dew_c": min(float(dew.min()) for dew in dews),
        "highest_dew_c": max(float(dew.max()) for dew in dews),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
)
