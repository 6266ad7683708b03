"""The event-loss engine; it runs in process, because its inputs are numbers and its work is a few sums."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from pydantic import JsonValue

from mesocosm.simulators.event_loss.inputs import EventLoss
from mesocosm.simulators.event_loss.loss import check_parts, losses, return_period_losses
from mesocosm.simulators.event_loss.report import result_of
from mesocosm.simulators.simulator import Engine, Result, RunLimits
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra

EXAMPLE: Mapping[str, JsonValue] = {
    "hazard": {
        "intensity_unit": "m/s",
        "latitude": [10.0, 10.0, 10.5, 10.5],
        "longitude": [120.0, 120.5, 120.0, 120.5],
        "frequency_per_year": [0.1, 0.02, 0.004],
        "event_name": ["gale", "storm", "great storm"],
        "intensity": {
            "event": [0, 0, 1, 1, 1, 2, 2, 2, 2],
            "point": [0, 1, 0, 1, 3, 0, 1, 2, 3],
            "value": [28.0, 24.0, 45.0, 41.0, 33.0, 66.0, 58.0, 49.0, 52.0],
        },
    },
    "exposure": {
        "value_unit": "USD",
        "latitude": [10.05, 10.1, 10.45],
        "longitude": [120.1, 120.45, 120.4],
        "value": [2.0e8, 1.0e8, 5.0e7],
        "curve": ["wood", "masonry", "wood"],
    },
    "curves": {
        "wood": {
            "intensity_unit": "m/s",
            "intensity": [0, 25, 40, 60, 80],
            "damage": [0, 0, 0.1, 0.4, 0.8],
            "affected": [0, 0, 0.5, 0.9, 1],
        },
        "masonry": {
            "intensity_unit": "m/s",
            "intensity": [0, 35, 60, 90],
            "damage": [0, 0, 0.15, 0.5],
            "affected": [0, 0, 0.6, 1],
        },
    },
    "return_periods_years": [10, 50, 100, 250],
}


@needs_extra("event_loss", "risk")
@dataclass(frozen=True)
class EventLossSimulator:
    """Losses of assets in a set of events: annual average, per event, per asset, and by return period."""

    engine: ClassVar[Engine] = Engine(name="event_loss", version="1.0", kind="real")
    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        check_parts(read_inputs(EventLoss, inputs))

    @in_time
    @in_memory(times=8)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Compute losses by plain sums; nothing is random, so the seed is only recorded."""
        asked = read_inputs(EventLoss, inputs)
        started = time.perf_counter()
        lost = losses(asked)
        frequency = np.array(asked.hazard.frequency_per_year)
        of_periods = return_period_losses(lost.of_event, frequency, np.array(asked.return_periods_years))
        took = time.perf_counter() - started
        return result_of(asked, lost, of_periods.tolist(), engine=self.engine, seed=seed, runtime_s=took)


simulator = EventLossSimulator()
