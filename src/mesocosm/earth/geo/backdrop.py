"""Outlines on maps: coasts, borders and rivers of the Earth, or of another world that the fields belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.coasts import earth_lines
from mesocosm.earth.geo.outlines import Line, neighbour_lines, state_lines

LineKind = Literal["coast", "border", "river"]
UNITED_STATES = BoundingBox(west=-130.0, south=21.0, east=-62.0, north=53.0)
"""Area of the outlines of the states, which are more detailed than those of the Earth."""

NARROWEST = 1.5
"""Least width of a map in degrees that gets outlines: on smaller ones, lines of 1:50 million lie visibly off the coast.
"""


class Backdrop(Protocol):
    """Outlines drawn on a map."""

    def lines(self, box: BoundingBox) -> Mapping[LineKind, Sequence[Line]]:
        """Return longitudes and latitudes of all lines that may touch a box; others may be included."""


class EarthBackdrop(Backdrop):
    """Coasts and borders of the Earth; states on a map of the contiguous United States."""

    def lines(self, box: BoundingBox) -> Mapping[LineKind, Sequence[Line]]:
        width = box.east - box.west + (360.0 if box.crosses_antimeridian else 0.0)
        if width < NARROWEST:
            return {}
        corners = ((box.west, box.south), (box.east, box.north))
        if not box.crosses_antimeridian and all(UNITED_STATES.contains(*corner) for corner in corners):
            return {"coast": neighbour_lines(), "border": state_lines()}
        return {"coast": earth_lines("coast"), "border": earth_lines("border")}


class BareBackdrop(Backdrop):
    """No lines: for worlds whose coasts are unknown."""

    def lines(self, box: BoundingBox) -> Mapping[LineKind, Sequence[Line]]:
        return {}
