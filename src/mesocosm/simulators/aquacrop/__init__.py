"""AquaCrop, FAO's model of crop yield and water, the real engine through the package `aquacrop` (AquaCrop-OSPy)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesocosm.simulators.aquacrop.engine import simulator as simulator


def __getattr__(name: str) -> Any:
    """`simulator`, loaded when it is asked for."""
    if name != "simulator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mesocosm.simulators.aquacrop.engine import simulator

    return simulator
