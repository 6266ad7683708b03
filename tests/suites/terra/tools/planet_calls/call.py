"""A call of a tool on the planet, and a walk over many of them in which later ones use what earlier ones made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mesocosm.workspace.workspace import Workspace


@dataclass(frozen=True)
class Call:
    """A tool by its id, and what it is asked, given what the walk has made so far."""

    tool: str
    ask: Callable[[Walk], dict[str, Any]] = lambda walk: {}
    key: str = ""
    """What later calls know its answer by; left out, the tool."""


Step = Call | Callable[["Walk"], None]
"""A call, or something that the walk needs and no tool makes."""


@dataclass
class Walk:
    """Where the calls go, and the data of every answer by its key."""

    longitude: float
    latitude: float
    workspace: Workspace
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def point(self) -> list[float]:
        return [self.longitude, self.latitude]

    @property
    def box(self) -> list[float]:
        """Of the weather, a few cells of a tenth of a degree along each side."""
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
