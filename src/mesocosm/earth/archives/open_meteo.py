"""Air quality of Open-Meteo (the global CAMS model) as an archive of fields. The service needs no key."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.archives.archive import Collection, FieldArchive, Request, Variable, collection_of
from mesocosm.earth.archives.request_checks import check_request
from mesocosm.earth.archives.time_steps import aggregate_steps
from mesocosm.earth.fields.axes import between
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.errors import InvalidRecord
from mesocosm.sources.service import Connection, QueryService
from mesocosm.sources.web import WebError
from mesocosm.types import TimeInterval

if TYPE_CHECKING:
    import xarray as xr

DEGREES = 0.4
"""Degrees between cells of the global model."""
POINTS = 50
"""Most points of one request, because of the length of its address."""
MASS, PARTS = "ug m-3", "ppm"
NAMES = {
    "pm2p5": ("pm2_5", MASS), "pm10": ("pm10", MASS), "ozone": ("ozone", MASS),
    "nitrogen_dioxide": ("nitrogen_dioxide", MASS), "sulphur_dioxide": ("sulphur_dioxide", MASS),
    "carbon_monoxide": ("carbon_monoxide", MASS), "carbon_dioxide": ("carbon_dioxide", PARTS),
}  # fmt: skip
SPELT = {"μg/m³": MASS, "µg/m³": MASS, "ppm": PARTS}
FIRST = datetime(2022, 8, 1, tzinfo=UTC)


class OpenMeteo(QueryService):
    """Air quality of the Copernicus Atmosphere Monitoring Service, served by Open-Meteo."""

    name = "open_meteo"
    about = "Open-Meteo air quality"
    example = "v1/air-quality?latitude=60.2&longitude=24.9&hourly=pm2_5&start_date=2024-01-01&end_date=2024-01-01"
    variable = "MESOCOSM_OPEN_METEO_URL"
    home = "https://air-quality-api.open-meteo.com"
    licence = "CC-BY-4.0; Open-Meteo.com, of data of the Copernicus Atmosphere Monitoring Service"


class OpenMeteoAir(FieldArchive):
    """The collection `air_quality`, with values until `today`."""

    def __init__(self, connection: Connection, today: datetime | None = None) -> None:
        self.connection = connection
        now = today or datetime.now(UTC)
        self._collection = Collection(
            name="air_quality", kind="air quality", about="Air quality of CAMS near the ground, hourly",
            variables=tuple(Variable(name=name, units=unit, cell="mean") for name, (_, unit) in NAMES.items()),
            periods={"": TimeInterval(start=FIRST, end=datetime(now.year, now.month, now.day, tzinfo=UTC))},
            steps=("hour", "day"), grid_degrees=DEGREES, most_values=1_000_000, most_days=92,
            licence=connection.service.licence, provider="CAMS by Open-Meteo",
        )  # fmt: skip

    def collections(self) -> Sequence[Collection]:
        return (self._collection,)

    def choices(self, collection: str, chosen: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        known_collection = collection_of(self, collection)
        every: dict[str, list[str]] = {
            "variables": [variable.name for variable in known_collection.variables],
            "step": list(known_collection.steps),
        }
        return {name: options for name, options in every.items() if name not in chosen}

    def fetch(self, request: Request) -> xr.Dataset:
        import xarray as xr

        collection = check_request(self, request)
        latitudes, longitudes = cells_of(request.box)
        points = [(north, east) for north in latitudes for east in longitudes]
        series = [
            place for at in range(0, len(points), POINTS) for place in self._series(request, points[at : at + POINTS])
        ]
        shape = (len(series[0]["time"]), len(latitudes), len(longitudes))
        fields = {
            name: (("time", "latitude", "longitude"), _stack(series, name).reshape(shape), _words(name))
            for name in request.variables
        }
        times = np.array(series[0]["time"], "datetime64[ns]")
        hourly = xr.Dataset(fields, {"time": times, "latitude": latitudes, "longitude": longitudes})
        inside = between(hourly, request.interval.start, request.interval.end)
        dataset = aggregate_steps(
            inside, request.step, {name: collection.variable(name).cell for name in request.variables}
        )
        return dataset.assign_attrs(title=collection.about, licence=collection.licence)

    def _series(self, request: Request, points: Sequence[tuple[float, float]]) -> list[dict[str, list[object]]]:
        """Fetch times and values at several points."""
        body = self.connection.get(
            "v1/air-quality",
            latitude=",".join(f"{north:g}" for north, _ in points),
            longitude=",".join(f"{east:g}" for _, east in points),
            hourly=",".join(NAMES[name][0] for name in request.variables),
            start_date=f"{request.interval.start:%Y-%m-%d}",
            end_date=f"{request.interval.end - timedelta(hours=1):%Y-%m-%d}",
            timezone="UTC",
            domains="cams_global",
        )
        reply = self.connection.json(body, "air quality")
        places = reply if isinstance(reply, list) else [reply]
        if len(places) != len(points):
            raise WebError(
                f"Open-Meteo returned {len(places)} places where {len(points)} were requested; try again later"
            )
        return [_read(place, request.variables) for place in places]


def cells_of(box: BoundingBox) -> tuple[list[float], list[float]]:
    """Return latitudes and longitudes of the cells whose middles lie in a box."""
    rows = range(math.ceil(box.south / DEGREES - 1e-9), math.floor(box.north / DEGREES + 1e-9) + 1)
    latitudes = [round(row * DEGREES, 6) for row in rows]
    columns = [round(column * DEGREES, 6) for column in range(-450, 450)]
    longitudes = [east for east in columns if box.contains(east, box.south)]
    if not latitudes or not longitudes:
        raise InvalidRecord(f"no cell of {DEGREES:g} degrees has its middle in the box {box.describe()}; widen it")
    return latitudes, longitudes


def _read(place: JsonValue, names: Sequence[str]) -> dict[str, list[object]]:
    """Return the series of one place; refuse any unit other than the expected one."""
    hourly = place.get("hourly") if isinstance(place, dict) else None
    units = place.get("hourly_units") if isinstance(place, dict) else None
    times = hourly.get("time") if isinstance(hourly, dict) else None
    if not isinstance(hourly, dict) or not isinstance(units, dict) or not isinstance(times, list):
        raise WebError("Open-Meteo answers without hourly values; try again later")
    kept: dict[str, list[object]] = {"time": list(times)}
    for name in names:
        word, unit = NAMES[name]
        values = hourly.get(word)
        if not isinstance(values, list) or len(values) != len(kept["time"]):
            raise WebError(f"Open-Meteo answers without {word}; try again later")
        if SPELT.get(str(units.get(word))) != unit:
            raise WebError(f"Open-Meteo returned {word} in {units.get(word)!r}, not in {unit}")
        kept[name] = list(values)
    return kept


def _stack(series: Sequence[Mapping[str, list[object]]], name: str) -> NDArray[np.float64]:
    """Return values as an array (times, points); null becomes NaN."""
    rows = [[np.nan if value is None else value for value in place[name]] for place in series]
    try:
        return np.asarray(rows, np.float64).T
    except (TypeError, ValueError) as error:
        raise WebError(f"Open-Meteo returned {name} with values other than numbers; try again later") from error


def _words(name: str) -> dict[str, str]:
    return {"units": NAMES[name][1], "cell_methods": "time: mean"}
