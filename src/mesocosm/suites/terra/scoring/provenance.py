"""Answers that can be traced: the share of answered fields whose values come from the trace.

A field is supported when, before the answer,
  - it names a call that went well, by id or by its number counted from 1, or a file that such a call made, and the
    value turned up (as below) in what that call gave back, or one that was given the file; not one that only repeats
    what the agent gives it, such as a file that it wrote, one made of such a file, or a program of its own; or
  - its value turned up in what a call gave back, and the agent had not written it into an argument before. Arithmetic
    and programs of its own show something only if they were fed (`evidence`), and what gives back what the agent
    puts in shows nothing if it is hundreds of numbers.

A number turns up when a number seen rounds to it as written, or lies within its tolerance and 0.5 % of it. One of a
single significant digit turns up too easily in texts: of those only an observation's data counts. Fields left open
(null) are not counted; without an answered field the share is NaN.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field as Declared

from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.evidence import (
    COMPUTING,
    LONGEST_TEXT,
    OWN_HANDS,
    WRITING,
    Evidence,
    flags_in,
    in_data,
    in_text,
    is_number,
    named_in,
    numbers_given,
    rounds_to,
    significant,
    texts_of,
)
from mesocosm.suites.terra.scoring.prediction import Entry, Prediction
from mesocosm.suites.terra.scoring.profiles import allowance
from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.types import Record

MOST_PRINTED = 200
"""Most numbers that a program may print: among more, any number occurs."""
WIDEST = 0.005
"""Largest share of a value by which a number in the trace may differ, if the tolerance allows as much."""
SHORTEST_WORD = 3


class Seen(Record):
    """Content that one call returned: its numbers, those of its data apart, and its words."""

    place: int
    numbers: tuple[float, ...]
    data: tuple[float, ...]
    words: str
    flags: tuple[bool, ...] = ()
    """Truth values of its data."""


class Provenance(Record):
    """Shares of answered fields: supported at all, by naming a source, by occurrence."""

    share: float
    cited: float
    observed: float
    fields: dict[str, str] = Declared(default_factory=dict)
    """Key to `cited`, `observed in call 3`, or empty."""


def trace_answers(truth: Sequence[Field], prediction: Prediction, calls: Sequence[Call]) -> Provenance:
    """Return the support of each answered field that was asked for."""
    useful = [(place, call) for place, call in enumerate(calls) if _is_useful(call)]
    seen, written = _seen(calls)
    support: dict[str, tuple[bool, int | None]] = {}
    for field in truth:
        entries = prediction.values(field.key)
        if entries and entries[-1].value is not None:
            entry = entries[-1]
            cited = _cite(entry, useful, seen)
            held = isinstance(entry.value, bool) and any(entry.value in here.flags for here in cited)
            support[field.key] = (
                held or _first_seen(field, entry, cited, written) is not None,
                _first_seen(field, entry, seen, written),
            )
    return _sum(support)


def _is_useful(call: Call) -> bool:
    return call.before_answer and call.status in ("ok", "unknown")


def _sum(support: Mapping[str, tuple[bool, int | None]]) -> Provenance:
    number = len(support)
    if not number:
        return Provenance(share=math.nan, cited=math.nan, observed=math.nan)
    return Provenance(
        share=sum(cited or place is not None for cited, place in support.values()) / number,
        cited=sum(cited for cited, _ in support.values()) / number,
        observed=sum(place is not None for _, place in support.values()) / number,
        fields={key: _describe(cited, place) for key, (cited, place) in support.items()},
    )


def _describe(cited: bool, place: int | None) -> str:
    return "cited" if cited else "" if place is None else f"observed in call {place + 1}"


def _cite(entry: Entry, useful: Iterable[tuple[int, Call]], seen: Iterable[Seen]) -> list[Seen]:
    """Return the results of the calls that an entry names, and of those that made or used a file that it names."""
    shown = {here.place: here for here in seen}
    sources = [(place, call) for place, call in useful if place in shown]
    makers = [(place, call) for place, call in sources if not call.tool.startswith(OWN_HANDS)]
    cites = set(entry.cites)
    places = {place for place, call in makers if cites & {call.id, str(place + 1), *call.files} - {""}}
    files = {name.rpartition("/")[2].casefold() for _, call in makers for name in cites & call.files.keys()}
    places |= {place for place, call in sources if files & named_in(call, files)}
    return [shown[place] for place in sorted(places)]


def _seen(calls: Sequence[Call]) -> tuple[list[Seen], list[Seen]]:
    """Return the results of calls, and what the agent wrote into each call."""
    evidence, given = Evidence(), []
    for place, call in enumerate(calls):
        if not _is_useful(call):
            evidence.disown_files(call)
            continue
        unfed = call.tool.startswith(COMPUTING) and not evidence.feeds(call)
        if call.tool.startswith(WRITING) or unfed or evidence.repeats_own(call):
            evidence.disown(call)
            continue
        seen = Seen(
            place=place,
            numbers=in_text(call.text),
            data=tuple(in_data(call.data)),
            words=_words(call),
            flags=tuple(set(flags_in(call.data))),
        )
        evidence.add(call, seen.numbers, seen.data)
        if not _is_flood(call, seen):
            given.append(seen)
    written = [
        Seen(place=place, numbers=(), data=tuple(numbers_given(call)), words=_spell(call.arguments))
        for place, call in enumerate(calls)
    ]
    return given, written


def _is_flood(call: Call, seen: Seen) -> bool:
    return call.tool.startswith(OWN_HANDS) and len(seen.numbers) + len(seen.data) > MOST_PRINTED


def _words(call: Call) -> str:
    return values.canonical(call.text[:LONGEST_TEXT]) + " " + _spell(call.data)


def _spell(value: Any) -> str:
    return " ".join(values.canonical(text) for text in texts_of(value))[:LONGEST_TEXT]


def _first_seen(field: Field, entry: Entry, seen: Sequence[Seen], written: Sequence[Seen]) -> int | None:
    """Return the call whose observation first contained the value, before the agent wrote it itself."""
    for here in seen:
        echo = [source for source in written if source.place <= here.place]
        if _holds(field, entry.value, here) and not any(_wrote(field, entry.value, source) for source in echo):
            return here.place
    return None


def _wrote(field: Field, value: Any, source: Seen) -> bool:
    if is_number(value):
        return any(rounds_to(number, float(value), 0.0) for number in source.data)
    return _holds(field, value, source)


def _holds(field: Field, value: Any, here: Seen) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, list):
        return bool(value) and all(_holds(field, inner, here) for inner in value)
    if isinstance(value, str) and _as_number(value) is None:
        word = values.canonical(value)
        return len(word) >= SHORTEST_WORD and _stands_in(word, here.words)
    number = _as_number(value)
    return number is not None and _turns_up(field, value, number, here)


def _turns_up(field: Field, value: Any, number: float, here: Seen) -> bool:
    spelled = str(value)
    pool = here.data if significant(spelled) < 2 else (*here.data, *here.numbers)
    return any(rounds_to(seen, number, _slack(field, number), spelled) for seen in pool)


def _slack(field: Field, number: float) -> float:
    if not is_number(field.value):
        return 0.0
    truth = float(field.value)
    allowed = allowance("default", truth, absolute=field.abs_tol, relative=field.rel_tol, floor=field.floor_scale)
    return min(allowed, WIDEST * abs(number))


def _as_number(value: Any) -> float | None:
    try:
        return values.number_of(value, "", "")
    except values.Unreadable:
        return None


def _stands_in(word: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", words) is not None
