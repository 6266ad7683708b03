"""Outlines of things, from well-known text (OGC 06-103r4, Section 7)."""

from __future__ import annotations

from mesocosm.earth.imagery.annotations.annotation import Point, Spot, text


def from_wkt(value: object, spot: Spot) -> tuple[Point, ...]:
    """The outer ring of a POLYGON, not closed; heights are left out."""
    import shapely

    wkt = text(value, spot)
    try:
        shape = shapely.from_wkt(wkt)
    except shapely.errors.ShapelyError as error:
        raise spot.refuse(wkt, f"well-known text of a polygon ({error})") from error
    if shape.geom_type != "Polygon" or shape.is_empty:
        raise spot.refuse(wkt, "a POLYGON with an outline")
    return tuple((float(x), float(y)) for x, y in shapely.get_coordinates(shape.exterior)[:-1])
