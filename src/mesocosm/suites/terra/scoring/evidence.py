"""Whether arithmetic and programs of an agent used values that a tool had shown before.

A program uses evidence if it names a file which was there before it ran and is not the agent's own: one of the item, or
one made by a call that shows something (in a trace without files, one that a tool named). Arithmetic and programs also
do if they contain a number that was shown: one of two significant digits or more if they contain any such, else one of
the others. Powers of ten, lengths of days and years, and scales of temperature are common knowledge. That stops guesses
in other words, such as `15.7 * 2`; deliberate deceit can still put a shown number or file beside them.
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
"""Prefixes of tools that compute whatever the agent asks for, under our names and the published ones."""
WRITING = ("files.write", "files_write", "files.list", "files_list")
"""Prefixes of tools that show only what the agent wrote, or names and sizes of its files."""
ENGINES = ("crop", "environment", "impact", "infrastructure", "simulation")
"""Prefixes of tools that run a model: its results are no copy of the inputs, which an agent may write."""
OWN_HANDS = (*COMPUTING, "files", "groups", "submit", "open_group", "reset_equipped_tools")
"""Prefixes of tools that return what the agent puts in."""
CONSTANTS = frozenset({0, 1.8, 3.6, 12, 24, 28, 30, 31, 32, 60, 273.15, 365, 365.25, 366, 1440, 3600, 86400})
POWER_OF_TEN = "1.000000000000000e"
BRACED = re.compile(r"\{[^{}\n]{1,60}\}")
"""Value that a program fills into a name."""
MOST_PATTERNS = 100
"""Most patterns of names, such as `rain-*.nc`, that are checked in a program."""
DATA_FILE = re.compile(
    r"(?<![\w*-])[\w*?{}-]{1,100}\.(?:csv|epw|geojson|grib2?|json|md|nc4?|osm|parquet|pdf|tiff?|txt|xml|zarr|zip)(?!\w)"
)
NUMBER = re.compile(r"(?<![\w.])[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?(?![\w.]*\w)")
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
MOST_SHOWN = 100_000
LONGEST_TEXT = 50_000
"""Most characters of an observation, or of an agent's text in a call, that are searched."""


class Evidence:
    """Numbers that calls have shown, and files that the agent made itself, as an episode proceeds."""

    def __init__(self) -> None:
        self._shown: list[float] = []
        """Numbers shown, sorted, without signs."""
        self._in_data: set[float] = set()
        self._written: set[float] = set()
        self._own_files: set[str] = set()
        self._tool_files: set[str] = set()
        """Files of the item, or made by calls that show something; naming one does not make it the agent's own."""

    def feeds(self, call: Call) -> bool:
        """Return whether a computation used any of this evidence."""
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
        """Add what a call showed, without what the agent had written before."""
        self.note_written(call)
        self._tool_files |= made_by(call)
        if call.item_files is None and not call.tool.startswith(OWN_HANDS):
            self._tool_files |= names_in(" ".join((call.text, *texts_of(call.data))))
        self._in_data |= {abs(number) for number in data} - self._written
        new = {abs(number) for number in (*numbers, *data)} - self._written
        self._shown.extend(itertools.islice(new, MOST_SHOWN - len(self._shown)))
        self._shown.sort()

    def disown(self, call: Call) -> None:
        """Mark the files of a call as the agent's own; in a trace without files, those that the call names."""
        self.note_written(call)
        self._own_files |= made_by(call)
        if call.item_files is None and not call.files:
            self._own_files |= named_in(call) - self._tool_files

    def disown_files(self, call: Call) -> None:
        """Mark the files of a call that failed, but may have written files before it did."""
        if call.tool.startswith((*COMPUTING, *WRITING)):
            self._own_files |= made_by(call)

    def repeats_own(self, call: Call) -> bool:
        """Return whether a call got only files of the agent's own: its results then stay the agent's."""
        if call.tool.startswith((*COMPUTING, *ENGINES)):
            return False
        others = self._files_before(call)
        given = named_in(call, self._own_files | others)
        return bool(given & self._own_files) and not given & others

    def _files_before(self, call: Call) -> set[str]:
        """Return files that a call could use and that are not the agent's own."""
        return (self._tool_files | {base_name(path) for path in call.item_files or ()}) - self._own_files

    def note_written(self, call: Call) -> None:
        """Record the numbers of a call's arguments that had not been shown."""
        self._written |= {number for number in map(abs, numbers_given(call)) if not self._was_shown(number)}

    def _was_shown(self, number: float) -> bool:
        """Return whether a number that was shown rounds to this one as it is written."""
        place = bisect_left(self._shown, number)
        near = self._shown[max(place - 1, 0) : place + 1]
        return any(rounds_to(shown, number, 0.0, spell_value(number)) for shown in near)


def named_in(call: Call, known: Collection[str] = ()) -> set[str]:
    """Return files that the arguments of a call name, without folders: data files, and known files of any name."""
    texts = list(texts_of(call.arguments))
    return names_in(" ".join(texts)) | {base_name(text) for text in texts if base_name(text) in known}


def names_in(text: str) -> set[str]:
    """Return data files that a text names, without folders."""
    return set(DATA_FILE.findall(text[:LONGEST_TEXT].casefold()))


def names_any(program: str, files: Collection[str]) -> bool:
    """Return whether a program names one of these files, or a pattern that fits one: `rain-*.nc`, `rain-{year}.nc`."""
    names = set(DATA_FILE.findall(program)) | set(DATA_FILE.findall(BRACED.sub("*", program)))
    if names & set(files):
        return True
    patterns = sorted(name for name in names if "*" in name or "?" in name)
    if any(fnmatch.filter(files, pattern) for pattern in patterns[:MOST_PATTERNS]):
        return True
    other = (name for name in files if not DATA_FILE.fullmatch(name) and name in program)
    return any(re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", program) for name in other)


def made_by(call: Call) -> set[str]:
    """Return files that a call made, without folders."""
    return {base_name(name) for name in call.files}


def base_name(path: str) -> str:
    """Return a file without its folders, in lower case."""
    return posixpath.normpath(path).rpartition("/")[2].casefold()


def numbers_given(call: Call) -> Iterator[float]:
    """Return numbers that an agent wrote into a call, a list without spaces read both ways; no time limits."""
    arguments = call.arguments
    if isinstance(arguments, Mapping):
        arguments = {name: value for name, value in arguments.items() if name != "seconds"}
    yield from in_data(arguments)
    for text in texts_of(arguments):
        yield from in_text(text)
        yield from in_text(text.replace(",", ", "))


def in_text(text: str) -> tuple[float, ...]:
    """Return finite numbers of a text, with or without commas between thousands."""
    plain = THOUSANDS.sub("", text[:LONGEST_TEXT].replace("\N{MINUS SIGN}", "-"))
    return tuple(number for number in map(float, NUMBER.findall(plain)) if math.isfinite(number))


def in_data(value: Any) -> Iterator[float]:
    """Return every finite number of a JSON value, to the depth that is read."""
    if is_number(value):
        yield float(value)
    for inner in inner_values(value):
        yield from in_data(inner)


def texts_of(value: Any) -> Iterator[str]:
    """Return every text of a JSON value."""
    if isinstance(value, str):
        yield value
    for inner in inner_values(value):
        yield from texts_of(inner)


def inner_values(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()


def is_number(value: Any) -> bool:
    """Return whether it is a finite number that a float can hold."""
    try:
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number of more than 308 digits
        return False


def rounds_to(seen: float, number: float, slack: float, spelled: str = "") -> bool:
    """Return whether a number lies within `slack` of another, or within the rounding implied by its spelling."""
    decimals = len(spelled.partition(".")[2]) if "e" not in spelled.lower() else None
    rounding = 0.5 * 10.0**-decimals if decimals else 0.0 if decimals is None or significant(spelled) < 2 else 0.5
    return abs(seen - number) <= max(slack, rounding * (1 + 1e-9), 1e-9 * abs(number))


def spell_value(number: float) -> str:
    return f"{number:.15g}"


def significant(spelled: str) -> int:
    """Return the number of significant digits: no leading zeros, and no trailing zeros of a whole number."""
    digits = spelled.lower().partition("e")[0].lstrip("+-0.").replace(".", "")
    return len(digits if "." in spelled else digits.rstrip("0"))


def stands_in(word: str, words: str) -> bool:
    """Return whether a word, or several, stands in a text as a whole."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", words) is not None
