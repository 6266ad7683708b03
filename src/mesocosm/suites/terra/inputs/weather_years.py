"""A year of the workspace's weather as an EPW file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mesocosm.earth.weather.days_to_hours import DAYS, hours_of_days
from mesocosm.earth.weather.epw_writing import HOURS, Site, epw_of_local_hours
from mesocosm.earth.weather.standard_pressure import standard_pressure_hpa
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.columns import read_columns
from mesocosm.suites.terra.inputs.derived_weather import TO_2_M, with_links
from mesocosm.suites.terra.inputs.tables import Floats, Times
from mesocosm.suites.terra.inputs.weather import DAILY, hourly_weather
from mesocosm.workspace.workspace import Workspace

FEBRUARY, LEAP_DAY = 2, 29
WIND = "wind_10m_m_s"
CLOUD, WIND_M_S = 0.5, 2.0
"""Values used if a file has no cloud or wind; the answer says so."""
MOST_AT_NIGHT = 0.03
"""Share of the year's sunshine at night; a greater one means that the clock is of another place."""
W_M2 = 1e6 / 86400
"""Watts per square metre in one MJ/m² a day."""


@dataclass(frozen=True)
class Year:
    """An EPW file, with a few figures about it."""

    document: bytes
    year: int
    figures: dict[str, float]
    notes: tuple[str, ...]
    files: dict[str, str]


def year_of(
    workspace: Workspace,
    paths: str | Sequence[str],
    place: str,
    point: Sequence[float],
    elevation_m: float,
    timing: tuple[str, str],
    columns: Mapping[str, str],
) -> Year:
    """Return the file of a whole year; 29 February is left out.

    Args:
        workspace: Workspace of the files.
        paths: One or several files.
        place: Name of the place.
        point: Longitude and latitude.
        elevation_m: Height above the sea, m.
        timing: Whether rows are hours or days, and the clock of hours, utc or local.
        columns: Column to use, by quantity.
    """
    step, clock = timing
    site = Site(
        "".join(letter for letter in place if letter not in ",\r\n")[:60], "XX", point[1], point[0], elevation_m
    )
    if step == "day":
        return _of_days(workspace, paths, site, columns)
    hourly = hourly_weather(workspace, paths, columns, point, ["dew_point_c", "shortwave_w_m2"])
    keep = _whole_year(hourly.times, HOURS, 3600)
    given = {name: values[keep] for name, values in hourly.values.items()}
    hours, notes = _hours(given, site)
    if clock == "utc":
        hours = {name: np.roll(values, site.time_zone) for name, values in hours.items()}
    year = int(str(hourly.times[0])[:4])
    return _write(site, year, hours, (*hourly.notes, *notes), hourly.files)


def _hours(given: Mapping[str, Floats], site: Site) -> tuple[dict[str, Floats], list[str]]:
    notes = []
    hours = {"temperature_2m": given["temperature_c"], "dew_point_2m": given["dew_point_c"],
             "shortwave": np.maximum(given["shortwave_w_m2"], 0.0)}  # fmt: skip
    standard = standard_pressure_hpa(site.elevation_m)
    if {"wind_east_10m_m_s", "wind_north_10m_m_s"} <= given.keys():
        hours |= {"wind_east_10m": given["wind_east_10m_m_s"], "wind_north_10m": given["wind_north_10m_m_s"]}
    else:
        speed = given.get("wind_speed_10m_m_s")
        hours |= {"wind_east_10m": np.zeros(HOURS), "wind_north_10m": -_fill(speed, WIND_M_S)}
        notes.append("wind from the north" if speed is not None else f"wind taken as {WIND_M_S:g} m/s from the north")
    others = {"surface_pressure": ("pressure_hpa", standard), "cloud_cover": ("cloud_cover", CLOUD),
              "precipitation": ("rain_mm", 0.0)}  # fmt: skip
    for name, (column, usual) in others.items():
        hours[name] = _fill(given.get(column), usual)
        notes += [] if column in given else [f"{column} taken as {usual:.6g}"]
    return hours, notes


def _fill(values: Floats | None, usual: float) -> Floats:
    return np.full(HOURS, usual) if values is None else values


def _of_days(workspace: Workspace, paths: str | Sequence[str], site: Site, columns: Mapping[str, str]) -> Year:
    point = (site.longitude, site.latitude)
    needed = ["tmin_c", "tmax_c", "dew_point_c", "radiation_mj_m2"]
    read = read_columns(workspace, paths, DAILY, needed=needed, given=columns, point=point)
    keep = _whole_year(read.times.astype("datetime64[D]"), DAYS, 86400)
    days = {name: read.values[name][keep] for name in ("tmin_c", "tmax_c", "dew_point_c")}
    days["shortwave_w_m2"] = read.values["radiation_mj_m2"][keep] * W_M2
    values, wind_notes = _with_wind(read.values)
    optional = {WIND: "wind_m_s", "rain_mm": "rain_mm"}
    days |= {name: values[column][keep] for column, name in optional.items() if column in values}
    notes = [f"{column} is not told, and taken as usual" for column in optional if column not in values]
    notes += wind_notes
    notes.append(
        "hours by half a cosine from each day's lowest at sunrise to its highest at 15 h by the sun and one down "
        f"again, and by the sun's height; wind from the west, cloud {CLOUD:g}, pressure of the standard atmosphere"
    )
    return _write(site, int(str(read.times[0])[:4]), hours_of_days(site, days), tuple(notes), read.files)


def _with_wind(values: Mapping[str, Floats]) -> tuple[dict[str, Floats], tuple[str, ...]]:
    """Add the wind at 10 m, from its components or from the wind at 2 m, with a note on how it was derived."""
    columns, notes = with_links(values, [WIND])
    if WIND in columns or "wind_m_s" not in columns:
        return columns, notes
    return columns | {WIND: columns["wind_m_s"] / TO_2_M}, ("wind at 10 m from wind_m_s at 2 m (FAO-56, equation 47)",)


def _whole_year(times: Times, rows: int, step_s: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which rows form a whole year without 29 February; an incomplete year is refused."""
    if len(times) < 2:
        raise ToolError("`weather` must have the times of its rows, a whole year of hours or days")
    steps = np.diff(times).astype("timedelta64[s]").astype(np.int64)
    if not (steps == step_s).all():
        at = int(np.flatnonzero(steps != step_s)[0])
        raise ToolError(
            f"`weather` must continue hour by hour or day by day; "
            f"{str(times[at + 1])[:16]} follows {str(times[at])[:16]}"
        )
    days = times.astype("datetime64[D]")
    month = days.astype("datetime64[M]").astype(int) % 12 + 1
    number = (days - days.astype("datetime64[M]")).astype(int) + 1
    keep = ~((month == FEBRUARY) & (number == LEAP_DAY))
    first = times[0] - times[0].astype("datetime64[Y]")
    if int(keep.sum()) != rows or int(first.astype("timedelta64[s]").astype(np.int64)) >= step_s:
        raise ToolError(f"`weather` must hold one year from 1 January on, {rows} rows, got {len(times)} from {days[0]}")
    return np.asarray(keep)


def _write(site: Site, year: int, hours: dict[str, Floats], notes: tuple[str, ...], files: dict[str, str]) -> Year:
    figures = {
        "mean_temperature_c": float(hours["temperature_2m"].mean()),
        "global_kwh_m2": float(hours["shortwave"].sum() / 1000),
    }
    document = epw_of_local_hours(site, year, hours)
    rows = [line.split(",") for line in document.decode().splitlines()[8:]]
    night = sum(float(row[13]) for row in rows if float(row[10]) <= 0) / 1000
    if night > MOST_AT_NIGHT * max(figures["global_kwh_m2"], 1.0):
        raise ToolError(
            f"{night:.4g} of {figures['global_kwh_m2']:.4g} kWh/m² of sunshine fall with the sun below the horizon at "
            f"longitude {site.longitude:g}: check `clock` and `point`"
        )
    figures["direct_normal_kwh_m2"] = sum(float(row[14]) for row in rows) / 1000
    figures["diffuse_kwh_m2"] = sum(float(row[15]) for row in rows) / 1000
    return Year(document, year, figures, notes, files)
