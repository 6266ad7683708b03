"""The outlines of the contiguous United States, its states and its neighbours, in degrees east and north.

States: United States Census Bureau, cartographic boundaries of 2017. Neighbours and their coasts: Natural Earth 4.1,
1:50 million. Both are in the public domain; `recipe.py` makes the file from their TopoJSON editions. The file is a
pack with the manifest `outlines.toml`. Cartopy would fetch the same outlines from the network when a map is drawn;
these are in the package.
"""

from __future__ import annotations

import functools
import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.sources.pack import Pack

if TYPE_CHECKING:
    import shapely

FILE = Path(__file__).with_name("outlines.json.gz")
PACK = Pack(FILE.with_name("outlines.toml"))
Line = NDArray[np.float64]
"""Points of a line, with columns longitude and latitude."""


@functools.cache
def conus() -> shapely.MultiPolygon:
    """Return the land of the 48 contiguous states and the District of Columbia, including inland waters."""
    return _polygons(_read()["conus"])


@functools.cache
def states() -> dict[str, shapely.MultiPolygon]:
    """Return the land of each state by name."""
    return {name: _polygons(parts) for name, parts in _read()["states"].items()}


@functools.cache
def state_lines() -> tuple[Line, ...]:
    """Return outlines of the states with their coasts; a border between two states occurs twice."""
    return tuple(np.array(ring) for parts in _read()["states"].values() for rings in parts for ring in rings)


@functools.cache
def neighbour_lines() -> tuple[Line, ...]:
    """Return coasts and borders of the neighbouring countries."""
    return tuple(np.array(line) for line in _read()["abroad"])


@functools.cache
def _read() -> Any:
    return json.loads(gzip.decompress(PACK.read(FILE.name)))


def _polygons(parts: Any) -> shapely.MultiPolygon:
    import shapely

    return shapely.MultiPolygon([shapely.Polygon(rings[0], rings[1:]) for rings in parts])
