"""What the result of each call follows from: the earlier calls, and the files of the item, that it made use of.

A call makes use of another if its arguments name a file that the other made, or contain a number that the other was the
first to show. A program reads the files that its text names: by name, by a pattern such as `rain-*.nc`, or by listing
the folder. A number tells where it comes from if it has three significant digits or more.
"""

from __future__ import annotations

import fnmatch
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence

from mesocosm.suites.terra.scoring.calls import Call, went_well
from mesocosm.suites.terra.scoring.evidence import (
    BRACED,
    COMPUTING,
    CONSTANTS,
    DATA_FILE,
    LONGEST_TEXT,
    MOST_PATTERNS,
    MOST_SHOWN,
    base_name,
    in_data,
    in_text,
    made_by,
    names_in,
    numbers_given,
    rounds_to,
    significant,
    spell_value,
    texts_of,
)

ITEM = -1
"""Place of the files that came with the item, as if a call before all others had made them."""
TELLING_DIGITS = 3
LISTS_FOLDER = re.compile(r"\b(?:listdir|scandir|iterdir|glob|rglob|walk)\b")
MOST_NUMBERS = 5_000
"""Most numbers of one call that are searched for, or noted as shown."""

Lineage = tuple[frozenset[int], ...]
"""For each call the places of the calls that its result follows from, its own among them."""


def lineage_of(calls: Sequence[Call]) -> Lineage:
    """Return the lineage of every call; a call that failed follows from nothing and shows nothing."""
    makers: dict[str, int] = {base_name(path): ITEM for call in calls[:1] for path in call.item_files or ()}
    shown = _Shown()
    found: list[frozenset[int]] = []
    for place, call in enumerate(calls):
        if not went_well(call):
            found.append(frozenset())
        else:
            parents = {makers[name] for name in files_used(call, makers)} | shown.parents(call)
            above = (found[parent] if parent != ITEM else frozenset({ITEM}) for parent in parents)
            found.append(frozenset({place}).union(*above))
            shown.note(call, place)
        makers |= dict.fromkeys(made_by(call), place)
    return tuple(found)


class _Shown:
    """Numbers that tell where they come from, each with the call that was the first to show it."""

    def __init__(self) -> None:
        self._first: dict[float, int] = {}
        self._sorted: list[float] = []

    def note(self, call: Call, place: int) -> None:
        new = [number for number in _telling((*in_data(call.data), *in_text(call.text))) if number not in self._first]
        new = new[: MOST_SHOWN - len(self._sorted)]
        self._first |= dict.fromkeys(new, place)
        self._sorted = sorted((*self._sorted, *new))

    def parents(self, call: Call) -> set[int]:
        """Return the calls that showed numbers which this call was given, as it writes them."""
        return {
            self._first[seen]
            for number in _telling(numbers_given(call))
            for seen in self._near(number)
            if rounds_to(seen, number, 0.0, spell_value(number))
        }

    def _near(self, number: float) -> list[float]:
        place = bisect_left(self._sorted, number)
        return self._sorted[max(place - 1, 0) : place + 1]


def _telling(numbers: Iterable[float]) -> list[float]:
    """Return the distinct numbers, without signs, that have enough digits to come from one place."""
    sizes = {abs(number) for number in numbers} - CONSTANTS
    return sorted(size for size in sizes if significant(spell_value(size)) >= TELLING_DIGITS)[:MOST_NUMBERS]


def files_used(call: Call, known: Collection[str]) -> set[str]:
    """Return the known files, without folders, that a call makes use of; none that it writes anew itself."""
    known = set(known) - made_by(call)
    text = " ".join(texts_of(call.arguments))[:LONGEST_TEXT].casefold()
    if call.tool.startswith(COMPUTING):
        return _read_by(text, known)
    return (names_in(text) | {base_name(argument) for argument in texts_of(call.arguments)}) & set(known)


def _read_by(program: str, known: Collection[str]) -> set[str]:
    """Return the known files that the text of a program names, by themselves, by a pattern, or by listing them all."""
    if LISTS_FOLDER.search(program):
        return set(known)
    names = set(DATA_FILE.findall(program)) | set(DATA_FILE.findall(BRACED.sub("*", program)))
    patterns = sorted(name for name in names if "*" in name or "?" in name)[:MOST_PATTERNS]
    fitting = {name for pattern in patterns for name in fnmatch.filter(known, pattern)}
    other = {name for name in known if not DATA_FILE.fullmatch(name) and name in program}
    return (names & set(known)) | fitting | other
