"""Units as people write them: juxtaposed, with slashes, in words, with or without spaces.

The names are ours (a closed list, so that prose is not taken for a unit), their sizes are pint's.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass, replace
from typing import Any

from mesocosm.scoring.open_answers.unit_names import CUSTOMARY, METRIC, PREFIXES, SCALES, SPELLED
from mesocosm.units import registry

Dimensions = tuple[tuple[str, float], ...]

ATOM = re.compile(
    r"""\s*(?: (?P<power>\^\( (?P<exponent>[-+]?\d{1,2}(?:[./]\d{1,2})?) \) | \^(?P<digit>\d)(?!\d)
                | (?<=[a-zA-Z])(?P<glued>-?[1-4])(?![\d.]) )           # m^(2), m^2, m2 and s-1
    | (?P<slash>[/÷]) | (?P<open>[(\[]) | (?P<close>[)\]]) | (?P<one>1(?=\s*[/)]))
    | (?P<times>[·×]|-(?=\s?[A-Za-z]))
    | (?P<name>°\s?[CFKcfNSEW](?![A-Za-z](?!\^)) | [°%‰Å] | [A-Za-zμ]+(?![A-Za-z_'])) )""",
    re.VERBOSE,
)
LONGEST_UNIT = 80
MOST_ATOMS = 24
SQUARE = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
SQUARED = {"squared": 2, "cubed": 3}


@dataclass(frozen=True)
class Unit:
    """A size in base units, the dimensions without angle, and the zero of a temperature scale."""

    size: float
    dimensions: Dimensions
    zero: float = 0.0
    pure_scale: bool = False
    """A percentage or a "million": a bare number may well mean the same."""

    def times(self, other: Unit, power: float = 1.0) -> Unit:
        """The product with a power of another unit."""
        total = dict(self.dimensions)
        for name, exponent in other.dimensions:
            total[name] = total.get(name, 0.0) + exponent * power
        dimensions = tuple(sorted((name, value) for name, value in total.items() if abs(value) > 1e-9))
        both = (not self.dimensions and self.size == 1.0) or self.pure_scale
        return Unit(self.size * other.size**power, dimensions, 0.0, both and other.pure_scale)


ONE = Unit(1.0, ())


@dataclass(frozen=True)
class UnitReading:
    """The units a text may mean, most literal first, and where the unit ends in it."""

    units: tuple[Unit, ...]
    end: int


@functools.lru_cache(maxsize=4096)
def read_unit(text: str) -> UnitReading | None:
    """The longest unit at the start of the text; `None` where there is none."""
    text = text[:LONGEST_UNIT]
    factors = _Factors(text).read()
    if not factors:
        return None
    literal = ONE
    below = ONE
    for factor in factors:
        literal = literal.times(factor.unit, factor.power * (-1 if factor.divides else 1))
        below = below.times(factor.unit, factor.power * (-1 if factor.after_slash else 1))
    if len(factors) == 1 and factors[0].power == 1 and not factors[0].divides:
        literal = factors[0].unit
    if not math.isfinite(literal.size) or literal.size <= 0:
        return None
    readings = [literal] if literal.dimensions == below.dimensions else [literal, below]
    pound = atom_unit("lb")
    if any(factor.unit == pound for factor in factors):
        readings += [_with_pound_force(factors)]
    return UnitReading(tuple(readings), factors[-1].end)


def _with_pound_force(factors: list[_Factor]) -> Unit:
    """The pound as a weight, as in pounds per square foot."""
    pound, force = atom_unit("lb"), atom_unit("lbf") or ONE
    unit = ONE
    for factor in factors:
        named = force if factor.unit == pound else factor.unit
        unit = unit.times(named, factor.power * (-1 if factor.divides else 1))
    return unit


@dataclass(frozen=True)
class _Factor:
    unit: Unit
    power: float
    divides: bool
    after_slash: bool
    end: int


class _Factors:
    """Named units with their powers, read until the first word that is not a unit."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.factors: list[_Factor] = []
        self.divides = self.after_slash = False
        self.next_power = 1
        self.groups: list[tuple[bool, int]] = []
        """Open brackets: whether each stands below the line, and how many factors came before it."""

    def read(self) -> list[_Factor]:
        while len(self.factors) < MOST_ATOMS and (token := ATOM.match(self.text, self.place)) and self.take(token):
            pass
        return self.factors[: self.groups[0][1]] if self.groups else self.factors

    def take(self, token: re.Match[str]) -> bool:
        """One token; false where the unit ends before it."""
        if token["name"]:
            return self.name(token)
        self.place = token.end()
        if token["power"]:
            return self.power(token)
        if token["slash"]:
            self.divides = self.after_slash = True
        elif token["open"]:
            self.groups.append((self.divides, len(self.factors)))
        elif token["close"]:
            return self.close(token.end())
        return True

    def name(self, token: re.Match[str]) -> bool:
        word, end = token["name"].replace(" ", ""), token.end()
        lower = word.lower()
        if lower == "per" and self.text[end : end + 1].isspace():
            self.divides = self.after_slash = True
        elif lower in SQUARE:
            self.next_power = SQUARE[lower]
        elif lower in SQUARED and self.factors:
            self.factors[-1] = _raise(self.factors[-1], SQUARED[lower], end)
        elif (atoms := _find_unit(word, self.text[end:])) is not None:
            end += _dot(word, self.text, end)
            below = self.divides or any(under for under, _ in self.groups)
            self.factors += [_Factor(atom, self.next_power, below, self.after_slash, end) for atom in atoms]
            self.divides, self.next_power = False, 1
        else:
            return False
        self.place = end
        return True

    def power(self, token: re.Match[str]) -> bool:
        if not self.factors or self.factors[-1].power != 1:
            return False
        self.factors[-1] = _raise(
            self.factors[-1], _exponent(token["exponent"] or token["digit"] or token["glued"]), token.end()
        )
        return True

    def close(self, end: int) -> bool:
        if not self.groups:
            return False
        self.groups.pop()
        self.divides = False
        if self.factors and not self.groups:
            self.factors[-1] = replace(self.factors[-1], end=end)
        return True


def _raise(factor: _Factor, power: float, end: int) -> _Factor:
    return replace(factor, power=factor.power * power, end=end)


def _exponent(text: str) -> float:
    over, _, under = text.partition("/")
    return float(over) / (float(under) or 1.0) if under else float(over)


def _dot(word: str, text: str, end: int) -> int:
    """Characters to skip: 1 where the full stop of an abbreviation follows ("in.", "mill."), else 0."""
    return int(len(word) <= 5 and text[end : end + 1] == "." and not text[end + 1 : end + 2].isdigit())


def _find_unit(word: str, rest: str) -> list[Unit] | None:
    """The unit of this name; glued names ("kgm") only where a power follows, since words would fall apart."""
    powered = re.match(r"\s*\^\(-", rest) is not None
    if word == "ms" and powered:  # by the convention of the field m s⁻¹, not 1/ms
        return _glue(word)
    if word == "in" and re.match(r"\s*\.?\s*(?:$|[/^)\],;·]|per\b|of\b)", rest) is None:
        return None  # the preposition
    unit = atom_unit(word)
    if unit is not None:
        return [unit]
    return _glue(word) if powered or word in ("Nm", "Pas", "Js", "Ws", "Ns") else None


def _glue(word: str) -> list[Unit] | None:
    for cut in range(len(word) - 1, 0, -1):
        first, second = atom_unit(word[:cut]), atom_unit(word[cut:])
        if first is not None and second is not None:
            return [first, second]
    return None


@functools.lru_cache(maxsize=4096)
def atom_unit(word: str) -> Unit | None:
    """The unit of one name, or `None`."""
    if word in SCALES or word.lower() in SCALES:
        return Unit(SCALES.get(word, SCALES.get(word.lower(), 1.0)), (), 0.0, True)
    name = SPELLED.get(word) or SPELLED.get(word.lower() if len(word) > 2 else word) or word
    if name in ("°C", "°F"):
        return Unit(
            1.0 if name == "°C" else 5 / 9, (("[temperature]", 1.0),), 273.15 if name == "°C" else 459.67 * 5 / 9
        )
    if name in CUSTOMARY:
        return _from_pint(CUSTOMARY[name])
    if name in METRIC:
        return _from_pint(METRIC[name])
    for prefix, size in PREFIXES.items():
        if name.startswith(prefix) and name[len(prefix) :] in METRIC:
            unit = _from_pint(METRIC[name[len(prefix) :]])
            return Unit(unit.size * size, unit.dimensions)
    return None


@functools.lru_cache(maxsize=512)
def _from_pint(definition: str) -> Unit:
    base: Any = registry().Quantity(definition).to_base_units()
    dimensions = tuple(sorted((str(name), float(power)) for name, power in base.dimensionality.items()))
    return Unit(float(base.magnitude), dimensions)
