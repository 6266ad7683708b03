"""The limit of memory for engines that run in process, held before a run begins.

What our own formulas take grows in step with what they are given: each engine says how many bytes at most for a byte of
its inputs, by measurement, and a run that could take more than its limit is not started. A text counts its characters,
a number eight bytes.
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
"""What any run may take: the smallest inputs have results, too."""

Run = TypeVar("Run", bound=Callable[..., Result])


def in_memory(*, times: float, least_bytes: int = LEAST_BYTES) -> Callable[[Run], Run]:
    """An engine's `run` that is refused with `ToolError` where its inputs are too large for its limit of memory.

    Args:
        times: Bytes that a run may take for each byte of its inputs.
        least_bytes: What it may take besides, however small they are.
    """

    def decorated(run: Run) -> Run:
        @functools.wraps(run)
        def bounded(self: Any, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
            given = size_bytes(inputs)
            needed = least_bytes + times * given
            if needed > limits.memory_bytes:
                self.validate(inputs)  # a field that is too long is told by its name
                raise ToolError(
                    f"{self.engine.name} was not started: inputs of {given / MIB:.4g} MiB may take "
                    f"{needed / MIB:.4g} MiB of memory, and memory_bytes allows {limits.memory_bytes / MIB:.4g} MiB"
                )
            return run(self, inputs, seed=seed, limits=limits)

        return cast(Run, bounded)

    return decorated


def size_bytes(value: object) -> int:
    """The size of an input and all that is in it."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping):
        return sum(size_bytes(name) + size_bytes(inner) for name, inner in value.items())
    if isinstance(value, list | tuple):
        return NUMBER_BYTES * len(value) if _numbers(value) else sum(map(size_bytes, value))
    return NUMBER_BYTES


def _numbers(column: list[Any] | tuple[Any, ...]) -> bool:
    """Whether nothing but numbers is in it: adding them up is the quickest look at a long column."""
    try:
        sum(column)
    except (TypeError, OverflowError):
        return False
    return True
