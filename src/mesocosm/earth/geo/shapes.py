"""Shapes that the geometry library can work with."""

from __future__ import annotations

from typing import Any

from mesocosm.errors import InvalidRecord

MOST_CROSSED = 200
"""Corners of a shape from outside that crosses itself: mending takes the square of its crossings."""


def mended(shapes: Any) -> Any:
    """Valid shapes, in which all lobes of a crossed ring count; one shape gives one, many give an array."""
    import shapely

    # The library's other method takes minutes for a ring of a few hundred random points.
    return shapely.make_valid(shapes, method="structure", keep_collapsed=False)


def mended_from_outside(shape: Any, field: str) -> Any:
    """As `mended`, for a shape that somebody sent; one that crosses itself at length is refused."""
    import shapely

    if shapely.get_num_coordinates(shape) > MOST_CROSSED and not shapely.is_valid(shape):
        raise InvalidRecord(
            f"{field}: crosses itself ({shapely.is_valid_reason(shape)}) and has too many corners to mend"
        )
    return mended(shape)
