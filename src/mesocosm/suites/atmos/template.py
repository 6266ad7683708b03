"""The contract of a question template: physics in SI, prose in our words, forks that make its named mistakes.

A module of `templates/` is named for its physics and defines one `Template` called `template`. Its solver sees numbers
in SI and nothing else: variables that the question prints, constants it declares, and those that its forks choose. So
its units can be checked without reading it, by measuring everything in other units and seeing the answer follow
(`tests/suites/atmos`).

A text of a template writes what depends on a fork as `[fork:words if it is taken|words if it is not]`. These words may
depend on another fork in the same way.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from numpy.random import Generator

from mesocosm import units
from mesocosm.questions.forks import ErrorKind, Fork, Taken, named_mistakes
from mesocosm.suites.atmos.constants import CONSTANTS, STATED

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

FORKED_WORDS = re.compile(r"\[(\w+):([^][|]*)\|([^][|]*)\]")
"""Words that depend on a fork and on no other."""

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

    def format_value(self, value: float) -> str:
        """A value in the asked unit with its digits: plain between a thousandth and a million, scientific beyond."""
        if value == 0 or not 1e-3 <= abs(value) < 1e6:
            return f"{value:.{self.digits - 1}e}"
        rounded = float(f"{value:.{self.digits - 1}e}")
        decimals = self.digits - 1 - math.floor(math.log10(abs(rounded)))
        return f"{rounded:.{max(decimals, 0)}f}"


@dataclass(frozen=True, kw_only=True)
class Choice(Fork):
    """A fork, and the numbers that it chooses."""

    quantities: Mapping[str, tuple[str, str]]
    """Name of a chosen number to the variable or constant that it is if the fork is taken, and if it is not."""


def fork(mistake: str, kind: ErrorKind = "misreading", **quantities: tuple[str, str]) -> Choice:
    """Return a fork from one text of its two mistakes, as in `used the [upper|lower] layer`, and from its quantities.

    The first words are for the person who wrongly takes the fork. Most forks choose between printed numbers, so most
    mistakes are misreadings.
    """
    taken, missed = (re.sub(r"\[(.*)\|(.*)\]", rf"\{way}", mistake) for way in (1, 2))
    return Choice(taken, missed, kind, quantities=quantities)


@dataclass(frozen=True)
class Symbol:
    """A letter of a formula: what it stands for in the question, and its number in SI."""

    meaning: str
    """As in `the speed of the wind`; it may not say how the letter enters the formula."""
    quantity: str
    """Name of this number among those that the solver sees, or else among those that it returns."""


@dataclass(frozen=True)
class Formula:
    """The first part as a closed formula, for open questions."""

    symbols: Mapping[str, Symbol]
    """Every letter of the formula, constants too, in the order in which the question lists them."""
    latex: str
    """The formula, with the alternatives of each fork."""

    def write(self, taken: Taken) -> str:
        """The formula with these forks taken, in LaTeX."""
        return choose_words(self.latex, taken)


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
    forks: Mapping[str, Choice]
    """At least three; either way must make a natural question and change the first part."""
    question: str
    """The situation with the alternatives of each fork, and every variable as its name in braces. The closing question
    is made from the parts."""
    solve: Callable[[SI, Taken], Mapping[str, float]]
    """Every part by its symbol, in SI, and every letter of the formula that is none of the numbers the solver sees."""
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

    def ask(self, printed: Printed, taken: Taken) -> str:
        """The situation with these forks taken."""
        return choose_words(self.question, taken).format(**{name: f"{value:g}" for name, value in printed.items()})

    def describe(self, printed: Printed, taken: Taken) -> str:
        """The situation, and the constants on which books differ."""
        constants = [STATED[name] for name in self.constants if name in STATED]
        listed = " and ".join(", ".join(constants).rsplit(", ", 1))
        return self.ask(printed, taken) + (f" Take {listed}." if constants else "")

    def draw(self, generator: Generator) -> dict[str, float]:
        """Values of all variables."""
        return {name: variable.draw(generator) for name, variable in self.variables.items()}

    def values(self, printed: Printed, taken: Taken) -> dict[str, float]:
        """Every part in the unit it is asked in."""
        solved = self.solve(self.choose(self.in_si(printed), taken), taken)
        return {symbol: _from_si(part.unit, solved[symbol]) for symbol, part in self.parts.items()}

    def numbers(self, printed: Printed, taken: Taken) -> SI:
        """Everything that a letter of the formula may stand for."""
        x = self.choose(self.in_si(printed), taken)
        return {**self.solve(x, taken), **x}

    def in_si(self, printed: Printed) -> dict[str, float]:
        """The variables and constants."""
        drawn = {name: _to_si(variable.unit, printed[name]) for name, variable in self.variables.items()}
        return drawn | {name: _constant(name) for name in self.constants}

    def choose(self, x: SI, taken: Taken) -> SI:
        """The variables and constants, and the numbers that the forks choose from them: all that the solver sees."""
        return {**x} | {
            quantity: x[pair[0] if name in taken else pair[1]]
            for name, choice in self.forks.items()
            for quantity, pair in choice.quantities.items()
        }


def choose_words(text: str, taken: Taken) -> str:
    """Return a text in which each fork is one of its two alternatives, the innermost forks first."""
    while FORKED_WORDS.search(text):
        text = FORKED_WORDS.sub(lambda words: words[2] if words[1] in taken else words[3], text)
    return text


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
