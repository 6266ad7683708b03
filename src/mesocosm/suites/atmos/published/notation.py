"""LaTeX and numbers as the published evaluators read them: a few commands are removed, all others stay.

Every pattern reads a text once: repetitions are possessive, and no number is tried again from its middle.
"""

from __future__ import annotations

import functools
import math
import re

from mesocosm.scoring.numeric import apart_at_most

Outcome = tuple[bool | None, str]
"""True, false or not applicable, and the code word of the branch that decided."""

NUMBER = r"(?:(?<![0-9.])(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++))"
"""Source of a number without its sign, for patterns built around it."""

UPRIGHT = r"\\(?:text|mathrm|mbox|mathbf|textbf|operatorname|boldsymbol)\s*+"
WRAPPED = re.compile(UPRIGHT + r"\{~?((?:[^{}]|\{[^{}]*+\})*+)\}")
ROMAN = re.compile(r"\\rm\b")
MICRO = re.compile(r"(?:\\mu(?![A-Za-z])|μ)\s*+")
SPACING = re.compile(r"\\[,;:! ]|~")
PLAIN = {
    "\\%": "%", "\\times": "*", "×": "*", "\\cdot": "*", "·": "*", "⋅": "*", "\\left": "", "\\right": "",
    "\\approx": "=", "\\simeq": "=", "\\sim": "=", "≈": "=", "\\(": "", "\\)": "", "\\dfrac": "\\frac", "$": "",
    "³": "^3", "²": "^2", "−": "-",
}  # fmt: skip
REPLACED = re.compile("|".join(re.escape(name) for name in PLAIN))
NESTED = 4
"""How many times upright type is removed, since it may be nested."""

SIGNED = re.compile(rf"-?{NUMBER}")
DECIMAL = re.compile(r"(?<![0-9])[0-9]*+\.[0-9]++")
RUN = re.compile(r"[0-9.]++")
WITH_EXPONENT = re.compile(
    rf"({NUMBER})(?:\s*+(?:[eE]|\*\s*+10\s*+\^\s*+\{{?\s*+)\+?([0-9]++)|\s*+\^\s*+\{{?\s*+\+?([0-9]++))?"
)
PERCENTAGE = re.compile(rf"({NUMBER})\s*+\\?%")


@functools.lru_cache(maxsize=64)
def bare(text: str) -> str:
    """The text without dollar signs, spacing and upright type; powers, sums and all other commands stay."""
    text = MICRO.sub("µ", text)
    for _ in range(NESTED):
        text, changed = WRAPPED.subn(r"\1", text)
        if not changed:
            break
    text = SPACING.sub(" ", ROMAN.sub(" rm ", text))
    return REPLACED.sub(lambda match: PLAIN[match[0]], text)


def writes_infinity(text: str) -> bool:
    """Whether a number of the text is larger than any that can be compared, however little of it would be read."""
    return any(_overflows(*found) for found in WITH_EXPONENT.findall(bare(text)))


def _overflows(number: str, exponent: str, power: str) -> bool:
    """Whether a number overflows; exponents are cut to six digits, which is enough to decide."""
    try:
        return math.isinf(float(f"{number}e{exponent[:6] or 0}") ** int(power[:6] or 1))
    except OverflowError:
        return True


def first_number(text: str) -> float | None:
    """The first number with its sign."""
    match = SIGNED.search(text)
    return None if match is None else float(match[0])


def first_run(text: str) -> float:
    """The first run of digits and points without its sign; NaN where there is none, `ValueError` for points alone."""
    match = RUN.search(text)
    return math.nan if match is None else float(match[0])


def percentage(text: str) -> float | None:
    """The number before the first percent sign."""
    match = PERCENTAGE.search(text)
    return None if match is None else float(match[1])


def close(one: float, other: float, share: float) -> bool:
    """Whether two numbers differ by at most this share of the larger one.

    In the published code an infinite answer was equal to every key; here it is equal to none."""
    return apart_at_most(one, other, share * max(abs(one), abs(other)))
