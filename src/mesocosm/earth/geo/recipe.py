"""Make `outlines.json.gz` from the TopoJSON of us-atlas and world-atlas. Run by hand; the package has the result.

python -m mesocosm.earth.geo.recipe states-10m.json countries-50m.json
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import box

from mesocosm.earth.geo.outlines import FILE

NOT_CONUS = {"02", "15", "60", "66", "69", "72", "78"}
"""Census numbers of Alaska, Hawaii and the island territories."""
NORTH_AMERICA = box(-150, 5, -45, 65)
TOLERANCE = 0.004
"""Tolerance of the simplification of lines, in degrees: less than half a pixel of our maps."""
UNITED_STATES = "840"


def main(states_file: str, countries_file: str) -> None:
    states, countries = (json.loads(Path(name).read_text()) for name in (states_file, countries_file))
    shapes = {
        state["properties"]["name"]: shape(states, state)
        for state in states["objects"]["states"]["geometries"]
        if state["id"] not in NOT_CONUS
    }
    nation = shapely.union_all(list(shapes.values()))
    abroad = [
        part.boundary.intersection(NORTH_AMERICA).difference(nation.buffer(0.15))
        for country in countries["objects"]["countries"]["geometries"]
        if country.get("id") != UNITED_STATES and (part := shape(countries, country)).intersects(NORTH_AMERICA)
    ]
    data = {
        "states": {name: polygons(shapes[name]) for name in sorted(shapes)},
        "conus": polygons(nation),
        "abroad": lines(shapely.line_merge(shapely.union_all(abroad))),
    }
    text = json.dumps(data, separators=(",", ":"), sort_keys=True).encode()
    FILE.write_bytes(gzip.compress(text, 9, mtime=0))
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes, {len(shapes)} states")


def shape(topology: dict[str, Any], geometry: dict[str, Any]) -> shapely.Geometry:
    """Return a geometry of a topology as a valid shape in degrees."""
    arcs = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    parts = [shapely.Polygon(rings[0], rings[1:]) for rings in ([ring(topology, arc) for arc in part] for part in arcs)]
    return shapely.make_valid(shapely.MultiPolygon(parts))


def ring(topology: dict[str, Any], arcs: list[int]) -> np.ndarray[Any, Any]:
    """Join arcs end to end; a negative number is a reversed arc."""
    scale, origin = (np.array(topology["transform"][key]) for key in ("scale", "translate"))
    pieces: list[np.ndarray[Any, Any]] = []
    for number in arcs:
        points = np.cumsum(topology["arcs"][number if number >= 0 else ~number], axis=0) * scale + origin
        pieces.append((points if number >= 0 else points[::-1])[1 if pieces else 0 :])
    return np.concatenate(pieces)


def polygons(geometry: shapely.Geometry) -> list[list[list[list[float]]]]:
    """Return lists of polygons, rings and points; specks smaller than a pixel are left out."""
    simple = shapely.simplify(geometry, TOLERANCE)
    return [
        [round_numbers(part.exterior), *(round_numbers(hole) for hole in part.interiors)]
        for part in shapely.get_parts(simple)
        if isinstance(part, shapely.Polygon) and part.area > 1e-3
    ]


def lines(geometry: shapely.Geometry) -> list[list[list[float]]]:
    pieces: Iterator[Any] = iter(shapely.get_parts(shapely.simplify(geometry, TOLERANCE)))
    return [round_numbers(line) for line in pieces if line.length > 0.05]


def round_numbers(line: Any) -> list[list[float]]:
    return [[round(float(x), 3), round(float(y), 3)] for x, y in line.coords]


if __name__ == "__main__":
    main(*sys.argv[1:])
