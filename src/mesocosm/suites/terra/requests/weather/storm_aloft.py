"""A storm in full: the air aloft, winds in towns, felt temperature, and the ensemble forecast."""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime

import numpy as np
import pandas as pd
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests import upper_air
from mesocosm.suites.terra.requests.forecast_records import Shared
from mesocosm.suites.terra.requests.heat_runs import felt_in_shade
from mesocosm.suites.terra.requests.town_cells import (
    cells,
    day_words,
    draw_storm_days,
    fetch_weather,
    find_town,
)
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

VARIABLES = ("wind_east_10m", "wind_north_10m", "temperature_2m", "dew_point_2m", "pressure_msl")
LEAST_WIND = 0.5


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2042)), 3, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    given = draw_storm_days(land, chance)
    storm, felt = _storm(land, given), felt_in_shade(cells(land, given, VARIABLES), LEAST_WIND)
    peaks = sorted(((float(wind.max()), name) for name, wind in storm.items()), reverse=True)
    top = storm[peaks[0][1]].sort_values(ascending=False)
    if peaks[0][0] - peaks[1][0] < 0.15 or top.iloc[0] - top.iloc[1] < 0.05 or any(map(_gaps, felt.values())):
        raise Unsuited("no town stands out, or the index is not defined")
    place = land.place(peaks[0][1])
    fields = upper_air.levels_fields(land, str(given["start"]), str(given["end"]), _box(land, given))
    moist = np.sort(upper_air.transport(fields).max(axis=(1, 2)))
    if not upper_air.inside(fields, place) or moist[-1] < 1.005 * moist[-2]:
        raise Unsuited("the windiest town lies at the edge, or two times are as moist")
    valid = top.index[0].floor("6h")
    issued = (valid - pd.Timedelta(hours=24)).floor("12h")
    given |= {"valid": valid.strftime("%Y-%m-%dT%H:%M"), "issued": issued.strftime("%Y-%m-%dT%H:%M")}
    speeds = np.sort(upper_air.members(land, str(given["issued"]), str(given["valid"]), place, _box(land, given)))
    at = int(len(speeds) * float(chance.uniform(0.25, 0.75)))
    between = float(np.floor(10 * float(speeds[at - 1] + speeds[at]) / 2) / 10 + 0.05)
    return {**given, "threshold": round(between, 2)}


def _gaps(values: np.ndarray) -> bool:
    return bool(np.isnan(values).any())


def _box(land: Land, given: Given) -> Box:
    """The box that the request names: all towns and about two cells around them."""
    points = [(land.place(name).longitude, land.place(name).latitude) for name in texts(given, "towns")]
    box = box_of_points(points, 0.2)
    return [round(edge, 1) for edge in box]


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, (west, south, east, north) = read_request_text(__name__), _box(land, given)
    valid, issued = pd.Timestamp(str(given["valid"])), pd.Timestamp(str(given["issued"]))
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        first=day_words(str(given["start"])),
        last=day_words(pd.Timestamp(str(given["end"])) - pd.Timedelta(days=1)),
        west=west,
        south=south,
        east=east,
        north=north,
        least_wind=LEAST_WIND,
        issued=issued,
        issue_day=day_words(issued),
        threshold=given["threshold"],
        valid=valid,
        day=day_words(valid),
    )


def _plan(hands: Hands) -> Plan:
    towns, files, peaks = [], {}, {}
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        towns.append(town)
        files[name] = yield from fetch_weather(hands, town, VARIABLES)
        winds = yield from hands.use("atmosphere.winds", path=files[name].path, u=VARIABLES[0], v=VARIABLES[1])
        speeds = yield from hands.use("region.point_series", path=winds.path, point=town.point, variable="wind_speed")
        chart = yield from hands.use("chart.series", lines=[{"path": speeds.path, "label": name}])
        peaks[name] = chart.number("series", 0, "max"), chart.word("series", 0, "max_at")
    rows = [(town.name, files[town.name].path, *town.point) for town in towns]
    code = upper_air.FELT_TABLES.replace("TOWNS", repr(rows))
    tables = yield from hands.use(
        "execution.python", code=code, after=[*files.values(), *(town.seen for town in towns)]
    )
    felt = []
    for name in files:
        run = yield from hands.use("impact.heat_stress", weather=f"felt-{name}.csv", radiant="air", after=[tables])
        line = {"path": run.word("tables", "indices"), "variable": "utci_c", "label": name, "units": "degC"}
        chart = yield from hands.use("chart.series", lines=[line])
        felt.append(chart.number("series", 0, "min"))
    windiest = max(peaks, key=lambda name: peaks[name][0])
    place = next(town for town in towns if town.name == windiest)
    box = [round(edge, 1) for edge in box_of_points([town.point for town in towns], 0.2)]
    places = [town.seen for town in towns]
    span: Shared = {"start": hands.text("start"), "end": hands.text("end"), "box": box}
    ground = yield from hands.use("archive.reanalysis", variables=list(VARIABLES), **span, after=places)
    peak_at = _whole(peaks[windiest][1])
    yield from hands.use("map.wind", path=ground.path, u=VARIABLES[0], v=VARIABLES[1], time=peak_at, after=[place.seen])
    yield from hands.use("map.field", path=ground.path, variable="pressure_msl", time=peak_at, after=[place.seen])
    shear, chart, turning = yield from _measure_aloft(hands, span, places, place.point)
    moist_at = chart.word("series", 0, "max_at")
    percent = yield from upper_air.forecast_percent(hands, box, place.point, places)
    first = pd.Timestamp(hands.text("start"))
    return {
        "windiest_town": windiest,
        "peak_wind_m_s": peaks[windiest][0],
        "peak_hour": (pd.Timestamp(peaks[windiest][1]) - first) // pd.Timedelta(hours=1),
        "most_shear_m_s": shear,
        "most_transport": chart.number("series", 0, "max"),
        "transport_hour": (pd.Timestamp(moist_at) - first) // pd.Timedelta(hours=1),
        "town_vorticity": turning,
        "lowest_utci_c": min(felt),
        "probability_percent": percent,
    }


def _measure_aloft(
    hands: Hands, span: Shared, places: list[Seen], point: list[float]
) -> Generator[ToolCall, Observation, tuple[float, Seen, float]]:
    """Largest shear, the chart of the largest vapour transport by time, and the vorticity at a point, with maps."""
    upper = yield from hands.use(
        "archive.reanalysis",
        variables=list(upper_air.ALOFT),
        levels=list(upper_air.LEVELS),
        step="6 hours",
        **span,
        after=places,
    )
    u, v = upper_air.ALOFT[:2]
    sheared = yield from hands.use("atmosphere.vertical_shear", path=upper.path, u=u, v=v)
    spun = yield from hands.use("atmosphere.kinematics", path=upper.path, level=850, u=u, v=v)
    vapour = yield from hands.use("atmosphere.moisture_transport", path=upper.path, q="specific_humidity", u=u, v=v)
    most = yield from hands.use("region.reduce", path=vapour.path, variable="IVT", statistics=["max"])
    chart = yield from hands.use("chart.series", lines=[{"path": most.path, "variable": "max"}])
    moist_at = _whole(chart.word("series", 0, "max_at"))
    for path, variable in ((sheared.path, "shear"), (spun.path, "vorticity"), (vapour.path, "IVT")):
        yield from hands.use("map.field", path=path, variable=variable, time=moist_at, after=[chart])
    spins = yield from hands.use("region.point_series", path=spun.path, point=point, variable="vorticity")
    turning = yield from hands.calculate(f"100000 * ({spins.number('fields', 'vorticity', 'max')})")
    return sheared.number("fields", "shear", "max"), chart, turning


def _whole(moment: str) -> str:
    """A time with its hour, which a chart leaves out at midnight."""
    return pd.Timestamp(moment).strftime("%Y-%m-%dT%H:%M")


def _storm(land: Land, given: Given) -> dict[str, pd.Series]:
    tables = cells(land, given, VARIABLES)
    return {
        name: pd.Series(np.hypot(table.wind_east_10m.to_numpy(), table.wind_north_10m.to_numpy()), table.index)
        for name, table in tables.items()
    }


def _recompute(land: Land, given: Given) -> Answers:
    storm, box = _storm(land, given), _box(land, given)
    windiest = max(storm, key=lambda name: float(storm[name].max()))
    fields = upper_air.levels_fields(land, str(given["start"]), str(given["end"]), box)
    moist = upper_air.transport(fields).max(axis=(1, 2))
    place = land.place(windiest)
    speeds = upper_air.members(land, str(given["issued"]), str(given["valid"]), place, box)
    return {
        "windiest_town": windiest,
        "peak_wind_m_s": float(storm[windiest].max()),
        "peak_hour": int(storm[windiest].to_numpy().argmax()),
        "most_shear_m_s": float(upper_air.shear(fields).max()),
        "most_transport": float(moist.max()),
        "transport_hour": 6 * int(moist.argmax()),
        "town_vorticity": float(upper_air.spin_at(fields, place).max() * 1e5),
        "lowest_utci_c": min(
            float(values.min()) for values in felt_in_shade(cells(land, given, VARIABLES), LEAST_WIND).values()
        ),
        "probability_percent": float(100 * (speeds > float(str(given["threshold"]))).mean()),
    }


def _derive(land: Land, given: Given) -> Answers:
    """The lowest air temperature in any town, and twice the turning of the ground, in the unit of the vorticity."""
    towns = cells(land, given, ["temperature_2m"])
    south = min(land.place(name).latitude for name in towns)
    return {
        "coldest_c": min(float(table.temperature_2m.min()) for table in towns.values()),
        "coriolis": float(1e5 * 2 * 7.2921e-5 * np.sin(np.radians(south))),
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
