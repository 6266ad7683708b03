"""Contours of a gridded probability: the outlines of its bands."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from mesocosm.earth.geo.projection import Plane
from mesocosm.suites.tornado.outlooks.levels import LEVELS
from mesocosm.suites.tornado.outlooks.outlook import Outlook, outlook_of


def trace_bands(probability: NDArray[np.float64], plane: Plane, *, west: float, south: float, cell_m: float) -> Outlook:
    """Trace the bands of a field whose rows run from south to north, along the edges of its cells.

    `west` and `south` are the outer edges of the first cell, in metres. Cells that touch at a corner only are apart.
    """
    from rasterio.features import shapes
    from rasterio.transform import Affine

    bands = np.digitize(probability, [level / 100 for level in LEVELS]).astype(np.uint8)
    corner = Affine(cell_m, 0, west, 0, cell_m, south)
    found = list(shapes(bands, mask=bands > 0, connectivity=4, transform=corner))
    outlines = [shapely.Polygon(one["coordinates"][0], one["coordinates"][1:]) for one, _ in found]
    valid = [one if one.is_valid else one.buffer(0) for one in outlines]
    placed = plane.unproject(valid)
    return outlook_of((LEVELS[int(band) - 1], shape) for (_, band), shape in zip(found, placed, strict=True))
