"""Which answers can be traced: the share of answered fields that come from the trace.

A field is supported when, before the answer,
  - it names a call that went well, by id or by its number counted from 1, or a file that such a call made; not one
    that only repeats what the agent gives it, such as a file that it wrote or a program of its own; or
  - its value turned up in what a call gave back, and the agent had not written it into an argument before. Arithmetic
    and programs of its own show something only if they were given a number or a file that a call had shown before,
    and a program that prints hundreds of numbers shows none.

A number turns up when a number seen rounds to it as written, or lies within its tolerance and 0.5 % of it. One of a
single significant digit turns up too easily in texts: of those only an observation's data counts. Fields left open
(null) are not counted; without an answered field the share is NaN.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import Field as Declared

from mesocosm.suites.terra.scoring import values
from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.prediction import Entry, Prediction
from mesocosm.suites.terra.scoring.profiles import allowance
from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.types import Record

NUMBER = re.compile(r"(?<![\w.])[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?(?![\w.]*\w)")
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
LONGEST_TEXT = 50_000
"""Characters of an observation that are looked through."""
OWN_HANDS = ("files", "execution", "calculator", "groups", "submit", "open_group")
"""What tools begin with that give back what the agent puts in."""
COMPUTING = ("execution", "calculator")
"""What tools begin with that compute whatever the agent asks for."""
FILE = re.compile(r"(?<![\w-])[\w-]{1,100}\.[a-z][a-z0-9]{1,7}(?!\w)")
MOST_PRINTED = 200
"""Numbers that a program may print: among more, any number turns up."""
WIDEST = 0.005
"""Share of a value by which a number seen may differ, where the tolerance allows as much."""
SHORTEST_WORD = 3


class Seen(Record):
    """What one call gave back: its numbers, those of its data apart, its words and its files."""

    place: int
    numbers: tuple[float, ...]
    data: tuple[float, ...]
    words: str
    files: tuple[str, ...] = ()


class Provenance(Record):
    """Shares of answered fields: supported at all, by naming a source, by turning up."""

    share: float
    cited: float
    observed: float
    fields: dict[str, str] = Declared(default_factory=dict)
    """Key to `cited`, `observed in call 3`, or nothing."""


def trace_answers(truth: Sequence[Field], prediction: Prediction, calls: Sequence[Call]) -> Provenance:
    """Support of each answered field that was asked for."""
    useful = [
        (place, call) for place, call in enumerate(calls) if call.before_answer and call.status in ("ok", "unknown")
    ]
    seen, written = _seen(calls, useful)
    support: dict[str, tuple[bool, int | None]] = {}
    for field in truth:
        entries = prediction.values(field.key)
        if entries and entries[-1].value is not None:
            entry = entries[-1]
            support[field.key] = (_is_cited(entry, useful), _first_seen(field, entry, seen, written))
    return _summed(support)


def _summed(support: Mapping[str, tuple[bool, int | None]]) -> Provenance:
    number = len(support)
    if not number:
        return Provenance(share=math.nan, cited=math.nan, observed=math.nan)
    return Provenance(
        share=sum(cited or place is not None for cited, place in support.values()) / number,
        cited=sum(cited for cited, _ in support.values()) / number,
        observed=sum(place is not None for _, place in support.values()) / number,
        fields={key: _told(cited, place) for key, (cited, place) in support.items()},
    )


def _told(cited: bool, place: int | None) -> str:
    return "cited" if cited else "" if place is None else f"observed in call {place + 1}"


def _is_cited(entry: Entry, useful: Iterable[tuple[int, Call]]) -> bool:
    sources = [(place, call) for place, call in useful if not call.tool.startswith(OWN_HANDS)]
    names = {name for place, call in sources for name in (call.id, str(place + 1), *call.files) if name}
    return bool(names & set(entry.cites))


def _seen(calls: Sequence[Call], useful: Sequence[tuple[int, Call]]) -> tuple[list[Seen], list[Seen]]:
    """What calls gave back, and what the agent wrote into each call."""
    given: list[Seen] = []
    for place, call in useful:
        seen = Seen(
            place=place,
            numbers=in_text(call.text),
            data=tuple(_in_data(call.data)),
            words=_words(call),
            files=tuple(call.files),
        )
        if not _is_flood(call, seen) and (not call.tool.startswith(COMPUTING) or _is_fed(call, given)):
            given.append(seen)
    written = [
        Seen(place=place, numbers=(), data=_written(call.arguments), words=_spelled(call.arguments))
        for place, call in enumerate(calls)
    ]
    return given, written


def _is_flood(call: Call, seen: Seen) -> bool:
    return call.tool.startswith(OWN_HANDS) and len(seen.numbers) + len(seen.data) > MOST_PRINTED


def _is_fed(call: Call, shown: Sequence[Seen]) -> bool:
    """Whether a computation was given a file, a telling number, or nothing but numbers, that were shown before."""
    spelled = _spelled(call.arguments)
    files = {name.rpartition("/")[2].casefold() for seen in shown for name in seen.files}
    if any(name in files or any(name in seen.words for seen in shown) for name in set(FILE.findall(spelled))):
        return True
    pool = sorted({number for seen in shown for number in (*seen.data, *seen.numbers)})
    numbers = {number for number in _written(call.arguments) if not _is_power_of_ten(number)}
    known = {number for number in numbers if _is_among(number, pool)}
    return any(_significant(f"{number:.15g}") > 1 for number in known) or (bool(numbers) and known == numbers)


def _is_among(number: float, pool: Sequence[float]) -> bool:
    """Whether a sorted number rounds to this one as it is written."""
    place = bisect_left(pool, number)
    return any(_rounds_to(near, number, 0.0, f"{number:.15g}") for near in pool[max(place - 1, 0) : place + 1])


def _is_power_of_ten(number: float) -> bool:
    return number > 0 and math.log10(number).is_integer()


def _written(arguments: Any) -> tuple[float, ...]:
    return (*_in_data(arguments), *in_text(_spelled(arguments)))


def _words(call: Call) -> str:
    return values.canonical(call.text[:LONGEST_TEXT]) + " " + _spelled(call.data)


def _spelled(value: Any) -> str:
    return " ".join(values.canonical(text) for text in _texts(value))[:LONGEST_TEXT]


def _first_seen(field: Field, entry: Entry, seen: Sequence[Seen], written: Sequence[Seen]) -> int | None:
    """The call whose observation first held the value, before the agent wrote it itself."""
    for here in seen:
        echo = [told for told in written if told.place <= here.place]
        if _holds(field, entry.value, here) and not any(_wrote(field, entry.value, told) for told in echo):
            return here.place
    return None


def _wrote(field: Field, value: Any, told: Seen) -> bool:
    if _is_number(value):
        return any(_rounds_to(number, float(value), 0.0) for number in told.data)
    return _holds(field, value, told)


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
    pool = here.data if _significant(spelled) < 2 else (*here.data, *here.numbers)
    return any(_rounds_to(seen, number, _slack(field, number), spelled) for seen in pool)


def _slack(field: Field, number: float) -> float:
    if not _is_number(field.value):
        return 0.0
    truth = float(field.value)
    allowed = allowance("default", truth, absolute=field.abs_tol, relative=field.rel_tol, floor=field.floor_scale)
    return min(allowed, WIDEST * abs(number))


def _rounds_to(seen: float, number: float, slack: float, spelled: str = "") -> bool:
    decimals = len(spelled.partition(".")[2]) if "e" not in spelled.lower() else None
    rounding = 0.5 * 10.0**-decimals if decimals else 0.0 if decimals is None or _significant(spelled) < 2 else 0.5
    return abs(seen - number) <= max(slack, rounding * (1 + 1e-9), 1e-9 * abs(number))


def _significant(spelled: str) -> int:
    """Digits that tell: without leading zeros, and without zeros at the end of a whole number."""
    digits = spelled.lower().partition("e")[0].lstrip("+-0.").replace(".", "")
    return len(digits if "." in spelled else digits.rstrip("0"))


def _as_number(value: Any) -> float | None:
    try:
        return values.number_of(value, "", "")
    except values.Unreadable:
        return None


def _is_number(value: Any) -> bool:
    """Whether it is a finite number that a float can hold."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number of more than 308 digits
        return False


def _stands_in(word: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", words) is not None


def in_text(text: str) -> tuple[float, ...]:
    """Numbers of a text, with commas between thousands or without."""
    plain = THOUSANDS.sub("", text[:LONGEST_TEXT].replace("\N{MINUS SIGN}", "-"))
    return tuple(float(number) for number in NUMBER.findall(plain))


def _in_data(value: Any) -> Iterator[float]:
    """Every finite number of a JSON value, not deeper than such values are read."""
    if _is_number(value):
        yield float(value)
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _in_data(inner)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _texts(inner)
