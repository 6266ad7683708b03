"""Tropical cyclones in weather fields: centres and tracks, in both hemispheres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from mesocosm.earth.fields.field_units import convert_field
from mesocosm.earth.fields.kinematics import vorticity_and_divergence
from mesocosm.earth.forecasts.grids import grid_of, same_grid
from mesocosm.earth.geo.distance import EARTH_RADIUS_KM, great_circle_km
from mesocosm.errors import InvalidRecord
from mesocosm.types import Record

if TYPE_CHECKING:
    import xarray as xr

Floats = NDArray[np.float64]
LOWER_HPA = 850.0
CORE_HPA = (300.0, 500.0)
"""Pressure levels between which the warmth of the core is measured, in hPa."""
CORE_KM, INNER_KM, OUTER_KM, AROUND_KM = 150.0, 250.0, 450.0, 800.0
"""Radii in km. Vorticity is the mean within `CORE_KM`, wind and warmth are those within `INNER_KM`; the surroundings
are between the other two radii. No two centres lie within the inner radius of each other.
"""


class Criteria(Record):
    """Criteria that a low must meet to count as a tropical cyclone."""

    least_vorticity: float = Field(5e-5, gt=0)
    """Cyclonic vorticity at 850 hPa, mean of the core, 1/s: positive in the north, negative in the south."""
    least_depth_hpa: float = Field(2.0, ge=0)
    """Mean pressure of the surroundings minus that of the centre."""
    least_warmth_k: float = Field(0.5, ge=0)
    """Temperature of the core minus that of the surroundings, mean of 300 to 500 hPa."""
    furthest_latitude: float = Field(50.0, gt=0, le=90)


class Centre(Record):
    """A cyclone at one time."""

    time: str
    latitude: float
    longitude: float
    pressure_hpa: float
    vorticity: float
    """Signed vorticity, 1/s."""
    warmth_k: float
    wind_m_s: float | None
    """Strongest wind at 10 m within the inner radius."""


@dataclass(frozen=True)
class Weather:
    """Fields of several times on one grid: (time,) latitude and longitude."""

    pressure: xr.DataArray
    east: xr.DataArray
    """Wind to the east at 850 hPa; `north` likewise."""
    north: xr.DataArray
    core: xr.DataArray
    """Mean temperature of the core's levels."""
    wind: xr.DataArray | None
    """Wind speed at 10 m."""


def weather_of(
    pressure: xr.DataArray,
    winds: Sequence[xr.DataArray],
    temperature: xr.DataArray,
    near_ground: Sequence[xr.DataArray],
) -> Weather:
    """Prepare the fields of a search, in hPa, m/s and K, at their common times.

    Args:
        pressure: Pressure at mean sea level.
        winds: Wind to the east and to the north on levels that include 850 hPa.
        temperature: Temperature on levels of which some lie in 300 to 500 hPa.
        near_ground: Wind to the east and to the north at 10 m, or empty.
    """
    import xarray as xr

    lower = [_on_level(convert_field(wind, "m/s"), LOWER_HPA) for wind in winds]
    if "level" not in temperature.dims:
        raise InvalidRecord(f"{temperature.name} has no levels; the core's warmth is that of 300 to 500 hPa")
    core = convert_field(temperature, "K").sel(level=slice(*CORE_HPA))
    if not core.sizes["level"]:
        raise InvalidRecord(f"{temperature.name} has no level in 300 to 500 hPa, where the core's warmth is measured")
    parts = [convert_field(pressure, "hPa"), *lower, core.mean("level")]
    if near_ground:
        east, north = (convert_field(wind, "m/s") for wind in near_ground)
        parts.append((east**2 + north**2) ** 0.5)
    for part in parts[1:]:
        if not same_grid(part, parts[0]):
            raise InvalidRecord("pressure, winds and temperature must lie on one grid; regrid them")
    axes = {axis: parts[0][axis] for axis in ("latitude", "longitude")}
    plain = [_in_time(part.assign_coords(axes).reset_coords(drop=True)) for part in parts]
    msl, *lower, warm = xr.align(*plain[:4], join="inner")
    if not msl.sizes["time"]:
        raise InvalidRecord("pressure, winds and temperature have no time in common")
    wind = plain[4].reindex_like(msl) if near_ground else None
    return Weather(msl, lower[0], lower[1], warm, wind)


def _on_level(values: xr.DataArray, level: float) -> xr.DataArray:
    if "level" not in values.dims or level not in values["level"].values:
        raise InvalidRecord(f"{values.name} is needed at {level:g} hPa")
    return values.sel(level=level, drop=True)


def _in_time(values: xr.DataArray) -> xr.DataArray:
    if set(values.dims) != {"time", "latitude", "longitude"}:
        raise InvalidRecord(f"fields need time, latitude and longitude alone, got {', '.join(map(str, values.dims))}")
    return values.transpose("time", "latitude", "longitude").sortby("time")


def centres(weather: Weather, place: int, criteria: Criteria) -> list[Centre]:
    """Find the cyclones at one time: lows with cyclonic vorticity and a warm core above, the deepest first."""
    grid = grid_of(weather.pressure)
    pressure, core = (part.isel(time=place).values.astype(np.float64) for part in (weather.pressure, weather.core))
    wind = None if weather.wind is None else weather.wind.isel(time=place).values.astype(np.float64)
    winds = vorticity_and_divergence(weather.east.isel(time=place), weather.north.isel(time=place))
    spin = winds["vorticity"].values
    mesh = np.meshgrid(grid.latitude, grid.longitude, indexing="ij")
    time = str(weather.pressure["time"].values[place].astype("datetime64[s]")) + "Z"
    made = []
    for row, column in _lows(pressure, grid.latitude, grid.longitude, grid.closed, criteria):
        away = great_circle_km(grid.latitude[row], grid.longitude[column], mesh[0], mesh[1])
        centre = _judge(time, pressure, spin, core, wind, mesh, away, criteria)
        if centre is not None:
            made.append(centre)
    return _apart(sorted(made, key=lambda centre: (centre.pressure_hpa, centre.latitude, centre.longitude)))


def _apart(ordered: Sequence[Centre]) -> list[Centre]:
    """Drop centres within the inner radius of a deeper one, such as the second of two equal cells."""
    kept: list[Centre] = []
    for centre in ordered:
        others = [each.latitude for each in kept], [each.longitude for each in kept]
        if not kept or great_circle_km(centre.latitude, centre.longitude, *others).min() > INNER_KM:
            kept.append(centre)
    return kept


def _lows(
    pressure: Floats, latitude: Floats, longitude: Floats, closed: bool, criteria: Criteria
) -> Iterable[tuple[int, int]]:
    """Find cells with lower pressure than all others within the inner radius."""
    from scipy.ndimage import maximum_filter, minimum_filter

    usual = np.where(np.isfinite(pressure), pressure, np.inf)
    kilometres = EARTH_RADIUS_KM * np.pi / 180
    rows = max(int(INNER_KM / kilometres / np.diff(latitude).mean()), 1)
    columns = max(int(INNER_KM / kilometres / np.diff(longitude).mean()), 1)
    modes = ("nearest", "wrap" if closed else "nearest")
    size = (2 * rows + 1, 2 * columns + 1)
    lowest, highest = (each(usual, size=size, mode=modes) for each in (minimum_filter, maximum_filter))
    places = np.argwhere((usual <= lowest) & (usual <= highest - 0.1 * criteria.least_depth_hpa) & (usual < highest))
    for row, column in places:
        inside = closed or 0 < column < longitude.size - 1
        if abs(latitude[row]) <= criteria.furthest_latitude and 0 < row < latitude.size - 1 and inside:
            yield int(row), int(column)


def _judge(
    time: str,
    pressure: Floats,
    spin: Floats,
    core: Floats,
    wind: Floats | None,
    mesh: Sequence[Floats],
    away: Floats,
    criteria: Criteria,
) -> Centre | None:
    inner, around = away <= INNER_KM, (away >= OUTER_KM) & (away <= AROUND_KM)
    if not around.any() or not np.isfinite(pressure[around]).any():
        return None
    deficit = float(np.nanmean(pressure[around])) - pressure
    low = np.unravel_index(int(np.argmin(away)), away.shape)
    sign = 1.0 if mesh[0][low] >= 0 else -1.0
    core_cells = (away <= CORE_KM) | (away <= away.min())
    strongest = float(sign * np.nanmean(spin[core_cells]))
    warmth = float(np.nanmax(np.where(inner, core, -np.inf)) - np.nanmean(core[around]))
    passes = (
        deficit[low] >= criteria.least_depth_hpa
        and strongest >= criteria.least_vorticity
        and warmth >= criteria.least_warmth_k
    )
    if not passes:
        return None
    latitude, longitude = _between_cells(deficit, mesh, low)
    speed = None if wind is None else float(np.nanmax(np.where(inner, wind, -np.inf)))
    return Centre(time=time, latitude=latitude, longitude=longitude, pressure_hpa=float(pressure[low]),
                  vorticity=sign * strongest, warmth_k=warmth, wind_m_s=speed)  # fmt: skip


def _between_cells(deficit: Floats, mesh: Sequence[Floats], low: tuple[np.intp, ...]) -> tuple[float, float]:
    """Locate a low between grid points, at the top of the parabola through a cell and its neighbours on each axis."""
    place = []
    for axis, axis_values in enumerate(mesh):
        line = np.take(deficit, low[1 - axis], axis=1 - axis)
        ticks = np.take(axis_values, low[1 - axis], axis=1 - axis)
        k = int(low[axis])
        before, after = (k - 1) % line.size, (k + 1) % line.size
        bend = line[before] - 2 * line[k] + line[after]
        shift = 0.5 * (line[before] - line[after]) / bend if bend < 0 else 0.0
        step = float(np.median(np.diff(ticks)))
        place.append(float(ticks[k] + np.clip(shift, -0.5, 0.5) * step))
    return place[0], (place[1] + 180.0) % 360.0 - 180.0


def tracks(
    found: Sequence[Sequence[Centre]], hours: Sequence[float], fastest_km_h: float, least_hours: float
) -> list[list[Centre]]:
    """Link the centres of successive times into tracks, the longest first.

    At each time, tracks and centres are paired so that the sum of distances is smallest (Hungarian method), each centre
    with one track at most. A track is expected where its last motion leads, and a centre may be no further from there
    than the fastest cyclone moves; a track may miss one time.

    Args:
        found: Centres at each time.
        hours: Hours of each time, from any start.
        fastest_km_h: Speed of the fastest cyclone.
        least_hours: Least duration of a track.
    """
    made: list[list[tuple[float, Centre]]] = []
    for hour, centre_list in zip(hours, found, strict=True):
        living = [track for track in made if hour - track[-1][0] <= _longest_gap(hours)]
        pairs = _link(living, centre_list, hour, fastest_km_h)
        for number, centre in enumerate(centre_list):
            if number in pairs:
                pairs[number].append((hour, centre))
            else:
                made.append([(hour, centre)])
    lasting = [track for track in made if track[-1][0] - track[0][0] >= least_hours]
    return [[centre for _, centre in track] for track in sorted(lasting, key=lambda track: (-len(track), track[0][0]))]


def _longest_gap(hours: Sequence[float]) -> float:
    """Return the length of two steps, since a track may miss one time."""
    return 2.001 * float(np.max(np.diff(hours))) if len(hours) > 1 else 0.0


def _link(
    living: list[list[tuple[float, Centre]]], centre_list: Sequence[Centre], hour: float, fastest_km_h: float
) -> dict[int, list[tuple[float, Centre]]]:
    """Return the track that each centre continues, by the number of the centre."""
    from scipy.optimize import linear_sum_assignment

    if not living or not centre_list:
        return {}
    latitudes, longitudes = ([getattr(c, axis) for c in centre_list] for axis in ("latitude", "longitude"))
    cost = np.array([great_circle_km(*_awaited(track, hour), latitudes, longitudes) for track in living])
    gates = np.array([[fastest_km_h * (hour - track[-1][0])] for track in living])
    allowed = cost <= gates
    rows, columns = linear_sum_assignment(np.where(allowed, cost, 1e6))
    return {int(k): living[int(t)] for t, k in zip(rows, columns, strict=True) if allowed[t, k]}


def _awaited(track: list[tuple[float, Centre]], hour: float) -> tuple[float, float]:
    """Extrapolate the last motion to latitude and longitude."""
    last_hour, last = track[-1]
    if len(track) < 2:
        return last.latitude, last.longitude
    hour_before, before = track[-2]
    share = (hour - last_hour) / (last_hour - hour_before)
    east = (last.longitude - before.longitude + 180.0) % 360.0 - 180.0
    latitude = last.latitude + share * (last.latitude - before.latitude)
    return float(np.clip(latitude, -90.0, 90.0)), last.longitude + share * east
