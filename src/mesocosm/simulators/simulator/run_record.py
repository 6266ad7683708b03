"""The record that a run stores beside its files: enough to compare it with another, and to detect changes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue, ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.files import read_text
from mesocosm.simulators.simulator.contract import Result
from mesocosm.simulators.simulator.scenarios import Comparison, Scenario, ScenarioRun, compare_runs, sealed_run

RECORD = "run.json"
KEPT = Scenario(run_id="kept", kind="baseline", description="kept beside its files")


def record_of(simulator: str, inputs: Mapping[str, JsonValue], seed: int, result: Result) -> bytes:
    """Return a run as JSON: engine, inputs, seed and values, without the files and tables beside it."""
    bare = result.model_copy(update={"artifacts": {}, "tables": ()})
    return (sealed_run(KEPT, simulator, inputs, seed, bare).model_dump_json() + "\n").encode()


def compare_folders(baseline: Path, other: Path, changes: tuple[str, ...] = ()) -> Comparison:
    """Compare the values of two runs from their folders; refuse runs that do not match and name the differences.

    Args:
        baseline: The folder of the first run.
        other: The folder of the second.
        changes: Inputs that are meant to differ.
    """
    first, second = _name(baseline), _name(other)
    if first == second:
        first, second = f"{first}.1", f"{second}.2"
    before = KEPT.model_copy(update={"run_id": first})
    after = KEPT.model_copy(update={"run_id": second, "kind": "intervention", "changes": changes})
    return compare_runs(
        _read(baseline).model_copy(update={"scenario": before}), _read(other).model_copy(update={"scenario": after})
    )


def _name(folder: Path) -> str:
    """Return the folder's name in the form of a run id."""
    return re.sub(r"[^A-Za-z0-9._-]+|^[^A-Za-z0-9]+", "-", folder.resolve().name).lstrip("-._")[:60] or "run"


def _read(folder: Path) -> ScenarioRun:
    path = folder / RECORD
    if not path.is_file():
        raise InvalidRecord(f"{folder} holds no {RECORD}: it must be the folder of a run that was kept with --out")
    try:
        return ScenarioRun.model_validate_json(read_text(path))
    except ValidationError as error:
        raise InvalidRecord(f"{path} is not the record of a run") from error
