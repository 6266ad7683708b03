"""Calls that count: meta tools, tools that only look, retries and duplicates are reported apart."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence

from pydantic import Field

from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.reference import ReferencePath
from mesocosm.types import Record


class Usage(Record):
    """Places of calls, by their category."""

    counted: tuple[int, ...]
    meta: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    """Calls of tools that the reference declares as only looking."""
    retried: dict[int, int] = Field(default_factory=dict)
    """Place of a failed attempt, beside an identical call that counts, to the place of that call."""
    duplicates: tuple[int, ...] = ()
    """Calls that repeated an earlier one."""


def usage(calls: Sequence[Call], reference: ReferencePath) -> Usage:
    """Sort the calls. Of identical calls as many count as the reference has identical steps, at least one."""
    box = reference.toolbox
    meta = [place for place, call in enumerate(calls) if box.is_meta(call.tool)]
    free = [place for place, call in enumerate(calls) if box.is_free(call.tool)]
    alike: dict[str, list[int]] = defaultdict(list)
    for place in sorted(set(range(len(calls))) - set(meta) - set(free)):
        alike[identity(calls[place].tool, calls[place].arguments, reference)].append(place)
    wanted = _wanted(reference)
    counted, retried, duplicates = list[int](), dict[int, int](), list[int]()
    for name, places in alike.items():
        kept, again, same = _sort(calls, places, max(1, wanted.get(name, 0)))
        counted += kept
        retried |= dict.fromkeys(again, kept[0])
        duplicates += same
    return Usage(
        counted=tuple(sorted(counted)),
        meta=tuple(meta),
        free=tuple(place for place in free if place not in meta),
        retried=dict(sorted(retried.items())),
        duplicates=tuple(sorted(duplicates)),
    )


def _sort(calls: Sequence[Call], places: list[int], most: int) -> tuple[list[int], list[int], list[int]]:
    """Sort identical calls: those that count, attempts that failed beside them, and repetitions."""
    done = [place for place in places if calls[place].status in ("ok", "unknown")]
    failed = [place for place in places if place not in done]
    if done:
        return done[:most], failed, done[most:]
    return failed[:1], failed[1:], []


def identity(tool: str, arguments: object, reference: ReferencePath) -> str:
    """Return the same text for calls that ask the same of the same tool."""
    canonical = arguments
    if isinstance(arguments, Mapping):
        aliases = reference.argument_aliases
        canonical = {aliases.get(key, key): value for key, value in arguments.items() if value is not None}
    return f"{reference.toolbox.name(tool)} {json.dumps(canonical, sort_keys=True, default=str)}"


def _wanted(reference: ReferencePath) -> dict[str, int]:
    """Return how many steps require exactly the same."""
    counts: dict[str, int] = defaultdict(int)
    for step in reference.steps:
        for name in {identity(way.tool, way.arguments, reference) for way in step.ways()}:
            counts[name] += 1
    return dict(counts)
