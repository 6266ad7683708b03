"""Cached engine runs: a run with the same engine, inputs and seed is read instead of repeated.

Like all cached data it has a code computed with a secret of this installation: write access to the folder is not enough
to forge a run, and a run that does not fit its code is repeated. Failed runs are not stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from pydantic import JsonValue, ValidationError

from mesocosm.cache import Kind, code_version
from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.contract import Result, RunLimits, RunsMany, Simulator
from mesocosm.types import canonical_json

RUNS = Kind("engine-runs", "Results of engines by their inputs", lambda: code_version("simulators"))


def kept_run(simulator: Simulator, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
    """Return the result of a run, from the cache or computed."""
    simulator.validate(inputs)
    key = run_key(simulator, inputs, seed)
    result = _read(key)
    if result is None:
        result = simulator.run(inputs, seed=seed, limits=limits)
        if not result.errors:
            RUNS.write(key, result.model_dump_json().encode())
    return result


def kept_runs(
    simulator: Simulator, inputs: Sequence[Mapping[str, JsonValue]], *, seed: int, limits: RunLimits
) -> list[Result]:
    """Return the results of several runs; those that are not in the cache are made together, if the engine can."""
    for each in inputs:
        simulator.validate(each)
    keys = [run_key(simulator, each, seed) for each in inputs]
    results: dict[str, Result | None] = {key: _read(key) for key in keys}
    lacking = {key: each for key, each in zip(keys, inputs, strict=True) if results[key] is None}
    for key, result in zip(lacking, _run_all(simulator, [*lacking.values()], seed, limits), strict=True):
        results[key] = result
        if not result.errors:
            RUNS.write(key, result.model_dump_json().encode())
    return [known for key in keys if (known := results[key]) is not None]


def _run_all(
    simulator: Simulator, inputs: Sequence[Mapping[str, JsonValue]], seed: int, limits: RunLimits
) -> Iterator[Result]:
    if isinstance(simulator, RunsMany) and len(inputs) > 1:
        with suppress(ToolError):  # one of the runs failed: made alone, it says why, and the others succeed
            yield from simulator.run_many(inputs, seed=seed, limits=limits)
            return
    for each in inputs:
        yield simulator.run(each, seed=seed, limits=limits)


def fresh_run(simulator: Simulator, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
    """Compute the result of a run without storing it."""
    simulator.validate(inputs)
    return simulator.run(inputs, seed=seed, limits=limits)


def run_key(simulator: Simulator, inputs: Mapping[str, JsonValue], seed: int) -> str:
    """Return the hash of the engine, its version and label, the inputs and the seed.

    Where the engine says what it reads, inputs that differ only in defaults are the same run.
    """
    held = simulator.read(inputs).model_dump(mode="json") if isinstance(simulator, RunsMany) else inputs
    who = [simulator.engine.model_dump(), json.loads(json.dumps(held)), seed]
    return hashlib.sha256(canonical_json(who)).hexdigest()


def _read(key: str) -> Result | None:
    body = RUNS.read(key)
    try:
        return None if body is None else Result.model_validate_json(body)
    except ValidationError:  # the schema of a result has changed since
        return None
