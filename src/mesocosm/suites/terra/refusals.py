"""What the science refuses, told to the agent."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from mesocosm.errors import ToolError, UserError

P = ParamSpec("P")
R = TypeVar("R")


def refusing(function: Callable[P, R]) -> Callable[P, R]:
    """A tool whose refusals of what it was given, which name field, value and what is allowed, reach the agent."""

    @functools.wraps(function)
    def told(*given: P.args, **named: P.kwargs) -> R:
        try:
            return function(*given, **named)
        except UserError as error:
            raise ToolError(str(error)) from error

    return told
