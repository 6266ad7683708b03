"""The overlay engine; it runs in process, because its work is geometry of bounded size."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from pydantic import JsonValue

from mesocosm.earth.planet.consequences.roads import slowed_km_h
from mesocosm.simulators.network_disruption.hazard import Hazard, read_hazard
from mesocosm.simulators.network_disruption.inputs import CROSSING_BYTES, OverlayInputs
from mesocosm.simulators.network_disruption.roads import Road, read_roads
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Value
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra

ROADS, CLOSURES = "roads.csv", "closures.json"
MM = 1000


@dataclass(frozen=True)
class Disrupted:
    """A road under a hazard; intensities are those above its clearance."""

    id: str
    length_m: float
    worst: float
    mean: float
    share_touched: float
    speed_km_h: float
    """Mean over the whole road: its length over the travel time; 0 if it is closed."""
    speed_factor: float
    closed: bool


@needs_extra("network_disruption", "networks")
@dataclass(frozen=True)
class NetworkDisruptionSimulator:
    """Each road under a hazard: worst and mean intensity, how much is touched, its speed, and whether it is closed."""

    engine: ClassVar[Engine] = Engine(name="network_disruption", version="1.0", kind="real")

    @property
    def example(self) -> Mapping[str, JsonValue]:
        """The town of SUMO's example, with a river half a metre deep over the fields of its middle rows."""
        from mesocosm.simulators.sumo.example import BANK, ROWS, SOUTH, SPACING_DEG, WEST, town_osm

        depths: list[JsonValue] = [0.05, 0.12, 0.25, 0.5, 0.25]
        rows: list[JsonValue] = [[0.0, depth, 0.0] for depth in depths]
        west = WEST + (BANK - 1.5) * SPACING_DEG
        north = SOUTH + (ROWS - 0.5) * SPACING_DEG
        grid: dict[str, JsonValue] = {"west": round(west, 6), "north": round(north, 6), "values": rows}
        return {"osm": town_osm(), "grid": grid | {"cell_x": SPACING_DEG, "cell_y": SPACING_DEG}, "effect": "flood"}

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        given = read_inputs(OverlayInputs, inputs)
        read_roads(given)
        read_hazard(given)

    @in_time
    @in_memory(times=40, least_bytes=CROSSING_BYTES)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Overlay hazard and roads; nothing is random, so the seed is only recorded."""
        given = read_inputs(OverlayInputs, inputs)
        started = time.perf_counter()
        roads, called = read_roads(given)
        hazard = read_hazard(given)
        rows = sorted((disrupt(road, hazard, given) for road in roads), key=lambda row: row.id)
        return Result(
            engine=self.engine,
            values=_values(rows, "m" if given.effect == "flood" else "1"),
            artifacts={ROADS: _csv(rows), CLOSURES: _closures(rows, given, called)},
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


def disrupt(road: Road, hazard: Hazard, given: OverlayInputs) -> Disrupted:
    """Compute the effect of the hazard on one road."""
    metres, found = hazard.along(road.points)
    intensity = np.maximum(found - road.clearance_m, 0.0)
    length = math.fsum(metres)
    touched = metres > 0
    worst = float(intensity[touched].max()) if touched.any() else 0.0
    closed = worst >= given.limit
    hours = math.fsum(metres / MM / _speeds(road, intensity, given)) if length and not closed else math.inf
    speed = road.speed_km_h if not length else length / MM / hours
    return Disrupted(
        road.id,
        round(length, 3),
        _round_digits(worst),
        _round_digits(math.fsum(metres * intensity) / length if length else 0.0),
        _round_digits(math.fsum(metres[intensity > 0]) / length if length else 0.0),
        _round_digits(0.0 if closed else speed),
        _round_digits(0.0 if closed else min(speed / road.speed_km_h, 1.0)),
        closed,
    )


def _speeds(road: Road, intensity: Any, given: OverlayInputs) -> Any:
    if given.effect == "threshold":
        return np.full(len(intensity), road.speed_km_h)
    return np.array([slowed_km_h(road.speed_km_h, MM * float(depth)) for depth in intensity])


def _values(rows: Sequence[Disrupted], unit: str) -> dict[str, Value]:
    total = math.fsum(row.length_m for row in rows)
    slow = math.fsum(row.length_m * row.speed_factor for row in rows)
    return {
        "roads": Value(magnitude=len(rows), unit="1"),
        "roads_touched": Value(magnitude=sum(row.worst > 0 for row in rows), unit="1"),
        "roads_closed": Value(magnitude=sum(row.closed for row in rows), unit="1"),
        "length": Value(magnitude=_round_digits(total / MM), unit="km"),
        "length_touched": Value(
            magnitude=_round_digits(math.fsum(row.length_m * row.share_touched for row in rows) / MM), unit="km"
        ),
        "length_closed": Value(
            magnitude=_round_digits(math.fsum(row.length_m for row in rows if row.closed) / MM), unit="km"
        ),
        "worst_intensity": Value(magnitude=max(row.worst for row in rows), unit=unit),
        "mean_speed_factor": Value(magnitude=_round_digits(slow / total if total else math.nan), unit="1"),
    }


def _csv(rows: Sequence[Disrupted]) -> bytes:
    return as_sheet(list(vars(rows[0])), [list(vars(row).values()) for row in rows])


def _closures(rows: Sequence[Disrupted], given: OverlayInputs, called: str) -> bytes:
    """Return inputs of the traffic engine: `closures`, and `slowdowns` for roads that remain open."""
    times = {"from_s": given.from_s, "to_s": given.to_s}
    shut = [row.id for row in rows if row.closed]
    slow = [row for row in rows if not row.closed and row.speed_factor < 1]
    document = {
        "closures": [{called: shut, **times}] if shut else [],
        "slowdowns": [{called: [row.id], "speed_km_h": row.speed_km_h, **times} for row in slow],
    }
    return (json.dumps(document, indent=1) + "\n").encode()


def _round_digits(number: float) -> float:
    return float(f"{number:.7g}")


simulator = NetworkDisruptionSimulator()
