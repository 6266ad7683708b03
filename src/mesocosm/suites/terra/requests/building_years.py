"""Years of weather for buildings, and their demand in them: for plans with tools and for second ways without."""

from __future__ import annotations

import functools
from collections.abc import Generator, Mapping
from datetime import date

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.earth.weather.epw_writing import HOURS, Site, epw_of_local_hours
from mesocosm.simulators.simulator.rounding import round_each
from mesocosm.simulators.simulator.scenarios import Scenario, run_scenario
from mesocosm.suites.terra.inputs.buildings import House
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, square_about
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.types import Observation, ToolCall

Floats = NDArray[np.float64]
VARIABLES = ("temperature_2m", "dew_point_2m", "shortwave", "surface_pressure", "wind_east_10m", "wind_north_10m",
             "cloud_cover", "precipitation")  # fmt: skip
STOREY_M = 3.0
"""Height of a storey, as the engine has it."""
AIR_WH_M3K = 0.34
"""Heat capacity of air."""
SKY_K, SUN_M2K_W = 3.0, 0.04
"""Most degrees by which a clear sky cools a roof below the air, and by which a watt of sun per m² warms it."""
HEIGHT_M = 100.0
"""Height of every site above sea level."""
FED = (
    "The weather year of a town is that of the reanalysis cell nearest to its point, hour by hour in UTC: temperature, "
    "dew point, global radiation, surface pressure, both wind components, cloud cover and precipitation, with every "
    "site taken to lie 100 m above sea level. Use the hourly method of ISO 52016-1 with ideal heating and cooling."
)
"""Part of the question."""


def describe_building(building: Mapping[str, JsonValue]) -> str:
    """Describe a building in words."""
    glass = building["window_share"]
    shares = ", ".join(f"{side} {share:g}" for side, share in glass.items()) if isinstance(glass, dict) else ""
    walls, roof, floor = (building[f"{part}_u_w_m2k"] for part in ("wall", "roof", "floor"))
    return (
        f"a box with a square plan and {building['floor_area_m2']} m² of floor area in all on {building['storeys']} "
        f"storeys, of medium weight (110 kJ/(m² K)); U-values in W/(m² K) of walls {walls}, roof {roof}, ground floor "
        f"{floor} and windows 1.3 (g 0.6); window share of each wall: {shares}; 0.3 air changes an hour by "
        f"infiltration and no other ventilation; internal gains of {building['gains_w_m2']:g} W/m²; heated to "
        f"{building['heating_setpoint_c']:g} °C and cooled to {building['cooling_setpoint_c']:g} °C"
    )


def building_of(given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The building of a request."""
    return building if isinstance(building := given["building"], dict) else {}


def fetch_year(hands: Hands, place: Seen, town: str, year: int) -> Generator[ToolCall, Observation, tuple[Seen, Seen]]:
    """Fetch the hours of a year at a town, and write the weather year that building simulators read."""
    longitude, latitude = place.number("place", "point", 0), place.number("place", "point", 1)
    hours = yield from hands.use(
        "archive.reanalysis",
        variables=list(VARIABLES),
        start=f"{year}-01-01",
        end=f"{year + 1}-01-01",
        box=square_about((longitude, latitude)),
        after=[place],
    )
    epw = yield from hands.use(
        "simulation.weather_to_epw",
        weather=hours.path,
        place=town,
        point=[longitude, latitude],
        elevation_m=HEIGHT_M,
        after=[place],
    )
    return hours, epw


@functools.lru_cache(maxsize=12)
def hours_of(land: Land, town: str, year: int) -> dict[str, Floats]:
    """Return the hours of a year at a town in UTC, without 29 February."""
    place = land.place(town)
    span = date(year, 1, 1), date(year + 1, 1, 1)
    fields = land.fetch(VARIABLES, span, box_about(place), "hour")
    cell = fields.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    leap = (cell.time.dt.month == 2) & (cell.time.dt.day == 29)
    return {name: cell[name].values[~leap.values].astype(float) for name in VARIABLES}


def loss_w_k(building: Mapping[str, JsonValue]) -> dict[str, float]:
    """Return what a box-shaped building loses per degree, W/K, by its parts, and the areas of walls and roof, m²."""
    house = House.model_validate(building)
    roof, height = house.floor_area_m2 / house.storeys, STOREY_M * house.storeys
    side = height * roof**0.5
    glass = sum(house.window_share.model_dump().values()) * side
    air = AIR_WH_M3K * house.infiltration_per_h * roof * height
    walls = 4 * side - glass
    level = roof * (house.roof_u_w_m2k + house.floor_u_w_m2k)
    upright = walls * house.wall_u_w_m2k + glass * house.window_u_w_m2k
    return {"all": level + upright + air, "walls_m2": walls, "roof_m2": roof}


def stoppable_kwh(hours: Mapping[str, Floats], building: Mapping[str, JsonValue]) -> float:
    """Return the most heat that a W/K of walls or roof lets through in a year, in and out, kWh.

    The outside may be warmer than the air by the sun on dark walls and cooler by the clear sky (ISO 52016-1).
    """
    house = House.model_validate(building)
    low, high = house.heating_setpoint_c or -np.inf, house.cooling_setpoint_c or np.inf
    out = np.maximum(low - (hours["temperature_2m"] - SKY_K), 0).sum()
    into = np.maximum(hours["temperature_2m"] + SUN_M2K_W * hours["shortwave"] - high, 0).sum()
    return float(out + into) / 1000


def energy(
    land: Land, town: str, year: int, hours: Mapping[str, Floats], building: Mapping[str, JsonValue]
) -> dict[str, float]:
    """Run the building engine on a year and return its values by name."""
    place = land.place(town)
    site = Site(town, "XX", round(place.latitude, 6), round(place.longitude, 6), HEIGHT_M)
    rounded = {name: np.array(round_each(column)) for name, column in hours.items()}
    rounded["shortwave"] = np.maximum(rounded["shortwave"], 0.0)
    local = {name: np.roll(column[:HOURS], site.time_zone) for name, column in rounded.items()}
    epw = epw_of_local_hours(site, year, local).decode()
    inputs: dict[str, JsonValue] = {"epw": epw, "building": House.model_validate(building).inputs()}
    scenario = Scenario(run_id="second", kind="baseline", description="as given")
    result = run_scenario("building_hourly", inputs, scenario).result
    return {key: value.magnitude for key, value in result.values.items()}
