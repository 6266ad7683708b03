"""Drainage of a height model, and the land that drains to a point.

Depressions are filled, and every pixel drains to the neighbour with the steepest descent: see
`earth.planet.ground.drainage`. Pixels of the edge drain inwards where the land falls inwards. Water leaves from places
of the edge that lie below all land about them, where hollows overflow at the edge, and beside pixels without a height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.shapes import project_shape
from mesocosm.earth.imagery.raster import Raster, pixel_areas_m2, warp_raster
from mesocosm.earth.planet.ground.drainage import accumulate_flow, fill_hollows, levels, steepest
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import shapely

MOST_CELLS = 1_000_000
RISE_M = 1e-3
"""Height of a filled pixel above the one that it drains to, in metres."""
AROUND = np.ones((3, 3), bool)
UNEQUAL = 0.01
"""Pixels whose sides differ by a greater share are first resampled to squares."""


@dataclass(frozen=True)
class Drainage:
    """The pixel that each pixel drains to, and the land that drains through it."""

    raster: Raster
    """Heights in square pixels of metres."""
    receiver: NDArray[np.int64]
    area_km2: NDArray[np.float64]
    """Area upstream of each pixel, including the pixel itself."""


def drainage(heights: Raster, band: str | None = None) -> Drainage:
    """Compute the drainage of a height model in metres."""
    square = _square(heights.with_bands({"height": heights.band(band)}))
    height = square.band("height")
    if height.size > MOST_CELLS:
        raise InvalidRecord(f"the height model holds {height.size:,} pixels; at most {MOST_CELLS:,}: cut it first")
    known = np.isfinite(height)
    if not known.any():
        raise InvalidRecord("the height model holds no height")
    level = np.where(known, height, np.nanmin(height) - 1.0)
    outlet = _outlets(level, known)
    full = fill_hollows(level, outlet, np.full(level.shape, RISE_M))
    receiver = _from_south(steepest(full[::-1], outlet[::-1])[0], level.shape)
    areas = np.broadcast_to(pixel_areas_m2(square), height.shape) / 1e6
    own = np.where(known, areas, 0.0).ravel()
    return Drainage(square, receiver, accumulate_flow(own, receiver, levels(receiver)).reshape(height.shape))


def _from_south(receiver: NDArray[np.int64], shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Turn receivers of rows that begin in the south, as on the planet, to rows that begin in the north.

    The way of water that falls as steeply to two neighbours depends on the order of rows.
    """
    row, column = np.divmod(receiver.reshape(shape)[::-1], shape[1])
    return np.asarray((shape[0] - 1 - row) * shape[1] + column, np.int64).ravel()


def _outlets(level: NDArray[np.float64], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels beside gaps, and those of the edge that have no way down once all hollows are full."""
    beside = _beside_gaps(known)
    brim = fill_hollows(level, beside | _edge(level.shape), np.zeros(level.shape))
    return np.asarray(beside | (_edge(level.shape) & _lowest(brim)))


def _beside_gaps(known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the pixels without a height and their neighbours."""
    from scipy.ndimage import binary_dilation

    return np.asarray(binary_dilation(~known, AROUND))


def _edge(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    edge = np.ones(shape, bool)
    edge[1:-1, 1:-1] = False
    return edge


def _lowest(level: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the level places, of one pixel or many, all of whose neighbours lie higher."""
    from scipy.ndimage import label, minimum_filter

    flat = level == minimum_filter(level, 3)
    places, _ = label(flat, AROUND)
    beside_lip = flat & (level == minimum_filter(np.where(flat, np.inf, level), 3))
    return np.asarray(flat & ~np.isin(places, places[beside_lip]))


def _square(heights: Raster) -> Raster:
    """Resample heights to square pixels of metres of the same size; degrees, to the UTM zone of their middle."""
    from rasterio.crs import CRS
    from rasterio.transform import Affine
    from rasterio.warp import transform_bounds

    at, (rows, _) = heights.transform, heights.shape
    if not heights.crs.is_geographic and abs(abs(at.a / at.e) - 1.0) < UNEQUAL:
        return heights
    box = heights.box
    zone = int(((box.west + box.east) / 2 + 180.0) // 6) % 60 + 1
    plane = CRS.from_epsg((32600 if box.south + box.north >= 0 else 32700) + zone)
    west, south, east, north = transform_bounds(heights.crs, plane, *heights.bounds)
    side = float(np.sqrt(pixel_areas_m2(heights)[rows // 2, 0]))
    shape = max(1, round((north - south) / side)), max(1, round((east - west) / side))
    if shape[0] * shape[1] > MOST_CELLS:
        raise InvalidRecord(f"heights of {shape[0] * shape[1]:,} pixels are too many; at most {MOST_CELLS:,}: cut them")
    return warp_raster(heights, plane, Affine(side, 0.0, west, 0.0, -side, north), shape)


@dataclass(frozen=True)
class Watershed:
    """The land that drains to a point."""

    shape: shapely.Geometry
    """Shape in degrees."""
    area_km2: float
    moved_m: float
    """Distance by which the point was moved, in metres."""
    edge_pixels: int
    """Number of its pixels at the model's edge or near a gap, beyond which more land may drain to the point."""


def watershed(found: Drainage, longitude: float, latitude: float, snap_m: float) -> Watershed:
    """Return the land that drains to a point, which is moved to the pixel within `snap_m` that drains most land."""
    at, moved = _snap(found, longitude, latitude, snap_m)
    member = np.zeros(found.receiver.size, bool)
    member[at] = True
    for cells in levels(found.receiver):
        member[cells] |= member[found.receiver[cells]]
    land = member.reshape(found.raster.shape)
    return Watershed(_outline(found.raster, land), float(found.area_km2.flat[at]), moved, _at_edge(found, land, at))


def _at_edge(found: Drainage, land: NDArray[np.bool_], point: int) -> int:
    """Count the pixels of the land at the edge and beside those that drain into gaps, except those around the point."""
    from scipy.ndimage import binary_dilation

    mouth = np.zeros(land.shape, bool)
    mouth.flat[point] = True
    beyond = _edge(land.shape) | binary_dilation(_beside_gaps(np.isfinite(found.raster.band("height"))), AROUND)
    return int((land & beyond & ~binary_dilation(mouth, AROUND)).sum())


def _snap(found: Drainage, longitude: float, latitude: float, snap_m: float) -> tuple[int, float]:
    from rasterio.warp import transform

    xs, ys = transform("EPSG:4326", found.raster.crs, [longitude], [latitude])
    at, (rows, columns) = found.raster.transform, found.raster.shape
    column, row = (xs[0] - at.c) / at.a - 0.5, (ys[0] - at.f) / at.e - 0.5
    if not (-0.5 <= column <= columns - 0.5 and -0.5 <= row <= rows - 0.5):
        raise InvalidRecord(f"the point [{longitude:g}, {latitude:g}] lies outside of the height model")
    away = np.hypot(np.arange(columns)[None, :] - column, np.arange(rows)[:, None] - row) * abs(at.a)
    near = away <= max(snap_m, abs(at.a) * 0.7072)
    best = int(np.argmax(np.where(near, found.area_km2, -1.0)))
    return best, float(away.flat[best])


def _outline(raster: Raster, member: NDArray[np.bool_]) -> shapely.Geometry:
    import shapely
    from rasterio.features import shapes
    from shapely.geometry import shape

    drawn = shapes(member.astype(np.uint8), member, connectivity=8, transform=raster.transform)
    parts = [project_shape(shape(part), raster.crs, "EPSG:4326") for part, _ in drawn]
    return shapely.union_all([shapely.make_valid(part) for part in parts])
