"""Numbers as people write them: signs, powers of ten, fractions, and closed forms such as 40π or 1 - e⁻²."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from mesocosm.scoring.open_answers.verdict import TooMuch, Unreadable

LITERAL = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3}(?![\w.]))?")
SPACE = re.compile(r"\s*")
TEN_POWER = re.compile(r"10\s*\^\s*\(")
NAMED = re.compile(r"\\(ln|log|exp|sin|cos|tan|arctan|sinh|cosh|tanh) ?|(ln|log|exp)(?=\s*\()")
LOST_TIMES = re.compile(r"\d+\.\d*10")

MOST_STEPS = 600
DEEPEST = 20
LARGEST = 1e200

CALLS = {
    "ln": math.log, "log": math.log10, "exp": math.exp, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "arctan": math.atan, "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh,
}  # fmt: skip


@dataclass(frozen=True)
class Number:
    """A value, the place of its last written digit (0 for closed forms), and where it ends in the text."""

    value: float
    last_place: float
    end: int
    other: float | None = None
    """A second reading, where a multiplication sign seems lost: 4.710² for 4.7 × 10²."""
    whole: bool = False
    """Written as an integer."""


def read_number(text: str, start: int = 0) -> Number | None:
    """The longest number at this place of the plain notation; `None` where there is none."""
    try:
        number = _Reader(text).total(start)
    except TooMuch:
        raise
    except (Unreadable, ArithmeticError, ValueError):
        return None
    return number if math.isfinite(number.value) and abs(number.value) <= LARGEST else None


class _Reader:
    """Recursive descent: total, product, power, atom; each gives a `Number`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.steps = 0
        self.depth = 0

    def past_space(self, place: int) -> int:
        match = SPACE.match(self.text, place)
        return match.end() if match else place

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMuch("too long a calculation")

    def total(self, place: int) -> Number:
        left = self.product(place)
        while True:
            at = self.past_space(left.end)
            sign = self.text[at : at + 1]
            if sign == "±":
                spread = self.attempt(at + 1)
                return replace(left, end=spread.end) if spread else left
            right = self.attempt(at + 1) if sign in ("+", "-") else None
            if right is None:
                return left
            value = left.value + right.value if sign == "+" else left.value - right.value
            left = Number(value, 0.0, right.end)

    def attempt(self, place: int) -> Number | None:
        """A product here, or nothing: what follows may be a unit or a symbol."""
        try:
            return self.product(place)
        except TooMuch:
            raise
        except (Unreadable, ArithmeticError, ValueError):
            return None

    def product(self, place: int) -> Number:
        left = self.power(place)
        while True:
            at = self.past_space(left.end)
            sign = self.text[at : at + 1]
            right = self.factor(at + 1) if sign in ("×", "·", "/") else self.juxtaposed(at)
            if right is None or (sign == "/" and right.value == 0):
                return left
            left = self.joined(left, right, divided=sign == "/")

    def joined(self, left: Number, right: Number, *, divided: bool) -> Number:
        if divided:
            return Number(left.value / right.value, 0.0, right.end)
        ten_power = right.last_place == 0 and right.value > 0 and math.log10(right.value) % 1 == 0
        place = left.last_place * right.value if ten_power else 0.0
        other = None if left.other is None else left.other * right.value
        return Number(left.value * right.value, place, right.end, other)

    def factor(self, place: int) -> Number | None:
        try:
            return self.power(place)
        except TooMuch:
            raise
        except (Unreadable, ArithmeticError, ValueError):
            return None

    def juxtaposed(self, place: int) -> Number | None:
        """A factor without a sign before it: brackets, π, a root, e^, or a power of ten."""
        if self.text[place : place + 1] in ("(", "[", "π", "√") or self.text.startswith(("e^(", "\\"), place):
            return self.factor(place)
        return self.factor(place) if TEN_POWER.match(self.text, place) else None

    def power(self, place: int) -> Number:
        self.step()
        place = self.past_space(place)
        sign = self.text[place : place + 1]
        if sign in ("-", "+"):
            inner = self.power(place + 1)
            flip = -1.0 if sign == "-" else 1.0
            return replace(inner, value=flip * inner.value, other=None if inner.other is None else flip * inner.other)
        base = self.atom(place)
        if not self.text.startswith("^(", base.end):
            return base
        exponent = self.bracketed(base.end + 1)
        return self.raised(base, exponent, self.text[place : base.end])

    def raised(self, base: Number, exponent: Number, written: str) -> Number:
        if base.value == 0 or abs(exponent.value * math.log10(abs(base.value) or 1.0)) > 200:
            raise Unreadable("too large a power")
        value = base.value**exponent.value
        if isinstance(value, complex):
            raise Unreadable("a root of a negative number")
        if LOST_TIMES.fullmatch(written) and exponent.value == int(exponent.value):
            mantissa, size = written[:-2], 10.0**exponent.value
            decimals = len(mantissa.partition(".")[2])
            return Number(float(mantissa) * size, 10.0**-decimals * size, exponent.end, value)
        return Number(value, 0.0, exponent.end)

    def bracketed(self, place: int) -> Number:
        """A number in brackets, to the closing one."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooMuch("brackets nested too deeply")
        inner = self.total(place + 1)
        self.depth -= 1
        end = self.past_space(inner.end)
        if self.text[end : end + 1] not in (")", "]"):
            raise Unreadable("more than a number in brackets")
        return replace(inner, end=end + 1)

    def atom(self, place: int) -> Number:
        match = LITERAL.match(self.text, place)
        if match is not None:
            return _literal(match)
        character = self.text[place : place + 1]
        if character == "π":
            return Number(math.pi, 0.0, place + 1)
        if self.text.startswith("e^(", place):
            return Number(math.e, 0.0, place + 1)
        if character in ("(", "["):
            return self.bracketed(place)
        if character == "√":
            inner = self.bracketed(place + 1)
            return Number(math.sqrt(inner.value), 0.0, inner.end)
        return self.called(place)

    def called(self, place: int) -> Number:
        match = NAMED.match(self.text, place)
        if match is None:
            raise Unreadable("no number here")
        argument = self.power(match.end())
        return Number(CALLS[match[1] or match[2]](argument.value), 0.0, argument.end)


def _literal(match: re.Match[str]) -> Number:
    mantissa, _, exponent = match[0].lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    place = 10.0 ** (int(exponent or 0) - decimals) if abs(int(exponent or 0)) < 250 and decimals < 60 else 0.0
    return Number(float(match[0]), place, match.end(), whole="." not in match[0] and not exponent)
