"""The exposure–response engine: a published formula on bounded series; it runs in process."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar

import numpy as np
from pydantic import JsonValue

from mesocosm.simulators.exposure_response.inputs import ExposureResponse
from mesocosm.simulators.exposure_response.response import Estimate, Floats, estimate, expected_cases, shares_of_year
from mesocosm.simulators.simulator import Cell, Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.rounding import round_digits, round_each

HEADINGS = ("date", "exposure", "expected_cases", "relative_risk", "attributable_fraction")
LIMITS = ("attributable_cases", "attributable_cases_lower", "attributable_cases_upper")

EXAMPLE: Mapping[str, JsonValue] = {
    "function": "heat_mortality_mediterranean",
    "exposure_unit": "°C",
    "step": "day",
    "date": [str(date(2025, 7, 1) + timedelta(days=day)) for day in range(31)],
    "exposure": [round(31 + 6 * math.sin(day / 31 * 2 * math.pi) + day % 3, 1) for day in range(31)],
    "baseline_rate_per_100000_year": 950.0,
    "population": 1_200_000,
    "lag_weights": [0.4, 0.3, 0.2, 0.1],
}


@dataclass(frozen=True)
class ExposureResponseSimulator:
    """Cases that an exposure accounts for, with a 95 % confidence interval."""

    engine: ClassVar[Engine] = Engine(name="exposure_response", version="1.1", kind="real")
    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        read_inputs(ExposureResponse, inputs)

    @in_time
    @in_memory(times=60)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Compute the attributable cases; nothing is random, so the seed is only recorded."""
        asked = read_inputs(ExposureResponse, inputs)
        started = time.perf_counter()
        function, expected = asked.response, expected_cases(asked)
        risks = (function.relative_risk, function.lower, function.upper)
        estimates = tuple(estimate(asked, risk, expected) for risk in risks)
        return Result(
            engine=self.engine,
            values=_values(asked, expected, estimates),
            tables=(_table(asked, expected, estimates),),
            warnings=tuple(_warnings(asked, estimates[0])),
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


def _values(asked: ExposureResponse, expected: Floats, estimates: tuple[Estimate, ...]) -> dict[str, Value]:
    known = ~np.isnan(estimates[0].cases)
    base = math.fsum(expected[known])
    totals = [each.total for each in estimates]
    values = {"expected_cases": Value(magnitude=round_digits(base), unit="1")}
    for name, total in zip(LIMITS, round_each(totals), strict=True):
        values[name] = Value(magnitude=total, unit="1")
    for name, total in zip(LIMITS, totals, strict=True):
        share = round_digits(total / base if base else math.nan)
        values[name.replace("cases", "fraction")] = Value(magnitude=share, unit="1")
    if asked.population is not None:
        years = math.fsum(np.array(shares_of_year(asked))[known])
        rate = round_digits(totals[0] / asked.population * 100_000 / years)
        values["attributable_rate_per_100000"] = Value(magnitude=rate, unit="1/year")
    return values


def _table(asked: ExposureResponse, expected: Floats, estimates: tuple[Estimate, ...]) -> Table:
    central = estimates[0]
    columns = [expected, central.relative_risk, central.fraction, *(each.cases for each in estimates)]
    rows: list[tuple[Cell, ...]] = []
    for day, exposure, *numbers in zip(asked.date, asked.exposure, *columns, strict=True):
        rows.append((str(day), exposure, *(None if math.isnan(n) else n for n in round_each(numbers))))
    return Table(file="attributable", headings=(*HEADINGS, *LIMITS), rows=tuple(rows))


def _warnings(asked: ExposureResponse, central: Estimate) -> list[str]:
    warnings = [f"function: {asked.response.source}"]
    unknown = int(np.isnan(central.cases).sum())
    if unknown:
        warnings.append(f"the first {unknown} rows are left out: their lags reach before the series")
    highest = asked.response.fitted_up_to
    beyond = 0 if highest is None else sum(exposure > highest for exposure in asked.exposure)
    if beyond:
        warnings.append(
            f"{beyond} of {len(asked.exposure)} exposures are above {highest:g} {asked.exposure_unit}, the highest to "
            f"which the function was fitted: there it is extrapolated"
        )
    if asked.counterfactual is not None and asked.counterfactual < asked.response.threshold:
        warnings.append(
            f"counterfactual lies below the function's threshold of {asked.response.threshold:g}, which counts"
        )
    return warnings


simulator = ExposureResponseSimulator()
