"""Checks of arguments from Python: errors name what is allowed, and former names of arguments are accepted."""

from __future__ import annotations

import functools
import inspect
import operator
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ParamSpec, TypeVar

from mesocosm.errors import InvalidRecord, did_you_mean

P = ParamSpec("P")
R = TypeVar("R")
Parameters = Mapping[str, inspect.Parameter]

VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
LONGEST_EXAMPLE = 80
"""Characters of a call that an error shows."""


def whole(field: str, value: object, *, least: int | None = None) -> int:
    """Return a whole number of any library as an int; refuse everything else, such as True and 3.0."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # other types raise the TypeError below
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        wanted = "a whole number" if least is None else f"a whole number of at least {least}"
        raise InvalidRecord(f"{field} must be {wanted}, got {value!r}")
    if least is not None and number < least:
        raise InvalidRecord(f"{field} must be at least {least}, got {value!r}")
    return number


def limit_of(limit: object) -> int | None:
    """Return a number of items, or None for the suite's own number."""
    return None if limit is None else whole("limit", limit, least=1)


def string(field: str, value: object) -> str:
    """Return a string; refuse everything else."""
    if not isinstance(value, str):
        raise InvalidRecord(f"{field} must be a string, got {value!r}")
    return value


def flag(field: str, value: object) -> bool:
    """Return True or False; refuse everything else, since a text such as "no" would count as true."""
    if not isinstance(value, bool):
        raise InvalidRecord(f"{field} must be True or False, got {value!r}")
    return value


def folder(field: str, value: object) -> Path:
    """Return the path of a folder, which need not exist yet; refuse a file."""
    if not isinstance(value, str | os.PathLike):
        raise InvalidRecord(f"{field} must be the path of a folder, got {value!r}")
    if "://" in str(value):
        raise InvalidRecord(f"{field} must be the path of a folder of this machine, got the address {str(value)!r}")
    path = Path(value)
    if path.exists() and not path.is_dir():
        raise InvalidRecord(f"{field} {path} cannot be written: it is a file, and a folder is wanted")
    return path


def _check_names(function: Callable[..., object], known: Parameters, given: Mapping[str, object]) -> None:
    if any(each.kind is each.VAR_KEYWORD for each in known.values()):
        return
    names = [name for name in known if name != "self"]
    for name in given:
        if name not in known:
            hint = did_you_mean(name, names) or f"it takes {', '.join(names)}"
            raise TypeError(f"{function.__qualname__}() has no argument {name!r}; {hint}")


def _check_positions(function: Callable[..., object], known: Parameters, given: tuple[object, ...]) -> None:
    places = [name for name, each in known.items() if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    extra = given[len(places) :]
    if not extra:
        return
    places = [name for name in places if name != "self"]
    named = [name for name, each in known.items() if each.kind is each.KEYWORD_ONLY]
    any_name = not named and any(each.kind is each.VAR_KEYWORD for each in known.values())
    example = _write(zip(["NAME"] if any_name else named, extra, strict=False))
    if any_name and isinstance(extra[0], Mapping) and extra[0]:
        example = f"{_write(extra[0].items())} or, if it is one argument, {example}"
    rest = "and all else by name" if named or any_name else "and nothing else"
    raise TypeError(
        f"{function.__qualname__}() takes {' and '.join(places) or 'nothing'} by position {rest}"
        + (f"; write {example}" if example else "")
    )


def _check_missing(
    function: Callable[..., object], known: Parameters, given: tuple[object, ...], named: Mapping[str, object]
) -> None:
    """Refuse a call that lacks a required argument, with an example of a complete call."""
    needed = [name for name, each in known.items() if each.default is each.empty and each.kind not in VARIABLE]
    missing = [name for name in list(known)[len(given) :] if name in needed and name not in named]
    if missing:
        form = ", ".join(name.upper() for name in needed if name != "self")
        raise TypeError(f"{function.__qualname__}() needs {' and '.join(missing)}; write {function.__name__}({form})")


def _call_check(known: Parameters) -> Callable[[tuple[object, ...], Mapping[str, object]], bool]:
    """Return a fast check whether a function accepts a call: agents make some thousands of calls a second."""
    kinds = [each.kind for each in known.values()]
    most = sum(kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds)
    any_name = inspect.Parameter.VAR_KEYWORD in kinds
    needed = [each.default is each.empty and each.kind not in VARIABLE for each in known.values()]
    wanted = [
        frozenset(name for name, need in list(zip(known, needed, strict=True))[n:] if need) for n in range(most + 1)
    ]

    def is_call(args: tuple[object, ...], named: Mapping[str, object]) -> bool:
        return len(args) <= most and (any_name or named.keys() <= known.keys()) and wanted[len(args)] <= named.keys()

    return is_call


def _write(pairs: Iterable[tuple[object, object]]) -> str:
    """Write arguments as in a call."""
    return ", ".join(f"{name}={value!r}" for name, value in pairs)[:LONGEST_EXAMPLE]


def accept_former_names(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function accept keyword arguments by former names too: `accept_former_names(n="limit")`.

    An unknown name, and too many values by position, are refused with a TypeError that says what to write.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        known = inspect.signature(function).parameters
        is_call = _call_check(known)

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            current = {_current(name, names, kwargs): value for name, value in kwargs.items()} if names else kwargs
            if not is_call(args, current):
                _check_names(function, known, current)
                _check_positions(function, known, args)
                _check_missing(function, known, args, current)
            return function(*args, **current)  # type: ignore[arg-type]  # the names are the function's own

        return call

    return decorate


def refuse_keywords(**reasons: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse keyword arguments that people often give by mistake, with an error that says where they belong."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for name in kwargs.keys() & reasons.keys():
                raise TypeError(f"{function.__qualname__}() has no argument {name!r}; {reasons[name]}")
            return function(*args, **kwargs)

        return call

    return decorate


def explain_mistakes(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function refuse wrong calls as `accept_former_names` does, where no argument has a former name."""
    decorate: Callable[[Callable[P, R]], Callable[P, R]] = accept_former_names()
    return decorate(function)


def _current(name: str, names: dict[str, str], given: dict[str, object]) -> str:
    """Return the current name of an argument; refuse a call that uses both the former and the current name."""
    current = names.get(name, name)
    if current != name and current in given:
        raise TypeError(f"{name} is the former name of {current}: give {current} alone")
    return current
