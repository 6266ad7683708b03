"""Answers that follow from what was seen, and whether an answer is one of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from mesocosm.suites.eo.judge import verdict
from mesocosm.suites.eo.records import AnswerSpec

NUMBER = re.compile(r"(?<![\w.-])[-+−]?\d+(?:\.\d+)?")
WORDS = {"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
         "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}  # fmt: skip


@dataclass
class Support:
    """Answers that follow from what was seen."""

    specs: list[AnswerSpec] = field(default_factory=list)
    numbers: list[tuple[float, float]] = field(default_factory=list)
    """Numbers, each with its tolerance."""

    def __bool__(self) -> bool:
        return bool(self.specs or self.numbers)

    def bears_out(self, answer: str, question: str) -> bool:
        """Return whether the answer is one of those that follow."""
        said = numbers_in(answer)
        if any(abs(number - value) <= tolerance for number in said for value, tolerance in self.numbers):
            return True
        return any(verdict(answer, spec, question).value for spec in self.specs)

    def add_counts(self, counts: Iterable[int]) -> None:
        self.numbers += [(float(count), 1e-9) for count in sorted(set(counts))]

    def add_measure(self, value: float | None, tolerance: float) -> None:
        if value is not None:
            self.numbers.append((value, tolerance))


def numbers_in(text: str) -> list[float]:
    """Return the numbers of a text, in digits or small ones in words; handles and dates are left out."""
    plain = re.sub(r"\b(?:img|box|mask|idx|crop)-\d+\b|\b\d{4}-\d{2}(?:-\d{2})?\b", " ", text)
    plain = re.sub(r"(?<=\d)[,\u202f ](?=\d{3}\b)", "", plain)
    digits = [float(number.replace("−", "-")) for number in NUMBER.findall(plain)]
    return digits + [float(WORDS[word]) for word in re.findall(r"[a-z]+", plain.lower()) if word in WORDS]
