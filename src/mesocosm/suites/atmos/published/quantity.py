"""The Quantity evaluator as published: special cases in a fixed order, the first that applies decides.

One case is left out: a single question whose value was written into the code.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.suites.atmos.published.base_units import TOLERANCE, in_base_units
from mesocosm.suites.atmos.published.notation import (
    DECIMAL,
    NUMBER,
    Outcome,
    bare,
    close,
    first_number,
    percentage,
)

ABSOLUTE = 0.15
"""As published, for any two decimals between 0 and 1, whatever they measure."""
MICRON_TOLERANCE = 0.15
ZERO_CELSIUS_K = 273.15

DIGIT = re.compile(r"[0-9]")
ONLY_NUMBER = re.compile(r"\s*+[-+]?[0-9]*+\.?[0-9]*+\s*+")
UNIT_LIKE = re.compile(r"[0-9.}]\s*+[A-Za-z%°µ\\^{]|\)\s*+\^|[=|]")
MICRONS = re.compile(rf"({NUMBER})\s*+µm")
CLOSED_FORM = re.compile(r"[\s$]*+\\d?frac\s*+\{(?=[^A-Za-z\\]*+\\(?:pi|sqrt))(?:[0-9\s.]|\\pi|\\sqrt|\{[0-9]++\})++\}")
POWER = re.compile(r"10\s*+\^\s*+\{?([0-9]{1,2})(?![0-9])")
SIGN = r"(?:(?:\^\s*+\{?\s*+)?\\circ\s*+\}?|°)"
DEGREES = re.compile(rf"({NUMBER})\s*+{SIGN}")
CELSIUS_SIGN = re.compile(rf"{SIGN}\s*+C")
CELSIUS = re.compile(rf"({NUMBER})\s*+{SIGN}?\s*+C(?![A-Za-z])")
KELVIN = re.compile(rf"({NUMBER})\s*+K(?![A-Za-z])")


def judge_quantity(key: str, answer: str) -> Outcome:
    """The verdict of the first branch that applies; `None` where one of the texts holds no value."""
    if not (_may_hold_value(key) and _may_hold_value(answer)):
        return None, "no_unit"
    for branch in BRANCHES:
        outcome = branch(key, answer)
        if outcome is not None:
            return outcome
    return in_base_units(key, answer)


def _may_hold_value(text: str) -> bool:
    """Whether a text has a digit, and either nothing else or something that looks like a unit."""
    if DIGIT.search(text) is None:
        return False
    upright = "\\text" in text or "\\mathrm" in text
    return upright or ONLY_NUMBER.fullmatch(text) is not None or UNIT_LIKE.search(bare(text)) is not None


def _compare(wanted: float | None, answered: float | None, reason: str, share: float = TOLERANCE) -> Outcome | None:
    return None if wanted is None or answered is None else (close(wanted, answered, share), reason)


def _first_number(pattern: re.Pattern[str], text: str) -> float | None:
    match = pattern.search(text)
    return None if match is None else float(match[1])


def _percent(key: str, answer: str) -> Outcome | None:
    """Both in percent."""
    return _compare(percentage(key), percentage(answer), "percent")


def _micron(key: str, answer: str) -> Outcome | None:
    """Both in micrometres."""
    return _compare(_first_number(MICRONS, bare(key)), _first_number(MICRONS, bare(answer)), "micron", MICRON_TOLERANCE)


def _closed_form(key: str, answer: str) -> Outcome | None:
    """One is a fraction with π or a root: as published, the products of all digits are compared."""
    if not (CLOSED_FORM.match(key) or CLOSED_FORM.match(answer)):
        return None
    return close(_digit_product(key), _digit_product(answer), TOLERANCE), "digit_product"


def _digit_product(text: str) -> float:
    return math.prod(float(digit) for digit in DIGIT.findall(text))


def _megawatt(key: str, answer: str) -> Outcome | None:
    """The key in MW: bare numbers, whatever the answer's unit."""
    if "MW" not in key:
        return None
    return _compare(_power_or_number(key), _power_or_number(answer), "megawatt")


def _power_or_number(text: str) -> float | None:
    match = POWER.search(text)
    return first_number(text) if match is None else 10.0 ** int(match[1])


def _kelvin_tolerance(key: str, answer: str) -> Outcome | None:
    """One in °C: as published, the tolerance is a share of the Kelvin values, and signs are lost."""
    texts = bare(key), bare(answer)
    if not any(CELSIUS_SIGN.search(text) for text in texts):
        return None
    return _compare(_kelvin(texts[0]), _kelvin(texts[1]), "kelvin_tolerance")


def _kelvin(text: str) -> float | None:
    celsius = _first_number(CELSIUS, text)
    return _first_number(KELVIN, text) if celsius is None else celsius + ZERO_CELSIUS_K


def _degrees(key: str, answer: str) -> Outcome | None:
    """Both in degrees, signs lost."""
    return _compare(_first_number(DEGREES, bare(key)), _first_number(DEGREES, bare(answer)), "degrees")


def _two_decimals(key: str, answer: str) -> Outcome | None:
    """A percentage or a decimal of both lies between 0 and 1: as published, an absolute tolerance."""
    wanted, answered = _part_of_one(key), _part_of_one(answer)
    if wanted is None or answered is None:
        return None
    return apart_at_most(answered, wanted, ABSOLUTE), "two_decimals"


def _part_of_one(text: str) -> float | None:
    percent = percentage(text)
    decimal = DECIMAL.search(text)
    value = percent / 100 if percent is not None else float(decimal[0]) if decimal else math.inf
    return value if value <= 1 else None


BRANCHES: tuple[Callable[[str, str], Outcome | None], ...] = (
    _percent, _micron, _closed_form, _megawatt, _kelvin_tolerance, _degrees, _two_decimals,
)  # fmt: skip
