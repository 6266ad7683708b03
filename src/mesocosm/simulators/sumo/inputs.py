"""The inputs of a run: a network, the demand on it, and closed or slow roads."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, FiniteFloat, model_validator

from mesocosm.types import Record

LARGEST_XML = 40_000_000
"""Largest number of characters of one file given as text."""
MOST_TRIPS = 200_000
LONGEST_S = 7 * 86400
NAME = r"^[^\s\"'<>&;]{1,120}$"

Notice = Literal["everywhere", "at_closure"]
Name = Annotated[str, Field(pattern=NAME)]
Names = tuple[Name, ...]
Seconds = Annotated[FiniteFloat, Field(ge=0, le=LONGEST_S)]
Xml = Annotated[str, Field(min_length=1, max_length=LARGEST_XML)]
Xmls = Annotated[tuple[Xml, ...], Field(max_length=20)]


def _on_earth(point: tuple[float, float]) -> tuple[float, float]:
    longitude, latitude = point
    if not -180 <= longitude <= 180 or not -90 <= latitude <= 90:
        raise ValueError("a point is [longitude, latitude], degrees east in [-180, 180] and north in [-90, 90]")
    return point


Point = Annotated[tuple[FiniteFloat, FiniteFloat], AfterValidator(_on_earth)]


class Trip(Record):
    """One car from one place to another; a place is an edge of the network, or a point that is moved to the nearest
    edge.
    """

    id: Name
    depart_s: Seconds
    from_edge: Name | None = None
    to_edge: Name | None = None
    from_point: Point | None = None
    """Longitude and latitude, degrees."""
    to_point: Point | None = None

    @model_validator(mode="after")
    def _has_two_ends(self) -> Trip:
        for end in ("from", "to"):
            if (getattr(self, f"{end}_edge") is None) == (getattr(self, f"{end}_point") is None):
                raise ValueError(f"trip {self.id} needs either {end}_edge or {end}_point")
        return self


class Zone(Record):
    """People and work places around a point, or along named edges."""

    id: Name
    people: FiniteFloat = Field(ge=0, le=1e8)
    jobs: FiniteFloat = Field(ge=0, le=1e8)
    point: Point | None = None
    radius_m: FiniteFloat = Field(default=500.0, gt=0, le=100_000)
    edges: Names = ()

    @model_validator(mode="after")
    def _has_a_place(self) -> Zone:
        if (self.point is None) == (not self.edges):
            raise ValueError(f"zone {self.id} needs either point or edges")
        return self


class Population(Record):
    """Trips drawn between zones: origins by people, destinations by jobs times exp(-distance / scale)."""

    zones: tuple[Zone, ...] = Field(min_length=1, max_length=3000)
    trips_per_person: FiniteFloat = Field(ge=0, le=20)
    """Car trips per person; they begin evenly between `from_s` and `to_s`."""
    distance_scale_km: FiniteFloat = Field(gt=0, le=1000)
    from_s: Seconds = 0.0
    to_s: Seconds

    @model_validator(mode="after")
    def _is_bounded(self) -> Population:
        if self.to_s <= self.from_s:
            raise ValueError(f"to_s must lie after from_s ({self.from_s:g} s), got {self.to_s:g}")
        trips = self.trips_per_person * sum(zone.people for zone in self.zones)
        if trips > MOST_TRIPS:
            raise ValueError(f"people times trips_per_person gives {trips:,.0f} trips; at most {MOST_TRIPS:,}")
        if trips > 0 and not any(zone.jobs for zone in self.zones):
            raise ValueError("jobs are zero in every zone, so that no trip has an end")
        return self


class Stretch(Record):
    """Edges by their ids, or by the ids of the map's ways from which they were made, and a period."""

    edges: Names = ()
    ways: Names = ()
    from_s: Seconds = 0.0
    to_s: Seconds | None = None
    """None: to the end of the run."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> Stretch:
        if not self.edges and not self.ways:
            raise ValueError("edges or ways must name at least one road")
        if self.to_s is not None and self.to_s <= self.from_s:
            raise ValueError(f"to_s must lie after from_s ({self.from_s:g} s), got {self.to_s:g}")
        return self


class Closure(Stretch):
    """Roads closed to all cars for a period."""


class Slowdown(Stretch):
    """Roads with a speed limit for a period."""

    speed_km_h: FiniteFloat = Field(gt=0, le=300)


class TrafficInputs(Record):
    """A network (`osm` or `net`), demand (`trips`, `population` or `routes`), and closures and slowdowns."""

    osm: Xml | None = None
    """OpenStreetMap XML."""
    net: Xml | None = None
    """A SUMO network, as netconvert writes it."""
    trips: tuple[Trip, ...] | None = Field(default=None, min_length=1, max_length=MOST_TRIPS)
    population: Population | None = None
    routes: Xml | Xmls | None = None
    """SUMO route files."""
    additional: Xml | Xmls = ()
    """Further SUMO files: vehicle types, bus stops, traffic lights."""
    closures: tuple[Closure, ...] = Field(default=(), max_length=10_000)
    slowdowns: tuple[Slowdown, ...] = Field(default=(), max_length=10_000)
    signals: Literal["mapped", "guessed"] = "mapped"
    """Traffic lights of a network made from `osm`: where the map has them, or on other large junctions too."""
    notice: Notice = "everywhere"
    """Where drivers learn of a closure: everywhere at once, or on a road that leads to it."""
    snap_m: FiniteFloat = Field(default=200.0, gt=0, le=10_000)
    """Largest distance of a point from the nearest edge for cars."""
    end_s: FiniteFloat = Field(gt=0, le=LONGEST_S)

    @model_validator(mode="after")
    def _is_whole(self) -> TrafficInputs:
        for names in (("osm", "net"), ("trips", "population", "routes")):
            given = [name for name in names if getattr(self, name) is not None]
            if len(given) != 1:
                raise ValueError(
                    f"exactly one of {', '.join(names)} must be given, got {' and '.join(given) or 'none'}"
                )
        if self.trips is not None:
            _refuse_repeats([trip.id for trip in self.trips])
        return self


def _refuse_repeats(ids: list[str]) -> None:
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise ValueError(f"trips: id {name} is given twice")
        seen.add(name)


def texts(given: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the texts as a tuple, whether none, one or several are given."""
    return () if given is None else (given,) if isinstance(given, str) else given
