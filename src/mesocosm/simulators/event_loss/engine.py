"""The event-loss engine: it runs in process, as its inputs are numbers and its work is a few sums."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np
from pydantic import JsonValue

from mesocosm.simulators.event_loss.inputs import EventLoss
from mesocosm.simulators.event_loss.loss import Losses, longest_period_years, losses, return_period_losses
from mesocosm.simulators.simulator import Cell, Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.columns import rounded
from mesocosm.simulators.simulator.inputs import read_inputs

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


@dataclass(frozen=True)
class EventLossSimulator:
    """Losses of assets in a set of events: annual average, per event, per asset, and by return period."""

    engine: ClassVar[Engine] = Engine(name="event_loss", version="1.0", kind="real")
    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        read_inputs(EventLoss, inputs)

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Losses by plain sums; nothing is drawn, and the seed is only kept."""
        asked = read_inputs(EventLoss, inputs)
        started = time.perf_counter()
        lost = losses(asked)
        periods = _of_periods(asked, lost)
        return Result(
            engine=self.engine,
            values=_values(asked, lost, periods),
            tables=(_events(asked, lost), _assets(asked, lost), periods),
            warnings=tuple(_warnings(asked, lost)),
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


def _values(asked: EventLoss, lost: Losses, periods: Table) -> dict[str, Value]:
    unit = asked.exposure.value_unit
    costliest = rounded([float(lost.of_event.max())])[0]
    annual, total = rounded([lost.annual, math.fsum(asked.exposure.value)])
    values = {
        "annual_average_loss": Value(magnitude=annual, unit=f"{unit}/year"),
        "total_value": Value(magnitude=total, unit=unit),
        "greatest_event_loss": Value(magnitude=costliest, unit=unit),
        "events": Value(magnitude=len(lost.of_event), unit="1"),
        "assets_hit_by_none": Value(magnitude=int((lost.assignment.point < 0).sum()), unit="1"),
    }
    for years, amount in periods.rows:
        values[f"loss_of_{years:g}_years"] = Value(magnitude=float(amount or 0), unit=unit)
    return values


def _of_periods(asked: EventLoss, lost: Losses) -> Table:
    periods = np.array(asked.return_periods_years)
    frequency = np.array(asked.hazard.frequency_per_year)
    amounts = rounded(return_period_losses(lost.of_event, frequency, periods))
    unit = asked.exposure.value_unit
    rows = tuple(zip(asked.return_periods_years, amounts, strict=True))
    return Table(file="return_periods", headings=("return_period_years", f"loss_{unit}"), rows=rows)


def _events(asked: EventLoss, lost: Losses) -> Table:
    hazard = asked.hazard
    names: tuple[Cell, ...] = hazard.event_name or tuple(range(len(hazard.frequency_per_year)))
    rows = tuple(zip(names, hazard.frequency_per_year, rounded(lost.of_event), strict=True))
    headings = ("event", "frequency_per_year", f"loss_{asked.exposure.value_unit}")
    return Table(file="events", headings=headings, rows=rows)


def _assets(asked: EventLoss, lost: Losses) -> Table:
    unit, exposure = asked.exposure.value_unit, asked.exposure
    distance = [None if math.isnan(km) else km for km in rounded(lost.assignment.distance_km, 9)]
    columns = (exposure.value, exposure.curve, lost.assignment.point.tolist(), distance, rounded(lost.annual_of_asset))
    headings = ("asset", f"value_{unit}", "curve", "point", "distance_km", f"annual_average_loss_{unit}")
    rows = tuple(zip(range(len(exposure.value)), *columns, strict=True))
    return Table(file="assets", headings=headings, rows=rows)


def _warnings(asked: EventLoss, lost: Losses) -> list[str]:
    told = []
    left_out = int((lost.assignment.point < 0).sum())
    if left_out:
        how = f"is further than {asked.greatest_distance_km:g} km from every point" if not asked.exposure.point else ""
        told.append(f"{left_out} of {len(asked.exposure.value)} assets take no loss: each {how or 'has no point'}")
    known = longest_period_years(lost.of_event, np.array(asked.hazard.frequency_per_year))
    beyond = [f"{years:g}" for years in asked.return_periods_years if years > known]
    if beyond:
        told.append(f"the costliest event returns in {known:g} years; longer ones get its loss: {', '.join(beyond)}")
    return told + _falling_curves(asked)


def _falling_curves(asked: EventLoss) -> list[str]:
    """Curves by which a stronger event may cost less: allowed, and seldom meant."""
    told = []
    for name, curve in asked.curves.items():
        for column in ("damage", "affected"):
            if any(after < before for before, after in pairwise(getattr(curve, column))):
                told.append(f"curves.{name}.{column} falls with intensity: a stronger event may cost less")
    return told


simulator = EventLossSimulator()
