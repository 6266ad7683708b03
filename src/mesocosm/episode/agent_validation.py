"""Checks of the agent that `mesocosm.run` gets: one that could never submit is refused before the first episode."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import Any

from mesocosm.episode.agent import HOW_TO_AWAIT, HOW_TO_PLAY, Agent, Case
from mesocosm.errors import NotAnAgent


def check_agent(agent: object) -> None:
    """Refuse an object that cannot act, and a function whose program would never run."""
    if not callable(agent) and not isinstance(agent, Agent):
        raise NotAnAgent(f"an agent must be a function of a task or have a method `act`, got {agent!r}")
    act = getattr(agent, "act", None)
    program: Any = act if act is not None else _callable_of(agent)
    if not callable(program):
        raise NotAnAgent(f"`act` of an agent must be a method, got {program!r}")
    if act is None:
        _refuse_builder(program)
    _check_runs(program)
    if isinstance(agent, type):
        _check_takes(agent, (), "be made without arguments, anew for every episode: give its arguments defaults, or "
                     f"an object such as {agent.__name__}(...) in its place")  # fmt: skip
    else:
        _check_takes(program, (None,), "take one argument, " + ("the task" if act is None else "what was observed"))


def _callable_of(agent: object) -> object:
    """Return the function that runs when an agent is called: itself, or the `__call__` of an object or a class."""
    if inspect.isroutine(agent) or isinstance(agent, functools.partial):
        return agent
    return getattr(agent, "__call__", agent)  # noqa: B004 - its signature


def _check_runs(program: Callable[..., object]) -> None:
    name = getattr(program, "__qualname__", repr(program))
    if inspect.iscoroutinefunction(program) or inspect.isasyncgenfunction(program):
        raise NotAnAgent(f"{name} is written with `async def` and would never run; {HOW_TO_AWAIT}")
    if inspect.isgeneratorfunction(program):
        raise NotAnAgent(f"{name} has a `yield` and would never run; call tools with task.call(...) in its place")


def _refuse_builder(program: Callable[..., object]) -> None:
    """Refuse a function of a case, as registered agents have: it would return an agent that is never asked to act."""
    try:
        parameters = list(inspect.signature(program).parameters.values())
    except (TypeError, ValueError):  # a function written in C may have no signature
        return
    if len(parameters) == 1 and _is_case(parameters[0]):
        name = getattr(program, "__qualname__", repr(program))
        raise NotAnAgent(f"{name}({parameters[0]}) is the function of a registered agent; {HOW_TO_PLAY}")


def _is_case(parameter: Parameter) -> bool:
    if parameter.annotation is Parameter.empty:
        return parameter.name == "case"
    return parameter.annotation is Case or parameter.annotation == "Case"


def _check_takes(program: Callable[..., object], example: tuple[None, ...], wanted: str) -> None:
    try:
        signature = inspect.signature(program)
    except (TypeError, ValueError):  # a function written in C may have no signature
        return
    try:
        signature.bind(*example)
    except TypeError as error:
        name = getattr(program, "__qualname__", repr(program))
        raise NotAnAgent(f"{name}{signature} must {wanted} ({error})") from error
