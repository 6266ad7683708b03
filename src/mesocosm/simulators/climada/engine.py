"""CLIMADA in the sandbox, with the inputs of `event_loss`."""

from __future__ import annotations

import functools
import importlib.metadata
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from pydantic import JsonValue

from mesocosm.errors import MissingExtra
from mesocosm.simulators.climada import worker
from mesocosm.simulators.event_loss.engine import EXAMPLE
from mesocosm.simulators.event_loss.inputs import EventLoss
from mesocosm.simulators.event_loss.loss import Assignment, Losses, check_parts
from mesocosm.simulators.event_loss.report import result_of
from mesocosm.simulators.simulator import Engine, Result, RunLimits
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.simulator.sandbox import run_worker

INSTALL = "pip install --no-deps climada==6.1.0"
"""CLIMADA requires GDAL, which pip often cannot build, so it is installed without its own list of requirements."""


@functools.cache
def version() -> str:
    """Return the installed version of CLIMADA."""
    try:
        return importlib.metadata.version("climada")
    except importlib.metadata.PackageNotFoundError as error:
        raise MissingExtra("climada", "climada", after=INSTALL) from error


@needs_extra("climada", "climada")
@dataclass(frozen=True)
class ClimadaSimulator:
    """Losses of assets in a set of events, by CLIMADA's ImpactCalc."""

    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    @property
    def engine(self) -> Engine:
        return Engine(name="CLIMADA", version=version(), kind="real")

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        check_parts(read_inputs(EventLoss, inputs))

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Compute losses with CLIMADA; nothing is random, so the seed is only recorded."""
        asked = read_inputs(EventLoss, inputs)
        check_parts(asked)
        engine = self.engine
        started = time.perf_counter()
        report = run_worker("CLIMADA", worker, asked.model_dump(mode="json"), libraries=("climada",), limits=limits)
        took = time.perf_counter() - started
        point = np.array(report["point"], dtype=np.int64)
        lost = Losses(
            assignment=Assignment(point=point, distance_km=np.full(len(point), np.nan)),
            of_event=np.array(report["of_event"]),
            annual_of_asset=np.array(report["annual_of_asset"]),
        )
        return result_of(asked, lost, report["of_periods"], engine=engine, seed=seed, runtime_s=took)


simulator = ClimadaSimulator()
