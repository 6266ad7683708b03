"""The result of a suite's second way for reports: computed once per item, however many agents play it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from mesocosm.errors import MesocosmError
from mesocosm.types import Item

Further = ParamSpec("Further")
Found = TypeVar("Found")
MOST_KEPT = 1000
"""Items whose result a process stores: more than a run has at a time."""


def once_per_item(
    function: Callable[Concatenate[Item[Any], Further], Found],
) -> Callable[Concatenate[Item[Any], Further], Found]:
    """Cache a function by its item, since every agent of a run plays the same items.

    Its other arguments must follow from the item, as its reference does.
    """
    known: dict[str, Found] = {}

    @functools.wraps(function)
    def remembered(item: Item[Any], /, *args: Further.args, **named: Further.kwargs) -> Found:
        key = item.fingerprint()
        if key not in known:
            if len(known) >= MOST_KEPT:
                known.clear()
            known[key] = function(item, *args, **named)
        return known[key]

    return remembered


def or_reason(second: Callable[[Item[Any]], str]) -> Callable[[Item[Any]], str]:
    """Return the result of the second way in words, or why it has none: an error must not remove the view."""

    @functools.wraps(second)
    def describe(item: Item[Any]) -> str:
        try:
            return second(item)
        except MesocosmError as error:
            return f"not worked out where this episode was scored: {error}"

    return describe
