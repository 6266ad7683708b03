"""The EnergyPlus engine, always run in the sandbox: inputs can name files, and runs can take long."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from pydantic import Field, JsonValue, model_validator

from mesocosm.earth.weather.epw import read_epw
from mesocosm.earth.weather.epw_writing import HOURS
from mesocosm.errors import ToolUnavailable
from mesocosm.registry import require
from mesocosm.simulators.building_hourly.building import Building
from mesocosm.simulators.building_hourly.engine import OFFICE, example_weather
from mesocosm.simulators.building_hourly.ground import ground_under
from mesocosm.simulators.energyplus import worker
from mesocosm.simulators.energyplus.emulation import emulation, run_emulated
from mesocosm.simulators.energyplus.idf import METERS, check_idf, prepare_input
from mesocosm.simulators.energyplus.idf_writer import write_idf
from mesocosm.simulators.energyplus.outputs import (
    Complaints,
    Variable,
    complaints_of,
    hourly_variables,
    simulated_hours,
)
from mesocosm.simulators.energyplus.report import (
    HOURS_FILE,
    REPORT_FILE,
    box_tables,
    box_values,
    hours_file,
    idf_tables,
    meter_values,
    report_file,
    report_values,
)
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Table, Value
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.simulator.sandbox import run_worker
from mesocosm.types import Record

PACKAGE = "pyenergyplus-lbnl"
LIBRARY = "libenergyplusapi.so"
OWN_WISHES = tuple(f'Output:Meter: invalid Key Name="{meter.upper()}"' for meter in METERS)
"""Warnings of the engine about meters that we request and the input does not have."""
WITHOUT_A_WORD = "EnergyPlus ended without a result or a message; files that an input names are out of its reach"
NO_WEATHER = (
    "only design days ran, and no period of the weather, so there is no energy to report: give a RunPeriod, and set "
    "Run Simulation for Weather File Run Periods of SimulationControl to Yes"
)
MOST_WARNINGS = 200
"""Largest number of warnings in a result."""


class EnergyPlusInputs(Record):
    """Either an EnergyPlus input or a building record, and the weather as the text of an EPW file."""

    epw: str = Field(min_length=1)
    idf: str | None = None
    building: Building | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.idf is None) == (self.building is None):
            raise ValueError("give either idf or building, and not both")
        return self


def is_native() -> bool:
    """Return whether this machine can run the engine without emulation."""
    return sys.platform == "linux" and platform.machine() in ("x86_64", "AMD64")


def library() -> Path:
    """Return the engine's shared library, native or emulated; raise `ToolUnavailable` where there is neither."""
    if not is_native():
        return emulation(f"{sys.platform} on {platform.machine()}").wheel / LIBRARY
    place = Path(str(require("pyenergyplus").__file__)).resolve().parent.parent / LIBRARY
    if not place.is_file():
        raise ToolUnavailable(f"EnergyPlus' library {LIBRARY} is not where its package puts it; install it again")
    return place


def version() -> str:
    """Return the engine's own version, from the name of its library."""
    place = library()
    names = sorted(path.name for path in place.parent.glob(f"{LIBRARY}.*"))
    return names[-1].removeprefix(f"{LIBRARY}.") if names else "25.2.0"


@needs_extra("energyplus", "energyplus")
@dataclass(frozen=True)
class EnergyPlus:
    """Energy of buildings, by the engine of the U.S. Department of Energy."""

    @property
    def engine(self) -> Engine:
        return Engine(name="EnergyPlus", version=version(), kind="real")

    @property
    def example(self) -> Mapping[str, JsonValue]:
        return {"building": OFFICE, "epw": example_weather()}

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        given = read_inputs(EnergyPlusInputs, inputs)
        if given.idf is not None:
            check_idf(given.idf)
        read_epw(given.epw)

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        given = read_inputs(EnergyPlusInputs, inputs)
        request = {"idf": input_text(given), "epw": given.epw}
        engine = self.engine
        if is_native():
            report = run_worker("EnergyPlus", worker, request, libraries=(PACKAGE,), limits=limits)
        else:
            report = run_emulated(emulation(platform.machine()), worker, request, limits)
        return result_of(engine, given.building, report).model_copy(update={"seed": seed})


def input_text(given: EnergyPlusInputs) -> str:
    """Return the input text that the engine reads."""
    weather = read_epw(given.epw)
    if given.building is None:
        return prepare_input(check_idf(given.idf or ""), METERS)
    ground = ground_under(given.building, weather.hours["temperature_c"])
    return prepare_input(check_idf(write_idf(given.building, ground, weather.elevation_m)), ())


def result_of(engine: Engine, building: Building | None, report: Mapping[str, object]) -> Result:
    """Build a result from the worker's report."""
    complaints = complaints_of(str(report["err"]), OWN_WISHES)
    seconds = float(str(report["seconds"]))
    if report["code"] != 0 or complaints.fatal:
        errors = (*complaints.severe, *complaints.fatal) or (WITHOUT_A_WORD,)
        return Result(engine=engine, values={}, warnings=_warnings(complaints, ()), errors=errors, runtime_s=seconds)
    hours = simulated_hours(str(report["tables"]))
    if hours == 0:
        warnings = _warnings(complaints, complaints.severe)
        return Result(engine=engine, values={}, warnings=warnings, errors=(NO_WEATHER,), runtime_s=seconds)
    variables = hourly_variables(str(report["eso"]))
    values, tables = _numbers(building, variables, str(report["tables"]))
    return Result(
        engine=engine,
        values=values,
        tables=tables,
        artifacts={HOURS_FILE: hours_file(variables), REPORT_FILE: report_file(str(report["tables"]))},
        warnings=(*_partial(hours), *_warnings(complaints, complaints.severe)),
        runtime_s=seconds,
    )


def _numbers(
    building: Building | None, variables: list[Variable], reports: str
) -> tuple[dict[str, Value], tuple[Table, ...]]:
    if building is None:
        return meter_values(variables) | report_values(reports), idf_tables(variables, reports)
    return box_values(building, variables), box_tables(variables)


def _partial(hours: float | None) -> tuple[str, ...]:
    """Return a warning if the run is shorter than a year."""
    if hours is None or hours >= HOURS:
        return ()
    return (f"the run covers {hours:g} hours of weather, and not a year: its energies are of these hours alone",)


def _warnings(complaints: Complaints, severe: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    warnings = (*(f"severe: {entry}" for entry in severe), *complaints.warnings)
    rest = len(warnings) - MOST_WARNINGS
    return warnings if rest <= 0 else (*warnings[:MOST_WARNINGS], f"and {rest} more")


simulator = EnergyPlus()
