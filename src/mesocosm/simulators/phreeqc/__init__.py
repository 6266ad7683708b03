"""PHREEQC 3, the real engine, through the package `phreeqc` (IPhreeqc).

Input that we wrote runs in process; input that an agent or a stranger wrote runs in the sandbox (`confined`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesocosm.simulators.phreeqc.engine import simulator as simulator


def __getattr__(name: str) -> Any:
    """`simulator`, loaded when it is asked for: the help of its command needs none of it."""
    if name != "simulator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mesocosm.simulators.phreeqc.engine import simulator

    return simulator
