"""Answers that follow from data: the share of answered fields whose values do.

Fields that tell nothing are left out: those whose true value is empty, zero, true or false, a count below 3, or stands
in the request (`telling`). Of the others, a field is supported when, before the answer,
  - its value turned up in what a call gave back, and the agent had not written it into an argument before. Arithmetic
    and programs of its own show something only if they were fed (`evidence`), and what gives back what the agent
    puts in shows nothing if it is hundreds of numbers;
  - that result follows (`lineage`) from data that the reference rests on, or from the like, such as of a larger box;
  - and the value is the one that follows from those data, as the reference has computed it: it is right. Whether a
    wrong value follows from the data cannot be computed from the trace, and it counts for nothing.

A right value that turns up nowhere, as one computed in the head does, counts if nearly all data were read. Without a
reference, whatever turned up is taken to follow. A field is cited if it names the call that shows it, by id or by its
number counted from 1, or a file that such a call made or was given.

A number turns up when a number seen rounds to it as written, or lies within its tolerance and 0.5 % of it. One of a
single significant digit turns up too easily in texts: of those only an observation's data counts. Fields left open
(null) are not counted; without an answered field the share is NaN.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import Field as Declared

from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.calls import Call, went_well
from mesocosm.suites.terra.scoring.evidence import (
    COMPUTING,
    LONGEST_TEXT,
    OWN_HANDS,
    WRITING,
    Evidence,
    in_data,
    in_text,
    is_number,
    named_in,
    numbers_given,
    rounds_to,
    significant,
    stands_in,
    texts_of,
)
from mesocosm.suites.terra.scoring.lineage import Lineage
from mesocosm.suites.terra.scoring.prediction import Entry, Prediction
from mesocosm.suites.terra.scoring.profiles import allowance
from mesocosm.suites.terra.scoring.telling import is_telling
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


class Provenance(Record):
    """Shares of answered fields that tell something: supported at all, by naming a source, by occurrence."""

    share: float
    cited: float
    observed: float
    whole: float = math.nan
    """Share of all fields that tell something, those left open among them, that are supported."""
    fields: dict[str, str] = Declared(default_factory=dict)
    """Key to `cited`, `observed in call 3`, `follows from the data`, or empty."""
    places: dict[str, int] = Declared(default_factory=dict)
    """Key of each supported field to the place of the call that shows its value."""


class Basis(Record):
    """Where the data come from that the reference rests on, as far as an agent fetched them."""

    lineage: Lineage
    same: frozenset[int] = frozenset()
    """Places of calls that brought the same data as a step of the reference."""
    similar: frozenset[int] = frozenset()
    """Places of calls that brought data of the same kind, such as over a larger box."""
    complete: bool = False
    """Whether nearly all data of the reference were brought: then a right value follows from them, shown or not."""


def trace_answers(
    truth: Sequence[Field],
    prediction: Prediction,
    calls: Sequence[Call],
    prompt: str = "",
    basis: Basis | None = None,
) -> Provenance:
    """Return the support of each answered field that was asked for; fields that tell nothing are left out."""
    useful = [(place, call) for place, call in enumerate(calls) if went_well(call)]
    seen, written = _seen(calls)
    telling = [field for field in truth if is_telling(field, prompt)]
    support: dict[str, Support] = {}
    for field in telling:
        entries = prediction.values(field.key)
        if entries and entries[-1].value is not None:
            shows = _shows(field, entries[-1], seen, written)
            places = [here.place for here in _following(field, entries[-1], shows, basis)]
            cited = {here.place for here in _cite(entries[-1], useful, seen)}
            support[field.key] = Support(
                cited=any(place in cited for place in places),
                place=next(iter(places), None),
                computed=basis is not None and basis.complete and is_right(field, entries[-1]),
            )
    return _sum(support, len(telling))


def _following(field: Field, entry: Entry, shows: Sequence[Seen], data: Basis | None) -> list[Seen]:
    """Return those of the results that show a value which are evidence that it follows from the data."""
    if data is None:
        return list(shows)
    if not is_right(field, entry):
        return []
    return [here for here in shows if data.lineage[here.place] & (data.same | data.similar)]


def is_right(field: Field, entry: Entry) -> bool:
    return values.compare(field, entry.value, entry.unit).hit == 1.0


class Support(NamedTuple):
    """Why the value of one field is supported."""

    cited: bool
    place: int | None
    """Place of the first call that shows it."""
    computed: bool
    """Whether it is what follows from the data that the agent read, though no call shows it."""

    @property
    def is_given(self) -> bool:
        return self.place is not None or self.computed

    def words(self) -> str:
        seen = "" if self.place is None else f"observed in call {self.place + 1}"
        return "cited" if self.cited else seen or ("follows from the data" if self.computed else "")


def _sum(support: Mapping[str, Support], telling: int) -> Provenance:
    number = len(support)
    supported = sum(each.is_given for each in support.values())
    if not number:
        return Provenance(share=math.nan, cited=math.nan, observed=math.nan, whole=0.0 if telling else math.nan)
    return Provenance(
        share=supported / number,
        cited=sum(each.cited for each in support.values()) / number,
        observed=sum(each.place is not None for each in support.values()) / number,
        whole=supported / telling,
        fields={key: each.words() for key, each in support.items()},
        places={key: each.place for key, each in support.items() if each.place is not None},
    )


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
        if not went_well(call):
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


def _shows(field: Field, entry: Entry, seen: Sequence[Seen], written: Sequence[Seen]) -> list[Seen]:
    """Return the results that contain the value, before the agent wrote it itself."""
    first = min((source.place for source in written if _wrote(field, entry.value, source)), default=math.inf)
    forms = _forms(field, entry)
    return [here for here in seen if here.place < first and any(_holds(field, form, here) for form in forms)]


def _forms(field: Field, entry: Entry) -> list[Any]:
    """Return the value as it may turn up: a right number also with all its digits, and as a change the other way."""
    number = _as_number(entry.value)
    if number is None or isinstance(entry.value, bool) or not is_right(field, entry):
        return [entry.value]
    is_rounded = rounds_to(float(field.value), number, _slack(field, number), str(entry.value))
    return [entry.value, -number, *((field.value, -field.value) if is_rounded else ())]


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
        return len(word) >= SHORTEST_WORD and stands_in(word, here.words)
    number = _as_number(value)
    return number is not None and _turns_up(field, value, number, here)


def _turns_up(field: Field, value: Any, number: float, here: Seen) -> bool:
    spelled = str(value)
    pool = here.data if significant(spelled) < 2 else (*here.data, *here.numbers)
    slack = _slack(field, number)
    return any(rounds_to(seen, number, slack, spelled) for seen in pool)


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
