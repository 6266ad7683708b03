"""GeoParquet and GeoJSON, for GIS, data frames and web maps: places, roads, rivers, bridges, buildings.

GeoParquet keeps the metres of the region's own plane; GeoJSON is in longitude and latitude, as RFC 7946 requires.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

Plain = str | int | float | bool | None
DEGREE_DECIMALS = 7
"""Decimals of degrees: about a centimetre."""


@dataclass(frozen=True)
class Feature:
    """A thing on the plane of a region; all things of a layer have the same properties."""

    geometry: BaseGeometry
    properties: dict[str, Plain]


def geoparquet(features: Sequence[Feature], crs: str) -> bytes:
    """Return features as a GeoParquet 1.1 file in the plane's metres, rounded to the centimetre."""
    import geopandas
    import shapely

    shapes = [shapely.transform(feature.geometry, lambda xy: np.round(xy, 2)) for feature in features]
    columns = {name: [feature.properties[name] for feature in features] for name in _names(features)}
    frame = geopandas.GeoDataFrame(columns, geometry=shapes, crs=crs)
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False, compression="zstd", compression_level=9, schema_version="1.1.0")
    return buffer.getvalue()


def geojson(features: Sequence[Feature], crs: str) -> bytes:
    """Return features as GeoJSON, one per line."""
    import shapely

    turn = to_degrees(crs)
    lines = []
    for feature in features:
        shape = shapely.transform(feature.geometry, turn)
        record = {
            "type": "Feature",
            "geometry": json.loads(shapely.to_geojson(shape)),
            "properties": feature.properties,
        }
        lines.append(json.dumps(record, ensure_ascii=False, allow_nan=False))
    return ('{"type": "FeatureCollection", "features": [\n' + ",\n".join(lines) + "\n]}\n").encode()


def to_degrees(crs: str) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Return a function from points of a plane, (n, 2), to longitudes and latitudes in steps of 1e-7 degrees."""
    from pyproj import Transformer

    transformer = Transformer.from_crs(crs, "EPSG:4326", always_xy=True)

    def turn(points: NDArray[np.float64]) -> NDArray[np.float64]:
        longitude, latitude = transformer.transform(points[:, 0], points[:, 1])
        return np.column_stack([np.round(longitude, DEGREE_DECIMALS), np.round(latitude, DEGREE_DECIMALS)])

    return turn


def _names(features: Sequence[Feature]) -> list[str]:
    return list(features[0].properties) if features else []
