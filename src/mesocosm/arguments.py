"""Arguments from Python: checked where they enter, told with what is allowed, known by the names they had before."""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from mesocosm.errors import InvalidRecord, did_you_mean

P = ParamSpec("P")
R = TypeVar("R")


def whole(field: str, value: object, *, least: int) -> int:
    """A whole number, whichever library made it; all else is refused, True and 3.0 included."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # what is not one is what we are after
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise InvalidRecord(f"{field} must be a whole number of at least {least}, got {value!r}")
    if number < least:
        raise InvalidRecord(f"{field} must be at least {least}, got {value!r}")
    return number


def limit_of(limit: object) -> int | None:
    """A number of items, or None for the suite's own."""
    return None if limit is None else whole("limit", limit, least=1)


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take keyword arguments by former names too: `renamed(n="limit")`.

    A keyword that the function does not have is refused with a TypeError that suggests the nearest.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known = inspect.signature(function).parameters

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            current = {_current(name, names, kwargs): value for name, value in kwargs.items()}
            for name in current:
                if name not in known:
                    hint = did_you_mean(name, known) or f"it takes {', '.join(known)}"
                    raise TypeError(f"{function.__qualname__}() has no argument {name!r}; {hint}")
            return function(*args, **current)  # type: ignore[arg-type]  # the names are the function's own

        return call

    return decorate


def _current(name: str, names: dict[str, str], given: dict[str, object]) -> str:
    """The name that an argument has; both names at once would be two values for one thing."""
    current = names.get(name, name)
    if current != name and current in given:
        raise TypeError(f"{name} is the former name of {current}: give {current} alone")
    return current
