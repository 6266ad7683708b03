"""Traffic demand: trips given or drawn from a population, written for SUMO's router, and route files as given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator
from mesocosm.simulators.sumo.documents import HEAD
from mesocosm.simulators.sumo.inputs import Point, Population, Trip, Zone
from mesocosm.simulators.sumo.network import Network, Place

SHARE_DECIMALS = 9
"""Decimals to which shares are rounded before a draw, so that no draw depends on a machine's last bits."""


@dataclass(frozen=True)
class Journey:
    """A trip by the edges where it starts and ends, and its positions along them where known."""

    id: str
    depart_s: float
    start: str
    end: str
    start_m: float | None = None
    end_m: float | None = None


def place_trips(trips: Sequence[Trip], network: Network, snap_m: float) -> list[Journey]:
    """Return trips with both ends on edges, in the order of departure."""
    placed = [_place(trip, network, snap_m, number) for number, trip in enumerate(trips)]
    return sorted(placed, key=lambda journey: journey.depart_s)


def _place(trip: Trip, network: Network, snap_m: float, number: int) -> Journey:
    start, start_m = _end(trip.from_edge, trip.from_point, trip.to_point, network, snap_m, f"trips.{number}.from")
    behind = _mirror(trip.to_point, trip.from_point)
    end, end_m = _end(trip.to_edge, trip.to_point, behind, network, snap_m, f"trips.{number}.to")
    if start == end and start_m is not None and end_m is not None and end_m <= start_m:
        return Journey(trip.id, trip.depart_s, start, end)  # SUMO drives no edge backwards
    return Journey(trip.id, trip.depart_s, start, end, start_m, end_m)


def _mirror(point: Point | None, other: Point | None) -> Point | None:
    """Mirror the second point at the first: the direction in which a driver who comes from there is heading."""
    if point is None or other is None:
        return None
    return 2 * point[0] - other[0], 2 * point[1] - other[1]


def _end(
    edge: str | None, point: Point | None, ahead: Point | None, network: Network, snap_m: float, field: str
) -> tuple[str, float | None]:
    if point is not None:
        return network.nearest(point, ahead or point, snap_m, f"{field}_point")
    if edge not in network.edges:
        raise InvalidRecord(f"{field}_edge: {network.unknown(str(edge))}")
    return str(edge), None


def draw_trips(population: Population, network: Network, seed: int) -> list[Journey]:
    """Draw trips between zones, in the order of departure.

    A production-constrained gravity model (Wilson 1971, Environment and Planning 3, 1-32): origins in proportion to
    people,
    destinations in proportion to jobs × exp(-distance / scale), which may be the zone of origin.
    """
    draw = generator("sumo", seed, "population")
    zones = population.zones
    count = round(population.trips_per_person * sum(zone.people for zone in zones))
    if not count:
        return []
    inside = [_edges_of(zone, network, number) for number, zone in enumerate(zones)]
    along = [_steps([network.edges[name].length_m for name in names]) for names in inside]
    pulls = [_steps(row) for row in _gravity(population, inside, network)]
    sources = np.searchsorted(_steps([zone.people for zone in zones]), draw.random(count), side="right")
    departs = np.sort(np.round(draw.uniform(population.from_s, population.to_s, count), 1))
    lots = draw.random((count, 3))
    digits = len(str(count - 1))
    journeys = []
    for number, (source, lot) in enumerate(zip(sources.tolist(), lots, strict=True)):
        goal = int(np.searchsorted(pulls[source], lot[0], side="right"))
        start = int(np.searchsorted(along[source], lot[1], side="right"))
        end = int(np.searchsorted(along[goal], lot[2], side="right"))
        if inside[source][start] == inside[goal][end]:  # take the next road if the zone has one
            end = (end + 1) % len(inside[goal])
        ends = inside[source][start], inside[goal][end]
        journeys.append(Journey(f"p{number:0{digits}d}", float(departs[number]), *ends))
    return journeys


def _gravity(population: Population, inside: list[tuple[str, ...]], network: Network) -> list[list[float]]:
    middles = np.array([_middle(names, network) for names in inside])
    away_km = np.hypot(*(middles[:, None, :] - middles[None, :, :]).transpose(2, 0, 1)) / 1000
    pull = np.array([zone.jobs for zone in population.zones]) * np.exp(-away_km / population.distance_scale_km)
    if not (pull.sum(axis=1) > 0).all():
        raise InvalidRecord("population.distance_scale_km is so short that a zone reaches no jobs")
    return [[float(weight) for weight in row] for row in pull]


def _steps(weights: Sequence[float]) -> NDArray[np.float64]:
    """Return the upper bounds of consecutive parts of [0, 1), in proportion to the weights."""
    total = float(np.sum(weights))
    bounds = np.cumsum([round(weight / total, SHARE_DECIMALS) for weight in weights])
    return np.asarray(bounds / bounds[-1], np.float64)


def _edges_of(zone: Zone, network: Network, number: int) -> tuple[str, ...]:
    """Return the edges of a zone: the named ones, or those of the core whose middle lies within its radius."""
    if zone.point is None:
        for name in zone.edges:
            if name not in network.edges:
                raise InvalidRecord(f"population.zones.{number}.edges: {network.unknown(name)}")
        return zone.edges
    away = np.hypot(*(network.middles - network.on_plane(zone.point)).T)
    near = tuple(network.core[at] for at in np.flatnonzero(away <= zone.radius_m).tolist())
    if not near:
        raise InvalidRecord(
            f"population.zones.{number}: no road for cars within {zone.radius_m:g} m of {list(zone.point)}"
        )
    return near


def _middle(names: Sequence[str], network: Network) -> Place:
    ends = [point for name in names for point in (network.edges[name].shape[0], network.edges[name].shape[-1])]
    return sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)


def trips_xml(journeys: Sequence[Journey]) -> bytes:
    """Return trips as XML for the router."""
    rows = [
        f"<trip id={quoteattr(trip.id)} depart={quoteattr(f'{trip.depart_s:.2f}')} "
        f"from={quoteattr(trip.start)} to={quoteattr(trip.end)}{_positions(trip)}/>"
        for trip in journeys
    ]
    return HEAD + "\n".join(["<routes>", *rows, "</routes>"]).encode()


def _positions(trip: Journey) -> str:
    start = "" if trip.start_m is None else f' departPos="{trip.start_m:.2f}"'
    return start if trip.end_m is None else f'{start} arrivalPos="{trip.end_m:.2f}"'


@dataclass(frozen=True)
class RouteFiles:
    """Route files, and the trips in them."""

    documents: tuple[bytes, ...]
    journeys: tuple[Journey, ...]
    has_flows: bool

    def without(self, ids: set[str]) -> tuple[bytes, ...]:
        """Return the files without some trips."""
        return tuple(_without(document, ids) for document in self.documents) if ids else self.documents


def read_routes(documents: tuple[bytes, ...]) -> RouteFiles:
    """Read the vehicles and trips of route files; a vehicle whose route has no edges here (a flow's) has no ends."""
    journeys: list[Journey] = []
    has_flows = False
    for document in documents:
        root = ElementTree.fromstring(document)
        named = {route.get("id", ""): route.get("edges", "") for route in root.iterfind("route")}
        has_flows = has_flows or root.find("flow") is not None
        journeys += [_journey(element, named) for element in root if element.tag in ("vehicle", "trip")]
    return RouteFiles(documents, tuple(journeys), has_flows)


def _journey(element: ElementTree.Element, named: dict[str, str]) -> Journey:
    inner = element.find("route")
    edges = (inner.get("edges", "") if inner is not None else named.get(element.get("route", ""), "")).split()
    edges = edges or [element.get("from", ""), element.get("to", "")]
    try:
        depart = float(element.get("depart", "0"))
    except ValueError:  # such as "triggered"
        depart = 0.0
    return Journey(element.get("id", ""), depart, edges[0], edges[-1])


def _without(document: bytes, ids: set[str]) -> bytes:
    root = ElementTree.fromstring(document)
    for element in list(root):
        if element.tag in ("vehicle", "trip") and element.get("id") in ids:
            root.remove(element)
    return HEAD + ElementTree.tostring(root)
