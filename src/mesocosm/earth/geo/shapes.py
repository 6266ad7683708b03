"""Shapes that the geometry library can work with."""

from __future__ import annotations

from typing import Any


def mended(shapes: Any) -> Any:
    """Valid shapes, in which all lobes of a crossed ring count; one shape gives one, many give an array."""
    import shapely

    # The library's other method takes minutes for a ring of a few hundred random points.
    return shapely.make_valid(shapes, method="structure", keep_collapsed=False)
