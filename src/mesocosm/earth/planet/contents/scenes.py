"""Pictures from above as files: optical scenes, radar and photographs of the towns, on clear days and in a flood."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import numpy as np

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.contents import File, told
from mesocosm.earth.planet.contents.water import flood_days
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.rasters import Layer, cog
from mesocosm.earth.planet.products.vectors import Feature, Plain, geoparquet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.conditions import Conditions
from mesocosm.earth.planet.sensors.multispectral import OFFSET, PIXELS_M, SCALE, Scene, Scl, make_scene
from mesocosm.earth.planet.sensors.photo.making import town_scenery, traffic_scenery
from mesocosm.earth.planet.sensors.photo.photograph import Annotation, Photograph, take_photograph
from mesocosm.earth.planet.sensors.radar import Backscatter, make_backscatter
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.window import Window, window_about
from mesocosm.earth.planet.sizes import FIRST_YEAR

SCENE_M, PHOTO_M = 4800.0, 512.0
"""Sides of the windows of scenes and photographs."""
PHOTO_PIXEL_M = 0.5
SEASONS = (15, 105, 196, 288)
"""Days of the year about which a clear one is looked for, as far as `LOOK_DAYS` away."""
LOOK_DAYS = 12
PASS_HOUR = 10.5
"""Local solar time at which satellites pass."""
SNOW_DEPTH = 3.3
"""Of snow that has settled, against its water."""
TILE = 256
NO_ECHO = -32768


def parts(planet: Planet, region: Region) -> list[str]:
    return [place.id for place in planet.settlement(region.key).places[: planet.size.towns]]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    place, source = planet.place(part), told(planet, region)
    window = window_about(region, place.x, place.y, SCENE_M, 10.0)
    for day in scene_dates(planet, region):
        state, name = conditions(planet, region, day), f"scenes/{part}-{day}"
        scene = make_scene(window, state)
        for pixel in (10, 20, 60):
            yield f"{name}-s2-{pixel}m.tif", _bands(scene, pixel, source)
        yield f"{name}-s2-scl.tif", _classes(scene, source)
        yield f"{name}-sar.tif", _echoes(make_backscatter(window, state), source)
    if place != planet.settlement(region.key).places[0]:
        return  # one photograph a region: drawing all that stands in a town takes as long as all of its scenes
    day = scene_dates(planet, region)[-1]
    photograph = photographed(planet, region, place, day)
    yield f"scenes/{part}-{day}-photo.tif", _photo(photograph, day, source)
    yield f"scenes/{part}-{day}-photo-things.parquet", _things(photograph)


def scene_dates(planet: Planet, region: Region) -> list[date]:
    """The clearest day about each season's middle, and the day of the worst flood."""
    first = date(FIRST_YEAR, 1, 1)
    days = [day for day in SEASONS if day + LOOK_DAYS < planet.size.days]
    chosen = {
        min(_around(day), key=lambda near: cloud_share(planet, region, first + timedelta(days=near))) for day in days
    }
    water = planet.water_year(region.key, FIRST_YEAR)
    worst = max(flood_days(water), key=lambda day: float(water.flood_depth_m[day].sum()), default=None)
    if worst is not None and worst < planet.size.days:
        chosen.add(worst)
    return [first + timedelta(days=day) for day in sorted(chosen or {0})]


def _around(day: int) -> range:
    return range(max(day - LOOK_DAYS, 0), day + LOOK_DAYS + 1)


def cloud_share(planet: Planet, region: Region, day: date) -> float:
    """Mean cloud cover of the region when satellites pass."""
    weather = planet.sky(region.key).hours(_pass(region, day), 1)
    return round(float(weather.cloud_cover.values.astype(np.float64).mean()), 2)


def _pass(region: Region, day: date) -> datetime:
    """The whole hour of UTC on a day nearest to the pass."""
    hour = round(PASS_HOUR - region.longitude / 15.0) % 24
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC)


def conditions(planet: Planet, region: Region, day: date) -> Conditions:
    """What the sky and the water make of the ground on a day."""
    water = planet.water_year(region.key, day.year)
    at = (day - date(day.year, 1, 1)).days
    weather = planet.sky(region.key).hours(_pass(region, day), 1)
    wind = np.hypot(weather.wind_east_10m.values, weather.wind_north_10m.values).astype(np.float64)
    return Conditions(
        day,
        cloud_share=cloud_share(planet, region, day),
        flood_depth_m=water.flood_depth_m[at].astype(np.float64),
        snow_depth_m=water.snow_mm[at].astype(np.float64) * SNOW_DEPTH / 1000.0,
        soil_moisture=water.soil_wetness[at].astype(np.float64),
        wind_m_s=round(float(wind.mean()), 1),
    )


def photographed(planet: Planet, region: Region, place: Place, day: date) -> Photograph:
    """The middle of a town from above on a day."""
    index = int(place.id.rpartition("p")[2])
    window = window_about(region, place.x, place.y, PHOTO_M, PHOTO_PIXEL_M)
    sceneries = (town_scenery(region, index, day.timetuple().tm_yday, day), traffic_scenery(region, index, day))
    return take_photograph(window, sceneries, sun_at(region.latitude, day))


def grid_of(window: Window) -> Grid:
    """A window's pixels as a grid."""
    west, south, _, _ = window.bounds
    step = window.resolution_m
    return Grid(window.region.grid.proj, west + step / 2, south + step / 2, step, step, window.columns, window.rows)


def _time(day: date) -> str:
    return f"{day}T{PASS_HOUR:02.0f}:30:00Z"


def _bands(scene: Scene, pixel: int, source: str) -> bytes:
    names = [name for name, size in PIXELS_M.items() if size == pixel]
    layers = [Layer(name, scene.bands[name][::-1], "1", 1.0 / SCALE, -OFFSET / SCALE) for name in names]
    grid = grid_of(scene.window.at_resolution(100 * pixel))
    return cog(
        grid, scene.window.region.crs, layers, nodata=0, tile=TILE, source=source, time=_time(scene.conditions.date)
    )


def _classes(scene: Scene, source: str) -> bytes:
    legend = {str(int(code)): code.name.lower() for code in Scl}
    layers = [
        Layer("scene classification", scene.classification[::-1], tags=legend),
        Layer("cloud probability", scene.cloud_probability[::-1], "%"),
    ]
    grid = grid_of(scene.window.at_resolution(2000))
    day = _time(scene.conditions.date)
    return cog(grid, scene.window.region.crs, layers, nodata=255, tile=TILE, source=source, time=day)


def _echoes(radar: Backscatter, source: str) -> bytes:
    pairs = (("VV", radar.vv_db), ("VH", radar.vh_db))
    layers = [Layer(name, np.round(values[::-1] * 100.0).astype(np.int16), "dB", 0.01) for name, values in pairs]
    day = _time(radar.conditions.date)
    grid = grid_of(radar.window)
    return cog(grid, radar.window.region.crs, layers, nodata=NO_ECHO, tile=TILE, source=source, time=day)


def _photo(photograph: Photograph, day: date, source: str) -> bytes:
    layers = [Layer(name, photograph.pixels[::-1, :, at]) for at, name in enumerate(("red", "green", "blue"))]
    grid = grid_of(photograph.window)
    return cog(grid, photograph.window.region.crs, layers, nodata=None, tile=TILE, source=source, time=_time(day))


def _things(photograph: Photograph) -> bytes:
    from shapely.geometry import Polygon

    features = [Feature(Polygon(note.thing.outline), _noted(note)) for note in photograph.annotations]
    return geoparquet(features, photograph.window.region.crs)


def _noted(note: Annotation) -> dict[str, Plain]:
    """What is written of a thing: its label, and its box in pixels from the upper left corner."""
    told: dict[str, Plain] = {"id": note.thing.id, "label": note.thing.label, "inside": round(float(note.inside), 3)}
    for side, pixel in zip(("left", "top", "right", "bottom"), note.box, strict=True):
        told[side] = round(float(pixel), 2)
    return told
