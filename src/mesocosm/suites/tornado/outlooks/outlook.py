"""An outlook: areas by level, in degrees east and north."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import shapely

from mesocosm.earth.geo.geojson import feature, feature_collection
from mesocosm.earth.geo.shapes import make_valid_shapes
from mesocosm.types import AnswerStatus

Mode = Literal["compat", "strict", "repair"]
MODES: tuple[Mode, ...] = ("compat", "strict", "repair")


@dataclass(frozen=True)
class Outlook:
    """Levels, each with its shapes. Shapes are as drawn: they may overlap, cross themselves and leave the land."""

    shapes: Mapping[int, tuple[shapely.Geometry, ...]] = field(default_factory=dict)

    @property
    def highest(self) -> int:
        """Highest level drawn, 0 for none."""
        return max(self.shapes, default=0)

    def geojson(self) -> dict[str, Any]:
        """Return a FeatureCollection, lowest level first, one feature per shape."""
        return feature_collection(
            feature(shape, {"risk_level": f"{level}%"}) for level in sorted(self.shapes) for shape in self.shapes[level]
        )


EMPTY = Outlook()


def outlook_of(shapes: Iterable[tuple[int, shapely.Geometry]]) -> Outlook:
    """Make an outlook from levels and shapes; shapes without risk or without area are left out."""
    levels: dict[int, list[shapely.Geometry]] = {}
    for level, shape in shapes:
        if level and not shape.is_empty:
            levels.setdefault(level, []).append(shape)
    return Outlook({level: tuple(levels[level]) for level in sorted(levels)})


def nest_levels(outlook: Outlook) -> Outlook:
    """Return the outlook with every level drawn as the area of that level or more, as forecasters draw it."""
    drawn: dict[int, tuple[shapely.Geometry, ...]] = {}
    above: list[shapely.Geometry] = []
    for level in sorted(outlook.shapes, reverse=True):
        above = [shapely.union_all([*above, *make_valid_shapes(outlook.shapes[level])])]
        drawn[level] = (above[0],)
    return Outlook(dict(sorted(drawn.items())))


@dataclass(frozen=True)
class Reading:
    """The result of reading a file. Without an outlook, the day counts as missing."""

    outlook: Outlook | None
    status: AnswerStatus
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.status}: {'; '.join(self.notes)}" if self.notes else self.status


MISSING = Reading(None, "missing")
