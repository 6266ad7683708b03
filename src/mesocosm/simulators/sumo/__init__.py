"""Road traffic by SUMO, the real engine: networks from maps, trips, closures, delays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesocosm.simulators.sumo.engine import simulator as simulator


def __getattr__(name: str) -> Any:
    """`simulator`, loaded when it is asked for: the help of its command needs none of it."""
    if name != "simulator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mesocosm.simulators.sumo.engine import simulator

    return simulator
