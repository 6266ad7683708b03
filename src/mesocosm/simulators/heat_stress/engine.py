"""The heat-stress engine: indices by thermofeel, and the heat index."""

from __future__ import annotations

import functools
import importlib.metadata
import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from pydantic import JsonValue

from mesocosm.registry import require
from mesocosm.simulators.heat_stress.categories import categories, count_categories, heat_bounds
from mesocosm.simulators.heat_stress.heat_index import FITTED_C, heat_index_c, outside
from mesocosm.simulators.heat_stress.inputs import NEEDED, HeatStress, Index
from mesocosm.simulators.heat_stress.thermal_indices import DIGITS, thermal_indices
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.columns import Floats
from mesocosm.simulators.simulator.contract import Cell
from mesocosm.simulators.simulator.deadline import in_time
from mesocosm.simulators.simulator.in_process_memory import in_memory
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra

Series = dict[Index, Floats]
WHY_UNKNOWN: dict[Index, str] = {
    "utci": "air of -50 to 50 °C, wind of 0.5 to 17 m/s, a mean radiant temperature 30 K below to 70 K above the air, "
    "and a vapour pressure up to 50 hPa",
    "wbgt_liljegren": "a heat balance that converges",
    "wbgt_simple": "any",
    "heat_index": "any",
}


def _day(mean: float, swing: float) -> list[JsonValue]:
    """Return twenty-four hours of a wave that peaks at 15 h."""
    return [round(mean + swing * math.cos((hour - 15) / 24 * 2 * math.pi), 1) for hour in range(24)]


EXAMPLE: Mapping[str, JsonValue] = {
    "indices": ["utci", "wbgt_liljegren", "heat_index"],
    "temperature_c": _day(31.0, 6.0),
    "relative_humidity_percent": _day(50.0, -18.0),
    "wind_speed_10m_m_s": _day(2.5, 1.2),
    "mean_radiant_temperature_c": _day(40.0, 20.0),
    "pressure_hpa": [1008.0] * 24,
    "shortwave_w_m2": [round(max(0.0, 900 * math.cos((hour - 12) / 12 * math.pi)), 1) for hour in range(24)],
    "direct_fraction": [0.7] * 24,
    "cos_solar_zenith": [round(0.9 * math.cos((hour - 12) / 12 * math.pi), 3) for hour in range(24)],
}


@functools.cache
def version() -> str:
    """Return our own version, for the heat index and the categories, and that of thermofeel."""
    require("thermofeel")
    return f"1.1 with thermofeel {importlib.metadata.version('thermofeel')}"


@needs_extra("heat_stress", "thermal")
@dataclass(frozen=True)
class HeatStressSimulator:
    """Indices of heat stress of a series of weather, their categories, and the hours above thresholds."""

    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    @property
    def engine(self) -> Engine:
        return Engine(name="heat_stress", version=version(), kind="real")

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        read_inputs(HeatStress, inputs)

    @in_time
    @in_memory(times=16)
    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Compute indices with thermofeel and the heat index; nothing is random, so the seed is only recorded."""
        asked = read_inputs(HeatStress, inputs)
        engine = self.engine
        started = time.perf_counter()
        series = _series(asked)
        return Result(
            engine=engine,
            values={name: value for index in series for name, value in _values(asked, index, series[index]).items()},
            tables=(_table(asked, series), _hours(asked, series)),
            warnings=(*_warnings(series), *_beyond(asked)),
            seed=seed,
            runtime_s=time.perf_counter() - started,
        )


def _series(asked: HeatStress) -> Series:
    """Return each index in °C, in the requested order."""
    theirs = [index for index in asked.indices if index != "heat_index"]
    wanted = sorted({name for index in theirs for name in NEEDED[index]})
    series = thermal_indices(theirs, {name: getattr(asked, name) for name in ("temperature_c", *wanted)})
    if "heat_index" in asked.indices and asked.relative_humidity_percent is not None:
        series["heat_index"] = heat_index_c(asked.temperature_c, asked.relative_humidity_percent).round(DIGITS)
    return {index: series[index] for index in asked.indices}


def _values(asked: HeatStress, index: Index, series: Floats) -> dict[str, Value]:
    known = series[~np.isnan(series)]
    highest, mean = math.nan, math.nan
    if len(known):
        highest = known.max()
        mean = round(math.fsum(known.tolist()) / len(known), DIGITS)  # exact sum: the same on every machine
    values = {
        f"{index}_highest": Value(magnitude=highest, unit="°C"),
        f"{index}_mean": Value(magnitude=mean, unit="°C"),
        f"{index}_unknown": Value(magnitude=(len(series) - len(known)) * asked.step_hours, unit="h"),
    }
    for bound in asked.above_c.get(index) or heat_bounds(index):
        hours = int((known >= bound).sum()) * asked.step_hours
        values[f"{index}_from_{bound:g}_c"] = Value(magnitude=hours, unit="h")
    return values


def _table(asked: HeatStress, series: Series) -> Table:
    columns: dict[str, Iterable[Cell]] = {}
    if asked.time is None:
        columns["row"] = range(len(asked.temperature_c))
    else:
        columns["time"] = [moment.isoformat() for moment in asked.time]
    for index, values in series.items():
        columns |= {f"{index}_c": _cells(values), f"{index}_category": categories(index, values)}
    if "heat_index" in series:
        far = outside(asked.temperature_c)
        columns["heat_index_in_range"] = np.where(far, "no", "yes").tolist()
    return Table.of_columns("indices", columns)


def _cells(values: Floats) -> list[float | None]:
    """Return the cells of a column; NaN becomes an empty cell."""
    cells: list[float | None] = values.tolist()
    for row in np.flatnonzero(np.isnan(values)):
        cells[row] = None
    return cells


def _hours(asked: HeatStress, series: Series) -> Table:
    rows = [
        (index, name, rows * asked.step_hours)
        for index, values in series.items()
        for name, rows in count_categories(index, values).items()
    ]
    return Table(file="categories", headings=("index", "category", "hours"), rows=tuple(rows))


def _warnings(series: Series) -> list[str]:
    warnings = []
    for index, values in series.items():
        unknown = int(np.isnan(values).sum())
        if unknown:
            warnings.append(f"{index} is unknown in {unknown} of {len(values)} rows: it needs {WHY_UNKNOWN[index]}")
    return warnings


def _beyond(asked: HeatStress) -> list[str]:
    """Return a warning that counts the rows outside the fitted range of the heat index; the table marks each."""
    far = int(outside(asked.temperature_c).sum()) if "heat_index" in asked.indices else 0
    if not far:
        return []
    return [
        f"heat_index: {far} of {len(asked.temperature_c)} rows have air outside {FITTED_C[0]:g} to {FITTED_C[1]:g} °C, "
        "beyond what it was fitted to; heat_index_in_range is no there"
    ]


simulator = HeatStressSimulator()
