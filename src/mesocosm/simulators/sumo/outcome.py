"""Readers of SUMO's outputs: values, a row for every trip, a row for every edge."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy as np

from mesocosm.errors import ToolError
from mesocosm.simulators.simulator import Cell, Value
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.simulators.simulator.rounding import round_digits

TRIPS, EDGES = "trips.csv", "edges.csv"
TRIP_HEADINGS = (
    "id",
    "depart_s",
    "depart_delay_s",
    "arrival_s",
    "travel_time_s",
    "time_loss_s",
    "waiting_time_s",
    "length_m",
    "reroutes",
    "state",
)
EDGE_HEADINGS = ("id", "vehicles", "mean_speed_m_s", "travel_time_s", "waiting_time_s", "time_loss_s", "density_per_km")
SLOWEST_PERCENT = 95


@dataclass(frozen=True)
class TripRow:
    """A trip in SUMO's output; `state` is completed, under way, or waiting (not departed)."""

    id: str
    depart_s: float | None
    depart_delay_s: float
    arrival_s: float | None
    travel_time_s: float | None
    time_loss_s: float
    waiting_time_s: float
    length_m: float
    reroutes: int
    state: str


def read_trips(document: bytes, left_out: Iterable[str] = ()) -> list[TripRow]:
    """Return the trips of a tripinfo file in the order of ids, without those left out."""
    gone = set(left_out)
    elements = _parse(document).iterfind("tripinfo")
    rows = [_trip(element) for element in elements if element.get("id") not in gone]
    return sorted(rows, key=lambda row: row.id)


def _trip(element: ElementTree.Element) -> TripRow:
    number = {name: float(element.get(name) or "nan") for name in NUMBERS}
    began, arrived = number["depart"] >= 0, number["arrival"] >= 0
    state = "completed" if arrived else "under way" if began else "waiting"
    return TripRow(
        id=element.attrib["id"],
        depart_s=number["depart"] if began else None,
        depart_delay_s=number["departDelay"],
        arrival_s=number["arrival"] if arrived else None,
        travel_time_s=number["duration"] if arrived else None,
        time_loss_s=number["timeLoss"] if began else 0.0,
        waiting_time_s=number["waitingTime"] if began else 0.0,
        length_m=number["routeLength"] if began else 0.0,
        reroutes=int(element.get("rerouteNo") or 0) if began else 0,
        state=state,
    )


NUMBERS = ("depart", "arrival", "departDelay", "duration", "timeLoss", "waitingTime", "routeLength")


def read_edges(document: bytes) -> list[tuple[Cell, ...]]:
    """Return rows of `EDGE_HEADINGS` for the edges that were driven on, in the order of ids."""
    rows = [_edge_row(edge) for edge in _parse(document).iter("edge") if edge.get("sampledSeconds", "0.00") != "0.00"]
    return sorted(rows, key=lambda row: str(row[0]))


def _edge_row(edge: ElementTree.Element) -> tuple[Cell, ...]:
    def number(name: str) -> float | None:
        text = edge.get(name)
        return None if text is None else float(text)

    vehicles = int(edge.get("entered", "0")) + int(edge.get("departed", "0"))
    rest = ("speed", "traveltime", "waitingTime", "timeLoss", "density")
    return (edge.attrib["id"], vehicles, *(number(name) for name in rest))


def teleports(document: bytes) -> int:
    """Return the number of vehicles that SUMO teleported out of a jam."""
    element = _parse(document).find("teleports")
    return 0 if element is None else int(element.get("total", "0"))


def values_of(trips: Sequence[TripRow], *, demanded: int, dropped: int, lifted: int) -> dict[str, Value]:
    """Compute the values of a run; means are over completed trips, and NaN if there are none."""
    done = [trip for trip in trips if trip.state == "completed"]
    began = [trip for trip in trips if trip.depart_s is not None]
    times = [trip.travel_time_s for trip in done if trip.travel_time_s is not None]
    delay = sum(trip.time_loss_s + trip.depart_delay_s for trip in trips)
    return {
        "trips_demanded": _count(demanded),
        "trips_dropped": _count(dropped),
        "trips_inserted": _count(len(began)),
        "trips_completed": _count(len(done)),
        "trips_rerouted": _count(sum(trip.reroutes > 0 for trip in trips)),
        "completion_ratio": Value(magnitude=round_digits(len(done) / demanded if demanded else math.nan), unit="1"),
        "mean_travel_time": _seconds(_mean(times)),
        "p95_travel_time": _seconds(float(np.percentile(times, SLOWEST_PERCENT)) if times else math.nan),
        "mean_time_loss": _seconds(_mean([trip.time_loss_s for trip in done])),
        "mean_waiting_time": _seconds(_mean([trip.waiting_time_s for trip in done])),
        "mean_depart_delay": _seconds(_mean([trip.depart_delay_s for trip in began])),
        "total_delay": Value(magnitude=round_digits(delay / 3600), unit="h"),
        "mean_length": Value(magnitude=round_digits(_mean([trip.length_m for trip in done])), unit="m"),
        "distance_driven": Value(magnitude=round_digits(sum(trip.length_m for trip in trips) / 1000), unit="km"),
        "teleports": _count(lifted),
    }


def _count(number: int) -> Value:
    return Value(magnitude=number, unit="1")


def _seconds(number: float) -> Value:
    return Value(magnitude=round_digits(number), unit="s")


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers) if numbers else math.nan


def trips_csv(trips: Sequence[TripRow]) -> bytes:
    return as_sheet(TRIP_HEADINGS, [tuple(vars(trip).values()) for trip in trips])


def trips_of(artifacts: Mapping[str, bytes]) -> dict[str, dict[str, str]]:
    """Return the rows of `trips.csv` by id, as text."""
    rows = csv.DictReader(io.StringIO(artifacts[TRIPS].decode()))
    return {row["id"]: row for row in rows}


def _parse(document: bytes) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(document)
    except ElementTree.ParseError as error:
        raise ToolError(f"SUMO ended without a result: what it wrote cannot be read ({error})") from error
