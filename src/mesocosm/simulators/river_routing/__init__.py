"""Rivers by the routing of the planet: runoff of catchments, or their weather, to the discharge of every reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mesocosm.simulators.river_routing.engine import simulator as simulator


def __getattr__(name: str) -> Any:
    """`simulator`, loaded when it is asked for: the help of its command needs none of it."""
    if name != "simulator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mesocosm.simulators.river_routing.engine import simulator

    return simulator
