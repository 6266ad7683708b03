"""Coasts and borders of the whole Earth, in degrees east and north.

Natural Earth, 1:50 million, in the public domain; `coasts_recipe.py` makes the file from its shapefiles. The file is a
pack with the manifest `coasts.toml`. Lines that only close Natural Earth's polygons, along the antimeridian and at the
south pole, are left out, so that a map across either shows no seam.
"""

from __future__ import annotations

import functools
import gzip
import json
from pathlib import Path
from typing import Literal

import numpy as np

from mesocosm.earth.geo.outlines import Line
from mesocosm.sources.pack import Pack

FILE = Path(__file__).with_name("coasts.json.gz")
PACK = Pack(FILE.with_name("coasts.toml"))
STEPS_A_DEGREE = 100
"""Steps per degree: the file has differences from point to point in hundredths of a degree."""


@functools.cache
def earth_lines(kind: Literal["coast", "border"]) -> tuple[Line, ...]:
    """Return coasts, or borders between countries on land."""
    steps = json.loads(gzip.decompress(PACK.read(FILE.name)))[kind]
    return tuple(np.cumsum(np.asarray(line).reshape(-1, 2), axis=0) / STEPS_A_DEGREE for line in steps)
