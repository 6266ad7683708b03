"""Zonal statistics of rasters: every pixel counts by its share in the polygon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.shapes import project_shape
from mesocosm.earth.imagery.raster import Raster, pixel_areas_m2
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import shapely

Shares = NDArray[np.float64]
Counting = Literal["share", "middle", "touched"]


@dataclass(frozen=True)
class Zonal:
    """Statistics of one band over one polygon; NaN where no pixel has a value."""

    pixels: int
    """Number of pixels that count, whatever their share."""
    mean: float
    """Mean weighted by area within the polygon."""
    minimum: float
    maximum: float
    standard_deviation: float
    total: float
    """Sum of value × share: people, if pixels hold people."""
    area_km2: float
    """Area of the polygon's pixels with a value, on the ellipsoid."""
    missing_share: float
    """Share of the polygon's area on the raster that has no value."""
    covered_share: float
    """Share of the polygon's area that is on the raster."""


def in_plane(raster: Raster, zone: shapely.Geometry) -> shapely.Geometry:
    """Project a shape in degrees to the plane of a raster."""
    return zone if raster.crs.is_geographic else project_shape(zone, "EPSG:4326", raster.crs)


def pixel_shares(raster: Raster, zone: shapely.Geometry, counting: Counting = "share") -> Shares:
    """Return the share of each pixel in a polygon, 0 to 1, exact in the raster's plane.

    With `middle` a pixel counts wholly if its centre lies in the polygon, with `touched` if it meets the polygon.
    """
    import shapely
    from rasterio.features import rasterize
    from shapely.geometry import mapping

    place = in_plane(raster, zone)
    if place.is_empty or shapely.get_dimensions(place) < 2:
        raise InvalidRecord(f"a zone must be a polygon, got {zone.geom_type}")
    settings = {"out_shape": raster.shape, "transform": raster.transform, "dtype": "uint8"}
    inside = rasterize([mapping(place)], all_touched=counting == "touched", **settings).astype(np.float64)
    if counting != "share":
        return np.asarray(inside)
    rim = rasterize([mapping(place.boundary)], all_touched=True, **settings).astype(bool)
    rows, columns = np.nonzero(rim)
    at = raster.transform
    west, north = at.c + columns * at.a, at.f + rows * at.e
    cells = shapely.box(west, north + at.e, west + at.a, north)
    shapely.prepare(place)
    inside[rows, columns] = shapely.area(shapely.intersection(cells, place)) / abs(at.a * at.e)
    shares: Shares = np.clip(inside, 0.0, 1.0)
    return shares


def zonal(raster: Raster, band: str | None, zone: shapely.Geometry, counting: Counting = "share") -> Zonal | None:
    """Return the statistics of a band over a polygon; None for a polygon that meets no pixel."""
    values, shares = raster.band(band), pixel_shares(raster, zone, counting)
    if not shares.any():
        return None
    valid = np.isfinite(values)
    areas = shares * pixel_areas_m2(raster)
    counted, weights, chosen = (shares > 0) & valid, areas * valid, np.where(valid, values, 0.0)
    whole, known = float(areas.sum()), float(weights.sum())
    place = in_plane(raster, zone)
    plane_area = abs(raster.transform.a * raster.transform.e)
    covered = min(1.0, float(shares.sum()) * plane_area / place.area) if counting == "share" else float("nan")
    if not counted.any():
        none = float("nan")
        return Zonal(0, none, none, none, none, none, 0.0, 1.0, covered)
    mean = float((chosen * weights).sum() / known)
    spread = float(np.sqrt((weights * (chosen - mean) ** 2).sum() / known))
    return Zonal(
        int(counted.sum()), mean, float(values[counted].min()), float(values[counted].max()), spread,
        float((chosen * shares).sum()), known / 1e6, 1.0 - known / whole, covered,
    )  # fmt: skip


def class_areas(raster: Raster, band: str | None, zone: shapely.Geometry | None = None) -> dict[int, float]:
    """Return the area of each integer class of a band, km², over a polygon or the raster, without no-data pixels."""
    values = raster.band(band)
    shares = np.ones(raster.shape) if zone is None else pixel_shares(raster, zone)
    areas = shares * pixel_areas_m2(raster) / 1e6
    valid = np.isfinite(values) & (areas > 0)
    if not np.array_equal(values[valid], np.round(values[valid])):
        raise InvalidRecord("classes must be whole numbers; this band holds fractions")
    codes, where = np.unique(values[valid].astype(np.int64), return_inverse=True)
    sums = np.bincount(where, weights=areas[valid], minlength=len(codes))
    return dict(zip(codes.tolist(), sums.tolist(), strict=True))
