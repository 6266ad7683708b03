"""An invented river of several reaches, driven by the weather of a region: files, runs and second way."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Generator, Mapping
from datetime import date

import numpy as np
from numpy.random import Generator as Chance
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.registry import load
from mesocosm.simulators.simulator import Result, RunLimits
from mesocosm.suites.terra.requests.waters import MM_KM2, district, points_of
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, square_about
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.workflow import Given
from mesocosm.types import Observation, ToolCall

HALF = 0.1
"""Degrees around a town over which the weather of its reach is averaged."""
MOST = 5
CELL = 0.1
REACHES, EVAPORATION = "reaches.csv", "evaporation.csv"
COLUMNS = ("id", "flows_to", "length_km", "bankfull_m3_s", "catchment_km2", "lake_km2", "soil", "cover")
PEAK, PEAK_DAY, OVER, RUNOFF = 1, 2, 3, 4
"""Places in a row of the table of a run."""
Row = dict[str, JsonValue]
Series = dict[str, NDArray[np.float64]]


def invent_reaches(land: Land, chance: Chance) -> list[Row]:
    """Draw reaches named after towns: branches that join above the outlet, which is the last."""
    names = [str(place.name) for place in land.places][:MOST]
    names = [str(name) for name in chance.permutation(names)]
    below = {names[0]: names[2], names[1]: names[2]} | dict(itertools.pairwise(names))
    soils, covers = ("loam", "clay", "silt"), ("crops", "grass", "trees")
    rows: list[Row] = []
    for at, name in enumerate(names):
        upstream = 1 + at
        branch = 2 if at == len(names) - 2 else 1
        rows.append(
            {
                "id": name,
                "flows_to": below.get(name, ""),
                "length_km": int(chance.integers(8, 31)),
                "bankfull_m3_s": int(chance.integers(9, 16)) * upstream,
                "catchment_km2": int(chance.integers(12, 46)) * 10 * branch,
                "lake_km2": 0,
                "soil": str(chance.choice(soils)),
                "cover": str(chance.choice(covers)),
            }
        )
    return rows


def rows_of(given: Given) -> list[Row]:
    """Return the reaches of a request."""
    rows = given["reaches"]
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def outlet_of(given: Given) -> str:
    """Return the reach that flows into no other."""
    return str(next(row["id"] for row in rows_of(given) if not row["flows_to"]))


def as_csv(rows: list[Row]) -> str:
    """Write the table of reaches."""
    return "\n".join([",".join(COLUMNS), *(",".join(str(row[name]) for name in COLUMNS) for row in rows)]) + "\n"


def days_of(given: Given) -> list[str]:
    """Return all days of a request."""
    start, end = date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"]))
    return [str(date.fromordinal(day)) for day in range(start.toordinal(), end.toordinal())]


def files(land: Land, given: Given) -> dict[str, bytes]:
    """Return the files of the workspace: reaches and reference evaporation."""
    ids = [str(row["id"]) for row in rows_of(given)]
    lines = [",".join([day, *(f"{given['evaporation']}" for _ in ids)]) for day in days_of(given)]
    evaporation = "\n".join([",".join(["date", *ids]), *lines]) + "\n"
    return {REACHES: as_csv(rows_of(given)).encode(), EVAPORATION: evaporation.encode()}


def with_lake(rows: list[Row], site: str, km2: float) -> list[Row]:
    """Return the reaches with a lake on one of them."""
    return [row | {"lake_km2": km2} if row["id"] == site else row for row in rows]


def weather_files(hands: Hands) -> Generator[ToolCall, Observation, tuple[Seen, Seen]]:
    """Make tables of rain and temperature of every reach."""
    box = yield from district(hands)
    ids = [str(row["id"]) for row in rows_of(hands.given)]
    points = yield from points_of(hands, ids)
    fields = yield from hands.use(
        "archive.reanalysis", variables=["precipitation", "temperature_2m"], start=hands.text("start"),
        end=hands.text("end"), box=box, step="day",
    )  # fmt: skip
    regions = [{"name": name, "box": square_about(points[name], HALF)} for name in ids]
    rain = yield from hands.use("region.table", path=fields.path, regions=regions, variable="precipitation")
    warmth = yield from hands.use("region.table", path=fields.path, regions=regions, variable="temperature_2m")
    return rain, warmth


def route_runoff(
    hands: Hands, reaches: str, rain: str, warmth: str, scenario: str, description: str
) -> Generator[ToolCall, Observation, tuple[Seen, dict[str, list[str]]]]:
    """Run the river, and read its table by reach: mean, peak, day of the peak, days over bank, runoff."""
    run = yield from hands.use(
        "environment.river_routing", reaches=reaches, precipitation=rain, temperature=warmth,
        reference_evaporation=EVAPORATION, scenario=scenario, description=description,
    )  # fmt: skip
    table = yield from hands.use("files.read_file", path=run.word("tables", "reaches"))
    lines = [line.split(",") for line in table.text.strip().splitlines()[1:]]
    return run, {line[0]: line[1:] for line in lines if len(line) > 4}


@functools.lru_cache(maxsize=8)
def _fetch(land: Land, start: str, end: str) -> tuple[NDArray[np.float64], ...]:
    sides = land.box
    box = [sides.west, sides.south, sides.east, sides.north]
    names = ["precipitation", "temperature_2m"]
    fields = land.fetch(names, (date.fromisoformat(start), date.fromisoformat(end)), box, "day")
    values = [fields[name].transpose("time", "latitude", "longitude").values.astype(float) for name in names]
    return (*values, fields["latitude"].values.astype(float), fields["longitude"].values.astype(float))


def box_means(land: Land, given: Given) -> tuple[Series, Series]:
    """Return daily rain and temperature of every reach: means over its box, with cells weighted by share and area."""
    rain, warmth, latitudes, longitudes = _fetch(land, str(given["start"]), str(given["end"]))
    rain_of: Series = {}
    warmth_of: Series = {}
    for row in rows_of(given):
        west, south, east, north = box_about(land.place(str(row["id"])), HALF)
        across = np.clip(np.minimum(longitudes + CELL / 2, east) - np.maximum(longitudes - CELL / 2, west), 0, None)
        along = np.clip(np.minimum(latitudes + CELL / 2, north) - np.maximum(latitudes - CELL / 2, south), 0, None)
        weights = np.outer(along * np.cos(np.radians(latitudes)), across)
        weights /= weights.sum()
        rain_of[str(row["id"])] = (rain * weights).sum(axis=(1, 2))
        warmth_of[str(row["id"])] = (warmth * weights).sum(axis=(1, 2))
    return rain_of, warmth_of


def run_of(
    given: Given, rows: list[Row], rain: Mapping[str, NDArray[np.float64]], warmth: Mapping[str, NDArray[np.float64]]
) -> Result:
    """Run the engine itself, without a tool."""
    evaporation: list[JsonValue] = [float(str(given["evaporation"]))] * len(days_of(given))
    reaches: list[JsonValue] = [{name: value for name, value in row.items() if value != ""} for row in rows]
    rounded: dict[str, dict[str, JsonValue]] = {
        "precipitation_mm": {name: np.round(np.maximum(series, 0), 9).tolist() for name, series in rain.items()},
        "temperature_c": {name: np.round(series, 9).tolist() for name, series in warmth.items()},
        "reference_evaporation_mm": dict.fromkeys(rain, evaporation),
    }
    inputs: dict[str, JsonValue] = {"first_day": str(given["start"]), "reaches": reaches, "weather": dict(rounded)}
    result: Result = load("simulators", "river_routing").run(inputs, seed=0, limits=RunLimits())
    return result


def by_reach(result: Result) -> dict[str, list[str]]:
    """Return the table of a run by reach, as a plan reads it."""
    return {str(row[0]): [str(cell) for cell in row[1:]] for row in result.tables[0].rows}


def runoff_coefficients(given: Given, rain: Series, table: Mapping[str, list[str]]) -> dict[str, float]:
    """Return the runoff of every catchment over its rain, from the rain and the table by reach of a run."""
    areas = {str(row["id"]): float(str(row["catchment_km2"])) for row in rows_of(given)}
    return {
        name: float(table[name][RUNOFF]) / (area * MM_KM2 * float(rain[name].sum())) for name, area in areas.items()
    }


def storm_rain(hands: Hands, rain: str) -> Generator[ToolCall, Observation, dict[str, float]]:
    """Add up the rain of the days of the storm on each catchment."""
    sums = yield from hands.use(
        "execution.python",
        code=(
            "import json, pandas as pd\n"
            f"rain = pd.read_csv({rain!r})\n"
            "day = rain['time'].str[:10]\n"
            f"storm = rain[(day >= {hands.text('first')!r}) & (day <= {hands.text('last')!r})]\n"
            "print(json.dumps(storm.groupby('region')['value'].sum().round(3).to_dict()))"
        ),
    )
    return {str(name): float(depth) for name, depth in json.loads(sums.text).items()}


def changed_rain(hands: Hands, rain: str, share: float) -> Generator[ToolCall, Observation, str]:
    """Write the table of rain with the rain of the days of the storm multiplied by a share."""
    path = f"rain-{share:g}.csv"
    yield from hands.use(
        "execution.python",
        code=(
            "import pandas as pd\n"
            f"rain = pd.read_csv({rain!r})\n"
            "day = rain['time'].str[:10]\n"
            f"storm = (day >= {hands.text('first')!r}) & (day <= {hands.text('last')!r})\n"
            f"rain.loc[storm, 'value'] *= {share}\n"
            f"rain.to_csv({path!r}, index=False)\nprint(storm.sum(), 'rows changed')"
        ),
    )
    return path
