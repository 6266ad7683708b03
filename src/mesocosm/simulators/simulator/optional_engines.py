"""Engines whose libraries are optional, and the extra that installs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mesocosm.extras import needs

Class = TypeVar("Class", bound=type)


def needs_extra(name: str, extra: str) -> Callable[[Class], Class]:
    """Make a simulator's class name this extra whenever one of its libraries is missing.

    Args:
        name: The engine's name in `mesocosm simulate`.
        extra: The extra of mesocosm that installs the libraries; the class keeps it as `extra`.
    """

    def with_advice(simulator: Class) -> Class:
        members: dict[str, Any] = {part: getattr(simulator, part, None) for part in ("engine", "validate", "run")}
        for part, member in members.items():
            if isinstance(member, property) and member.fget is not None:
                setattr(simulator, part, property(advise(member.fget), doc=member.__doc__))
            elif callable(member):
                setattr(simulator, part, advise(member))
        simulator.extra = extra  # type: ignore[attr-defined]  # a simulator without it needs none
        return simulator

    def advise(function: Callable[..., Any]) -> Callable[..., Any]:
        return needs(f"the engine {name}", extra)(function)

    return with_advice
