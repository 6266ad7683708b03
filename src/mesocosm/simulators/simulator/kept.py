"""Runs that are kept: one with the same engine, inputs and seed is read, not made again.

A kept run is one file in the user's cache folder, behind a code (HMAC, RFC 2104) over its key and its bytes by a secret
of this installation, which lies elsewhere: who can write into the folder alone cannot make a run. It is written whole
or not at all, and one that does not fit its code is made again. Runs that failed are not kept.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue, ValidationError

from mesocosm.files import write_whole
from mesocosm.simulators.simulator.contract import Result, RunLimits, Simulator
from mesocosm.simulators.simulator.installation_key import installation_key
from mesocosm.types import canonical_json

VARIABLE = "MESOCOSM_RUNS"
CODE_BYTES = 32
EDITION = 2
"""Raised where our own part of an engine gives more, or spells it otherwise: runs from before are made again."""


def kept_run(
    simulator: Simulator, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits, folder: Path | None = None
) -> Result:
    """The result of a run, kept from before or made now."""
    simulator.validate(inputs)
    key = run_key(simulator, inputs, seed)
    path = (folder or runs_folder()) / f"{key}.run"
    result = _read(path, key)
    if result is None:
        result = simulator.run(inputs, seed=seed, limits=limits)
        if not result.errors:
            _write(path, key, result)
    return result


def run_key(simulator: Simulator, inputs: Mapping[str, JsonValue], seed: int) -> str:
    """Hash of the engine, its version and label, the edition of what surrounds it, the inputs and the seed."""
    who = [EDITION, simulator.engine.model_dump(), json.loads(json.dumps(inputs)), seed]
    return hashlib.sha256(canonical_json(who)).hexdigest()


def runs_folder() -> Path:
    """Where runs are kept; the variable MESOCOSM_RUNS names another folder."""
    wish = os.environ.get(VARIABLE)
    if wish:
        return Path(wish)
    from mesocosm.isolation.library_farm import cache_folder

    return cache_folder() / "runs"


def _read(path: Path, key: str) -> Result | None:
    if not path.is_file():  # a pipe would be waited for without end
        return None
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    code, body = whole[:CODE_BYTES], whole[CODE_BYTES:]
    if not hmac.compare_digest(_code(key, body), code):
        return None
    try:
        return Result.model_validate_json(body)
    except ValidationError:  # written by another version of this package
        return None


def _write(path: Path, key: str, result: Result) -> None:
    body = result.model_dump_json().encode()
    write_whole(path, _code(key, body) + body)


def _code(key: str, body: bytes) -> bytes:
    """Over the run's key, too: a file under the name of another run is not that run."""
    return hmac.digest(installation_key(), key.encode() + b"\0" + body, "sha256")
