"""Short functions that draw outlooks for tests."""

from __future__ import annotations

import json
from typing import Any

import shapely

from mesocosm.suites.tornado.outlooks.outlook import Outlook, outlook_of

SQUARE = [[-98.0, 34.0], [-96.0, 34.0], [-96.0, 36.0], [-98.0, 36.0], [-98.0, 34.0]]
"""A square of two degrees by two around Oklahoma City."""


def feature(label: Any = "5%", coordinates: Any = None, kind: str = "Polygon") -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": [SQUARE] if coordinates is None else coordinates}
    return {"type": "Feature", "properties": {"risk_level": label}, "geometry": geometry}


def collection(*features: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features)}


def text(*features: Any) -> str:
    return json.dumps(collection(*features))


def box(west: float, south: float, east: float, north: float) -> shapely.Polygon:
    return shapely.box(west, south, east, north)


def outlook(**levels: shapely.Geometry) -> Outlook:
    """Return an outlook: `outlook(p2=box(...), p10=box(...))`."""
    return outlook_of((int(name[1:]), shape) for name, shape in levels.items())
