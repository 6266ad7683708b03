"""The contract of a question template: physics in SI, prose in our words, forks that make its named mistakes.

A module of `templates/` is named for its physics and defines one `Template` called `template`. Its solver sees numbers
in SI and nothing else: variables that the question prints, and constants it declares. So its units can be checked
without reading it, by measuring everything in other units and seeing the answer follow (`tests/suites/atmos`).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from numpy.random import Generator

from mesocosm import units
from mesocosm.questions.forks import Fork, Taken, named_mistakes
from mesocosm.suites.atmos.constants import CONSTANTS, TOLD

Category = Literal[
    "hydrology",
    "atmospheric dynamics",
    "atmospheric physics",
    "geophysics",
    "physical oceanography",
    "radiation and climate",
    "clouds and aerosol",
    "boundary layer",
    "air quality",
    "ice",
    "solid earth",
]
"""The publication's five, then ours."""

Printed = Mapping[str, float]
"""Variables as the question prints them."""
SI = Mapping[str, float]
"""Variables and constants in SI."""


@dataclass(frozen=True)
class Variable:
    """A number that is drawn and printed."""

    unit: str
    """Pint's spelling; empty for none. Use `degC` for temperatures in degrees Celsius, `delta_degC` for differences."""
    low: float
    high: float
    step: float
    """Values are whole multiples of it, from low to high."""

    def draw(self, generator: Generator) -> float:
        """One value, as a person would write it."""
        first, last = round(self.low / self.step), round(self.high / self.step)
        return float(f"{int(generator.integers(first, last + 1)) * self.step:.10g}")


@dataclass(frozen=True)
class Part:
    """One number that is asked for."""

    name: str
    """What it is, as in `the Rossby number`."""
    unit: str
    """Unit it is asked in, pint's spelling; empty for none."""
    low: float
    high: float
    """The physical range, in that unit."""
    digits: int = 4
    """Significant digits printed, at least three."""
    tolerance: float = 0.02
    """Relative, for open answers."""

    def printed(self, value: float) -> str:
        """A value in the asked unit with its digits: plain between a thousandth and a million, scientific beyond."""
        if value == 0 or not 1e-3 <= abs(value) < 1e6:
            return f"{value:.{self.digits - 1}e}"
        rounded = float(f"{value:.{self.digits - 1}e}")
        decimals = self.digits - 1 - math.floor(math.log10(abs(rounded)))
        return f"{rounded:.{max(decimals, 0)}f}"


@dataclass(frozen=True)
class Symbol:
    """A letter of a formula: what it stands for in the question, and its number in SI."""

    meaning: str
    """As in `the speed of the wind`; it may not say how the letter enters the formula."""
    value: Callable[[SI, Taken], float]


@dataclass(frozen=True)
class Formula:
    """The first part as a closed formula, for open questions."""

    symbols: Mapping[str, Symbol]
    """Every letter of the formula, constants too, in the order they are told."""
    write: Callable[[Taken], str]
    """In LaTeX, with these forks taken."""


@dataclass(frozen=True)
class Template:
    """One kind of question. See the module's docstring."""

    category: Category
    kind: Literal["knowledge", "reasoning"]
    """Knowledge: one formula that must be known. Reasoning: several steps that must be found."""
    reference: str
    """Where the physics stands: book or paper, chapter or equation."""
    background: str
    """The passage that gives the knowledge away, for runs with knowledge given."""
    variables: Mapping[str, Variable]
    constants: tuple[str, ...]
    """Names of `CONSTANTS` that the solver may use."""
    forks: Mapping[str, Fork]
    """At least three; either way must make a natural question and change the first part."""
    ask: Callable[[Printed, Taken], str]
    """The situation with these forks taken, without the closing question, which the parts make."""
    solve: Callable[[SI, Taken], Mapping[str, float]]
    """Every part by its symbol, in SI."""
    parts: Mapping[str, Part]
    """Symbol to part; the first is the one of multiple choice."""
    collection: Literal["main", "extra", "further"] = "main"
    """Whether the topic is of the publication's main set, of its extra set, or one of ours."""
    accept: Callable[[Printed], bool] = field(default=lambda printed: True)
    """Whether drawn values make sense together, whatever the forks."""
    formula: Formula | None = None
    """None where the first part is not a closed formula of a few letters."""

    @property
    def mistakes(self) -> dict[str, str]:
        """Name to what the person did."""
        return named_mistakes(dict(self.forks))

    def tell(self, printed: Printed, taken: Taken) -> str:
        """The situation, and the constants on which books differ."""
        told = [TOLD[name] for name in self.constants if name in TOLD]
        listed = " and ".join(", ".join(told).rsplit(", ", 1))
        return self.ask(printed, taken) + (f" Take {listed}." if told else "")

    def draw(self, generator: Generator) -> dict[str, float]:
        """Values of all variables."""
        return {name: variable.draw(generator) for name, variable in self.variables.items()}

    def values(self, printed: Printed, taken: Taken) -> dict[str, float]:
        """Every part in the unit it is asked in."""
        solved = self.solve(self.in_si(printed), taken)
        return {symbol: _from_si(part.unit, solved[symbol]) for symbol, part in self.parts.items()}

    def in_si(self, printed: Printed) -> dict[str, float]:
        """What the solver sees."""
        drawn = {name: _to_si(variable.unit, printed[name]) for name, variable in self.variables.items()}
        return drawn | {name: _constant(name) for name in self.constants}


@functools.cache
def _line(unit: str) -> tuple[float, float]:
    """SI = offset + slope x value: degrees Celsius have an offset."""
    registry = units.registry()
    zero, one = (registry.Quantity(value, unit or "dimensionless").to_base_units().magnitude for value in (0.0, 1.0))
    return float(zero), float(one - zero)


def _to_si(unit: str, value: float) -> float:
    offset, slope = _line(unit)
    return offset + slope * value


def _from_si(unit: str, value: float) -> float:
    offset, slope = _line(unit)
    return (value - offset) / slope


@functools.cache
def _constant(name: str) -> float:
    value, unit = CONSTANTS[name]
    return _to_si(unit, value)
