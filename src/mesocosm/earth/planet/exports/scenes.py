"""Scenes as files: optical scenes, radar and photographs of the towns, on clear days and in a flood."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from mesocosm.earth.planet.archive.capture import conditions as conditions_under
from mesocosm.earth.planet.archive.cloud_cover import Percents, pass_hour, town_clouds
from mesocosm.earth.planet.archive.files import bands_picture, classes_picture, echoes_picture, photo_picture
from mesocosm.earth.planet.archive.tiles import PHOTO_PIXEL_M, SIDE_M
from mesocosm.earth.planet.exports import File, describe_origin
from mesocosm.earth.planet.exports.water import flood_days
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.products.vectors import Feature, Plain, geoparquet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.conditions import Conditions
from mesocosm.earth.planet.sensors.landscape import MARGIN
from mesocosm.earth.planet.sensors.multispectral import make_scene
from mesocosm.earth.planet.sensors.photo.photograph import Annotation, Photograph, take_photograph
from mesocosm.earth.planet.sensors.photo.scenery_builder import town_scenery, traffic_scenery
from mesocosm.earth.planet.sensors.radar import make_backscatter
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.towns import make_town_landscape
from mesocosm.earth.planet.sensors.window import window_about
from mesocosm.earth.planet.sizes import FIRST_YEAR

SEASONS = (15, 105, 196, 288)
"""Days of the year near which a clear day is chosen, at most `LOOK_DAYS` away."""
LOOK_DAYS = 12


def parts(planet: Planet, region: Region) -> list[str]:
    return [place.id for place in planet.settlement(region.key).places[: planet.size.towns]]


def files(planet: Planet, region: Region, part: str) -> Iterator[File]:
    place = planet.place(part)
    window = window_about(region, place.x, place.y, SIDE_M["scene"], 10.0)
    for day in scene_dates(planet, region):
        state, name = conditions(planet, region, day), f"scenes/{part}-{day}"
        words = _words(planet, region, day, "msi")
        ground = make_town_landscape(window.widened(MARGIN), planet.town(part, day))
        scene = make_scene(window, state, ground)
        for pixel in (10, 20, 60):
            yield f"{name}-s2-{pixel}m.tif", bands_picture(scene, pixel, words).content()
        yield f"{name}-s2-scl.tif", classes_picture(scene, words).content()
        radar = make_backscatter(window, state, ground)
        yield f"{name}-sar.tif", echoes_picture(radar, words | {"instruments": "c-sar"}).content()
    if place != planet.settlement(region.key).places[0]:
        return  # one photograph per region: drawing everything in a town takes as long as all of its scenes
    day = scene_dates(planet, region)[-1]
    photograph = photograph_town(planet, region, place, day)
    yield (
        f"scenes/{part}-{day}-photo.tif",
        photo_picture(photograph, _words(planet, region, day, "rgb")).content(),
    )
    yield f"scenes/{part}-{day}-photo-things.parquet", _things(photograph)


def scene_dates(planet: Planet, region: Region) -> list[date]:
    """Return the clearest day near the middle of each season, and the day of the worst flood."""
    first = date(FIRST_YEAR, 1, 1)
    days = [day for day in SEASONS if day + LOOK_DAYS < planet.size.days]
    clouds = _clouds(planet, region, FIRST_YEAR).sum(axis=1).tolist()
    chosen = {min(_around(day), key=lambda near: clouds[near]) for day in days}
    water = planet.water_year(region.key, FIRST_YEAR)
    worst = max(flood_days(water), key=lambda day: float(water.flood_depth_m[day].sum()), default=None)
    if worst is not None and worst < planet.size.days:
        chosen.add(worst)
    return [first + timedelta(days=day) for day in sorted(chosen or {0})]


def _around(day: int) -> range:
    return range(max(day - LOOK_DAYS, 0), day + LOOK_DAYS + 1)


def _clouds(planet: Planet, region: Region, year: int) -> Percents:
    """Return the cloud cover over the towns of the archive when satellites pass."""
    return town_clouds(planet.sky(region.key), planet.settlement(region.key).places[: planet.size.towns], year)


def cloud_share(planet: Planet, region: Region, day: date) -> float:
    """Return the mean cloud cover of the towns when satellites pass, in whole percent, as a share."""
    over = _clouds(planet, region, day.year)[(day - date(day.year, 1, 1)).days]
    return float(int(over.sum()) // int(over.size)) / 100


def conditions(planet: Planet, region: Region, day: date) -> Conditions:
    """Return the state of sky and ground on a day: clouds, floods, snow, soil moisture and wind."""
    return conditions_under(planet, region, day, cloud_share(planet, region, day))


def photograph_town(planet: Planet, region: Region, place: Place, day: date) -> Photograph:
    """Take a photograph of the middle of a town on a day."""
    index = int(place.id.rpartition("p")[2])
    window = window_about(region, place.x, place.y, SIDE_M["photo"], PHOTO_PIXEL_M)
    sceneries = (town_scenery(region, index, day.timetuple().tm_yday, day), traffic_scenery(region, index, day))
    return take_photograph(window, sceneries, sun_at(region.latitude, day))


def _words(planet: Planet, region: Region, day: date, instrument: str) -> dict[str, str]:
    """Return the metadata of a file: its origin, time and instrument."""
    moment = datetime(day.year, day.month, day.day, pass_hour(region), tzinfo=UTC)
    return {
        "source": describe_origin(planet, region),
        "time": f"{moment:%Y-%m-%dT%H:%M:%SZ}",
        "instruments": instrument,
    }


def _things(photograph: Photograph) -> bytes:
    from shapely.geometry import Polygon

    features = [Feature(Polygon(note.thing.outline), _note(note)) for note in photograph.annotations]
    return geoparquet(features, photograph.window.region.crs)


def _note(note: Annotation) -> dict[str, Plain]:
    """Return the attributes of a thing: its label, and its box in pixels from the upper left corner."""
    properties: dict[str, Plain] = {
        "id": note.thing.id,
        "label": note.thing.label,
        "inside": round(float(note.inside), 3),
    }
    for side, pixel in zip(("left", "top", "right", "bottom"), note.box, strict=True):
        properties[side] = round(float(pixel), 2)
    return properties
