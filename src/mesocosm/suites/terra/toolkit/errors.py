"""Errors of this suite's tools: refusals for scientific reasons reach the agent."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from mesocosm.errors import ToolError, UserError
from mesocosm.tools import tool as contract

P = ParamSpec("P")
R = TypeVar("R")


def tool(*, read_only: bool = False, simulator: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a function as a tool whose refusals, which name field, value and allowed values, reach the agent."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def refusing(*given: P.args, **named: P.kwargs) -> R:
            try:
                return function(*given, **named)
            except UserError as error:
                raise ToolError(str(error)) from error

        return contract.tool(read_only=read_only, simulator=simulator)(refusing)

    return mark
