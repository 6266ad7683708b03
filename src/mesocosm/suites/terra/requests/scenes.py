"""Satellite scenes of a town in the course of a year, as several requests choose, fetch and analyse them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.random import Generator as Chance
from numpy.typing import NDArray

from mesocosm.suites.terra.providers.region import ScenesBefore
from mesocosm.suites.terra.workflows.region_snapshot import Land, midnight
from mesocosm.suites.terra.workflows.tool_runner import Hands, Seen
from mesocosm.suites.terra.workflows.workflow import Given, Unsuited
from mesocosm.types import Observation, TimeInterval, ToolCall

if TYPE_CHECKING:
    from mesocosm.earth.imagery.scene import Scene

Floats = NDArray[np.float64]
CLOUDED = (0, 1, 3, 8, 9, 10)
"""Classes of the scene classification of Sentinel-2 that do not show the ground."""
HIDDEN_FLAGS = 0b11111
"""Flags of Landsat's QA_PIXEL of fill, cloud and shadow."""
WATER_SNOW_FLAGS = 0b10100000
"""Flags of QA_PIXEL of snow (bit 5) and water (bit 7), whose NDVI is as low as that of bare land."""
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November")


def end_of_2031(chance: Chance) -> datetime:
    """Draw a moment after all scenes of 2031 that requests use."""
    return datetime(2031, 12, int(chance.integers(5, 27)), 12, tzinfo=UTC)


def pictured_town(land: Land, chance: Chance) -> str:
    """Choose a town of which there are scenes."""
    if not land.towns:
        raise Unsuited("satellites take no town that fields cover")
    return str(chance.choice([place.name for place in land.towns]))


def month_span(month: int) -> tuple[str, str]:
    """Return the first day of a month of 2031 and that of the next."""
    return f"2031-{month:02d}-01", f"2031-{month + 1:02d}-01"


def first_scene(land: Land, town: str, month: int, sensor: str, cloud: float | None) -> Scene | None:
    """Return the first scene of a month that intersects the box of the town."""
    start, end = (midnight(date.fromisoformat(day)) for day in month_span(month))
    place = land.place(town)
    scenes = ScenesBefore(land).search(place.box, TimeInterval(start=start, end=end), sensor, cloud)
    return scenes[0] if scenes else None


def monthly_scenes(land: Land, town: str, months: Sequence[int], sensor: str, cloud: float | None) -> list[Scene]:
    """Return the first scene of each month that has one."""
    scenes = [first_scene(land, town, month, sensor, cloud) for month in months]
    return [scene for scene in scenes if scene is not None]


def pixels(land: Land, scene: Scene, key: str) -> dict[str, Floats]:
    """Return the bands of a file of a scene as raw numbers."""
    return {band: numbers for band, (numbers, _, _) in _read(land, scene, key).items()}


def radar(land: Land, scene: Scene) -> dict[str, Floats]:
    """Return the backscatter in decibels, with scale and offset of the file."""
    return {
        band: numbers * scale + offset for band, (numbers, scale, offset) in _read(land, scene, "backscatter").items()
    }


def _read(land: Land, scene: Scene, key: str) -> dict[str, tuple[Floats, float, float]]:
    """Return the numbers, the scale and the offset of each band of a file."""
    import rasterio

    content = ScenesBefore(land).content(scene, key)
    asset = next(asset for asset in scene.assets if asset.key == key)
    with rasterio.MemoryFile(content) as memory, memory.open() as file:
        return {
            band: (file.read(at + 1).astype(np.float64), float(file.scales[at]), float(file.offsets[at]))
            for at, band in enumerate(asset.bands or (key,))
        }


def sentinel(land: Land, scene: Scene) -> dict[str, Floats]:
    """Return the reflectance of the 10 m bands; pixels under clouds are NaN."""
    numbers = pixels(land, scene, "10m")
    classes = np.kron(pixels(land, scene, "scl")["SCL"], np.ones((2, 2)))
    ground = ~np.isin(classes, CLOUDED)
    return {band: np.where(ground & (values > 0), values * 1e-4 - 0.1, np.nan) for band, values in numbers.items()}


def landsat(land: Land, scene: Scene) -> dict[str, Floats]:
    """Return the reflectance of red and near infrared, and the temperature of the ground in degrees Celsius.

    Pixels under clouds, of water and of snow are NaN.
    """
    numbers = pixels(land, scene, "30m")
    heat = pixels(land, scene, "temperature")["ST_B10"]
    flags = pixels(land, scene, "quality")["QA_PIXEL"].astype(np.int64)
    ground = shows_land(flags)
    bands = {band: np.where(ground, numbers[band] * 2.75e-5 - 0.2, np.nan) for band in ("B4", "B5")}
    return {**bands, "ground_c": np.where(ground, heat * 0.00341802 + 149.0 - 273.15, np.nan)}


def shows_land(flags: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return where QA_PIXEL flags neither cloud nor shadow, and neither water nor snow."""
    return np.asarray((flags & (HIDDEN_FLAGS | WATER_SNOW_FLAGS)) == 0)


def pixel_km2(land: Land, town: str) -> float:
    """Return the area on the ground of a 10 m pixel in the plane of the map."""
    from pyproj import Proj

    place = land.place(town)
    factors = Proj(land.planet.region(land.region).crs).get_factors(place.longitude, place.latitude)
    return 1e-4 / float(factors.areal_scale)


def normalised_difference(first: Floats, second: Floats) -> Floats:
    """(first - second) / (first + second)."""
    total = first + second
    return np.divide(first - second, total, out=np.full_like(total, np.nan), where=np.abs(total) > 1e-12)


def day_of(scene: Scene) -> date:
    return scene.datetime.date()


def days_before(day: date, count: int) -> tuple[date, date]:
    """Return the span of `count` days that ends before a day."""
    return day - timedelta(days=count), day


def months_words(months: Sequence[int]) -> str:
    """Describe a span of months of 2031."""
    return f"{MONTHS[months[0] - 1]} to {MONTHS[months[-1] - 1]} 2031"


def months_of(given: Given) -> list[int]:
    """Return the months of a request."""
    value = given["months"]
    return [int(str(month)) for month in value] if isinstance(value, list) else []


def search_month(
    hands: Hands, box: list[float], month: int, sensor: str, cloud: float | None
) -> Generator[ToolCall, Observation, tuple[Seen, str, str] | None]:
    """Search the scenes of a month: the search, and the name and time of its first scene."""
    start, end = month_span(month)
    limit = {} if cloud is None else {"max_cloud": cloud}
    search = yield from hands.use("satellite.search", box=box, start=start, end=end, sensor=sensor, after=(), **limit)
    if not search.rows("scenes"):
        return None
    return search, search.word("scenes", 0, "scene"), search.word("scenes", 0, "time")


def town_box(place: Seen) -> list[float]:
    return place.numbers("place", "box")
