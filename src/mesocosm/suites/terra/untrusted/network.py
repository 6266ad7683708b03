"""An agent's network, run in the sandbox: its file can name others, loop for ever and ask for any memory."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from mesocosm.earth.forecasts.network import Floats
from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.contract import RunLimits
from mesocosm.simulators.simulator.sandbox import read_left, run_worker_in
from mesocosm.suites.terra.untrusted import network_worker
from mesocosm.workspace.stale_folders import owned_prefix, work_folder

LARGEST_MODEL = 1_000_000_000
"""Bytes of the largest network; a run of it may use twice as much memory."""
LARGEST_FORECAST = 1_000_000_000
"""Bytes of the output of all steps."""
SECONDS, MEMORY_BYTES = 120.0, 2 * 2**30
SLACK_BYTES = 2**20
"""Bytes allowed for other output of a library."""


def run_network(
    model: bytes, inputs: Mapping[str, Floats], steps: int, seconds: float = SECONDS
) -> list[dict[str, Floats]]:
    """Return a network's output for its inputs, step after step; a fault in the network raises `ToolError`.

    The network sees its own bytes and its inputs, and no other file; its output is returned as plain numbers, whose
    count is known beforehand.
    """
    given, made = (sum(values.nbytes for values in inputs.values()) * times for times in (1, steps))
    if made > LARGEST_FORECAST:
        raise ToolError(f"the forecast would hold {made:,} bytes, at most {LARGEST_FORECAST:,}: take fewer `steps`")
    disk = len(model) + given + made + SLACK_BYTES
    limits = RunLimits(seconds=seconds, memory_bytes=MEMORY_BYTES, disk_bytes=disk)
    with tempfile.TemporaryDirectory(prefix=f"{owned_prefix()}network-", dir=work_folder()) as name:
        folder = Path(name).resolve()
        (folder / network_worker.MODEL).write_bytes(model)
        for place, values in enumerate(inputs.values()):
            np.save(folder / f"input-{place}.npy", values.astype(np.float32), allow_pickle=False)
        request = {"inputs": list(inputs), "steps": steps}
        libraries = ("onnxruntime", "numpy")
        reply = run_worker_in(folder, "The network", network_worker, request, libraries=libraries, limits=limits)
        if reply.get("refused"):
            raise ToolError(str(reply["refused"]))
        series = {
            key: _read(folder / f"made-{place}", (steps, *values.shape))
            for place, (key, values) in enumerate(inputs.items())
        }
    return [{key: values[step] for key, values in series.items()} for step in range(steps)]


def _read(path: Path, shape: tuple[int, ...]) -> Floats:
    """Return the numbers of a file, which must hold as many as expected."""
    data = read_left(path)
    if data is None or len(data) != 4 * int(np.prod(shape)):
        raise ToolError("the network ended without a valid result: its output does not match its inputs")
    return np.frombuffer(data, "<f4").astype(np.float32).reshape(shape)
