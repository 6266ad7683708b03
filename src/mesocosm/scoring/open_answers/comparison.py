"""Whether a value equals the key's: tolerance, missing units, dimensions, temperatures, signs."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from mesocosm.scoring.numeric import apart_at_most
from mesocosm.scoring.open_answers.quantities import Quantity
from mesocosm.scoring.open_answers.unit_text import ONE, Unit, atom_unit

TOLERANCE = 0.05
"""Tolerance relative to the key, as allowed by the instructions of the published judge."""

WIDEST = 0.10
"""The largest tolerance that half of the key's last digit can give: a key of "1" does not allow 1.5."""

SMALLEST_TEMPERATURE_K = 150.0
"""Kelvin below this number are differences: no temperature in these subjects is that low."""

DOWNWARDS = re.compile(
    r"\b(?:decreas|drop|fall|loss|lost|cool|down|west|south|below|sink|left|clockwise|anticyclon|lower|reduc|deficit|released?)",
    re.IGNORECASE,
)
TEMPERATURE = (("[temperature]", 1.0),)


@dataclass(frozen=True)
class Rules:
    """How close an answer must be."""

    tolerance: float = TOLERANCE
    exact: bool = False
    sign: bool = True
    half_digit: bool = True
    strict: bool = False
    """Whether the question names the unit: then another dimension is wrong, whatever the key has."""
    difference: bool = False
    """Whether temperatures are differences, whose zeros do not count."""
    periods: frozenset[str] = frozenset()
    """Periods of the totals in the question: for one year, a total and a total per year are the same number."""


Outcome = tuple[bool | None, str]


def compare(key: Quantity, answer: Quantity, rules: Rules) -> Outcome:
    """Compare one value with one key; return the outcome and its reason."""
    if _opposite(key.relation, answer.relation):
        return False, "inequality_reversed"
    if not answer.units or not key.units:
        return _one_without_unit(key, answer, rules)
    best: Outcome = (False, "dimension")
    for key_unit in key.units:
        for unit in answer.units:
            outcome = _with_units(key, key_unit, answer, unit, rules)
            if outcome[0]:
                return outcome
            best = outcome if best[1] == "dimension" else best
    return best


def _opposite(one: str, other: str) -> bool:
    less, more = ("<", "≤"), (">", "≥")
    return (one in less and other in more) or (one in more and other in less)


def near(key: Quantity, value: float, rules: Rules, *, size: float = 1.0) -> bool:
    """Whether a value in the key's own unit lies within the tolerance; `size` scales the key."""
    truths = [key.number.value] if key.number.other is None else [key.number.value, key.number.other]
    if key.upper is not None:
        low, high = key.number.value * size * (1 - TOLERANCE), key.upper * size * (1 + TOLERANCE)
        return math.isfinite(value) and low <= value <= high
    return any(apart_at_most(value, truth * size, _allowed(key, truth, rules) * abs(size)) for truth in truths)


def _allowed(key: Quantity, truth: float, rules: Rules) -> float:
    if rules.exact:
        return 1e-6 * max(abs(truth), 1.0)
    if truth == 0:
        return 0.5 * key.number.last_place if key.number.last_place < 1 else 1e-12
    half = min(0.5 * key.number.last_place, WIDEST * abs(truth)) if rules.half_digit else 0.0
    return max(rules.tolerance * abs(truth), half) * (1 + 1e-9)


def _judge(key: Quantity, value: float, rules: Rules, reason: str) -> Outcome:
    if near(key, value, rules) or (not rules.sign and near(key, -value, rules)):
        return True, reason
    return False, "sign" if near(key, -value, rules) else "value"


def _one_without_unit(key: Quantity, answer: Quantity, rules: Rules) -> Outcome:
    value = answer.number.value
    if not key.units and not answer.units:
        return _judge(key, value, rules, "equal")
    if not key.units:
        unit = answer.units[0]
        if unit.dimensions:
            return (False, "dimension") if rules.strict else _judge(key, value, rules, "key_without_unit")
        converted = _judge(key, value * unit.size, rules, "equal")
        return (
            converted if converted[0] or abs(key.number.value) <= 1 else _judge(key, value, rules, "key_without_unit")
        )
    unit = key.units[0]
    if answer.unknown and unit.dimensions:
        return None, "unit_unknown"
    literal = _judge(key, value, rules, "unit_missing")
    if literal[0]:
        return literal
    if not unit.dimensions and _judge(key, value / unit.size, rules, "")[0]:
        return True, "equal"
    if unit.dimensions and _judge(key, (value - unit.zero) / unit.size, rules, "")[0]:
        return None, "unit_missing_other_scale"
    return literal


def _with_units(key: Quantity, key_unit: Unit, answer: Quantity, unit: Unit, rules: Rules) -> Outcome:
    if key_unit.dimensions == unit.dimensions:
        if unit.dimensions == TEMPERATURE:
            return _temperature(key, key_unit, answer, unit, rules)
        return _judge(key, answer.number.value * unit.size / key_unit.size, rules, "equal")
    concentration = None if rules.strict else _concentration(key_unit, unit)
    if concentration is not None:
        return _judge(key, answer.number.value * concentration, rules, "equal_in_water")
    return _nearly_a_unit(key, key_unit, answer, unit, rules)


def _temperature(key: Quantity, key_unit: Unit, answer: Quantity, unit: Unit, rules: Rules) -> Outcome:
    """Compare relative to the kelvins if both are in kelvin; otherwise relative to the degrees."""
    value = answer.number.value
    if rules.difference or (key_unit.zero == 0 and unit.zero == 0):
        return _judge(key, value * unit.size / key_unit.size, rules, "equal")
    kelvin = value if unit.zero == 0 else key.number.value if key_unit.zero == 0 else None
    if kelvin is not None and abs(kelvin) < SMALLEST_TEMPERATURE_K and not rules.strict:
        return _judge(key, value * unit.size / key_unit.size, rules, "equal")
    if key_unit.zero == 0:  # key in kelvin, answer in degrees: the key's kelvins do not widen the tolerance
        truth = key.number.value * key_unit.size - 273.15
        allowed = max(rules.tolerance * abs(truth), 0.5 * key.number.last_place)
        close = apart_at_most(value * unit.size + unit.zero - 273.15, truth, allowed)
        return close, "equal" if close else "value"
    return _judge(key, (value * unit.size + unit.zero - key_unit.zero) / key_unit.size, rules, "equal")


def _concentration(key_unit: Unit, unit: Unit) -> float | None:
    """Return the factor between mg/L and parts per million of a dilute solution, if the units are those; else None."""
    water = (("[length]", -3.0), ("[mass]", 1.0))
    if key_unit.pure_scale and key_unit.size <= 1e-6 and unit.dimensions == water:
        return unit.size / 1000.0 / key_unit.size
    if unit.pure_scale and unit.size <= 1e-6 and key_unit.dimensions == water:
        return unit.size * 1000.0 / key_unit.size
    return None


def _nearly_a_unit(key: Quantity, key_unit: Unit, answer: Quantity, unit: Unit, rules: Rules) -> Outcome:
    """Judge an answer whose unit has another dimension: wrong, unless only "per mole" or "per year" is missing."""
    excess = unit.times(key_unit, -1.0)
    if rules.strict or len(excess.dimensions) != 1:
        return False, "dimension"
    name, power = excess.dimensions[0]
    names = {"[substance]": ("mol",), "[time]": ("year", "month", "day", "hour", "min", "s")}.get(name, ())
    for word in names:
        missing = atom_unit(word) or ONE
        if _judge(key, answer.number.value * excess.size / missing.size**power, rules, "")[0]:
            left_out = word == "mol" and name in dict(key_unit.dimensions)  # R6: part of the unit is missing
            return (True if left_out or (word in rules.periods) else None), "unit_incomplete"
    return False, "dimension"
