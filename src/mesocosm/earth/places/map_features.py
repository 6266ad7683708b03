"""Drawing of features on a map: areas, lines and points, with names where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.maps import MapSheet
from mesocosm.earth.drawing.names import Name, write_names
from mesocosm.earth.drawing.window import Window
from mesocosm.earth.places.features import Feature

if TYPE_CHECKING:
    import shapely

Points = NDArray[np.float64]


def draw_features(drawn: MapSheet, features: Sequence[Feature], colours: Sequence[str], *, filled: bool) -> list[bool]:
    """Draw areas, lines and points; return for each feature whether it lies on the map."""
    from matplotlib.collections import LineCollection, PathCollection
    from matplotlib.path import Path

    lines: list[tuple[Points, str]] = []
    areas: list[tuple[Path, str]] = []
    dots: list[tuple[Points, str]] = []
    seen = []
    for feature, colour in zip(features, colours, strict=True):
        there = False
        for part in _parts(feature.shape):
            rings = [_turn(drawn.window, np.asarray(line.coords)[:, :2]) for line in _rings(part)]
            there |= any(_touches(drawn.window, ring) for ring in rings)
            if part.geom_type == "Point":
                dots.append((rings[0], colour))
            elif part.geom_type == "Polygon" and filled:
                areas.append((Path.make_compound_path(*(Path(ring, closed=True) for ring in rings)), colour))
            else:
                lines += [(ring, colour) for ring in rings]
        seen.append(there)
    axes = drawn.axes
    if areas:
        axes.add_collection(
            PathCollection(
                [path for path, _ in areas],
                facecolors=[colour for _, colour in areas],
                edgecolors="#333333",
                linewidths=0.6,
                zorder=2,
            ),
            autolim=False,
        )
    if lines:
        for back, width in (("white", 3.0), (None, 1.6)):
            shades = [back or colour for _, colour in lines]
            axes.add_collection(
                LineCollection([line for line, _ in lines], colors=shades, linewidths=width, zorder=5), autolim=False
            )
    if dots:
        at = np.concatenate([point for point, _ in dots])
        axes.scatter(
            at[:, 0],
            at[:, 1],
            s=34 if len(at) < 300 else 9,
            c=[colour for _, colour in dots],
            edgecolors="white",
            linewidths=0.8,
            zorder=6,
        )
    return seen


def _parts(shape: shapely.Geometry) -> Iterable[shapely.Geometry]:
    """Yield the points, lines and polygons of nested collections; empty ones are left out."""
    for part in getattr(shape, "geoms", [shape]):
        if hasattr(part, "geoms"):
            yield from _parts(part)
        elif not part.is_empty:
            yield part


def _rings(part: shapely.Geometry) -> list[shapely.Geometry]:
    return [part.exterior, *part.interiors] if part.geom_type == "Polygon" else [part]


def _turn(window: Window, line: Points) -> Points:
    """Shift a line by whole turns as near to the middle of the window as possible."""
    off = line[:, 0].mean() - (window.west + window.east) / 2
    return np.add(line, (-360.0 * round(off / 360.0), 0.0))


def _touches(window: Window, line: Points) -> bool:
    (west, south), (east, north) = line.min(axis=0), line.max(axis=0)
    return bool(west <= window.east and east >= window.west and south <= window.north and north >= window.south)


def middle_of(feature: Feature) -> tuple[float, float]:
    point = feature.shape.representative_point()
    return float(point.x), float(point.y)


def write_feature_names(drawn: MapSheet, features: Sequence[Feature], label: str | None) -> None:
    """Write a property beside each feature, as far as there is room."""
    import shapely

    if label is None:
        return
    turned = [shapely.transform(feature.shape, lambda line: _turn(drawn.window, line)) for feature in features]
    middles = [shape.representative_point() for shape in turned]
    words = [str(feature.properties.get(label, "")) for feature in features]
    names = [Name(point.x, point.y, word) for point, word in zip(middles, words, strict=True)]
    write_names(drawn, names, [shape.boundary if shape.area else shape for shape in turned])
