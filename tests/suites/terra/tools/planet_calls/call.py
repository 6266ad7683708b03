"""A call of a tool on the planet, and a sequence of many in which later calls use results of earlier ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mesocosm.workspace.workspace import Workspace


@dataclass(frozen=True)
class Call:
    """A tool by its id, and its arguments, given the results so far."""

    tool: str
    ask: Callable[[Walk], dict[str, Any]] = lambda walk: {}
    key: str = ""
    """Key of its answer for later calls; default: the tool."""


Step = Call | Callable[["Walk"], None]
"""A call, or a file that the sequence needs and no tool makes."""


@dataclass
class Walk:
    """Workspace of the calls, and the data of every answer by its key."""

    longitude: float
    latitude: float
    workspace: Workspace
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def point(self) -> list[float]:
        return [self.longitude, self.latitude]

    @property
    def box(self) -> list[float]:
        """Box of the weather, a few cells of a tenth of a degree along each side."""
        return [self.longitude - 0.2, self.latitude - 0.15, self.longitude + 0.2, self.latitude + 0.15]

    def path(self, key: str) -> str:
        return str(self.made[key]["path"])

    def near(self, place: list[float], east: float, north: float) -> list[float]:
        return [round(place[0] + east, 4), round(place[1] + north, 4)]


def around(place: list[float], degrees: float) -> list[float]:
    return [place[0] - degrees, place[1] - degrees, place[0] + degrees, place[1] + degrees]


def ring(box: list[float]) -> list[list[float]]:
    west, south, east, north = box
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]
