"""Matched runs: baseline, intervention and counterfactual differ only in what was meant to differ.

baseline = run_scenario("aquacrop", inputs, Scenario(run_id="b", kind="baseline", description="as it was"))
dry = run_scenario("aquacrop", drier, Scenario(run_id="d", kind="intervention", changes=("weather",), ...))
compare_runs(baseline, dry).differences["yield"]
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Literal

from pydantic import Field, JsonValue

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator.contract import Result, RunLimits, Simulator
from mesocosm.simulators.simulator.run_cache import fresh_run, kept_run
from mesocosm.types import Record, canonical_json

ScenarioKind = Literal["baseline", "intervention", "counterfactual"]


class Scenario(Record):
    """Role and assumptions of one of several matched runs."""

    run_id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")
    kind: ScenarioKind
    description: str = Field(min_length=1, max_length=2000)
    assumptions: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    """Names of the inputs that are meant to differ from the baseline; empty for a baseline."""


class ScenarioRun(Record):
    """A finished run with all that is needed to compare or repeat it."""

    scenario: Scenario
    simulator: str
    seed: int
    inputs: dict[str, JsonValue]
    result: Result
    sealed: str
    """Hash of inputs and outputs at the end of the run; a run changed since then is not compared."""

    @property
    def inputs_sha256(self) -> str:
        """Hash of the inputs, the engine and the seed."""
        who = [self.result.engine.model_dump(), self.inputs, self.seed]
        return hashlib.sha256(canonical_json(who)).hexdigest()

    @property
    def outputs_sha256(self) -> str:
        """Hash of all outputs except the duration."""
        return self.result.model_copy(update={"runtime_s": 0.0}).fingerprint()


class Difference(Record):
    """A value in two matched runs."""

    unit: str
    baseline: float
    other: float

    @property
    def change(self) -> float:
        """Other minus baseline, in the value's unit."""
        return self.other - self.baseline

    @property
    def relative(self) -> float | None:
        """Change over the absolute value of the baseline; None where the baseline is zero."""
        return self.change / abs(self.baseline) if self.baseline else None


class Comparison(Record):
    """Two matched runs side by side."""

    baseline: str
    other: str
    changed_inputs: tuple[str, ...]
    differences: dict[str, Difference]


def run_scenario(
    simulator: str,
    inputs: Mapping[str, JsonValue],
    scenario: Scenario,
    *,
    seed: int = 0,
    limits: RunLimits | None = None,
    reuse: bool = True,
) -> ScenarioRun:
    """Run an engine under a scenario; an identical run is taken from the cache, unless `reuse` is off."""
    if scenario.kind == "baseline" and scenario.changes:
        raise InvalidRecord(f"changes must be empty for a baseline, got {', '.join(scenario.changes)}")
    engine: Simulator = registry.load("simulators", simulator)
    run = kept_run if reuse else fresh_run
    result = run(engine, inputs, seed=seed, limits=limits or RunLimits())
    return sealed_run(scenario, simulator, inputs, seed, result)


def sealed_run(
    scenario: Scenario, simulator: str, inputs: Mapping[str, JsonValue], seed: int, result: Result
) -> ScenarioRun:
    """Return a finished run with the hash that reveals later changes."""
    held = json.loads(json.dumps(inputs))
    return seal_run(
        ScenarioRun(scenario=scenario, simulator=simulator, seed=seed, inputs=held, result=result, sealed="")
    )


def seal_run(run: ScenarioRun) -> ScenarioRun:
    """Return the run with a hash of its present inputs and outputs, for whoever made it or keeps it."""
    return run.model_copy(update={"sealed": _seal(run)})


def _seal(run: ScenarioRun) -> str:
    return hashlib.sha256(f"{run.inputs_sha256} {run.outputs_sha256}".encode()).hexdigest()


def compare_runs(baseline: ScenarioRun, other: ScenarioRun) -> Comparison:
    """Compare the values of two matched runs; refuse runs that do not match and name the differences.

    Two runs match if the same version of the same engine made both with the same seed, and their inputs differ only in
    the
    changes of the second, which is an intervention or a counterfactual.
    """
    problems = _mismatches(baseline, other)
    if problems:
        raise InvalidRecord(
            f"{baseline.scenario.run_id} and {other.scenario.run_id} are not matched: {'; '.join(problems)}"
        )
    return Comparison(
        baseline=baseline.scenario.run_id,
        other=other.scenario.run_id,
        changed_inputs=tuple(_changed(baseline, other)),
        differences=_differences(baseline.result, other.result),
    )


def _mismatches(baseline: ScenarioRun, other: ScenarioRun) -> list[str]:
    problems = [problem for run in (baseline, other) for problem in _own_problems(run)]
    if baseline.scenario.kind != "baseline":
        problems.append(f"{baseline.scenario.run_id} must be a baseline, and is: {baseline.scenario.kind}")
    if other.scenario.kind == "baseline":
        message = f"{other.scenario.run_id} must be an intervention or a counterfactual, and is: baseline"
        problems.append(message)
    ours, theirs = baseline.result.engine, other.result.engine
    for field in ("name", "version", "kind"):
        if getattr(ours, field) != getattr(theirs, field):
            problems.append(f"engine {field} {getattr(ours, field)} and {getattr(theirs, field)}")
    if baseline.seed != other.seed:
        problems.append(f"seed {baseline.seed} and {other.seed}")
    unmeant = [name for name in _changed(baseline, other) if name not in other.scenario.changes]
    if unmeant:
        allowed = ", ".join(other.scenario.changes) or "nothing"
        problems.append(f"inputs differ in {', '.join(unmeant)}, and changes allow {allowed}")
    return problems


def _own_problems(run: ScenarioRun) -> list[str]:
    name, problems = run.scenario.run_id, []
    if run.sealed != _seal(run):
        problems.append(f"{name} was changed after it was run")
    if run.result.errors:
        problems.append(f"{name} failed: {run.result.errors[0]}")
    unknown = [change for change in run.scenario.changes if change not in run.inputs]
    if unknown:
        problems.append(f"{name} has no input {', '.join(unknown)}, which its changes name")
    return problems


def _changed(baseline: ScenarioRun, other: ScenarioRun) -> list[str]:
    names = sorted(baseline.inputs.keys() | other.inputs.keys())
    return [name for name in names if baseline.inputs.get(name) != other.inputs.get(name)]


def _differences(baseline: Result, other: Result) -> dict[str, Difference]:
    """Return the values that both runs have in the same unit."""
    shared = [name for name in baseline.values if name in other.values]
    return {
        name: Difference(
            unit=baseline.values[name].unit,
            baseline=baseline.values[name].magnitude,
            other=other.values[name].magnitude,
        )
        for name in shared
        if baseline.values[name].unit == other.values[name].unit
    }
