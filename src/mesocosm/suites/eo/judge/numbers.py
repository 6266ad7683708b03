"""Numbers in running text: digits, thousands, number words, dozens, and the words around them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

TO_NINETEEN = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
UNITS = {word: value for value, word in enumerate(TO_NINETEEN)}
TENS = {
    word: 10 * (place + 2)
    for place, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])
}
LARGE = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
FIXED = {
    "a dozen and a half": 18,
    "one and a half dozen": 18,
    "a pair of": 2,
    "half a dozen": 6,
    "a half-dozen": 6,
    "half-dozen": 6,
    "a single": 1,
    "a dozen": 12,
    "one dozen": 12,
    "two dozen": 24,
    "three dozen": 36,
    "nil": 0,
    "single": 1,
    "dozen": 12,
}
WORD = "|".join([*UNITS, *TENS, *LARGE])
DIGITS = re.compile(
    r"(?<!\w)(?<!\d\.)(?<![A-Za-z]-)(?<![A-Za-z]\.)(?P<sign>(?<![\d)\s]\s)(?<!\d)(?<!\d\s)-(?=\S))?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d.,])|\d+(?:\.\d+)?|\.\d+)"
    r"(?P<power>\s?(?:[eE][-+]?\d{1,3}|[x×]\s?10\^?[-+]?\d{1,2}))?(?![\d])"
    r"(?P<large>\s(?:[hH]undred|[tT]housand|[mM]illion)\b)?"
)
SPELLED = re.compile(
    rf"(?<![\w-])(?:(?P<fixed>{'|'.join(FIXED)})|(?P<words>(?:a (?=hundred|thousand|million))?(?:{WORD})"
    rf"(?:(?:[\s-]+|\s+and\s+)(?:{WORD}))*))(?![\w-]*\w)",
    re.IGNORECASE,
)
PRONOUN_BEFORE = re.compile(
    r"\b(?:this|that|the|each|every|no|any|which|other|another|last|first|next|previous)\s$", re.IGNORECASE
)
PRONOUN_AFTER = re.compile(
    r"\s(?:another|can|cannot|can't|hopes?|wonders?|needs|sees|has to|could|may|might|would|must|should|side|end"
    r"|edge|corner|hand|part|way|that|in particular)\b",
    re.IGNORECASE,
)
BOX = r"\[[^\[\]\d]*\d[^\[\]]*\]"
"""Pattern of a box in brackets; no nested brackets, so that every character is looked at once."""
MOST = 40
"""Most numbers of one answer; more are a table, which is not read."""
TOO_LARGE = 1e15
"""Numbers from here on are passed over: no count or measurement of a picture is so large."""
NEAR = 24
"""Characters before a word in which its pronoun is looked for."""
BOUND_BEFORE = re.compile(
    r"(?:\b(?:at least|at most|more than|less than|fewer than|greater than|larger than|smaller than|over|under"
    r"|up to|no more than"
    r"|no fewer than|no less than|not more than|not less than|(?:a )?(?:minimum|maximum)(?: of)?|almost|nearly"
    r"|exceeds?|exceeding"
    r"|above|below|upwards of"
    r"|close to but not|anything but|everything but|all but|other than|or equal to)|[<>]=?|[≤≥])\s*$",
    re.IGNORECASE,
)
BOUND_AFTER = re.compile(
    r"\s*(?:\+(?!\s*\d)|(?:\w+ )?or (?:more|fewer|less|greater|larger|above|below|higher|lower)\b"
    r"|(?:\w+ ){0,2}at (?:the )?(?:most|least)\b)",
    re.IGNORECASE,
)
FROM = re.compile(r"\bfrom\s*$", re.IGNORECASE)
INSTEAD = re.compile(r"(?:[,;.-]\s*no|\b(?:wait|sorry|or rather|make that))\b[\s,:]*$", re.IGNORECASE)
"""Text before a number that replaces another."""


@dataclass(frozen=True)
class Mention:
    """A number that a text names, with its position."""

    value: float
    start: int
    end: int

    @property
    def whole(self) -> bool:
        return self.value == int(self.value)


def numbers_in(text: str) -> list[Mention]:
    """Return every number in order, in digits or words."""
    written = list(_digits(text))
    ends = {mention.end for mention in written}  # the `thousand` of `32 thousand` is not a separate number
    taken = [*written, *(mention for mention in _spell(text) if mention.end not in ends)]
    return sorted(taken, key=lambda mention: mention.start)


def _digits(text: str) -> Iterator[Mention]:
    for match in DIGITS.finditer(text):
        value = float(match["digits"].replace(",", "").replace(" ", "")) * _power(match["power"])
        value *= LARGE[match["large"].strip().lower()] if match["large"] else 1
        if abs(value) < TOO_LARGE:  # excludes infinity and NaN, such as 0e999
            yield Mention(-value if match["sign"] else value, match.start(), match.end())


def _power(written: str | None) -> float:
    exponent = re.search(r"[-+]?\d+$", written) if written else None
    return float(f"1e{exponent[0]}") if exponent else 1.0


def _spell(text: str) -> Iterator[Mention]:
    for match in SPELLED.finditer(text):
        value = FIXED[match["fixed"].lower()] if match["fixed"] else _value_of(match["words"])
        if value == 1 and _is_pronoun(text, match):
            continue
        if value is not None and value < TOO_LARGE:
            yield Mention(float(value), match.start(), match.end())


def _is_pronoun(text: str, match: re.Match[str]) -> bool:
    return bool(
        PRONOUN_BEFORE.search(text[max(0, match.start() - NEAR) : match.start()])
        or PRONOUN_AFTER.match(text[match.end() :])
    )


def _value_of(words: str) -> int | None:
    """Return `two hundred and forty-one` as 241; None if the words are several numbers in a row."""
    total, part, last = 0, 0, ""
    for word in re.split(r"[\s-]+", words.lower()):
        if word in ("and", "a"):
            continue
        if word in LARGE:
            part = max(part, 1) * LARGE[word]
            if word != "hundred":
                total, part = total + part, 0
        elif (word in UNITS and (last in UNITS or (last in TENS and UNITS[word] > 9))) or (
            word in TENS and last in {*TENS, *UNITS}
        ):
            return None
        else:
            part += UNITS.get(word, TENS.get(word, 0))
        last = word
    return total + part


def is_bound(text: str, mention: Mention) -> bool:
    """Return whether a number is only a bound: `at least 12`, `12 or more`, `12+`."""
    before, after = text[: mention.start], text[mention.end :]
    return bool(BOUND_BEFORE.search(before) or BOUND_AFTER.match(after))


def how_joined(text: str, mentions: list[Mention]) -> str:
    """Return `range` or `alternatives` if two different numbers are offered together, else an empty text.

    `34 - 20 = 14` and `from 34 to 20, 14 fewer` are no ranges: a third number results from the two.
    """
    for first, second in itertools.pairwise(mentions):
        between = text[first.end : second.start].strip().lower()
        worked_out = len(mentions) > 2 and (
            text[second.end :].lstrip().startswith("=") or FROM.search(text[: first.start])
        )
        if first.value == second.value or worked_out:
            continue
        between = re.sub(r"^[a-z²%]{0,12}\s*(?=to$|or$|-$)", "", between)
        if between in ("-", "to", "through", "~", "...", "..") or (
            between == "and" and re.search(r"\bbetween\s*$", text[: first.start], re.IGNORECASE)
        ):
            return "range"
        if between in ("or", ", or", "and/or", "or maybe", "or perhaps", "or possibly", "or even", "|"):
            return "alternatives"
    return ""
