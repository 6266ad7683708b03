"""The DSSAT engine: runs every treatment of an experiment in the sandbox, on files given as text."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import JsonValue

from mesocosm.registry import version_of
from mesocosm.simulators.dssat import program
from mesocosm.simulators.dssat.example import EXAMPLE
from mesocosm.simulators.dssat.genotype import cultivar_doubts
from mesocosm.simulators.dssat.inputs import Inputs, weather_file
from mesocosm.simulators.dssat.outputs import (
    growth_csv,
    growth_days,
    parse_date,
    stress_days,
    strip_run_details,
    summary_rows,
    water_balances,
)
from mesocosm.simulators.simulator import Cell, Engine, Result, RunLimits, Table
from mesocosm.simulators.simulator.daily_table import rounded_values
from mesocosm.simulators.simulator.inputs import read_inputs
from mesocosm.simulators.simulator.optional_engines import needs_extra
from mesocosm.simulators.simulator.plausibility import growth_doubts
from mesocosm.simulators.simulator.sandbox import EngineFailed, run_program

ENGINE = "DSSAT"
PROGRAM_VERSION = "4.8.2.000"
"""Version that the program in DSSATTools 3.0 reports."""
DAILY = "daily.csv"
SUMMARY, GROWTH, WATER, OVERVIEW = "Summary.OUT", "PlantGro.OUT", "SoilWatBal.OUT", "OVERVIEW.OUT"
ERRORS, WARNINGS = "ERROR.OUT", "WARNING.OUT"
KEPT = (SUMMARY, GROWTH, WATER, OVERVIEW, WARNINGS)
TONNES = 0.001
"""Factor from kg/ha to t/ha."""
MISSING = -99.0
COLUMNS = {
    "yield": ("HWAM", TONNES, "t/ha"),
    "biomass": ("CWAM", TONNES, "t/ha"),
    "leaf_area_index_max": ("LAIX", 1.0, "1"),
    "rain": ("PRCM", 1.0, "mm"),
    "irrigation": ("IRCM", 1.0, "mm"),
    "evapotranspiration": ("ETCM", 1.0, "mm"),
    "transpiration": ("EPCM", 1.0, "mm"),
    "evaporation": ("ESCM", 1.0, "mm"),
    "runoff": ("ROCM", 1.0, "mm"),
    "drainage": ("DRCM", 1.0, "mm"),
    "nitrogen_uptake": ("NUCM", 1.0, "kg/ha"),
    "nitrogen_leached": ("NLCM", 1.0, "kg/ha"),
}
STAGES = {"planting": "PDAT", "emergence": "EDAT", "anthesis": "ADAT", "maturity": "MDAT", "harvest": "HDAT"}
MOST_WARNINGS = 20


@needs_extra("dssat", "dssat")
@dataclass(frozen=True)
class DssatSimulator:
    """Growth, yield, water and nitrogen of a crop in every treatment of an experiment, by DSSAT."""

    example: ClassVar[Mapping[str, JsonValue]] = EXAMPLE

    @property
    def engine(self) -> Engine:
        program.emulator()  # fail early where the program cannot run
        version = f"{PROGRAM_VERSION} ({program.PACKAGE} {version_of(program.PACKAGE)})"
        return Engine(name=ENGINE, version=version, kind="real")

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        read_inputs(Inputs, inputs)

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        """Run every treatment in the sandbox; the program draws no random numbers here, so the seed changes nothing."""
        read = read_inputs(Inputs, inputs)
        engine = self.engine
        started = time.perf_counter()
        left = _run(read, limits)
        seconds = time.perf_counter() - started
        refusal = _refusal(left)
        if refusal:
            return Result(engine=engine, values={}, errors=refusal, seed=seed, runtime_s=seconds)
        days = growth_days(left.get(GROWTH, ""))
        rows = summary_rows(left[SUMMARY])
        artifacts = {name: text.encode() for name, text in left.items() if name in KEPT}
        return Result(
            engine=engine,
            values=rounded_values(_values(rows, stress_days(days), water_balances(left.get(WATER, "")))),
            tables=(_phenology(rows),),
            artifacts=artifacts | ({DAILY: growth_csv(days)} if days else {}),
            warnings=(*_warnings(left, bool(days)), *_doubts(read, rows)),
            seed=seed,
            runtime_s=seconds,
        )


def _run(inputs: Inputs, limits: RunLimits) -> dict[str, str]:
    """Return the texts that the program wrote, without the time of the run."""
    words = program.command(inputs.experiment_file)
    files = program.own_files(inputs.crop_code) | _input_files(inputs)
    readable = tuple(program.package_folder() / "bin" / name for name in ("dscsm048",))
    outputs = (*KEPT, ERRORS)
    try:
        left = run_program(
            ENGINE, words, files, outputs, readable=readable, environment=program.ENVIRONMENT, limits=limits
        )
    except EngineFailed as error:
        if ERRORS not in error.files:
            raise
        left = error.files
    return {name: strip_run_details(data.decode("latin-1")) for name, data in left.items()}


def _input_files(inputs: Inputs) -> dict[str, bytes]:
    files = {inputs.experiment_file: inputs.experiment, "SOIL.SOL": inputs.soil}
    files |= {weather_file(text): text for text in inputs.weather}
    files |= {f"Genotype/{name}": text for name, text in inputs.genotype.items()}
    return {name: text.encode() for name, text in files.items()}


def _refusal(left: Mapping[str, str]) -> tuple[str, ...]:
    if SUMMARY in left and summary_rows(left[SUMMARY]) and ERRORS not in left:
        return ()
    lines = [line.strip() for line in left.get(ERRORS, left.get("stdout", "")).splitlines() if line.strip()]
    return tuple(lines[:MOST_WARNINGS]) or ("DSSAT ended without a summary and gives no reason",)


def _values(
    rows: list[dict[str, str]], stress: Mapping[int, int], balances: Mapping[int, tuple[float, float]]
) -> dict[str, tuple[float, str]]:
    """Return values by treatment, such as `treatment_1_yield`, without those that the program marks as missing."""
    values: dict[str, tuple[float, str]] = {}
    for row in rows:
        number = int(row["TRNO"])
        for name, (column, factor, unit) in COLUMNS.items():
            if float(row[column]) != MISSING:
                values[f"treatment_{number}_{name}"] = (float(row[column]) * factor, unit)
        if number in stress:
            values[f"treatment_{number}_water_stress_days"] = (stress[number], "d")
        if number in balances:
            error, change = balances[number]
            values[f"treatment_{number}_storage_change"] = (change, "mm")
            values[f"treatment_{number}_water_balance_error"] = (error, "mm")
    return values


def _phenology(rows: list[dict[str, str]]) -> Table:
    lines: list[tuple[Cell, ...]] = [
        (int(row["TRNO"]), row["TNAM"], *(parse_date(row[column]) for column in STAGES.values())) for row in rows
    ]
    return Table(file="phenology.csv", headings=("treatment", "name", *STAGES), rows=tuple(lines))


def _warnings(left: Mapping[str, str], grown: bool) -> tuple[str, ...]:
    warnings = [] if grown else [f"the experiment asks for no daily growth, so there is no {DAILY}"]
    if left.get(WARNINGS):
        warnings.append(f"DSSAT warns: see {WARNINGS}")
    return tuple(warnings)


def _doubts(inputs: Inputs, rows: list[dict[str, str]]) -> tuple[str, ...]:
    """Return warnings about implausible cultivars and harvests; a missing harvest is below zero."""
    harvests = [doubt for row in rows for doubt in _harvest_doubts(row)]
    if not inputs.genotype:
        return tuple(harvests)
    files = program.own_files(inputs.crop_code)
    shipped = {name.removeprefix("Genotype/"): data.decode("latin-1") for name, data in files.items() if ".CUL" in name}
    return (*cultivar_doubts(inputs.genotype, shipped, inputs.experiment), *harvests)


def _harvest_doubts(row: Mapping[str, str]) -> tuple[str, ...]:
    biomass, yielded = float(row["CWAM"]) * TONNES, float(row["HWAM"]) * TONNES
    return growth_doubts(biomass, yielded, whose=f"treatment {row['TRNO']}")


simulator = DssatSimulator()
