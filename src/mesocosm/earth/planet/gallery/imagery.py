"""Pictures as satellites and aircraft take them: photograph, colours, vegetation index, radar, clouds, a flood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.exports.scenes import conditions, photograph_town, scene_dates
from mesocosm.earth.planet.exports.water import flood_days
from mesocosm.earth.planet.gallery.figure_style import Picture, paper
from mesocosm.earth.planet.ground.ground import Cover
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.landscape import MARGIN
from mesocosm.earth.planet.sensors.multispectral import Scene, make_scene, reflectance
from mesocosm.earth.planet.sensors.photo.photograph import take_photograph
from mesocosm.earth.planet.sensors.photo.rubble import Damage
from mesocosm.earth.planet.sensors.photo.scenery_builder import standing_scenery
from mesocosm.earth.planet.sensors.radar import make_backscatter
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.towns import make_town_landscape
from mesocosm.earth.planet.sensors.window import window_about
from mesocosm.earth.planet.sizes import FIRST_YEAR

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Pixels = NDArray[np.float64]
SCENE_M = 9000.0
TRUE_COLOUR = ("B04", "B03", "B02")


def photograph(planet: Planet, region: Region) -> Picture:
    """Draw the middle of the largest town from above."""
    place = planet.settlement(region.key).places[0]
    day = date(FIRST_YEAR, 7, 1)
    taken = photograph_town(planet, region, place, day)
    kinds = sorted({note.thing.label for note in taken.annotations})
    caption = (
        f"The middle of {place.name} on {day} at half a metre a pixel: {len(taken.annotations)} things have exact "
        f"outlines, of the kinds {', '.join(kind.replace('_', ' ') for kind in kinds)}."
    )
    return Picture("photograph", "From an aircraft", caption, _draw([taken.pixels / 255.0], [""], 8.5))


def colours(planet: Planet, region: Region) -> Picture:
    """Draw one clear scene in true colour, false colour, vegetation index and radar."""
    place = planet.settlement(region.key).places[0]
    days = scene_dates(planet, region)
    day = min(days, key=lambda day: abs((day - date(FIRST_YEAR, 7, 15)).days))
    state = replace(conditions(planet, region, day), cloud_share=0.0)
    window = window_about(region, place.x, place.y, SCENE_M, 10.0)
    ground = make_town_landscape(window.widened(MARGIN), planet.town(place.id, day))
    scene, radar = make_scene(window, state, ground), make_backscatter(window, state, ground)
    red, near = (reflectance(scene.bands[name]).astype(np.float64) for name in ("B04", "B08"))
    greenness = (near - red) / np.maximum(near + red, 1e-3)
    images = [
        true_colour(scene),
        _stretch(scene, ("B08", "B04", "B03"), 0.45),
        _colour(greenness, -0.2, 0.9),
        _radar(radar.vv_db),
    ]
    caption = (
        f"{place.name} and its country on {day}, {SCENE_M / 1000:.0f} km wide: true colour, false colour (near "
        "infrared as red: what grows is red), NDVI, and radar (VV: water is dark, walls are bright)."
    )
    titles = ["true colour", "false colour", "NDVI", "radar"]
    return Picture("colours", "From a satellite", caption, _draw(images, titles, 5.2, across=2))


def clouds(planet: Planet, region: Region) -> Picture:
    """Draw the same ground under broken cloud, with the sensor's scene classification."""
    place = planet.settlement(region.key).places[0]
    state = replace(conditions(planet, region, date(FIRST_YEAR, 5, 20)), cloud_share=0.35)
    scene = make_scene(window_about(region, place.x, place.y, 2 * SCENE_M, 10.0), state)
    # Clouds are several times brighter than the land: a stretch chosen for land would saturate them.
    images = [_stretch(scene, TRUE_COLOUR, 0.8), np.repeat(scene.cloud_probability[..., None] / 100.0, 3, axis=2)]
    caption = (
        f"Clouds and their shadows over {place.name}: {scene.cloud_cover:.0f} % of the scene are hidden; right, the "
        "probability of cloud."
    )
    return Picture("clouds", "Clouds", caption, _draw(images, ["true colour", "cloud probability"], 5.2, across=2))


def flood_pair(planet: Planet, region: Region) -> Picture | None:
    """Draw the place of the worst flood, before and during it, in colour and by radar; None without a flood."""
    from scipy.ndimage import gaussian_filter

    water = planet.water_year(region.key, FIRST_YEAR)
    days = flood_days(water)
    if not days:
        return None
    worst = max(days, key=lambda day: float(water.flood_depth_m[day].sum()))
    open_land = np.isin(planet.ground(region.key).cover, (Cover.CROPS, Cover.GRASS))  # trees hide the water below them
    depth = gaussian_filter(np.where(open_land, water.flood_depth_m[worst], 0.0), 2.0)
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    window = window_about(region, region.grid.x()[column], region.grid.y()[row], SCENE_M, 10.0)
    in_flood = replace(conditions(planet, region, date(FIRST_YEAR, 1, 1) + timedelta(days=worst)), cloud_share=0.0)
    before = replace(in_flood, flood_depth_m=None)
    images = []
    for state in (before, in_flood):
        radar = make_backscatter(window, state)
        images += [true_colour(make_scene(window, state)), _radar(radar.vv_db)]
    titles = ["without the flood", "without the flood, radar", "in the flood", "in the flood, radar"]
    caption = (
        f"The flood of {in_flood.date} on open land, {float(water.flood_depth_m[worst].max()):.1f} m deep at most, "
        f"{SCENE_M / 1000:.0f} km wide, its clouds taken away; above, the same day had the river kept its banks."
    )
    return Picture("flood-pair", "A flood from above", caption, _draw(images, titles, 5.2, across=2))


def damage_pair(planet: Planet, region: Region) -> Picture:
    """Draw the middle of a town before and after a tornado, with four levels of damage."""
    place = planet.settlement(region.key).places[0]
    town, day = planet.town(place.id), date(FIRST_YEAR, 7, 1)
    levels = {building.id: _level(_from_track(place, building.outline)) for building in town.buildings}
    window = window_about(region, place.x - 330.0, place.y + 330.0, 384.0, 0.5)
    pictures = [
        take_photograph(
            window, (standing_scenery(region, town, day.timetuple().tm_yday, damage),), sun_at(region.latitude, day)
        )
        for damage in (None, levels)
    ]
    counts = Counter(levels.values())
    caption = (
        f"A quarter of {place.name} before and after a whirlwind from the south-west: of {len(levels):,} buildings in "
        f"town {counts['destroyed']} are destroyed, {counts['major']} have major and {counts['minor']} minor damage."
    )
    images = [picture.pixels / 255.0 for picture in pictures]
    return Picture("damage-pair", "Before and after", caption, _draw(images, ["before", "after"], 6.2, across=2))


def _from_track(place: Place, shape: BaseGeometry) -> float:
    """Return the distance in metres from a line that runs to the north-east past the town's market square."""
    return float(abs((shape.centroid.x - place.x + 330.0) - (shape.centroid.y - place.y - 330.0)) / np.sqrt(2.0))


def _level(away_m: float) -> Damage:
    """Return the level of damage, which falls off from the middle of the track."""
    steps: tuple[tuple[float, Damage], ...] = ((35.0, "destroyed"), (70.0, "major"), (110.0, "minor"))
    return next((level for reach, level in steps if away_m < reach), "none")


def true_colour(scene: Scene) -> Pixels:
    return _stretch(scene, TRUE_COLOUR, 0.25)


def _stretch(scene: Scene, names: Sequence[str], bright: float) -> Pixels:
    """Return bands as red, green and blue: reflectance 0..bright, gamma 1.6."""
    bands = [reflectance(scene.bands[name]).astype(np.float64) for name in names]
    return np.asarray(np.clip(np.stack(bands, axis=-1) / bright, 0.0, 1.0) ** (1 / 1.6))


def _colour(values: Pixels, low: float, high: float) -> Pixels:
    from matplotlib import colormaps

    return np.asarray(colormaps["RdYlGn"](np.clip((values - low) / (high - low), 0.0, 1.0))[..., :3])


def _radar(vv_db: NDArray[np.float32]) -> Pixels:
    """Return backscatter in grey, -22 dB black, 0 dB white."""
    grey = np.clip((vv_db.astype(np.float64) + 22.0) / 22.0, 0.0, 1.0)
    return np.repeat(grey[..., None], 3, axis=2)


def _draw(images: Sequence[Pixels], titles: Sequence[str], inches: float, across: int = 1) -> bytes:
    rows = -(-len(images) // across)
    with paper(inches * across, inches * rows) as (figure, (first,), buffer):
        first.remove()
        axes = np.atleast_1d(figure.subplots(rows, across)).ravel()
        for axis, image, title in zip(axes, images, titles, strict=True):
            axis.imshow(image, interpolation="nearest")
            axis.set(xticks=[], yticks=[])
            axis.set_title(title, fontsize=10)
    return buffer.getvalue()
