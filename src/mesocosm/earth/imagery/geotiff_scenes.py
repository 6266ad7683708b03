"""Scenes from GeoTIFF files and others that GDAL opens: place from the grid, time from names and tags.

A truncated file, or one that does not say where it lies, is refused with its name.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.imagery.errors import InvalidScene, UnreadableRaster
from mesocosm.earth.imagery.footprint import from_rings, from_shape
from mesocosm.earth.imagery.scene import Asset, Scene, make_scene
from mesocosm.sources.source import sha256_of

if TYPE_CHECKING:
    import rasterio
    import shapely

TIMES = (
    (re.compile(r"(?<!\d)(\d{8}T\d{6})(?!\d)"), "%Y%m%dT%H%M%S"),
    (re.compile(r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)"), "%Y-%m-%d"),
    (re.compile(r"(?<!\d)((?:19|20)\d{6})(?!\d)"), "%Y%m%d"),
)
"""Forms of a time in the names of archives, the most exact first; of several in a name the first counts."""
TAGS = ("ACQUISITION_DATETIME", "ACQUISITION_DATE", "TIFFTAG_DATETIME")
"""Tags that may have a time; the last is the creation time of the file, which counts if there is no other."""
TAG_FORMATS = ("%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S.%fZ", "%Y:%m:%d %H:%M:%S", "%Y-%m-%d")
POINTS_OF_A_SIDE = 9
"""Points along a side, which is straight in a map plane but curved in degrees: enough for 1/100 of its sag."""


def from_rasters(
    files: Mapping[str, Path],
    *,
    collection: str,
    sensor: str,
    time: datetime | None = None,
    cloud_cover: float | None = None,
    platform: str | None = None,
    tile: str | None = None,
) -> Scene:
    """Make one scene from its files; its name is a hash of their bytes.

    Args:
        files: Files by key, such as `{"B04": path}`; the first says where the scene lies.
        collection, sensor, cloud_cover, platform, tile: See `Scene`.
        time: Acquisition time; default the one in the name of the first file or its folder, or else in its tags.
    """
    if not files:
        raise InvalidScene("files must hold one file or more, got none")
    first = next(iter(files.values()))
    with _open(first) as dataset:
        footprint, epsg = _footprint(dataset, first), _epsg(dataset)
        moment = time or _time(dataset, first)
    digest = hashlib.sha256("".join(sha256_of(path) for path in files.values()).encode())
    return make_scene(
        collection=collection,
        sensor=sensor,
        datetime=moment,
        footprint=footprint,
        assets=[_asset(key, path) for key, path in files.items()],
        name=digest.hexdigest()[:32],
        cloud_cover=cloud_cover,
        epsg=epsg,
        platform=platform,
        tile=tile,
    )


@contextmanager
def _open(path: Path) -> Iterator[rasterio.DatasetReader]:
    """Open a file and check that its pixels are complete."""
    import warnings

    import rasterio
    from rasterio.errors import NotGeoreferencedWarning, RasterioError, RasterioIOError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotGeoreferencedWarning)  # reported as our own error
            dataset = rasterio.open(path)
        with dataset:
            rows, columns = dataset.shape
            dataset.read(dataset.count, window=((rows - 1, rows), (0, columns)))
            yield dataset
    except (RasterioIOError, RasterioError) as error:
        reason = "is not there" if not path.exists() else f"is broken or no raster: {error}"
        raise UnreadableRaster(f"{path} {reason}") from error


def _footprint(dataset: rasterio.DatasetReader, path: Path) -> shapely.Geometry:
    """Return the outline of the pixels, or of the ground control points of the file."""
    import shapely
    from rasterio.warp import transform

    points, of_points = dataset.gcps
    crs = dataset.crs or of_points
    if crs is None:
        raise UnreadableRaster(f"{path} does not say where it lies: it has no coordinate reference system")
    if dataset.crs is None:
        outline = shapely.MultiPoint([(point.x, point.y) for point in points]).convex_hull
        x, y = shapely.get_coordinates(outline).T
    else:
        x, y = _outline(dataset)
    ring = np.column_stack(transform(crs, "EPSG:4326", x, y)[:2])
    if not np.isfinite(ring).all():
        raise UnreadableRaster(f"{path} lies outside of the plane of its coordinate reference system {crs}")
    return from_shape(from_rings([[ring]]))


def _outline(dataset: rasterio.DatasetReader) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return points along the edge of the pixels in the plane of the file, closed."""
    rows, columns = dataset.shape
    along = np.linspace(0, 1, POINTS_OF_A_SIDE)[:-1]
    start, end = np.zeros_like(along), np.ones_like(along)
    right = columns * np.concatenate([along, end, 1 - along, start, [0]])
    down = rows * np.concatenate([start, along, end, 1 - along, [0]])
    step = dataset.transform
    return step.a * right + step.b * down + step.c, step.d * right + step.e * down + step.f


def _epsg(dataset: rasterio.DatasetReader) -> int | None:
    crs = dataset.crs or dataset.gcps[1]
    code = crs.to_epsg() if crs else None
    return int(code) if code else None


def _time(dataset: rasterio.DatasetReader, path: Path) -> datetime:
    for name in (path.name, path.parent.name):
        for pattern, spelling in TIMES:
            moment = _parse(match.group(1), (spelling,)) if (match := pattern.search(name)) else None
            if moment is not None:
                return moment
    tags = dataset.tags()
    for tag in TAGS:
        moment = _parse(tags[tag], TAG_FORMATS) if tag in tags else None
        if moment is not None:
            return moment
    raise UnreadableRaster(f"{path} does not say when it was taken, in its name or its tags: give a time")


def _parse(text: str, spellings: tuple[str, ...]) -> datetime | None:
    for spelling in spellings:
        try:
            return datetime.strptime(text, spelling).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def _asset(key: str, path: Path) -> Asset:
    with _open(path) as dataset:
        bands = tuple(name or f"band {number}" for number, name in enumerate(dataset.descriptions, 1))
        named = bands if dataset.count > 1 or dataset.descriptions[0] else (key,)
        metres = _metres(dataset)
        kind = "image/tiff; application=geotiff" if dataset.driver in ("GTiff", "COG") else None
    return Asset(key, str(path), named, metres, kind, ("data",))


def _metres(dataset: rasterio.DatasetReader) -> float | None:
    """Return the height of a pixel in metres; a degree is 111,195 m on a sphere of the Earth's mean radius."""
    crs = dataset.crs
    if crs is None:
        return None
    height = abs(float(dataset.res[1]))
    return height * 111_195 if crs.is_geographic else height * float(crs.linear_units_factor[1])
