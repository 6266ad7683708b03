"""The result of an event-loss engine: values, and tables of events, assets and return periods."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from mesocosm.simulators.event_loss.inputs import EventLoss
from mesocosm.simulators.event_loss.loss import Losses, longest_period_years
from mesocosm.simulators.simulator import Cell, Engine, Result, Table, Value
from mesocosm.simulators.simulator.rounding import round_digits, round_each

LOSS_DIGITS = 12
"""Significant digits of losses."""


def result_of(
    asked: EventLoss, lost: Losses, of_periods: Sequence[float], *, engine: Engine, seed: int, runtime_s: float
) -> Result:
    """Build the result; `of_periods` holds the losses of the requested return periods."""
    periods = _periods(asked, of_periods)
    return Result(
        engine=engine,
        values=_values(asked, lost, periods),
        tables=(_events(asked, lost), _assets(asked, lost), periods),
        warnings=tuple(_warnings(asked, lost)),
        seed=seed,
        runtime_s=runtime_s,
    )


def _values(asked: EventLoss, lost: Losses, periods: Table) -> dict[str, Value]:
    unit = asked.exposure.value_unit
    costliest = round_digits(float(lost.of_event.max()), LOSS_DIGITS)
    annual, total = round_each([lost.annual, math.fsum(asked.exposure.value)], LOSS_DIGITS)
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


def _periods(asked: EventLoss, of_periods: Sequence[float]) -> Table:
    rows = tuple(zip(asked.return_periods_years, round_each(of_periods, LOSS_DIGITS), strict=True))
    headings = ("return_period_years", f"loss_{asked.exposure.value_unit}")
    return Table(file="return_periods", headings=headings, rows=rows)


def _events(asked: EventLoss, lost: Losses) -> Table:
    hazard = asked.hazard
    names: tuple[Cell, ...] = hazard.event_name or tuple(range(len(hazard.frequency_per_year)))
    rows = tuple(zip(names, hazard.frequency_per_year, round_each(lost.of_event, LOSS_DIGITS), strict=True))
    headings = ("event", "frequency_per_year", f"loss_{asked.exposure.value_unit}")
    return Table(file="events", headings=headings, rows=rows)


def _assets(asked: EventLoss, lost: Losses) -> Table:
    unit, exposure = asked.exposure.value_unit, asked.exposure
    distance = [None if math.isnan(km) else km for km in round_each(lost.assignment.distance_km)]
    columns = (
        exposure.value,
        exposure.curve,
        lost.assignment.point.tolist(),
        distance,
        round_each(lost.annual_of_asset, LOSS_DIGITS),
    )
    headings = ("asset", f"value_{unit}", "curve", "point", "distance_km", f"annual_average_loss_{unit}")
    rows = tuple(zip(range(len(exposure.value)), *columns, strict=True))
    return Table(file="assets", headings=headings, rows=rows)


def _warnings(asked: EventLoss, lost: Losses) -> list[str]:
    warnings = []
    left_out = int((lost.assignment.point < 0).sum())
    if left_out:
        how = f"is further than {asked.greatest_distance_km:g} km from every point" if not asked.exposure.point else ""
        warnings.append(f"{left_out} of {len(asked.exposure.value)} assets take no loss: each {how or 'has no point'}")
    known = longest_period_years(lost.of_event, np.array(asked.hazard.frequency_per_year))
    beyond = [f"{years:g}" for years in asked.return_periods_years if years > known]
    if beyond:
        warnings.append(
            f"the costliest event returns in {known:g} years; longer ones get its loss: {', '.join(beyond)}"
        )
    return warnings + _falling_curves(asked)


def _falling_curves(asked: EventLoss) -> list[str]:
    """Return warnings about curves by which a stronger event may cost less: allowed, but rarely intended."""
    warnings = []
    for name, curve in asked.curves.items():
        for column in ("damage", "affected"):
            if any(after < before for before, after in pairwise(getattr(curve, column))):
                warnings.append(f"curves.{name}.{column} falls with intensity: a stronger event may cost less")
    return warnings
