"""Weather of the workspace for engines: days for crops and fires, hours for buildings and people."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from pydantic import JsonValue

from mesocosm.earth.fields.synonyms import synonyms
from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.rounding import round_each
from mesocosm.suites.terra.inputs.columns import Quantity, Read, read_columns
from mesocosm.suites.terra.inputs.derived_weather import ways_to, with_links
from mesocosm.suites.terra.inputs.tables import Floats, Times
from mesocosm.workspace.workspace import Workspace

DAY_SUM = ("mm", "mm/day")
SUNSHINE = ("MJ/m**2", "MJ/m**2/day")
HUMIDITY = Quantity(("percent",), ("rh", "hurs", "r2", "relative_humidity_2m"))
WIND_PARTS = {
    "wind_east_10m_m_s": Quantity(("m/s",), synonyms("u10")),
    "wind_north_10m_m_s": Quantity(("m/s",), synonyms("v10")),
}
DAILY = {
    "tmin_c": Quantity(("degC",), ("tasmin", "mn2t", "tn", "temperature_2m_min")),
    "tmax_c": Quantity(("degC",), ("tasmax", "mx2t", "tx", "temperature_2m_max")),
    "rain_mm": Quantity(DAY_SUM, (*synonyms("tp"), "precip")),
    "et0_mm": Quantity(DAY_SUM, ("reference_evapotranspiration", "evspsblpot")),
    "e0_mm": Quantity(DAY_SUM),
    "es0_mm": Quantity(DAY_SUM),
    "radiation_mj_m2": Quantity(SUNSHINE, (*synonyms("ssrd"), "srad", "solar_radiation")),
    "vapour_pressure_kpa": Quantity(("kPa",), ("vap", "vapor_pressure")),
    "wind_m_s": Quantity(("m/s",), ("wind_2m", "wind_speed_2m")),
    "wind_10m_m_s": Quantity(("m/s",), ("sfcwind", "wind_speed_10m", "si10", "ws10")),
    "dew_point_c": Quantity(("degC",), (*synonyms("d2m"), "tdew", "tdps")),
    "relative_humidity_percent": HUMIDITY,
    **WIND_PARTS,
}
"""Daily weather that drives crop engines."""
CROP_COLUMNS = ("tmin_c", "tmax_c", "rain_mm", "et0_mm", "radiation_mj_m2", "vapour_pressure_kpa", "wind_m_s")
OPEN_WATER = ("e0_mm", "es0_mm")

NOON = {
    "temperature_c": Quantity(("degC",), (*synonyms("t2m"), "noon_temperature")),
    "relative_humidity_percent": HUMIDITY,
    "wind_speed_10m_km_h": Quantity(("km/h",), ("wind", "sfcwind", "wind_speed", "wind_10m", "si10")),
    "rain_24h_mm": Quantity(DAY_SUM, (*synonyms("tp"), "rain", "precip")),
}
"""Weather that drives fire-weather indices: values at noon, and the rain of the day to noon."""
ASIDE = {"dew_point_c": Quantity(("degC",), (*synonyms("d2m"), "tdps")), **WIND_PARTS}
"""Quantities that can replace humidity and wind speed."""

HOURLY = {
    "temperature_c": Quantity(("degC",), (*synonyms("t2m"), "air_temperature", "dry_bulb")),
    "relative_humidity_percent": HUMIDITY,
    **ASIDE,
    "pressure_hpa": Quantity(("hPa",), synonyms("sp")),
    "wind_speed_10m_m_s": Quantity(("m/s",), ("wind", "sfcwind", "wind_speed", "wind_10m", "si10")),
    "shortwave_w_m2": Quantity(("W/m**2", "W*hour/m**2"), (*synonyms("ssrd"), "ghi", "global_radiation")),
    "cloud_cover": Quantity(("1",), synonyms("tcc")),
    "rain_mm": Quantity(("mm", "mm/hour"), (*synonyms("tp"), "precip")),
    "mean_radiant_temperature_c": Quantity(("degC",), ("mrt", "tmrt")),
    "direct_fraction": Quantity(("1",), ("fdir_share",)),
    "cos_solar_zenith": Quantity(("1",), ("cossza",)),
}
"""Hourly weather that drives engines for people and buildings."""


@dataclass(frozen=True)
class Weather:
    """Columns with the times of their rows, their sources, and notes on derived quantities."""

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
    """Return the input `weather` of crop engines, the columns that were read, and notes on derived columns."""
    must = [name for name in needed if not ways_to(name)]
    read = read_columns(workspace, paths, DAILY, needed=must, given=given, point=point)
    if not len(read.times):
        raise ToolError(f"{' and '.join(map(repr, read.files))} has no column of dates")
    values, notes = _whole(read, DAILY, needed)
    columns: dict[str, JsonValue] = {"date": [str(day) for day in read.days()]}
    columns |= {name: [*round_each(values[name].tolist())] for name in (*CROP_COLUMNS, *OPEN_WATER) if name in values}
    return columns, read, notes


def _whole(read: Read, wanted: Collection[str], needed: Sequence[str]) -> tuple[dict[str, Floats], tuple[str, ...]]:
    """Return the columns with those derived from them; a needed quantity that is missing is refused."""
    values, notes = with_links(read.values, wanted)
    lacking = [name + ways_to(name) for name in needed if name not in values]
    if lacking:
        held = " and ".join(map(repr, read.files))
        raise ToolError(f"{held} has no column for {', '.join(lacking)}; `columns` may name it")
    return values, notes


def noon_weather(
    workspace: Workspace, paths: str | Sequence[str], given: Mapping[str, str], point: Sequence[float] | None
) -> tuple[Read, tuple[str, ...]]:
    """Return the weather at noon, and notes on derived columns."""
    must = [name for name in NOON if not ways_to(name)]
    read = read_columns(workspace, paths, NOON | ASIDE, needed=must, given=given, point=point)
    values, notes = _whole(read, NOON, list(NOON))
    return replace(read, values={name: values[name] for name in NOON}), notes


def hourly_weather(
    workspace: Workspace,
    paths: str | Sequence[str],
    given: Mapping[str, str],
    point: Sequence[float] | None,
    needed: Sequence[str],
) -> Weather:
    """Return columns of a series; humidity is derived from the dew point or the reverse, wind from its components."""
    read = read_columns(workspace, paths, HOURLY, needed=["temperature_c"], given=given, point=point)
    values, notes = _whole(read, needed, needed)
    rounded = {name: np.array(round_each(column.tolist())) for name, column in values.items()}
    return Weather(read.times, rounded, read.files, notes)
