"""Runs of engines: descriptions of engines, comparison of matched runs, and weather in the form engines need."""

from __future__ import annotations

import hashlib
import math
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.scenarios import ScenarioRun
from mesocosm.simulators.simulator.scenarios import compare_runs as compared
from mesocosm.suites.terra.inputs.arguments import Name, Path, Point
from mesocosm.suites.terra.inputs.columns import Columns, Paths, Quantity, read_columns
from mesocosm.suites.terra.inputs.files import save_fields
from mesocosm.suites.terra.inputs.weather_years import year_of
from mesocosm.suites.terra.toolkit.engine_descriptions import ENGINES, EngineName
from mesocosm.suites.terra.toolkit.engine_runs import (
    AS_GIVEN,
    Description,
    Kind,
    Plan,
    Runs,
    carried_out,
    engine_of,
    match_runs,
)
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

RunFiles = Annotated[list[Path], Field(min_length=2, max_length=50)]
Changed = Annotated[list[Name], Field(max_length=30)]
MOST_DIFFERENCES = 40
MONTHLY = {
    "tmin_c": Quantity(("degC",), ("tasmin", "mn2t")),
    "tmax_c": Quantity(("degC",), ("tasmax", "mx2t")),
    "rain_mm": Quantity(("mm",), ("pr", "tp", "precipitation", "precip"), of_month=True),
    "wet_days": Quantity(("1",), ("wet_day_count",)),
}


@tool(read_only=True)
def describe_engine(engine: EngineName) -> Output:
    """Describe an engine: what it computes, whether it is installed here, its label, and its inputs.

    Args:
        engine: Name of the engine.
    """
    entry = ENGINES[engine]
    try:
        who = engine_of(engine)
        here = f"{who.name} {who.version} ({who.kind})"
    except ToolError:
        here = f"not installed here{'; ' + entry.instead if entry.instead else ''}"
    names = entry.names()
    lines = [
        f"{engine}: {entry.what}; {here}",
        f"tool: {entry.tool}",
        *(f"{key}: {value}" for key, value in names.items()),
    ]
    data: JsonValue = {"engine": engine, "tool": entry.tool, "here": here, **names}
    return Output(text="\n".join(lines[:6]), data=data)


@tool(read_only=True)
def compare_runs(
    workspace: Workspace,
    runs: Runs,
    /,
    baseline: Path,
    other: Path,
    changed: Changed = [],
) -> Output:
    """Compare a run with its baseline, value by value. Runs that differ in other inputs than `changed` are refused.

    Args:
        baseline: A run file of the scenario baseline.
        other: A run file of an intervention or counterfactual, by the same engine and seed.
        changed: Inputs that are meant to differ, such as irrigation or weather.rain_mm.
    """
    first, second = match_runs(runs.of(workspace, baseline), runs.of(workspace, other), changed)
    comparison = compared(first, second)
    rows: dict[str, JsonValue] = {
        name: {"unit": d.unit, "baseline": d.baseline, "other": d.other, "change": d.change, "relative": d.relative}
        for name, d in list(comparison.differences.items())[:MOST_DIFFERENCES]
    }
    known = {name: d for name, d in comparison.differences.items() if math.isfinite(d.change)}
    moved = [(name, d) for name, d in known.items() if d.change] or list(known.items())
    lines = [
        f"{n}: {d.baseline:.6g} to {d.other:.6g}{_unit(d.unit)}, {d.change:+.6g}{_relative(d.relative)}"
        for n, d in moved
    ]
    differing = ", ".join(comparison.changed_inputs) or "none"
    heading = f"{comparison.other} against {comparison.baseline}; inputs that differ: {differing}"
    data: dict[str, JsonValue] = {"changed_inputs": list(comparison.changed_inputs), "differences": rows}
    data |= _same_trips(first, second)
    engine = first.result.engine
    return Output(
        text="\n".join([heading, *lines[:5]]),
        data=_finite(data),
        inputs={path: hashlib.sha256(workspace.read_bytes(path)).hexdigest() for path in (baseline, other)},
        engine=engine.name,
        engine_version=engine.version,
        engine_kind=engine.kind,
    )


def _finite(value: JsonValue) -> JsonValue:
    """Replace numbers that JSON does not know by null."""
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _unit(unit: str) -> str:
    return "" if unit == "1" else f" {unit}"


def _relative(share: float | None) -> str:
    return "" if share is None else f" ({100 * share:+.3g} %)"


def _same_trips(first: ScenarioRun, second: ScenarioRun) -> dict[str, JsonValue]:
    """Compare traffic runs by the trips that were made in both."""
    if first.simulator != "sumo":
        return {}
    from mesocosm.simulators.sumo.comparison import compare_common_trips

    comparison = compare_common_trips(first.result, second.result).model_dump(mode="json")
    comparison |= {name: len(comparison[name]) for name in ("only_first", "only_second")}
    return {"same_trips": comparison}


@tool(read_only=True)
def summarize_runs(
    workspace: Workspace, runs: Runs, /, paths: RunFiles, value: Name, threshold: float | None = None
) -> Output:
    """Summarise a value over runs of one engine, such as an ensemble of weather: mean, percentiles, share below.

    Args:
        paths: Run files, each run once.
        value: Name of the value in the runs, such as dry_yield.
        threshold: Threshold for the share of runs below it, in the value's unit.
    """
    members = _members(workspace, runs, paths)
    engines = {(run.simulator, run.result.engine.version) for run in members}
    if len(engines) > 1:
        raise ToolError(f"`paths` must be runs of one engine, got {', '.join(sorted(name for name, _ in engines))}")
    missing = [path for path, run in zip(paths, members, strict=True) if value not in run.result.values]
    if missing:
        raise ToolError(f"{missing[0]!r} has no value {value!r}; it has {', '.join(members[0].result.values)}")
    numbers = np.array([run.result.values[value].magnitude for run in members])
    if not np.isfinite(numbers).all():
        at = int(np.argmin(np.isfinite(numbers)))
        raise ToolError(f"{value!r} has no number in {paths[at]!r}; leave out the runs without one")
    unit = members[0].result.values[value].unit
    low, middle, high = (float(number) for number in np.percentile(numbers, (10, 50, 90)))
    summary: dict[str, JsonValue] = {"runs": len(numbers), "unit": unit, "mean": float(numbers.mean()), "p10": low,
                                  "p50": middle, "p90": high, "least": float(numbers.min()),
                                  "most": float(numbers.max())}  # fmt: skip
    spread = f"10/50/90 % {low:.6g}/{middle:.6g}/{high:.6g} {unit}"
    text = f"{value} of {len(numbers)} runs: mean {numbers.mean():.6g}, {spread}"
    if threshold is not None:
        summary["share_below"] = float((numbers < threshold).mean())
        text += f"; {100 * float((numbers < threshold).mean()):.3g} % below {threshold:g}"
    engine = members[0].result.engine
    return Output(text=text, data=summary, engine=engine.name, engine_version=engine.version, engine_kind=engine.kind)


def _members(workspace: Workspace, runs: Runs, paths: list[str]) -> list[ScenarioRun]:
    """Return the runs of some files; a run given twice is refused."""
    members = [runs.of(workspace, path) for path in paths]
    first: dict[str, str] = {}
    for path, run in zip(paths, members, strict=True):
        name = run.scenario.run_id
        if name in first:
            raise ToolError(f"`paths` gives the run {name} twice, as {first[name]!r} and {path!r}; give each once")
        first[name] = path
    return members


@tool(simulator=True)
def monthly_to_daily(
    workspace: Workspace,
    runs: Runs,
    /,
    monthly: Paths,
    latitude: Annotated[float, Field(ge=-90, le=90)],
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)],
    preserve: Literal["exactly", "in_the_mean"] = "exactly",
    radiation: Literal["hargreaves", "bristow_campbell"] = "hargreaves",
    point: Point | None = None,
    columns: Columns = {},
    scenario: Kind = "baseline",
    description: Description = AS_GIVEN,
) -> Output:
    """Generate days of weather that fit months: temperatures, rain and radiation, as a CSV table.

    Args:
        monthly: CSV or NetCDF of months: mean lowest and highest temperature, rain as a sum or a rate such as mm/day,
            wet_days.
        latitude: Degrees north.
        seed: Seed of the draw; any other is as good.
        preserve: Whether sums and means of each month come out exactly.
        radiation: How radiation follows from the temperature range.
        point: [longitude, latitude], for grids.
        columns: Column of each quantity, such as {"tmin_c": "tasmin [K]"}.
        scenario: Role of the run.
        description: Note on the run.
    """
    read = read_columns(workspace, monthly, MONTHLY, needed=list(MONTHLY), given=columns, point=point)
    if not len(read.times):
        raise ToolError(f"{monthly!r} has no column of months, such as 2031-07")
    months: list[JsonValue] = [str(month) for month in read.times.astype("datetime64[M]")]
    inputs: dict[str, JsonValue] = {
        "latitude": latitude, "month": months, "preserve": preserve, "radiation": radiation,
        **{name: np.round(values, 9).tolist() for name, values in read.values.items()},
    }  # fmt: skip
    return carried_out(workspace, runs, Plan("weather_generator", inputs, read.files, scenario, description, seed))


@tool()
def weather_to_epw(
    workspace: Workspace,
    /,
    weather: Paths,
    place: Name,
    point: Point,
    elevation_m: Annotated[float, Field(ge=-430, le=6000)],
    step: Literal["hour", "day"] = "hour",
    clock: Literal["utc", "local"] = "utc",
    columns: Columns = {},
) -> Output:
    """Write a weather year for building simulators (EPW); sunshine is split into direct and diffuse by sun position.

    Args:
        weather: CSV or NetCDF of one whole year, hours or days: temperature (of days lowest and highest), dew point or
            humidity, global radiation; pressure, wind, cloud and rain where they are known.
        place: Name of the place.
        point: [longitude, latitude].
        elevation_m: Height above the sea.
        step: Period of a row.
        clock: Clock of hourly rows: UTC, or local standard time by longitude.
        columns: Column of each quantity, such as {"shortwave_w_m2": "ssrd [J/m**2]"}.
    """
    year = year_of(workspace, weather, place, point, elevation_m, (step, clock), columns)
    path = save_fields(workspace, f"weather {place} {year.year}", year.document, ".epw")
    summary: dict[str, JsonValue] = {"path": path, "hours": 8760, **year.figures}
    notes = f"\nnote: {'; '.join(year.notes)}" if year.notes else ""
    figures = ", ".join(f"{name} {value:.5g}" for name, value in year.figures.items())
    data: JsonValue = {**summary, "assumptions": list(year.notes)}
    return Output(text=f"{path}: 8760 hours of {year.year}; {figures}{notes}", data=data, inputs=year.files)


FAMILY = "simulation"
PUBLISHED = {
    "weather_monthly_to_daily": "simulation.monthly_to_daily",
    "weather_to_epw": "simulation.weather_to_epw",
}
