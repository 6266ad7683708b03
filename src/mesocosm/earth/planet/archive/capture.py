"""Pixels of an acquisition: the sensor of its mission over its tile on its day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime

import numpy as np

from mesocosm.earth.planet.archive.acquisitions import FILES, Acquisition
from mesocosm.earth.planet.archive.cloud_cover import pass_hour
from mesocosm.earth.planet.archive.files import (
    Picture,
    bands_picture,
    classes_picture,
    echoes_picture,
    landsat_picture,
    photo_picture,
    quality_picture,
    temperature_picture,
)
from mesocosm.earth.planet.archive.tiles import PHOTO_PIXEL_M
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.region_cache import Arrays, stored_arrays
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.conditions import Conditions
from mesocosm.earth.planet.sensors.landscape import MARGIN, Landscape
from mesocosm.earth.planet.sensors.multispectral import make_landsat_scene, make_scene
from mesocosm.earth.planet.sensors.photo.photograph import Photograph, take_photograph
from mesocosm.earth.planet.sensors.photo.scenery_builder import town_scenery, traffic_scenery
from mesocosm.earth.planet.sensors.radar import make_backscatter
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.towns import make_town_landscape
from mesocosm.earth.planet.sensors.window import Window

SNOW_DEPTH = 3.3
"""Depth of settled snow over that of its water."""
Pictures = dict[str, Picture]
"""Pictures of one acquisition, by the keys of its files."""


def conditions(planet: Planet, region: Region, day: date, cloud_share: float) -> Conditions:
    """Return the state of sky and ground on a day: clouds, floods, snow, soil moisture and wind."""
    at = (day - date(day.year, 1, 1)).days

    def measure() -> Arrays:
        water = planet.water_year(region.key, day.year)
        return {name: getattr(water, name)[at] for name in ("flood_depth_m", "snow_mm", "soil_wetness")}

    water = stored_arrays(planet.stored_name(region.key, f"day-{day}"), measure)
    hour = datetime(day.year, day.month, day.day, pass_hour(region), tzinfo=UTC)
    weather = planet.sky(region.key).hours(hour, 1, ["wind_east_10m", "wind_north_10m"])
    wind = np.hypot(weather.wind_east_10m.values, weather.wind_north_10m.values).astype(np.float64)
    return Conditions(
        day,
        cloud_share=cloud_share,
        flood_depth_m=water["flood_depth_m"].astype(np.float64),
        snow_depth_m=water["snow_mm"].astype(np.float64) * SNOW_DEPTH / 1000.0,
        soil_moisture=water["soil_wetness"].astype(np.float64),
        wind_m_s=round(float(wind.mean()), 1),
    )


def pictures(planet: Planet, acquisition: Acquisition) -> Pictures:
    """Return all files of an acquisition as pixels."""
    return TAKEN[acquisition.mission.collection](planet, acquisition)


def photograph_of(acquisition: Acquisition) -> Photograph:
    """Return a photograph with the outline of every thing in it."""
    tile, day = acquisition.tile, acquisition.date
    sceneries = (
        town_scenery(tile.region, tile.rank, day.timetuple().tm_yday, day),
        traffic_scenery(tile.region, tile.rank, day),
    )
    sun = sun_at(tile.region.latitude, day, acquisition.seen.solar_hour)
    return take_photograph(tile.window(PHOTO_PIXEL_M), sceneries, sun)


def _optical(planet: Planet, acquisition: Acquisition) -> Pictures:
    window = acquisition.tile.window(10.0)
    scene = make_scene(window, _seen(planet, acquisition), _ground(planet, acquisition, window))
    return {f"{pixel}m": bands_picture(scene, pixel) for pixel in (10, 20, 60)} | {"scl": classes_picture(scene)}


def _thermal(planet: Planet, acquisition: Acquisition) -> Pictures:
    window = acquisition.tile.window(30.0)
    scene = make_landsat_scene(window, _seen(planet, acquisition), _ground(planet, acquisition, window))
    made = (landsat_picture(scene), temperature_picture(scene), quality_picture(scene))
    return {kind.key: picture for kind, picture in zip(FILES[acquisition.mission.collection], made, strict=True)}


def _radar(planet: Planet, acquisition: Acquisition) -> Pictures:
    state = replace(_seen(planet, acquisition), cloud_share=0.0)
    window = acquisition.tile.window(10.0)
    return {"backscatter": echoes_picture(make_backscatter(window, state, _ground(planet, acquisition, window)))}


def _ground(planet: Planet, acquisition: Acquisition, window: Window) -> Landscape:
    """Return the land with the town as it stands on the day, as photographs show it."""
    return make_town_landscape(window.widened(MARGIN), planet.town(acquisition.tile.place.id, acquisition.date))


def _camera(planet: Planet, acquisition: Acquisition) -> Pictures:
    return {"rgb": photo_picture(photograph_of(acquisition))}


def _seen(planet: Planet, acquisition: Acquisition) -> Conditions:
    share = (acquisition.cloud_percent or 0) / 100
    return conditions(planet, acquisition.tile.region, acquisition.date, share)


TAKEN: dict[str, Callable[[Planet, Acquisition], Pictures]] = {
    "s2-like-l2a": _optical,
    "landsat-like-c2-l2": _thermal,
    "s1-like-grd": _radar,
    "photographs": _camera,
}
"""Functions that make the pictures, by the collection of a mission."""
