"""Stations of the synthetic days and their forecast soundings, taken from the same columns as the maps."""

from __future__ import annotations

import functools
import string
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from mesocosm import seeding
from mesocosm.earth.geo.grid import rotate_vectors
from mesocosm.earth.weather.hrrr import coarse_hrrr
from mesocosm.earth.weather.soundings.bufkit_writing import write_bufkit
from mesocosm.earth.weather.soundings.profile import KNOT, Profile
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.earth.weather.thermodynamics import FREEZING
from mesocosm.suites.tornado.days.columns import Columns, columns
from mesocosm.suites.tornado.days.day import HOURS
from mesocosm.suites.tornado.days.parcels import Ascent, lift, surface_source
from mesocosm.suites.tornado.days.places import STEP_KM, Field, nodes, places, terrain_m
from mesocosm.suites.tornado.days.scenario import Scenario

SPACING_KM = 155.0
FIRST_HOUR = 0
CENTRAL_MERIDIAN, CONE = -97.5, float(np.sin(np.radians(38.5)))
"""Central meridian of the maps' projection, and its cone constant: north turns away from the y axis by `CONE` times the
distance from the central meridian.
"""


@functools.cache
def stations() -> tuple[Station, ...]:
    """Return some three hundred places on land, the same for every day: a grid shaken so that no rows show."""
    draw = seeding.generator("tornado", "stations")
    area = nodes()
    x, y = np.meshgrid(
        np.arange(area.x_km.min(), area.x_km.max(), SPACING_KM), np.arange(area.y_km.min(), area.y_km.max(), SPACING_KM)
    )
    x, y = (axis + draw.uniform(-0.32, 0.32, axis.shape) * SPACING_KM for axis in (x, y))
    grid = coarse_hrrr(STEP_KM)
    longitude, latitude = (degrees.round(2).ravel() for degrees in grid.from_plane(1000 * x, 1000 * y))
    ashore = places(grid, longitude, latitude).conus
    ashore_places = zip(
        latitude[ashore], longitude[ashore], terrain_m(longitude, latitude)[ashore].round(1), strict=True
    )
    return tuple(Station(name, *map(float, place)) for name, place in zip(_ids(), ashore_places, strict=False))


def _ids() -> Iterator[str]:
    """Yield XAAA, XAAB, ...: no airport has these letters, so nobody takes them for a real place."""
    for number in range(26**3):
        first, rest = divmod(number, 26**2)
        yield "X" + "".join(string.ascii_uppercase[letter] for letter in (first, *divmod(rest, 26)))


def write_soundings(path: Path, scenario: Scenario, station: Station, run: datetime) -> None:
    """Write the station's BUFKIT file with a profile for every hour of the run."""
    hours = np.arange(FIRST_HOUR, HOURS[-1] + 1)
    spot = places(coarse_hrrr(STEP_KM), np.array([station.longitude]), np.array([station.latitude]))
    air = columns(scenario, spot, hours[:, None].astype(float))
    surface = lift(air, surface_source(air))
    profiles = [profile(air, number, station, run + timedelta(hours=int(hour))) for number, hour in enumerate(hours)]
    write_bufkit(path, station, profiles, run=run, model_indices=_indices(surface, len(hours)))


def profile(air: Columns, number: int, station: Station, valid: datetime) -> Profile:
    """Return one hour's column as a sounding; winds are turned from the map's axes to true north."""
    at = (slice(None), number, 0)
    turn = np.radians(CONE * (station.longitude - CENTRAL_MERIDIAN))
    east, north = rotate_vectors(air.u[at], air.v[at], -turn)
    return Profile(
        valid=valid,
        pressure_hpa=air.pressure_hpa[at],
        height_m=air.height_m[at],
        temperature_c=air.temperature_k[at] - FREEZING,
        dewpoint_c=air.dewpoint_k[at] - FREEZING,
        wind_direction_deg=np.degrees(np.arctan2(-east, -north)) % 360,
        wind_speed_kt=np.hypot(east, north) / KNOT,
        omega_pa_s=air.omega[at],
    )


def _indices(surface: Ascent, count: int) -> Sequence[dict[str, float]]:
    named: dict[str, Field] = {
        "CAPE": surface.cape,
        "CINS": surface.cin,
        "LIFT": surface.lifted_index,
        "LCLP": surface.condensation_hpa,
    }
    return [{name: float(column[number, 0]) for name, column in named.items()} for number in range(count)]
