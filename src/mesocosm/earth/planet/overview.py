"""A short overview of a planet, region by region."""

from __future__ import annotations

from collections import Counter

from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import BELTS, Region
from mesocosm.earth.planet.sizes import FIRST_YEAR, Size, SizeName
from mesocosm.types import Record

TOWNS = 3


class Town(Record):
    """A town with its name and size."""

    id: str
    name: str
    population: int


class Event(Record):
    """An event of the sky by its id."""

    id: str
    kind: str


class RegionOverview(Record):
    """A short description of a region."""

    region: str
    climate: str
    koppen: str
    longitude: float
    latitude: float
    crs: str
    towns: tuple[Town, ...]
    """The largest towns."""
    places: int
    population: int
    events: tuple[Event, ...]
    """Events of the first year."""

    def cells(self) -> tuple[str, ...]:
        """Return the cells of a table row."""
        kinds = Counter(event.kind.replace("_", " ") for event in self.events)
        return (
            self.region,
            f"{self.climate.replace('_', ' ')} ({self.koppen})",
            f"{self.latitude:.2f}° N, {abs(self.longitude):.2f}° {'E' if self.longitude >= 0 else 'W'}",
            ", ".join(f"{town.name} ({town.population:,})" for town in self.towns),
            f"{self.population:,} in {self.places} places",
            ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none",
        )


def overview(seed: int, size: SizeName | Size) -> list[RegionOverview]:
    """Return every region of a planet."""
    planet = Planet(seed, size)
    return [_region(planet, region) for region in planet.regions]


def _region(planet: Planet, region: Region) -> RegionOverview:
    places = planet.settlement(region.key).places
    return RegionOverview(
        region=region.key,
        climate=region.climate,
        koppen=BELTS[region.climate].koppen,
        longitude=region.longitude,
        latitude=region.latitude,
        crs=region.crs,
        towns=tuple(Town(id=place.id, name=place.name, population=place.population) for place in places[:TOWNS]),
        places=len(places),
        population=sum(place.population for place in places),
        events=tuple(Event(id=event.id, kind=event.kind) for event in planet.events(region.key, FIRST_YEAR)),
    )
