"""Plans of sites in local coordinates: metres along a direction, and to the left of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.people.shapes import rectangle
from mesocosm.earth.planet.people.town import PartKind, SiteKind, Use

Piece = tuple[PartKind, Floats, float]
"""Kind, corners, height in metres."""
CONTAINER_M = (12.19, 2.44, 2.59)
"""Length, breadth and height of a forty-foot container (ISO 668)."""


@dataclass(frozen=True)
class Plan:
    """A plan of a site, before it is placed on the ground."""

    kind: SiteKind
    outline: Floats
    parts: tuple[Piece, ...]
    buildings: tuple[tuple[Use, Floats], ...]
    road: Floats
    """Service road, along which the buildings stand; no points if there is none."""


def port(draw: Generator) -> Plan:
    """Plan a container terminal: quay to the right, cranes over its edge, stacks behind it, warehouses at the back."""
    half, quay = 270.0, -60.0
    parts: list[Piece] = [("quay", rectangle(-half, quay, half, quay + 38.0), 2.5)]
    for at in np.arange(-half + 50.0, half - 40.0, 115.0):
        shift = round(float(draw.uniform(-12.0, 12.0)), 1)
        parts.append(("crane", rectangle(at + shift, quay - 38.0, at + shift + 16.0, quay + 30.0), 58.0))
    for west in np.arange(-half + 20.0, half - 90.0, 100.0):
        parts += _stacks(west, quay + 52.0, draw)
    sheds: list[tuple[Use, Floats]] = [
        ("warehouse", rectangle(west, 92.0, west + 82.0, 122.0)) for west in (-230.0, -130.0, 50.0, 150.0)
    ]
    road = np.array([[-half + 5.0, 136.0], [0.0, 136.0], [half - 5.0, 136.0]])
    return Plan("port", rectangle(-half, quay, half, 145.0), tuple(parts), tuple(sheds), road)


def _stacks(west: float, south: float, draw: Generator) -> list[Piece]:
    """Return a field of containers, six along and twenty across, one to five high, with gaps."""
    length, breadth, height = CONTAINER_M
    parts: list[Piece] = []
    for row in range(20):
        for column in range(6):
            tiers = int(draw.integers(0, 6))
            x, y = west + column * (length + 0.6), south + row * (breadth + 0.5) + 6.0 * (row // 7)
            if tiers:
                parts.append(("container", rectangle(x, y, x + length, y + breadth), round(tiers * height, 2)))
    return parts


def airfield(runway_m: float) -> Plan:
    """Plan an airfield: a runway of 30 m with a taxiway beside it, an apron, hangars and a terminal."""
    half = runway_m / 2
    parts: list[Piece] = [
        ("runway", rectangle(-half, -75.0, half, -45.0), 0.0),
        ("taxiway", rectangle(-half + 40.0, 8.0, half - 40.0, 20.0), 0.0),
        ("apron", rectangle(-170.0, 20.0, 170.0, 92.0), 0.0),
    ]
    for at in (-half + 40.0, -6.0, half - 52.0):
        parts.append(("taxiway", rectangle(at, -45.0, at + 12.0, 8.0), 0.0))
    buildings: list[tuple[Use, Floats]] = [
        ("station", rectangle(-42.0, 96.0, 42.0, 118.0)),
        ("warehouse", rectangle(-160.0, 97.0, -112.0, 124.0)),
        ("warehouse", rectangle(-104.0, 97.0, -56.0, 124.0)),
        ("warehouse", rectangle(58.0, 97.0, 106.0, 124.0)),
    ]
    road = np.array([[-180.0, 133.0], [0.0, 133.0], [180.0, 133.0]])
    end = half + 40.0
    strip, head = rectangle(-end, -105.0, end, 30.0), rectangle(-190.0, 30.0, 190.0, 140.0)
    outline = np.concatenate([strip[:3], head[1:], head[:1], strip[3:]])
    return Plan("airfield", outline, tuple(parts), tuple(buildings), road)


def tank_farm(draw: Generator) -> Plan:
    """Plan tanks of three sizes within earth walls, and a pump house."""
    parts: list[Piece] = []
    for row, radius in enumerate((21.0, 16.0, 11.0)):
        pitch = 2 * radius + 16.0
        for column in range(int(210.0 // pitch)):
            x, y = -105.0 + pitch * (column + 0.5), -62.0 + (0.0, 52.0, 92.0)[row]
            wall = pitch / 2 - 1.5
            parts.append(("bund", rectangle(x - wall, y - radius - 5.0, x + wall, y + radius + 5.0), 1.2))
            if draw.uniform() < 0.93:
                parts.append(("tank", _disc(x, y, radius), round(float(draw.uniform(9.0, 17.0)), 1)))
    houses: list[tuple[Use, Floats]] = [("industry", rectangle(-60.0, 52.0, -30.0, 64.0))]
    road = np.array([[-108.0, 72.0], [0.0, 72.0], [108.0, 72.0]])
    return Plan("tank_farm", rectangle(-115.0, -95.0, 115.0, 80.0), tuple(parts), tuple(houses), road)


def solar_field(draw: Generator) -> Plan:
    """Plan rows of panels from west to east, 8 m from row to row, facing south."""
    length, rows = round(float(draw.uniform(230.0, 420.0)), 1), int(draw.integers(22, 36))
    deep = rows * 8.0
    parts: list[Piece] = []
    for row in range(rows):
        south = -deep / 2 + row * 8.0
        for west, east in ((-length / 2, -4.0), (4.0, length / 2)):
            parts.append(("solar_row", rectangle(west, south, east, south + 3.9), 2.2))
    outline = rectangle(-length / 2 - 12.0, -deep / 2 - 12.0, length / 2 + 12.0, deep / 2 + 16.0)
    return Plan(
        "solar_field", outline, tuple(parts), (), np.array([[-length / 2, deep / 2 + 8.0], [0.0, deep / 2 + 8.0]])
    )


def station() -> Plan:
    """Plan two platforms along the tracks and a station building to the left of them."""
    parts: list[Piece] = [
        ("track", rectangle(-150.0, -4.5, 150.0, 4.5), 0.0),
        ("platform", rectangle(-110.0, 5.0, 110.0, 11.0), 0.9),
        ("platform", rectangle(-110.0, -11.0, 110.0, -5.0), 0.9),
    ]
    houses: list[tuple[Use, Floats]] = [("station", rectangle(-34.0, 12.5, 34.0, 27.0))]
    road = np.array([[-100.0, 36.0], [0.0, 36.0], [100.0, 36.0]])
    return Plan("rail_station", rectangle(-150.0, -14.0, 150.0, 42.0), tuple(parts), tuple(houses), road)


def _disc(x: float, y: float, radius: float) -> Floats:
    angle = np.arange(36) / 36 * 2 * np.pi
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=-1)
