"""Seasons of crops: weather and soil of fields, for plans with tools and for second ways by plain arithmetic.

The weather of a field is three daily series of the cell nearest to a town: the lowest and the highest hourly
temperature of the UTC day, and its rain.
"""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm import registry
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.simulators.simulator import Result, RunLimits
from mesocosm.simulators.simulator.plausibility import HARVESTED_GREEN
from mesocosm.simulators.simulator.rounding import round_each
from mesocosm.simulators.simulator.run_cache import kept_runs
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land, box_of_points
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited
from mesocosm.types import Observation, ToolCall

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
Steps = Generator[ToolCall, Observation, dict[str, Seen]]
ABOUT = 0.1
"""Degrees around a town within which its soil is determined."""
TEXTURES = {1: "Sand", 2: "Loam", 3: "Silt", 4: "Clay"}
"""Soils on which crops are grown, by their codes in the archive."""
WARMTH = {
    "Maize": (8.0, 30.0, 1700.0), "Potato": (2.0, 26.0, 1276.0), "Soybean": (5.0, 30.0, 2700.0),
    "Sorghum": (8.0, 30.0, 1760.0), "Barley": (0.0, 15.0, 1296.0), "Sunflower": (4.0, 30.0, 2400.0),
}  # fmt: skip
"""Lowest and highest temperature (°C) at which a crop develops, and its degree days from sowing to maturity, of the
crops that AquaCrop counts in degree days. The engine's crops of these plain names count days, and so ripen anywhere."""
EARLIEST = 2 / 3
"""Share of these degree days that the earliest varieties need."""
LEAST_HARVEST_T_HA = 0.5
"""Dry yield below which a field is not worth harvesting."""
LEAST_SHARE_APART = 0.015
"""Least lead of the commonest soil, as a share of the land around a town."""
HARDY = ("Potato", "Soybean", "Sorghum", "Barley")
THIRSTY = (*HARDY, "Maize")
MOIST = ("oceanic", "continental", "humid_subtropical")
FED = (
    "Drive AquaCrop with three daily series from the reanalysis cell nearest to the town's point and nothing else: the "
    "lowest and the highest hourly temperature of the UTC day and the day's rain, so that evapotranspiration is "
    "derived from the temperatures (Hargreaves), with AquaCrop's own carbon dioxide of the year; until "
    "sowing the soil lies bare, and its water changes with the weather."
)
"""Part of the question."""


@dataclass(frozen=True)
class Season:
    """The weather of a box: files, and the columns in them."""

    files: list[str]
    columns: dict[str, str]


def crops_of(land: Land) -> tuple[str, ...]:
    """Return the crops that grow in the climate of a region without irrigation and ripen nearly everywhere there."""
    return THIRSTY if land.climate in MOIST else HARDY


# --- by tools --------------------------------------------------------------------------------------------------------


def find_places(hands: Hands, names: Sequence[str]) -> Steps:
    """Find towns in the gazetteer, by name."""
    places = {}
    for name in names:
        places[name] = yield from hands.use("gis.resolve_place", name=name)
    return places


def point_of(place: Seen) -> list[float]:
    """Return the longitude and latitude of a place that a plan has found."""
    return [place.number("place", "point", 0), place.number("place", "point", 1)]


def fetch_season(
    hands: Hands, start: str, end: str, box: Box, after: Sequence[Seen]
) -> Generator[ToolCall, Observation, Season]:
    """Fetch files of lowest and highest temperatures and of rain, day by day."""
    shared = {"start": start, "end": end, "box": box}
    hours = yield from hands.use("archive.reanalysis", variables=["temperature_2m"], **shared, after=after)
    lows = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="min")
    highs = yield from hands.use("reanalysis.aggregate", path=hours.path, period="day", statistic="max")
    rain = yield from hands.use("archive.reanalysis", variables=["precipitation"], step="day", **shared, after=after)
    columns = {"tmin_c": f"{lows.path}:temperature_2m", "tmax_c": f"{highs.path}:temperature_2m"}
    return Season([lows.path, highs.path, rain.path], columns)


def find_soil(hands: Hands, place: Seen) -> Generator[ToolCall, Observation, tuple[str, list[Seen]]]:
    """Find the commonest texture around a town, with the steps that found it."""
    longitude, latitude = point_of(place)
    edges = (longitude - ABOUT, latitude - ABOUT, longitude + ABOUT, latitude + ABOUT)
    soils = yield from hands.use("archive.soils", box=[round(edge, 2) for edge in edges], after=[place])
    areas = yield from hands.use("satellite.land_cover", path=soils.path)
    classes = areas.rows("zones", 0, "classes")
    grown = {int(str(row["class"])): float(str(row["area_km2"])) for row in classes}
    return TEXTURES[max(TEXTURES, key=lambda code: grown.get(code, 0.0))], [areas]


# --- by plain arithmetic ---------------------------------------------------------------------------------------------


def soil_of(land: Land, name: str) -> str:
    """Return the commonest texture around a town; raise `Unsuited` if two textures are about as common."""
    place = land.place(name)
    edges = (place.longitude - ABOUT, place.latitude - ABOUT, place.longitude + ABOUT, place.latitude + ABOUT)
    west, south, east, north = (round(edge, 2) for edge in edges)
    raster = land.archive.soils(BoundingBox(west=west, south=south, east=east, north=north))
    codes = np.ma.filled(np.ma.masked_invalid(next(iter(raster.bands.values()))), 0)
    counts = {code: int((codes == code).sum()) for code in TEXTURES}
    ranked = sorted(counts, key=lambda code: -counts[code])
    if counts[ranked[0]] - counts[ranked[1]] < LEAST_SHARE_APART * codes.size:
        raise Unsuited("two soils are equally common")
    return TEXTURES[ranked[0]]


def days_of(land: Land, name: str, start: str, end: str) -> dict[str, JsonValue]:
    """Return the three series of the cell nearest to a town, with their dates."""
    place = land.place(name)
    at = {"longitude": place.longitude, "latitude": place.latitude}
    cell = _days(land, start, end).sel(at, method="nearest")
    dates: list[JsonValue] = [str(day) for day in cell.time.values.astype("datetime64[D]")]
    names = ("tmin_c", "tmax_c", "rain_mm")
    return {"date": dates, **{name: [*round_each(cell[name].values.tolist())] for name in names}}


def rain_of(land: Land, name: str, start: str, end: str) -> Floats:
    """Return the daily rain of the cell nearest to a town, mm."""
    place = land.place(name)
    at = {"longitude": place.longitude, "latitude": place.latitude}
    return np.asarray(_rain(land, start, end).sel(at, method="nearest").values.astype(float))


def limits_of(land: Land, given: Given) -> Answers:
    """Return the most rain and evaporative demand of any town over the season, mm, for guards."""
    towns, start, end = texts(given, "towns"), str(given["start"]), str(given["end"])
    return {
        "most_rain_mm": max(float(rain_of(land, town, start, end).sum()) for town in towns),
        "most_et0_mm": max(
            evaporative_demand(days_of(land, town, start, end), land.place(town).latitude) for town in towns
        ),
    }


def evaporative_demand(days: Mapping[str, JsonValue], latitude_degrees: float) -> float:
    """Return the reference evapotranspiration of all days, mm (FAO-56, equations 21 to 25 and 52)."""
    low, high = (np.asarray(days[column], float) for column in ("tmin_c", "tmax_c"))
    number = np.array(days["date"], "datetime64[D]")
    turn = 2 * np.pi * ((number - number.astype("datetime64[Y]")).astype(int) + 1) / 365
    latitude, tilt = np.radians(latitude_degrees), 0.409 * np.sin(turn - 1.39)
    sunset = np.arccos(-np.tan(latitude) * np.tan(tilt))
    height = sunset * np.sin(latitude) * np.sin(tilt) + np.cos(latitude) * np.cos(tilt) * np.sin(sunset)
    sun_mm = 0.408 * 37.6 * (1 + 0.033 * np.cos(turn)) * height
    return float((0.0023 * sun_mm * ((low + high) / 2 + 17.8).clip(min=0) * np.sqrt(high - low)).sum())


@functools.lru_cache(maxsize=16)
def _rain(land: Land, start: str, end: str) -> xr.DataArray:
    """Fetch the daily rain of all cells around the towns of a region."""
    box = box_of_points([[place.longitude, place.latitude] for place in land.places])
    fetched = land.fetch(["precipitation"], (date.fromisoformat(start), date.fromisoformat(end)), box)
    return fetched["precipitation"]


@functools.lru_cache(maxsize=8)
def _days(land: Land, start: str, end: str) -> xr.Dataset:
    """Fetch the three series of all cells around the towns of a region."""
    import xarray as xr

    span = date.fromisoformat(start), date.fromisoformat(end)
    box = box_of_points([[place.longitude, place.latitude] for place in land.places])
    hours = land.fetch(["temperature_2m"], span, box, "hour").temperature_2m
    rain = _rain(land, start, end)
    by_day = hours.values.astype(float).reshape(-1, 24, *hours.shape[1:])
    columns = {"tmin_c": by_day.min(axis=1), "tmax_c": by_day.max(axis=1), "rain_mm": rain.values.astype(float)}
    return xr.Dataset({key: (rain.dims, values) for key, values in columns.items()}, coords=rain.coords)


@dataclass(frozen=True)
class Sowing:
    """A crop that is sown at a town, and the weather that it grows in."""

    town: str
    days: Mapping[str, JsonValue]
    crop: str
    sown: str
    soil: str
    water_percent: float
    irrigated_below: float | None = None


def grow_seasons(land: Land, sowings: Sequence[Sowing]) -> list[dict[str, float]]:
    """Run AquaCrop on several seasons and return the values of each by name."""
    for crop in {sowing.crop for sowing in sowings}:
        demand_warmth(crop, ((each.town, each.sown, each.days) for each in sowings if each.crop == crop))
    engine = registry.load("simulators", "aquacrop")
    results = kept_runs(engine, [_inputs(land, sowing) for sowing in sowings], seed=0, limits=RunLimits())
    for sowing, result in zip(sowings, results, strict=True):
        if result.errors:
            raise Unsuited(f"{sowing.crop} does not grow: {result.errors[0]}")
    demand_harvests([sowing.town for sowing in sowings], results)
    return [{key: value.magnitude for key, value in result.values.items()} for result in results]


def degree_days(crop: str, sown: str, days: Mapping[str, JsonValue]) -> float:
    """Return the degree days of a crop from its sowing to the end of the weather (FAO's second method)."""
    base, highest, _ = WARMTH[crop]
    dates, low, high = (days[name] for name in ("date", "tmin_c", "tmax_c"))
    assert isinstance(dates, list)
    limits = (np.clip(np.asarray(column, float), base, highest) for column in (low, high))
    warmth = np.mean([*limits], axis=0) - base
    return float(warmth[np.asarray(dates, str) >= sown].sum())


def demand_warmth(crop: str, seasons: Iterable[tuple[str, str, Mapping[str, JsonValue]]]) -> None:
    """Raise `Unsuited` unless each town has a season in which the crop can ripen.

    Args:
        crop: The engine's name of the crop.
        seasons: Town, day of sowing, and weather of each season.
    """
    warmest: dict[str, float] = {}
    for town, sown, days in seasons:
        warmest[town] = max(warmest.get(town, 0.0), degree_days(crop, sown, days))
    if cool := sorted(town for town, warmth in warmest.items() if warmth < EARLIEST * WARMTH[crop][2]):
        raise Unsuited(f"summers at {', '.join(cool)} are too cool for {crop}")


def demand_harvests(towns: Sequence[str], results: Sequence[Result], yields: str = "dry_yield") -> None:
    """Raise `Unsuited` unless the crop ripens and yields something at each town, in one of its seasons at least."""
    ripe = {
        town
        for town, result in zip(towns, results, strict=True)
        if not result.errors
        and HARVESTED_GREEN not in result.warnings
        and result.values[yields].magnitude >= LEAST_HARVEST_T_HA
    }
    if without := sorted(set(towns) - ripe):
        raise Unsuited(f"the crop never ripens with a harvest at {', '.join(without)}")


def _inputs(land: Land, sowing: Sowing) -> dict[str, JsonValue]:
    water: dict[str, JsonValue] = {"method": "rainfed", "threshold_percent": None, "dates": [], "depth_mm": []}
    if sowing.irrigated_below is not None:
        water |= {"method": "threshold", "threshold_percent": sowing.irrigated_below}
    return {
        "weather": dict(sowing.days), "crop": sowing.crop, "planting_date": sowing.sown,
        "soil": {"texture": sowing.soil}, "crop_parameters": {},
        "initial_water": {"available_percent": sowing.water_percent}, "elevation_m": 0.0, "irrigation": water,
        "co2_ppm": None, "latitude": round(land.place(sowing.town).latitude, 6),
    }  # fmt: skip
