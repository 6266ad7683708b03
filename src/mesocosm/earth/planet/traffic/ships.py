"""Ships: a timetable of calls at ports and of passages, and where each ship is at any time.

Voyages are drawn day by day, so what is at sea at a time is known without following ships from the beginning.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from numpy.random import Generator

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.traffic.lanes import Lane, lanes
from mesocosm.errors import UserError
from mesocosm.seeding import generator

if TYPE_CHECKING:
    from mesocosm.earth.planet.planet import Planet

ShipKind = Literal["container ship", "tanker", "bulk carrier", "general cargo", "ferry"]
KINDS: dict[ShipKind, tuple[float, tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "container ship": (0.34, (110.0, 190.0), (14.0, 20.0), (8.0, 20.0)),
    "tanker": (0.18, (95.0, 180.0), (11.0, 14.0), (14.0, 30.0)),
    "bulk carrier": (0.18, (110.0, 190.0), (11.0, 14.0), (18.0, 40.0)),
    "general cargo": (0.22, (75.0, 130.0), (10.0, 14.0), (8.0, 26.0)),
    "ferry": (0.08, (90.0, 170.0), (16.0, 21.0), (1.5, 4.0)),
}
"""Share of ships, length in metres, speed in knots, hours at the quay."""
CALLS, CALLS_PER_PERSON = 0.7, 1 / 60_000
"""At a port in a day: of any port, and more for each person of its town."""
PASSAGES = 3.0
"""Ships in a day that pass along each lane which touches no port."""
KNOT_M_H = 1852.0
LONGEST_H = 96
"""No voyage, with its time at the quay, lasts longer."""


@dataclass(frozen=True)
class Voyage:
    """In along a lane, a stay at its port, out along another; or a passage along one, one way or the other."""

    id: str
    kind: ShipKind
    length_m: float
    speed_kn: float
    way_in: Lane
    way_out: Lane
    berthed_h: float
    """When it is at the quay, or has half of its passage behind it, in hours since the Unix epoch."""
    stay_h: float
    outward: bool
    """Which way a passage goes along its lane."""


@dataclass(frozen=True)
class Ship:
    """A ship at one moment."""

    id: str
    kind: ShipKind
    length_m: float
    x: float
    """Metres of the region's plane; `y` likewise."""
    y: float
    heading_deg: float
    """Clockwise from the plane's north; of a moored ship, that of its last leg."""
    speed_kn: float
    port: str
    """Where it is moored; empty while it is under way."""


def ships(planet: Planet, key: str, when: datetime) -> tuple[Ship, ...]:
    """All ships of a region at a time, moored and under way."""
    return region_ships(planet.region(key), when)


def region_ships(region: Region, when: datetime) -> tuple[Ship, ...]:
    """As `ships`."""
    if when.tzinfo is None:
        raise UserError(f"time must carry a time zone, got {when.isoformat()}")
    hour = when.timestamp() / 3600
    day = int(hour // 24)
    near = (voyage for at in range(day - LONGEST_H // 24, day + 3) for voyage in voyages(region, at))
    seen = (_where(voyage, hour) for voyage in near)
    return tuple(ship for ship in seen if ship is not None)


def voyages(region: Region, day: int) -> Iterator[Voyage]:
    """Those whose ships come to their quays on a day, counted from 1 January 1970 UTC."""
    ways = lanes(region)
    people = {place.id: place.population for place in make_settlement(make_ground(region)).places}
    for port in sorted({way.port for way in ways}):
        own = [way for way in ways if way.port == port]
        rate = CALLS + CALLS_PER_PERSON * people[port] if port else PASSAGES * len(own)
        draw = generator("planet", region.seed, "traffic", region.key, "ships", port, day)
        for number in range(int(draw.poisson(rate))):
            yield _draw(f"{region.key}-{port.rpartition('-')[2] or 'sea'}-{day}-{number}", own, day, draw)


def _draw(key: str, ways: list[Lane], day: int, draw: Generator) -> Voyage:
    """A voyage along lanes of one port, or of none."""
    kind = list(KINDS)[int(draw.choice(len(KINDS), p=[share for share, _, _, _ in KINDS.values()]))]
    _, lengths, speeds, stays = KINDS[kind]
    length, speed, stay = (round(float(draw.uniform(*pair)), 1) for pair in (lengths, speeds, stays))
    way_in, way_out = (ways[int(draw.integers(len(ways)))] for _ in range(2))
    berthed, outward = round(24 * day + float(draw.uniform(0, 24)), 3), bool(draw.random() < 0.5)
    calls = bool(way_in.port)
    return Voyage(
        key, kind, length, speed, way_in, way_out if calls else way_in, berthed, stay if calls else 0.0, outward
    )


def _where(voyage: Voyage, hour: float) -> Ship | None:
    """The ship of a voyage at an hour since the Unix epoch, or none where it is beyond the region."""
    pace = voyage.speed_kn * KNOT_M_H
    if not voyage.way_in.port:
        half = voyage.way_in.line.length / 2
        along = half + (hour - voyage.berthed_h) * pace * (1 if voyage.outward else -1)
        return _at(voyage, voyage.way_in, along, voyage.outward, "")
    if hour < voyage.berthed_h:
        return _at(voyage, voyage.way_in, (voyage.berthed_h - hour) * pace, False, "")
    since = hour - voyage.berthed_h - voyage.stay_h
    if since < 0:
        return _at(voyage, voyage.way_in, 0.0, False, voyage.way_in.port)
    return _at(voyage, voyage.way_out, since * pace, True, "")


def _at(voyage: Voyage, way: Lane, along_m: float, outward: bool, port: str) -> Ship | None:
    """Lanes begin at their ports, so outward is along them."""
    if not 0.0 <= along_m <= way.line.length:
        return None
    point = way.line.interpolate(along_m)
    a, b = way.line.interpolate(max(along_m - 200.0, 0.0)), way.line.interpolate(along_m + 200.0)
    east, north = (b.x - a.x, b.y - a.y) if outward else (a.x - b.x, a.y - b.y)
    heading = round(math.degrees(math.atan2(east, north)) % 360, 1)
    speed = 0.0 if port else voyage.speed_kn
    return Ship(voyage.id, voyage.kind, voyage.length_m, round(point.x, 1), round(point.y, 1), heading, speed, port)


def moored_ships(region: Region, port: str, when: datetime) -> tuple[Ship, ...]:
    """Ships at the quays of a port at a time, from the one that came first."""
    return tuple(ship for ship in region_ships(region, when.astimezone(UTC)) if ship.port == port)
