"""Stations that measure the air: one in every place, with the errors of their instruments.

A reading is the truth times a gain of the station, plus an offset and noise, within the uncertainty that the European
directive 2008/50/EC allows (15 % for gases, 25 % for PM2.5); some hours fail.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.air.airshed import AIR, Airshed
from mesocosm.earth.planet.air.tiles import tile_of
from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.clock import hour_of
from mesocosm.seeding import generator
from mesocosm.types import Record

if TYPE_CHECKING:
    import xarray as xr


class Instrument(Record):
    """The errors of a kind of instrument."""

    gain: float
    """Standard deviation of the gain, whose mean is 1, over stations."""
    offset: float
    """Standard deviation of the offset over stations, µg/m³; `noise` is that over hours."""
    noise: float
    least: float
    """Limit of detection, below which it reads 0."""
    fails: float
    """Share of hours without a reading."""


INSTRUMENTS: dict[str, Instrument] = {
    "nitrogen_dioxide": Instrument(gain=0.05, offset=0.4, noise=0.6, least=0.4, fails=0.02),
    "ozone": Instrument(gain=0.03, offset=1.0, noise=1.0, least=2.0, fails=0.015),
    "pm2p5": Instrument(gain=0.09, offset=0.5, noise=1.6, least=1.0, fails=0.03),
}


def station(airshed: Airshed, place: Place, start: datetime, count: int) -> xr.Dataset:
    """Return hours of a place's station: its readings of each substance, and in `truth_*` the true values."""
    import xarray as xr

    region = airshed.ground.region
    row, column = tile_of(region, place.x, place.y)
    air = airshed.hours(start, count).isel(y=row, x=column)
    variables: dict[str, object] = {}
    for name, instrument in INSTRUMENTS.items():
        truth = air[name].values.astype(np.float64)
        own = generator("planet", region.seed, "air", region.key, "station", place.id, name)
        gain, offset = 1 + instrument.gain * own.standard_normal(), instrument.offset * own.standard_normal()
        noise, fails = _hourly(airshed, place, name, hour_of(start), count)
        read = round_to_step(np.maximum(gain * truth + offset + instrument.noise * noise, 0.0), 0.1)
        read = np.where(fails < instrument.fails, np.nan, np.where(read < instrument.least, 0.0, read))
        variables[name] = (("time",), read.astype(np.float32), {"units": AIR[name].units})
        variables[f"truth_{name}"] = (("time",), truth.astype(np.float32), {"units": AIR[name].units})
    return xr.Dataset(variables, {"time": air.time.values}, {"station": place.id, "name": place.name})


def _hourly(airshed: Airshed, place: Place, name: str, first: int, count: int) -> tuple[Floats, Floats]:
    """Return noise and failures of every hour, drawn day by day (UTC), so that an hour is the same in every request."""
    region, days = airshed.ground.region, range(first // 24, (first + count - 1) // 24 + 1)
    draws = [generator("planet", region.seed, "air", region.key, "reading", place.id, name, day) for day in days]
    noise = np.concatenate([draw.standard_normal(24) for draw in draws])
    # A failure of an instrument lasts for some consecutive hours of a day.
    fails = np.concatenate([np.repeat(draw.random(8), 3) for draw in draws])
    inside = slice(first % 24, first % 24 + count)
    return noise[inside], fails[inside]
