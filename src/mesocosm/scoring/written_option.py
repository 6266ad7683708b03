"""Read the option that a reply writes out, such as `D) 377.3 m`, on a line of its own or at the beginning of a line.

Consecutive lines with several options are a list, which chooses none. An option with a remark that denies it is no
choice either. The last single option counts. If the text of every option is known, a letter with the number of another
letter contradicts itself, and is no answer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

DECLINED = "-"
"""The reading of words that choose no option: "none of the above", or a letter with the number of another."""
LONGEST_LINE = 200
"""Characters at the beginning of a line that are searched for an option, its unit and a remark."""
LONGEST_NUMBER = LONGEST_UNIT = 40

STYLED = {
    0x1D400 + 52 * style + 26 * small + place: letter
    for style in range(13)
    for small, letters in enumerate(("ABCD", "abcd"))
    for place, letter in enumerate(letters)
}
"""The bold, italic and other letters of Unicode's mathematical alphabets."""
SUPERSCRIPT = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
RAISED = re.compile(r"(?<=10)[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
DRESS = re.compile(r"\\(?:text(?:bf|rm)?|math(?:rm|bf))\b|\\[,;: ()\[\]]|[*_$`{}]")
"""Markdown and LaTeX around an option."""
NUMBER = re.compile(
    r"[-+−]?(?:\d[\d,]*+(?:\.\d*+)?|\.\d++)"
    r"(?:[eE][-+−]?\d++|\s?(?:×|·|x|\\times|\\cdot)\s?10\s?\^?\s?(?P<power>[-+−]?\d++))?"
)
LEAD = (
    r"(?:(?i:so|thus|hence|therefore|finally|i\s(?:choose|pick|select)|(?:my|the\sfinal)\schoice(?:\sis)?"
    r"|the\s(?:correct|right|best|closest)\s(?:option|choice)\sis)\b[,:]?\s++){0,2}+"
)
LABEL = re.compile(
    rf"[\s>#•+–-]*+{LEAD}(?:(?i:option|choice)\s++)?+(?:[(\[]\s*+([A-D])\s*+[)\]]|([A-D])\s?[).:\]])[.:)]?+\s*+"
)
LONE = re.compile(r"[\s\[(]*+([A-D])[\]).\s]*+")
ANOTHER = re.compile(
    r"(?<!not )(?<!than )(?<![A-Za-z0-9])[(\[]?([A-D])[)\].:]\s*+(?:[-+−.]?\d|$|[,;/&]|(?:or|and)\b|[(\[]?[A-D][)\].:])"
)
"""A further option within a line: in a list, not in "A) would need a sign"."""
SENTENCE_END = re.compile(r"[.;!?](?=\s|$)|$")
UNIT_END = re.compile(r"[.,;!?](?=\s|$)|\s[–—(:]|\s-\s|\s(?:because|since|as)\b|$")
DENIAL = re.compile(
    r"\b(?:wrong|incorrect|false|not|no|too|cannot|ruled|excluded|eliminated|impossible|unlikely|or|maybe|perhaps)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
UNIT_WORD = re.compile(
    r"(?:kilo|hecto|mega|centi|milli|micro)?(?:met(?:re|er)|gram|pascal|joule|watt|mole|lit(?:re|er)|newton|second)s?"
    r"|kelvins?|degrees?|celsius|hours?|minutes?|days?|years?|percent|per|squared?|cubed|cubic|units?",
    re.IGNORECASE,
)
SHORT_WORDS = re.compile(
    r"a|all|also|am|an|and|any|are|as|at|be|but|by|can|did|do|does|for|from|had|has|high|how|i|if|in|is|it|its|less|low|may|more|near|no|not"
    r"|of|off|on|one|only|or|so|than|that|the|then|they|this|to|too|two|was|we|were|when|who|why|will|with|yes|you",
    re.IGNORECASE,
)
"""Words of up to four letters that are no units."""
BETWEEN_OPTIONS = re.compile(r"\W*(?:or|and|and/or|either|maybe|also)?\W*", re.IGNORECASE)


class Found(NamedTuple):
    """A letter, or `DECLINED`, with its position in the text."""

    place: int
    letter: str


@dataclass
class _Option:
    """A line that writes out an option."""

    place: int
    letters: frozenset[str]
    choice: str | None
    """The chosen letter, `DECLINED`, or None if a remark or a list leaves it open."""
    is_printed: bool
    """Whether its number is printed for one of the letters, so that it is the task's option wherever it stands."""
    is_edge: bool = False
    """Whether it is the first or the last line of the reply."""


@dataclass
class _Run:
    """Consecutive options."""

    options: list[_Option] = field(default_factory=list)

    def last_choice(self) -> Found | None:
        """Return the choice of a run that is not a list."""
        if len(frozenset().union(*(option.letters for option in self.options))) > 1:
            return None
        counted = (option for option in reversed(self.options) if option.is_printed or option.is_edge)
        chosen = ((option.place, option.choice) for option in counted if option.choice is not None)
        return next((Found(place, letter) for place, letter in chosen), None)


def values_of(printed: Mapping[str, str] | None) -> dict[str, float]:
    """Return the number at the beginning of each letter's option; none unless all of them have one."""
    found = {letter: leading_number(text) for letter, text in (printed or {}).items()}
    return {letter: value for letter, value in found.items() if value is not None} if None not in found.values() else {}


def leading_number(text: str) -> float | None:
    """Return the number at the beginning of a text."""
    match = NUMBER.match(_raise(text).lstrip())
    return _value(match) if match else None


def contradicts(letter: str, number: float | None, values: Mapping[str, float]) -> bool:
    """Whether a number belongs to another letter, and not to this one."""
    owners = _owners(number, values)
    return bool(owners) and letter not in owners


def written_option(text: str, values: Mapping[str, float]) -> Found | None:
    """Return the last option that a text writes out outside of a list."""
    found = [run.last_choice() for run in _runs(text, values)]
    return next((one for one in reversed(found) if one is not None), None)


def unstyle(text: str) -> str:
    """Replace the mathematical letters of a text by plain ones."""
    return text if text.isascii() else text.translate(STYLED)


def _runs(text: str, values: Mapping[str, float]) -> Iterator[_Run]:
    run = _Run()
    lines = list(_lines(text))
    for number, (place, line) in enumerate(lines):
        option = _read(place, line, values)
        if option is not None:
            option.is_edge = number in (0, len(lines) - 1)
            run.options.append(option)
        elif run.options and BETWEEN_OPTIONS.fullmatch(line) is None:
            yield run
            run = _Run()
    yield run


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Where each line that is not blank begins, and its head, undressed."""
    place = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            head = line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…"
            yield place, DRESS.sub("", _raise(unstyle(head))).strip()
        place += len(line)


def _read(place: int, line: str, values: Mapping[str, float]) -> _Option | None:
    """Read the option at the beginning of a line; return None if there is none."""
    label = LONE.fullmatch(line) or LABEL.match(line)
    if label is None:
        return None
    letter, rest = next(filter(None, label.groups())), line[label.end() :]
    if not rest or rest in ("A", "B", "C", "D"):
        return _Option(place, frozenset({letter}), None if rest else letter, is_printed=False)
    number = NUMBER.match(rest)
    if number is None or number.end() > LONGEST_NUMBER:
        return None
    return _read_value(place, letter, _value(number), rest[number.end() :], values)


def _read_value(place: int, letter: str, value: float, tail: str, values: Mapping[str, float]) -> _Option | None:
    """The option of a letter with its number, by what follows them; None for talk that denies it."""
    letters = frozenset({letter, *ANOTHER.findall(tail)})
    stands = len(letters) == 1 and _stands(tail)
    if not stands and _denied(tail):
        return None
    choice = DECLINED if contradicts(letter, value, values) else letter
    return _Option(place, letters, choice if stands else None, is_printed=bool(_owners(value, values)))


def _stands(tail: str) -> bool:
    """Whether what follows a number is a unit, and then an end or a remark that does not deny it."""
    unit = tail[: _start(UNIT_END, tail)]
    ends_with = tail[_start(SENTENCE_END, tail) :][:1]
    return _is_unit(unit) and ends_with != "?" and not _denied(tail)


def _denied(tail: str) -> bool:
    return DENIAL.search(tail[: _start(SENTENCE_END, tail)]) is not None


def _is_unit(words: str) -> bool:
    tokens = re.findall(r"[^\W\d_]+", words)
    return len(words) <= LONGEST_UNIT and all(
        UNIT_WORD.fullmatch(token) or (len(token) <= 4 and not SHORT_WORDS.fullmatch(token)) for token in tokens
    )


def _start(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.search(text)
    return match.start() if match else len(text)


def _owners(number: float | None, values: Mapping[str, float]) -> set[str]:
    """Return the letters whose options have a number."""
    if number is None:
        return set()
    return {letter for letter, value in values.items() if math.isclose(value, number, rel_tol=1e-9)}


def _value(match: re.Match[str]) -> float:
    plain = match[0].replace("−", "-").replace(",", "")
    if match["power"] is None:
        return float(plain)
    mantissa = re.match(r"[-+]?[\d.]+", plain)
    assert mantissa is not None
    return float(f"{mantissa[0]}e{match['power'].replace('−', '-')}")


def _raise(text: str) -> str:
    """Powers of ten with their exponents on the line."""
    return text if text.isascii() else RAISED.sub(lambda match: "^" + match[0].translate(SUPERSCRIPT), text)
