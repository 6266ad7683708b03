"""The memory limit of engines that run in process, checked before a run begins.

The memory of our own formulas grows with their inputs: each engine declares its largest measured number of bytes per
byte of input, and a run that could exceed its limit is not started. A text counts its characters, a number eight bytes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from pydantic import JsonValue

from mesocosm.errors import ToolError
from mesocosm.simulators.simulator.contract import Result, RunLimits

NUMBER_BYTES = 8
MIB = 2**20
LEAST_BYTES = 8 * MIB
"""Memory that any run may take, because the smallest inputs have results, too."""

Run = TypeVar("Run", bound=Callable[..., Result])


def in_memory(*, times: float, least_bytes: int = LEAST_BYTES) -> Callable[[Run], Run]:
    """Make an engine's `run` raise `ToolError` if its inputs are too large for its memory limit.

    Args:
        times: Bytes that a run may take for each byte of its inputs.
        least_bytes: Bytes that it may take besides, however small the inputs are.
    """

    def decorated(run: Run) -> Run:
        @functools.wraps(run)
        def bounded(self: Any, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
            given = size_bytes(inputs)
            needed = least_bytes + times * given
            if needed > limits.memory_bytes:
                self.validate(inputs)  # names a field that is too long
                raise ToolError(
                    f"{self.engine.name} was not started: inputs of {given / MIB:.4g} MiB may take "
                    f"{needed / MIB:.4g} MiB of memory, and memory_bytes allows {limits.memory_bytes / MIB:.4g} MiB"
                )
            return run(self, inputs, seed=seed, limits=limits)

        return cast(Run, bounded)

    return decorated


def size_bytes(value: object) -> int:
    """Return the size of an input with all its parts."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(size_bytes(name) + size_bytes(inner) for name, inner in value.items())
    if isinstance(value, list | tuple):
        return NUMBER_BYTES * len(value) if _numbers(value) else sum(map(size_bytes, value))
    return NUMBER_BYTES


def _numbers(column: list[Any] | tuple[Any, ...]) -> bool:
    """Return whether a column holds nothing but numbers; adding them up is the fastest check of a long column."""
    try:
        sum(column)
    except (TypeError, OverflowError):
        return False
    return True
