"""EnergyPlus, the real engine, through the package `pyenergyplus-lbnl` that carries it (Linux on x86_64)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesocosm.simulators.energyplus.engine import simulator as simulator


def __getattr__(name: str) -> Any:
    """`simulator`, loaded when it is asked for: the help of its command needs none of it."""
    if name != "simulator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mesocosm.simulators.energyplus.engine import simulator

    return simulator
