"""Hazard on roads by geometry: how deep each road lies under it, how slow it is, and whether it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesocosm.simulators.network_disruption.engine import simulator as simulator


def __getattr__(name: str) -> Any:
    """`simulator`, loaded when it is asked for: the help of its command needs none of it."""
    if name != "simulator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mesocosm.simulators.network_disruption.engine import simulator

    return simulator
