"""Weather of the workspace as engines take it: days for crops and fires, hours for buildings and people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.evaporation import saturation_kpa
from mesocosm.suites.terra.columns import Quantity, Read, read_columns
from mesocosm.suites.terra.tables import Floats, Times
from mesocosm.workspace.workspace import Workspace

DAY_SUM = ("mm", "mm/day")
SUNSHINE = ("MJ/m**2", "MJ/m**2/day")
DAILY = {
    "tmin_c": Quantity(("degC",), ("tasmin", "mn2t", "tn", "temperature_2m_min")),
    "tmax_c": Quantity(("degC",), ("tasmax", "mx2t", "tx", "temperature_2m_max")),
    "rain_mm": Quantity(DAY_SUM, ("pr", "tp", "precipitation", "precip")),
    "et0_mm": Quantity(DAY_SUM, ("reference_evapotranspiration", "evspsblpot")),
    "e0_mm": Quantity(DAY_SUM),
    "es0_mm": Quantity(DAY_SUM),
    "radiation_mj_m2": Quantity(SUNSHINE, ("rsds", "ssrd", "srad", "shortwave", "solar_radiation")),
    "vapour_pressure_kpa": Quantity(("kPa",), ("vap", "vapor_pressure")),
    "wind_m_s": Quantity(("m/s",), ("wind_2m", "wind_speed_2m")),
    "wind_10m_m_s": Quantity(("m/s",), ("sfcwind", "wind_speed_10m", "si10", "ws10")),
    "dew_point_c": Quantity(("degC",), ("d2m", "dew_point_2m", "tdew", "tdps")),
}
"""What crops are driven by, one number a day."""
TO_2_M = 4.87 / np.log(67.8 * 10 - 5.42)
"""From the wind at 10 m to that at 2 m (FAO-56, equation 47)."""
CROP_COLUMNS = ("tmin_c", "tmax_c", "rain_mm", "et0_mm", "radiation_mj_m2", "vapour_pressure_kpa", "wind_m_s")
OPEN_WATER = ("e0_mm", "es0_mm")

NOON = {
    "temperature_c": Quantity(("degC",), ("t2m", "temperature_2m", "tas", "noon_temperature")),
    "relative_humidity_percent": Quantity(("percent",), ("rh", "hurs", "r2")),
    "wind_speed_10m_km_h": Quantity(("km/h",), ("wind", "sfcwind", "wind_speed", "wind_10m", "si10")),
    "rain_24h_mm": Quantity(DAY_SUM, ("rain", "pr", "tp", "precipitation", "precip")),
}
"""What fire-weather indices are driven by: the weather of noon, and the rain of the day to noon."""

HOURLY = {
    "temperature_c": Quantity(("degC",), ("t2m", "temperature_2m", "tas", "air_temperature", "dry_bulb")),
    "dew_point_c": Quantity(("degC",), ("d2m", "dew_point_2m", "tdps")),
    "relative_humidity_percent": Quantity(("percent",), ("rh", "hurs", "r2", "relative_humidity_2m")),
    "pressure_hpa": Quantity(("hPa",), ("sp", "surface_pressure", "ps")),
    "wind_speed_10m_m_s": Quantity(("m/s",), ("wind", "sfcwind", "wind_speed", "wind_10m", "si10")),
    "wind_east_10m_m_s": Quantity(("m/s",), ("u10", "uas")),
    "wind_north_10m_m_s": Quantity(("m/s",), ("v10", "vas")),
    "shortwave_w_m2": Quantity(("W/m**2", "W*hour/m**2"), ("rsds", "ssrd", "ghi", "global_radiation")),
    "cloud_cover": Quantity(("1",), ("tcc", "clt")),
    "rain_mm": Quantity(("mm", "mm/hour"), ("pr", "tp", "precipitation", "precip")),
    "mean_radiant_temperature_c": Quantity(("degC",), ("mrt", "tmrt")),
    "direct_fraction": Quantity(("1",), ("fdir_share",)),
    "cos_solar_zenith": Quantity(("1",), ("cossza",)),
}
"""What people and buildings are driven by."""


@dataclass(frozen=True)
class Weather:
    """Columns with the times of their rows, where they come from, and what was worked out on the way."""

    times: Times
    values: dict[str, Floats]
    files: dict[str, str]
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> list[JsonValue]:
        return list(self.values[name].tolist())


def daily_weather(
    workspace: Workspace,
    paths: str | Sequence[str],
    given: Mapping[str, str],
    point: Sequence[float] | None,
    needed: Sequence[str] = ("tmin_c", "tmax_c", "rain_mm"),
) -> tuple[dict[str, JsonValue], Read, tuple[str, ...]]:
    """The input `weather` of crop engines, what was read, and words on what was worked out from other columns."""
    must = [name for name in needed if name not in ("vapour_pressure_kpa", "wind_m_s")]
    read = read_columns(workspace, paths, DAILY, needed=must, given=given, point=point)
    if not len(read.times):
        raise ToolError(f"{' and '.join(map(repr, read.files))} has no column of dates")
    values, notes = dict(read.values), []
    if "vapour_pressure_kpa" not in values and "dew_point_c" in values:
        values["vapour_pressure_kpa"] = np.array([saturation_kpa(dew) for dew in values["dew_point_c"].tolist()])
        notes.append("vapour pressure from the dew point (FAO-56, equation 11)")
    if "wind_m_s" not in values and "wind_10m_m_s" in values:
        values["wind_m_s"] = values["wind_10m_m_s"] * TO_2_M
        notes.append("wind at 2 m from that at 10 m (FAO-56, equation 47)")
    lacking = [name for name in needed if name not in values]
    if lacking:
        raise ToolError(f"{' and '.join(map(repr, read.files))} has no column for {', '.join(lacking)}")
    columns: dict[str, JsonValue] = {"date": [str(day) for day in read.days()]}
    columns |= {name: _settled(values[name]) for name in (*CROP_COLUMNS, *OPEN_WATER) if name in values}
    return columns, read, tuple(notes)


def _settled(values: Floats) -> list[JsonValue]:
    """Numbers to nine digits: the last bits of a conversion hang on the machine."""
    return [float(f"{value:.9g}") for value in values.tolist()]


def hourly_weather(
    workspace: Workspace,
    paths: str | Sequence[str],
    given: Mapping[str, str],
    point: Sequence[float] | None,
    needed: Sequence[str],
) -> Weather:
    """Columns of a series; humidity follows from the dew point and the other way, wind from its parts."""
    read = read_columns(workspace, paths, HOURLY, needed=["temperature_c"], given=given, point=point)
    values, notes = dict(read.values), []
    if "relative_humidity_percent" not in values and "dew_point_c" in values:
        values["relative_humidity_percent"] = _humidity(values["temperature_c"], values["dew_point_c"])
        notes.append("relative humidity from the dew point (Bolton 1980)")
    elif "dew_point_c" not in values and "relative_humidity_percent" in values:
        values["dew_point_c"] = _dew_point(values["temperature_c"], values["relative_humidity_percent"])
        notes.append("dew point from relative humidity (Bolton 1980)")
    if "wind_speed_10m_m_s" not in values and {"wind_east_10m_m_s", "wind_north_10m_m_s"} <= values.keys():
        values["wind_speed_10m_m_s"] = np.hypot(values["wind_east_10m_m_s"], values["wind_north_10m_m_s"])
    lacking = [name for name in needed if name not in values]
    if lacking:
        ways = {"relative_humidity_percent": " (or dew_point_c)", "dew_point_c": " (or relative_humidity_percent)"}
        told = ", ".join(name + ways.get(name, "") for name in lacking)
        raise ToolError(f"{' and '.join(map(repr, read.files))} has no column for {told}; `columns` may name it")
    settled = {name: np.array([float(f"{value:.9g}") for value in column.tolist()]) for name, column in values.items()}
    return Weather(read.times, settled, read.files, tuple(notes))


def _humidity(warmth: Floats, dew: Floats) -> Floats:
    from mesocosm.earth.weather.moisture import relative_humidity

    return relative_humidity(warmth, np.minimum(dew, warmth))


def _dew_point(warmth: Floats, humidity: Floats) -> Floats:
    from mesocosm.earth.weather.moisture import dew_point_c, saturation_hpa

    return np.minimum(dew_point_c(saturation_hpa(warmth) * humidity / 100.0), warmth)
