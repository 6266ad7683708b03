"""Description of the inputs of each engine, for an agent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

EngineName = Literal[
    "aquacrop", "wofost", "dssat", "event_loss", "climada", "exposure", "energyplus", "building_hourly", "sumo",
    "network_disruption", "river_routing", "heat_stress", "exposure_response", "fire_weather", "weather_generator",
    "phreeqc",
]  # fmt: skip
Names = dict[str, JsonValue]


def _aquacrop() -> Names:
    from mesocosm.simulators.aquacrop.tables import CROPS, TEXTURES

    words = (
        "daily weather (date, tmin_c, tmax_c, rain_mm, et0_mm or what it is computed from), crop, planting date, soil, "
        "water at the start, irrigation, CO2"
    )
    return {"takes": words, "crops": ", ".join(CROPS), "soils": ", ".join(TEXTURES)}


def _wofost() -> Names:
    from mesocosm.simulators.wofost.names import CROPS, TEXTURES

    words = (
        "daily weather (date, tmin_c, tmax_c, rain_mm, radiation_mj_m2, vapour_pressure_kpa, wind_m_s), crop, "
        "planting date, place, soil, water at the start, irrigation"
    )
    return {"takes": words, "crops": ", ".join(CROPS), "soils": ", ".join(TEXTURES)}


def _responses() -> Names:
    from mesocosm.simulators.exposure_response.functions import FUNCTIONS

    functions = "; ".join(f"{name} ({function.exposure_unit})" for name, function in FUNCTIONS.items())
    return {
        "takes": "a series of exposures, cases to be expected or a yearly rate and population",
        "functions": functions,
    }


def _takes(words: str) -> Callable[[], Names]:
    return lambda: {"takes": words}


@dataclass(frozen=True)
class Entry:
    """Description of an engine."""

    what: str
    tool: str
    names: Callable[[], Names]
    instead: str = ""


ENGINES: dict[EngineName, Entry] = {
    "aquacrop": Entry("yield and water of a crop", "crop.aquacrop", _aquacrop, "crop.wofost does a similar job"),
    "wofost": Entry("growth of a crop from light", "crop.wofost", _wofost, "crop.aquacrop does a similar job"),
    "dssat": Entry("crops by DSSAT's own files", "crop.dssat", _takes("experiment, weather and soil files of DSSAT"),
                   "crop.aquacrop and crop.wofost do a similar job"),
    "event_loss": Entry("losses of assets in events, by an engine of our own", "impact.event_loss",
                        _takes("hazard (rasters, areas or a table), assets with value and curve, damage curves")),
    "climada": Entry("losses of assets in events, by CLIMADA", "impact.climada", _takes("the same as event_loss"),
                     "impact.event_loss does a similar job"),
    "exposure": Entry("assets and people from buildings", "impact.exposure_layers",
                      _takes("a map or polygons of buildings, worth of floor, people by area")),
    "energyplus": Entry("a building's year", "infrastructure.energyplus", _takes("EPW weather; an IDF or a box"),
                        "infrastructure.building_hourly does a similar job"),
    "building_hourly": Entry("a building's year by ISO 52016-1", "infrastructure.building_hourly",
                             _takes("EPW weather and a box")),
    "sumo": Entry("cars on the streets of a map", "infrastructure.traffic",
                  _takes("a map, trips or zones of people and jobs, closures, seed"),
                  "routing.travel_times finds travel times without other cars"),
    "network_disruption": Entry("a hazard over roads", "infrastructure.hazard_on_roads",
                                _takes("a map, a hazard as raster or areas, from when roads close")),
    "river_routing": Entry("discharge of a river", "environment.river_routing",
                           _takes("reaches, and runoff or weather of each catchment by day")),
    "heat_stress": Entry("UTCI, WBGT and heat index", "impact.heat_stress",
                         _takes("temperature_c, relative_humidity_percent, wind_speed_10m_m_s, "
                                "mean_radiant_temperature_c; wbgt_liljegren also pressure_hpa, shortwave_w_m2, "
                                "direct_fraction, cos_solar_zenith")),
    "exposure_response": Entry("cases that heat or dirty air accounts for", "impact.attributable_cases", _responses),
    "fire_weather": Entry("the Canadian fire-weather indices", "environment.fire_weather",
                          _takes("days at noon: temperature_c, relative_humidity_percent, wind_speed_10m_km_h, "
                                 "rain_24h_mm; codes of the day before")),
    "weather_generator": Entry("days of weather from months", "simulation.monthly_to_daily",
                               _takes("months: tmin_c, tmax_c, rain_mm, wet_days; latitude, seed")),
    "phreeqc": Entry("chemistry of waters", "environment.water_chemistry",
                     _takes("pH, concentrations by element, temperature, minerals to equilibrate with")),
}  # fmt: skip
