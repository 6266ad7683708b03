"""Runs of engines that an agent makes.

A run is described in a file of the workspace, which an agent may read, copy and also edit. The file's content is
therefore never trusted: the world stores each run in `Runs`, under the hash of the file that describes it, and runs are
compared from that record. A file that was changed since, or written by hand, has another hash and leads to no run.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field, JsonValue

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra, QuotaExceeded, ToolError, ToolUnavailable, did_you_mean
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Simulator, Table, Value
from mesocosm.simulators.simulator.scenarios import Scenario, ScenarioKind, ScenarioRun, run_scenario, seal_run
from mesocosm.suites.terra.inputs.files import NAME_DIGITS, save_fields
from mesocosm.tools.tool import Output
from mesocosm.types import canonical_json
from mesocosm.workspace.workspace import Workspace

Kind = ScenarioKind
Description = Annotated[str, Field(min_length=1, max_length=500)]
AS_GIVEN = "as given"

LIMITS = RunLimits(seconds=180.0)
LONGEST_SHOWN = 120
"""Characters of the longest input that a run's file shows; longer inputs are replaced by their hash."""
HANDED_ON = (".csv", ".json", ".out")
"""Files of an engine that are saved in the workspace; networks and routes can be made again."""
MOST_VALUES, MOST_WARNINGS, MOST_SHOWN_VALUES = 60, 10, 8
LONGEST_WARNING = 300


@dataclass(frozen=True)
class Plan:
    """A run to be made."""

    engine: str
    """Name of the engine among the simulators."""
    inputs: Mapping[str, JsonValue]
    files: Mapping[str, str]
    """Files of the workspace that the inputs came from, with their hashes."""
    scenario: Kind
    description: str
    seed: int = 0
    assumptions: tuple[str, ...] = ()
    """Assumptions made between the files and the inputs."""
    headline: tuple[str, ...] = ()
    """Values shown in the answer's text, in this order; if empty, the first ones."""
    instead: str = ""
    """Tool with a similar purpose, if the engine is not installed."""
    reading: Callable[[Result], Result] | None = None
    """Function that reads values and tables from a listing, for an engine that returns only that."""


@dataclass(frozen=True, eq=False)
class Runs:
    """The runs of one world."""

    by_file: dict[str, ScenarioRun] = field(default_factory=dict)
    """Runs by the SHA-256 of the file that describes each."""
    reuse: bool = False
    """Whether runs of other worlds are read from the cache.

    Only while an item is made: an agent could tell from the time of an answer which inputs the reference was made with.
    """

    def of(self, workspace: Workspace, path: str) -> ScenarioRun:
        """Return the run that a file of the workspace describes."""
        run = self.by_file.get(hashlib.sha256(workspace.read_bytes(path)).hexdigest())
        if run is None:
            raise ToolError(
                f"{path!r} is not a run file of a simulation here: it was changed, or never was one; "
                "give the `run` of a simulation's answer, or make the run again"
            )
        return run


def carried_out(workspace: Workspace, runs: Runs, plan: Plan) -> Output:
    """Make a run, save and record its results, and summarise them."""
    engine = engine_of(plan.engine, plan.instead)
    run = _made(plan, runs.reuse)
    result = run.result
    if result.errors:
        raise ToolError(f"{engine.name} refuses these inputs: {'; '.join(result.errors)[:LONGEST_WARNING]}")
    files = _files_of(plan.engine, result)
    _check_room(workspace, files)
    tables: dict[str, JsonValue] = {name: save_fields(workspace, *content) for name, content in files.items()}
    data = _describe(plan, run, tables)
    document = (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()
    path = save_fields(workspace, f"run {plan.engine} {plan.scenario}", document, ".json")
    runs.by_file[hashlib.sha256(document).hexdigest()] = run
    return Output(
        text="\n".join(_lines(plan, result, path, tables)),
        data={"run": path, **{key: data[key] for key in ANSWERED}},
        inputs=dict(plan.files),
        engine=engine.name,
        engine_version=engine.version,
        engine_kind=engine.kind,
        seed=plan.seed,
    )


ANSWERED = ("run_id", "scenario", "engine", "values", "tables", "warnings", "assumptions")


def engine_of(name: str, instead: str = "") -> Engine:
    """Return the simulator; if it is not installed here, the error names a tool with a similar purpose."""
    simulator: Simulator = registry.load("simulators", name)
    try:
        return simulator.engine
    except (MissingExtra, ToolError) as error:
        raise ToolUnavailable(f"the engine {name} is not installed here{'; ' * bool(instead)}{instead}") from error


def _made(plan: Plan, reuse: bool) -> ScenarioRun:
    run_id = f"{plan.engine}-{plan.scenario}-{_digest(plan)[:NAME_DIGITS]}"
    scenario = Scenario(run_id=run_id, kind=plan.scenario, description=plan.description, assumptions=plan.assumptions)
    run = run_scenario(plan.engine, plan.inputs, scenario, seed=plan.seed, limits=LIMITS, reuse=reuse)
    handed = {name: data for name, data in run.result.artifacts.items() if _is_handed_on(name)}
    slim = run.result.model_copy(update={"artifacts": handed})
    if plan.reading is not None and not slim.errors:
        slim = plan.reading(slim)
    return seal_run(run.model_copy(update={"inputs": flat(run.inputs), "result": slim}))


def _digest(plan: Plan) -> str:
    who = [plan.engine, json.loads(json.dumps(plan.inputs)), plan.seed, plan.scenario, plan.description]
    return hashlib.sha256(canonical_json(who)).hexdigest()


def flat(inputs: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return inputs by dotted names, such as `weather.rain_mm`; a long one is replaced by its hash."""
    out: dict[str, JsonValue] = {}
    for name, value in inputs.items():
        if isinstance(value, dict):
            out |= {f"{name}.{inner}": held for inner, held in flat(value).items()}
        else:
            text = canonical_json(value)
            out[name] = value if len(text) <= LONGEST_SHOWN else f"sha256:{hashlib.sha256(text).hexdigest()}"
    return out


# --- what is written -------------------------------------------------------------------------------------------------


def _files_of(engine: str, result: Result) -> dict[str, tuple[str, bytes, str]]:
    """Return name, content and suffix of the file of each table, by the engine's name for it."""
    files = {}
    for table in result.tables:
        if table.rows:
            stem = os.path.splitext(table.file)[0]
            files[stem] = (f"{engine} {stem}", _as_csv(table), ".csv")
    for name, data in result.artifacts.items():
        stem, suffix = os.path.splitext(name)
        files[stem] = (f"{engine} {stem}", data, suffix.lower())
    return files


def _is_handed_on(name: str) -> bool:
    return name.lower().endswith(HANDED_ON)


def _as_csv(table: Table) -> bytes:
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(table.headings)
    writer.writerows(table.rows)
    return sheet.getvalue().encode("utf-8", "replace")


def _check_room(workspace: Workspace, files: Mapping[str, tuple[str, bytes, str]]) -> None:
    """Refuse before the first file is written, so that no partial result remains."""
    used_bytes, used_files = workspace.usage()
    after = used_bytes + sum(len(data) for _, data, _ in files.values()) + 100_000  # the file of the run itself
    if workspace.most_bytes is not None and after > workspace.most_bytes:
        raise QuotaExceeded(f"the files of this run would fill the workspace: {after:,} of {workspace.most_bytes:,}")
    if workspace.most_files is not None and used_files + len(files) + 1 > workspace.most_files:
        raise QuotaExceeded(f"this run writes {len(files) + 1} files; the workspace may hold {workspace.most_files:,}")


def _describe(plan: Plan, run: ScenarioRun, tables: dict[str, JsonValue]) -> dict[str, JsonValue]:
    engine = run.result.engine
    values: dict[str, JsonValue] = {
        name: {"value": _number(v.magnitude), "unit": v.unit} for name, v in run.result.values.items()
    }
    warnings = [warning[:LONGEST_WARNING] for warning in run.result.warnings]
    return {
        "run_id": run.scenario.run_id,
        "scenario": plan.scenario,
        "description": plan.description,
        "engine": {"name": engine.name, "version": engine.version, "label": engine.kind},
        "seed": plan.seed,
        "values": dict(list(values.items())[:MOST_VALUES]),
        "tables": tables,
        "warnings": list(warnings[:MOST_WARNINGS]),
        "assumptions": list(plan.assumptions),
        "inputs": run.inputs,
        "files": dict(plan.files),
    }


def _lines(plan: Plan, result: Result, path: str, tables: Mapping[str, JsonValue]) -> list[str]:
    engine = result.engine
    names = [name for name in plan.headline if name in result.values] or list(result.values)
    chief = [f"{name} {_words(result.values[name])}" for name in names[:MOST_SHOWN_VALUES]]
    notes = [*plan.assumptions, *result.warnings]
    more = f" (and {len(notes) - 2} more in the run's file)" if len(notes) > 2 else ""
    return [
        f"{engine.name} {engine.version} ({engine.kind}), {plan.scenario}: {plan.description[:LONGEST_SHOWN]}",
        "; ".join(chief),
        *([f"note: {'; '.join(note[:LONGEST_WARNING] for note in notes[:2])}{more}"] if notes else []),
        f"run: {path}",
        *([f"tables: {', '.join(str(table) for table in tables.values())}"] if tables else []),
    ]


def _words(value: Value) -> str:
    return f"{value.magnitude + 0.0:.6g}{'' if value.unit == '1' else ' ' + value.unit}"


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


# --- what is compared ------------------------------------------------------------------------------------------------


def match_runs(baseline: ScenarioRun, other: ScenarioRun, changed: list[str]) -> tuple[ScenarioRun, ScenarioRun]:
    """Return two runs for comparison; `changed` names inputs that may differ, or groups of them."""
    names = baseline.inputs.keys() | other.inputs.keys()
    meant = []
    for wish in changed:
        hits = [name for name in names if name == wish or name.startswith(f"{wish}.")]
        if not hits:
            groups = sorted(names | {name.partition(".")[0] for name in names})
            hint = did_you_mean(wish, groups)
            raise InvalidRecord(f"`changed` {wish!r} is no input of these runs; {hint or ', '.join(groups)}")
        meant += hits
    whole = [dict.fromkeys(names) | run.inputs for run in (baseline, other)]
    story = other.scenario.model_copy(update={"changes": tuple(sorted(set(meant)))})
    return (
        seal_run(baseline.model_copy(update={"inputs": whole[0]})),
        seal_run(other.model_copy(update={"inputs": whole[1], "scenario": story})),
    )
