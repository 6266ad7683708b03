"""Whether arithmetic and programs of an agent's own were given anything that a tool had shown before.

A program is fed that names a file which was there before it ran and is not the agent's own: one of the item, or one
made by a call that shows something (where a trace tells of no files, one that a tool named). Arithmetic and programs
are that hold a number which was shown: one of two significant digits or more if they hold any such, else one of the
others. Powers of ten, lengths of days and years, and scales of temperature are everybody's. That stops guesses in other
words, such as `15.7 * 2`; whoever means to deceive can still put a number or a file that was shown beside them.
"""

from __future__ import annotations

import fnmatch
import itertools
import math
import posixpath
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.toolbox import PUBLISHED_GROUPS

COMPUTING = ("execution", "calculator", "math_agent", *PUBLISHED_GROUPS["execution"].split())
"""What tools begin with that compute whatever the agent asks for, under our names and the published ones."""
WRITING = ("files.write", "files_write", "files.list", "files_list")
"""What tools begin with that show nothing but what the agent wrote, or names and sizes of its files."""
ENGINES = ("crop", "environment", "impact", "infrastructure", "simulation")
"""What tools begin with that run a model: its results are no copy of the inputs, which an agent may write."""
OWN_HANDS = (*COMPUTING, "files", "groups", "submit", "open_group", "reset_equipped_tools")
"""What tools begin with that give back what the agent puts in."""
CONSTANTS = frozenset({0, 1.8, 3.6, 12, 24, 28, 30, 31, 32, 60, 273.15, 365, 365.25, 366, 1440, 3600, 86400})
POWER_OF_TEN = "1.000000000000000e"
BRACED = re.compile(r"\{[^{}\n]{1,60}\}")
"""What a program fills into a name."""
MOST_PATTERNS = 100
"""Patterns of names, such as `rain-*.nc`, that are looked at in a program."""
DATA_FILE = re.compile(
    r"(?<![\w*-])[\w*?{}-]{1,100}\.(?:csv|epw|geojson|grib2?|json|md|nc4?|osm|parquet|pdf|tiff?|txt|xml|zarr|zip)(?!\w)"
)
NUMBER = re.compile(r"(?<![\w.])[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?(?![\w.]*\w)")
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
MOST_SHOWN = 100_000
LONGEST_TEXT = 50_000
"""Characters of an observation, or of what an agent writes into a call, that are looked through."""


class Evidence:
    """Numbers that calls have shown, and files that the agent made itself, as an episode goes on."""

    def __init__(self) -> None:
        self._shown: list[float] = []
        """Sorted, without their signs."""
        self._in_data: set[float] = set()
        self._written: set[float] = set()
        self._own_files: set[str] = set()
        self._tool_files: set[str] = set()
        """Of the item, or made by calls that show something; a remark about one does not make it the agent's own."""

    def feeds(self, call: Call) -> bool:
        """Whether a computation was given something of this."""
        text = " ".join(texts_of(call.arguments))[:LONGEST_TEXT]
        if not call.tool.startswith("calculator") and names_any(text.casefold(), self._files_before(call)):
            return True
        numbers = {abs(number) for number in numbers_given(call)} - CONSTANTS
        numbers = {number for number in numbers if not f"{number:.15e}".startswith(POWER_OF_TEN)}
        telling = {number for number in numbers if significant(spell_value(number)) > 1}
        if telling:
            return any(self._was_shown(number) for number in telling)
        return bool(numbers & self._in_data)

    def add(self, call: Call, numbers: Sequence[float], data: Sequence[float]) -> None:
        """Take in what a call showed, without what the agent had written before."""
        self.note_written(call)
        self._tool_files |= made_by(call)
        if call.item_files is None and not call.tool.startswith(OWN_HANDS):
            self._tool_files |= names_in(" ".join((call.text, *texts_of(call.data))))
        self._in_data |= {abs(number) for number in data} - self._written
        new = {abs(number) for number in (*numbers, *data)} - self._written
        self._shown.extend(itertools.islice(new, MOST_SHOWN - len(self._shown)))
        self._shown.sort()

    def disown(self, call: Call) -> None:
        """Take the files of a call for the agent's own, where a trace does not tell of files those that it names."""
        self.note_written(call)
        self._own_files |= made_by(call)
        if call.item_files is None and not call.files:
            self._own_files |= named_in(call) - self._tool_files

    def disown_files(self, call: Call) -> None:
        """The same of a call that went wrong, but may have written files before it did."""
        if call.tool.startswith((*COMPUTING, *WRITING)):
            self._own_files |= made_by(call)

    def repeats_own(self, call: Call) -> bool:
        """Whether a call was given files of the agent's own and no others: what it makes of them stays the agent's."""
        if call.tool.startswith((*COMPUTING, *ENGINES)):
            return False
        others = self._files_before(call)
        given = named_in(call, self._own_files | others)
        return bool(given & self._own_files) and not given & others

    def _files_before(self, call: Call) -> set[str]:
        """Files that a call could be given and that are not the agent's own."""
        return (self._tool_files | {_base(path) for path in call.item_files or ()}) - self._own_files

    def note_written(self, call: Call) -> None:
        """Remember the numbers of a call's arguments that had not been shown."""
        self._written |= {number for number in map(abs, numbers_given(call)) if not self._was_shown(number)}

    def _was_shown(self, number: float) -> bool:
        """Whether a number that was shown rounds to this one as it is written."""
        place = bisect_left(self._shown, number)
        near = self._shown[max(place - 1, 0) : place + 1]
        return any(rounds_to(shown, number, 0.0, spell_value(number)) for shown in near)


def named_in(call: Call, known: Collection[str] = ()) -> set[str]:
    """Files that the arguments of a call name, without their folders: of data, and known ones whatever their names."""
    texts = list(texts_of(call.arguments))
    return names_in(" ".join(texts)) | {_base(text) for text in texts if _base(text) in known}


def names_in(text: str) -> set[str]:
    """Files of data that a text names, without their folders."""
    return set(DATA_FILE.findall(text[:LONGEST_TEXT].casefold()))


def names_any(program: str, files: Collection[str]) -> bool:
    """Whether a program names one of these files, or a pattern that fits one: `rain-*.nc`, `rain-{year}.nc`."""
    names = set(DATA_FILE.findall(program)) | set(DATA_FILE.findall(BRACED.sub("*", program)))
    if names & set(files):
        return True
    patterns = sorted(name for name in names if "*" in name or "?" in name)
    if any(fnmatch.filter(files, pattern) for pattern in patterns[:MOST_PATTERNS]):
        return True
    other = (name for name in files if not DATA_FILE.fullmatch(name) and name in program)
    return any(re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", program) for name in other)


def made_by(call: Call) -> set[str]:
    """Files that a call made, without their folders."""
    return {_base(name) for name in call.files}


def _base(path: str) -> str:
    return posixpath.normpath(path).rpartition("/")[2].casefold()


def numbers_given(call: Call) -> Iterator[float]:
    """Numbers that an agent wrote into a call, a list without spaces read both ways; limits of time are not meant."""
    arguments = call.arguments
    if isinstance(arguments, Mapping):
        arguments = {name: value for name, value in arguments.items() if name != "seconds"}
    yield from in_data(arguments)
    for text in texts_of(arguments):
        yield from in_text(text)
        yield from in_text(text.replace(",", ", "))


def in_text(text: str) -> tuple[float, ...]:
    """Finite numbers of a text, with commas between thousands or without."""
    plain = THOUSANDS.sub("", text[:LONGEST_TEXT].replace("\N{MINUS SIGN}", "-"))
    return tuple(number for number in map(float, NUMBER.findall(plain)) if math.isfinite(number))


def in_data(value: Any) -> Iterator[float]:
    """Every finite number of a JSON value, not deeper than such values are read."""
    if is_number(value):
        yield float(value)
    for inner in inner_values(value):
        yield from in_data(inner)


def flags_in(value: Any) -> Iterator[bool]:
    """Every truth value of a JSON value."""
    if isinstance(value, bool):
        yield value
    for inner in inner_values(value):
        yield from flags_in(inner)


def texts_of(value: Any) -> Iterator[str]:
    """Every text of a JSON value."""
    if isinstance(value, str):
        yield value
    for inner in inner_values(value):
        yield from texts_of(inner)


def inner_values(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()


def is_number(value: Any) -> bool:
    """Whether it is a finite number that a float can hold."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number of more than 308 digits
        return False


def rounds_to(seen: float, number: float, slack: float, spelled: str = "") -> bool:
    """Whether a number lies within the slack of another, or within the rounding that its spelling tells."""
    decimals = len(spelled.partition(".")[2]) if "e" not in spelled.lower() else None
    rounding = 0.5 * 10.0**-decimals if decimals else 0.0 if decimals is None or significant(spelled) < 2 else 0.5
    return abs(seen - number) <= max(slack, rounding * (1 + 1e-9), 1e-9 * abs(number))


def spell_value(number: float) -> str:
    return f"{number:.15g}"


def significant(spelled: str) -> int:
    """Digits that tell: without leading zeros, and without zeros at the end of a whole number."""
    digits = spelled.lower().partition("e")[0].lstrip("+-0.").replace(".", "")
    return len(digits if "." in spelled else digits.rstrip("0"))
