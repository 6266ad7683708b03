"""Overlays of features and zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from mesocosm.earth.geo.shapes import make_valid_shapes
from mesocosm.earth.places.features import Feature

Operation = Literal["intersection", "difference", "union", "within", "touching"]


def overlaid(features: Sequence[Feature], zones: Sequence[Feature], operation: Operation) -> list[Feature]:
    """Return the result of an overlay; edges are straight in degrees, as in GeoJSON.

    intersection: the part of each feature in each zone, one for each pair, with the zone's properties as `zone_NAME`.
    difference: the part of each feature that lies in no zone. union: all features and zones as one shape. within:
    features that lie wholly in the union of the zones. touching: features that meet any zone, whole.
    """
    import shapely

    if operation == "union":
        together = shapely.union_all([each.shape for each in (*features, *zones)])
        return [] if together.is_empty else [Feature(together)]
    if operation == "intersection":
        return list(_pairs(features, zones))
    ground = shapely.union_all([zone.shape for zone in zones])
    shapely.prepare(ground)
    if operation == "difference":
        parts = [Feature(each.shape.difference(ground), each.properties) for each in features]
        return [part for part in parts if not part.shape.is_empty]
    keep = ground.covers if operation == "within" else ground.intersects
    return [each for each in features if keep(each.shape)]


def _pairs(features: Sequence[Feature], zones: Sequence[Feature]) -> Iterator[Feature]:
    import shapely

    if not features or not zones:
        return
    tree = shapely.STRtree([zone.shape for zone in zones])
    for each in features:
        for number in sorted(tree.query(each.shape, predicate="intersects").tolist()):
            part = _of_kind(each.shape.intersection(zones[number].shape), each.shape)
            if not part.is_empty:
                zone_properties = {f"zone_{name}": value for name, value in zones[number].properties.items()}
                yield Feature(part, {**each.properties, **zone_properties, "zone": number})


def _of_kind(part: Any, whole: Any) -> Any:
    """Keep the parts of an intersection with the dimension of the whole: a shared edge is not part of an area."""
    import shapely

    wanted = shapely.get_dimensions(whole)
    if shapely.get_dimensions(part) == wanted and part.geom_type != "GeometryCollection":
        return part
    kept = [piece for piece in shapely.get_parts(part) if shapely.get_dimensions(piece) == wanted]
    return shapely.union_all(kept) if wanted < 2 else make_valid_shapes(shapely.union_all(kept))


def figures(features: Sequence[Feature]) -> dict[str, float | int]:
    """Return number of features, length of lines and area of polygons on the ellipsoid."""
    return {
        "count": len(features),
        "length_km": round(sum(each.length_m for each in features) / 1e3, 6),
        "area_km2": round(sum(each.area_m2 for each in features) / 1e6, 9),
    }


def group_by_property(features: Sequence[Feature], key: str) -> dict[str, list[Feature]]:
    """Group features by the value of a property; features without it are under '(none)'."""
    groups: dict[str, list[Feature]] = {}
    for each in features:
        groups.setdefault(str(each.properties.get(key, "(none)")), []).append(each)
    return dict(sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0])))
