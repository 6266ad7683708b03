"""Aircraft at an airfield: who stands on which stand at any time, who comes and who goes.

A stand serves at most one aircraft in each of four spans of the day and one over night, so that what stands there at a
time is known from the day alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from mesocosm.earth.planet.people.town import Site, Town
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.traffic.rhythm import local_time
from mesocosm.seeding import generator

if TYPE_CHECKING:
    from mesocosm.earth.planet.planet import Planet

STAND_M = 46.0
"""Of apron for each stand, as wide as an airliner of 36 m with room beside it."""
SPANS = ((6.0, 10.0, 0.75), (10.0, 14.0, 0.6), (14.0, 18.0, 0.7), (18.0, 22.0, 0.6), (22.2, 29.8, 0.5))
"""First and last hour of local time, and how likely an aircraft comes; the last is the night."""
SIZES = (1.0, 1.0, 0.75, 0.5)
"""Of aircraft, 1 that of an airliner of 40 m; one of four is drawn."""


@dataclass(frozen=True)
class Flight:
    """An aircraft from its arrival on a stand to its departure."""

    id: str
    stand: int
    size: float
    arrives: datetime
    """UTC; `leaves` likewise."""
    leaves: datetime


def aircraft(planet: Planet, town: str, when: datetime) -> tuple[Flight, ...]:
    """Aircraft that stand at a town's airfield at a time; none where it has no airfield."""
    return parked_aircraft(planet.region(town.partition("-")[0]), planet.town(town), when)


def parked_aircraft(region: Region, town: Town, when: datetime) -> tuple[Flight, ...]:
    """As `aircraft`."""
    local = local_time(region, when).date()
    near = [flight for day in (local - timedelta(days=1), local) for flight in flights(region, town, day)]
    moment = when.astimezone(UTC)
    return tuple(flight for flight in near if flight.arrives <= moment < flight.leaves)


def flights(region: Region, town: Town, day: date) -> tuple[Flight, ...]:
    """Aircraft that arrive on a day of local time at a town's airfield, in order of their stands and times."""
    made: list[Flight] = []
    for site in town.sites:
        if site.kind == "airfield":
            made += [flight for stand in range(stands(site)) for flight in _on_stand(region, site, stand, day)]
    return tuple(made)


def stands(site: Site) -> int:
    """Of all aprons of an airfield."""
    from shapely import minimum_rotated_rectangle
    from shapely.geometry import LineString

    count = 0
    for part in site.parts:
        if part.kind == "apron":
            corners = list(minimum_rotated_rectangle(part.outline).exterior.coords)
            sides = [LineString(corners[n : n + 2]).length for n in range(2)]
            count += int(max(sides) // STAND_M)
    return count


def _on_stand(region: Region, site: Site, stand: int, day: date) -> list[Flight]:
    draw = generator("planet", region.seed, "traffic", region.key, "aircraft", site.id, stand, day.toordinal())
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=round(region.longitude / 15))
    made = []
    for number, (first, last, chance) in enumerate(SPANS):
        comes, delay, stay = (float(value) for value in draw.random(3))
        rank = int(draw.integers(len(SIZES)))
        arrives = first + 0.3 * delay * (last - first)
        leaves = arrives + (last - arrives) * (0.35 + 0.6 * stay if last < 24 else 0.9 + 0.1 * stay)
        if comes < chance:
            times = (midnight + timedelta(minutes=round(60 * hour)) for hour in (arrives, leaves))
            made.append(Flight(f"{site.id}-{day}-{stand}-{number}", stand, SIZES[rank], *times))
    return made
