"""The river-routing engine; it runs in process, on numbers alone."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar

import numpy as np
from pydantic import JsonValue

from mesocosm.earth.planet.water.channel_routing import DAY_S, Counts
from mesocosm.simulators.river_routing.inputs import RiverInputs
from mesocosm.simulators.river_routing.routing import PARTS, Routed, make_river, route
from mesocosm.simulators.simulator import Cell, Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.csv_tables import as_sheet
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.rounding import round_digits

DAYS = 30
STORM_DAY = 5
DISCHARGE, OVERBANK = "discharge_m3_s.csv", "overbank_m3.csv"
HEADINGS = ("reach", "mean_m3_s", "peak_m3_s", "peak_day", "days_over_bank", "runoff_m3")


def _example() -> dict[str, JsonValue]:
    """Return two headwaters that join above a town, with a storm over the first."""
    storm: list[JsonValue] = [
        round(40.0 * math.exp(-((day - STORM_DAY) ** 2) / 2), 1) if day >= 3 else 1.0 for day in range(DAYS)
    ]
    reaches: list[JsonValue] = [
        {"id": "north", "flows_to": "town", "length_km": 20, "bankfull_m3_s": 40, "catchment_km2": 250},
        {"id": "east", "flows_to": "town", "length_km": 12, "bankfull_m3_s": 30, "catchment_km2": 150},
        {"id": "town", "length_km": 15, "bankfull_m3_s": 60, "catchment_km2": 80},
    ]
    return {
        "first_day": "2031-03-01",
        "reaches": reaches,
        "runoff_mm": {"north": storm, "east": [1.5 for _ in storm], "town": [1.0 for _ in storm]},
    }


@dataclass(frozen=True)
class RiverRoutingSimulator:
    """Discharge of every reach of rivers, day by day, from runoff or weather."""

    engine: ClassVar[Engine] = Engine(name="river_routing", version="2.1", kind="reduced_order")
    example: ClassVar[Mapping[str, JsonValue]] = _example()

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        make_river(read_inputs(RiverInputs, inputs))

    @in_time
    @in_memory(times=32)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Route the water; nothing is random, so the seed is only recorded."""
        given = read_inputs(RiverInputs, inputs)
        started = time.perf_counter()
        routed = route(given)
        return Result(
            engine=self.engine,
            values=_values(given, routed),
            tables=(Table(file="reaches", headings=HEADINGS, rows=_rows(given, routed)),),
            artifacts={
                DISCHARGE: _daily(given, np.round(routed.outflow / PARTS / DAY_S, 4)),
                OVERBANK: _daily(given, np.round(routed.banks / PARTS, 2)),
            },
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


def _values(given: RiverInputs, routed: Routed) -> dict[str, Value]:
    outlets = np.array([reach.flows_to is None for reach in given.reaches])
    out = routed.outflow[:, outlets].sum(axis=1) / PARTS / DAY_S
    volumes = {
        "water_received": routed.received,
        "water_evaporated": routed.evaporated,
        "water_discharged": routed.left,
        "storage_change": routed.stored_after - routed.stored_before,
        "runoff_volume": int(routed.runoff.sum()),
        "mass_balance_error": routed.error,
        "largest_overbank_volume": int(routed.banks.sum(axis=1).max()),
    }
    values = {name: Value(magnitude=volume / PARTS, unit="m³") for name, volume in volumes.items()}
    values["mean_discharge"] = Value(magnitude=round_digits(float(out.mean())), unit="m³/s")
    values["peak_discharge"] = Value(magnitude=round_digits(float(out.max())), unit="m³/s")
    values["days_over_bank"] = Value(magnitude=int((routed.banks > 0).any(axis=1).sum()), unit="d")
    return values


def _rows(given: RiverInputs, routed: Routed) -> tuple[tuple[Cell, ...], ...]:
    flows = routed.outflow / PARTS / DAY_S
    peaks = flows.argmax(axis=0).tolist()
    return tuple(
        (
            reach.id,
            round_digits(float(flows[:, number].mean())),
            round_digits(float(flows[peak, number])),
            _day(given.first_day, peak),
            int((routed.banks[:, number] > 0).sum()),
            int(routed.runoff[:, number].sum()) / PARTS,
        )
        for number, (reach, peak) in enumerate(zip(given.reaches, peaks, strict=True))
    )


def _daily(given: RiverInputs, numbers: Counts | np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> bytes:
    rows = ((_day(given.first_day, at), *row) for at, row in enumerate(numbers.tolist()))
    return as_sheet(("date", *(reach.id for reach in given.reaches)), rows)


def _day(first: date, number: int) -> str:
    return (first + timedelta(days=number)).isoformat()


simulator = RiverRoutingSimulator()
