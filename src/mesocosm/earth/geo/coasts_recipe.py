"""Make `coasts.json.gz` from shapefiles of Natural Earth. Run by hand; the result is part of the package.

python -m mesocosm.earth.geo.coasts_recipe ne_50m_land.shp ne_50m_admin_0_boundary_lines_land.shp
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator

import numpy as np
import shapely

from mesocosm.earth.geo.coasts import FILE, STEPS_A_DEGREE
from mesocosm.earth.geo.outlines import Line

TOLERANCE = 0.01
"""Tolerance of the simplification of lines, in degrees: less than the map's own detail."""
SMALLEST = 0.1
"""Least length, in degrees, of a line that is kept."""
SEAM, POLE = 179.99, -89.9


def main(land_file: str, borders_file: str) -> None:
    import geopandas

    land, borders = (geopandas.read_file(name).geometry for name in (land_file, borders_file))
    rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings(shapely.get_parts(np.asarray(land)))]
    data = {
        "coast": [steps(line) for ring in rings for line in open_lines(ring)],
        "border": [steps(shapely.get_coordinates(part)) for part in shapely.get_parts(np.asarray(borders))],
    }
    text = json.dumps({kind: [line for line in lines if len(line) > 2] for kind, lines in data.items()})
    FILE.write_bytes(gzip.compress(text.replace(" ", "").encode(), 9, mtime=0))
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")


def open_lines(ring: Line) -> Iterator[Line]:
    """Yield the parts of a ring that are coast: not along the antimeridian, not at the south pole."""
    false = (np.abs(ring[:, 0]) > SEAM) | (ring[:, 1] < POLE)
    start = 0
    for place in np.flatnonzero(false[:-1] & false[1:]):
        yield ring[start : place + 1]
        start = int(place) + 1
    yield ring[start:]


def steps(line: Line) -> list[int]:
    """Return a line as integer steps from point to point; empty if it is too short to be seen."""
    if len(line) < 2 or shapely.LineString(line).length < SMALLEST:
        return []
    simple = shapely.get_coordinates(shapely.simplify(shapely.LineString(line), TOLERANCE))
    places = np.rint(simple * STEPS_A_DEGREE).astype(int)
    moved = np.diff(places, axis=0, prepend=[[0, 0]])
    return [int(step) for pair in moved if pair.any() for step in pair]


if __name__ == "__main__":
    main(*sys.argv[1:])
