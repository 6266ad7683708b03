"""The last branch for quantities, as published: a number and unit words multiplied, compared in base units."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from mesocosm.suites.atmos.published.notation import NUMBER, Outcome, bare, close
from mesocosm.units import quantity

TOLERANCE = 0.05
"""Share of the larger value by which two values may differ."""

POWER_OF_TEN = re.compile(rf"(-?{NUMBER})\s*+\*\s*+10\s*+\^\s*+\{{?\s*+([-+]?[0-9]{{1,3}})(?![0-9])\s*+\}}?")
FRACTION = re.compile(r"\\frac\s*+\{([0-9]{1,9})\}\s*+\{([1-9][0-9]{0,8})\}")
LEADING = re.compile(rf"[\s(\[]*+([-+]?{NUMBER})")
REMARK = re.compile(r"\([A-Za-z ]{4,}")
GROUP = re.compile(r"\([^()]*+\)|\{[^{}]*+\}")
SUM = re.compile(r"\+|[A-Za-z0-9)}]\s*+-\s*+[0-9]")
LOST_EXPONENT = re.compile(r"\s*+\*\s*+10\s*+\^")
LONG_WORD = re.compile(r"[A-Za-z]{5,}")
ATOM = re.compile(r"(?P<name>[A-Za-zµ]++)(?:\s*+\^\s*+\{?\s*+(?P<power>[-+]?[0-9]++)\s*+\}?)?|(?P<slash>/)|[0-9]++")
MOST_ATOMS = 12
LARGEST_POWER = 4
LONGEST_NAME = 24

Dimensions = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Scale:
    """The size of a unit in base units and its dimensions; `glued` where inverse units ran into the text."""

    size: float = 1.0
    dimensions: Dimensions = ()
    glued: bool = False


NO_UNIT = Scale()
"""Used also for words that are not a unit: the number then has no unit."""
GLUED = Scale(glued=True)


def in_base_units(key: str, answer: str) -> Outcome:
    """Right if equal within the tolerance, wrong if dimensions differ; undecided (None) if a text cannot be read."""
    wanted, answered = _read(key), _read(answer)
    if wanted is None or answered is None:
        return None, "unreadable"
    if wanted[1].glued or answered[1].glued:
        return False, "glued_units"
    if wanted[1].dimensions != answered[1].dimensions:
        return False, "dimensions"
    return close(wanted[0] * wanted[1].size, answered[0] * answered[1].size, TOLERANCE), "base_units"


def _read(text: str) -> tuple[float, Scale] | None:
    """A number and its unit, or `None`.

    With a power of ten every other word is read as a unit, so that a stray `\\quad` is pint's quad of energy;
    without one the number must come first, after the one equals sign there may be.
    """
    text = FRACTION.sub(lambda match: str(int(match[1]) / int(match[2])), bare(text))
    ten = POWER_OF_TEN.search(text)
    if ten is not None:
        words = text[: ten.start()].rpartition("=")[2] + " " + text[ten.end() :]
        return float(f"{ten[1]}e{ten[2]}"), _scale(words.replace("\\", " "))
    before, equals, body = text.rpartition("=")
    lead = LEADING.match(body)
    if lead is None or "=" in before or _unreadable(body[lead.end() :], equation=bool(equals)):
        return None
    return float(lead[1]), _scale(body[lead.end() :])


def _unreadable(rest: str, *, equation: bool) -> bool:
    """Whether what follows the number is more than a unit: a command, a remark, a sum, a sentence, a lone point."""
    rest = rest.strip(" ;\n")
    if not rest:
        return False
    return (
        "\\" in rest
        or not re.search(r"[A-Za-z%(]", rest)
        or REMARK.search(rest) is not None
        or LOST_EXPONENT.match(rest) is not None
        or ("|" not in rest and SUM.search(GROUP.sub("", rest)) is not None)
        or (equation and len(LONG_WORD.findall(rest)) > 1)
    )


def _scale(words: str) -> Scale:
    """The product of the unit words, a slash dividing by the next; `NO_UNIT` where the first word is not a unit."""
    size, powers, below = 1.0, dict[str, float](), False
    for place, atom in enumerate(ATOM.finditer(words)):
        if atom["slash"]:
            below = True
            continue
        unit = _unit(atom["name"]) if atom["name"] and place < MOST_ATOMS else None
        power = _power(atom["power"])
        if unit is None or power is None:
            return NO_UNIT
        if power < 0 and powers:  # as published, s^{-1} turns into 1/s without a sign between it and the text
            return GLUED
        power, below = -power if below else power, False
        size *= unit.size**power
        for name, exponent in unit.dimensions:
            powers[name] = powers.get(name, 0.0) + exponent * power
    return Scale(size, tuple(sorted((name, exponent) for name, exponent in powers.items() if exponent)))


def _power(written: str | None) -> int | None:
    if written is None:
        return 1
    power = int(written) if len(written) <= 3 else LARGEST_POWER + 1
    return power if abs(power) <= LARGEST_POWER else None


@functools.lru_cache(maxsize=4096)
def _unit(name: str) -> Scale | None:
    """The unit that pint knows by this name."""
    from pint import PintError

    if len(name) > LONGEST_NAME:
        return None
    try:
        base = quantity(1.0, name).to_base_units()
        dimensions = sorted((str(dimension), float(power)) for dimension, power in base.dimensionality.items())
        return Scale(float(base.magnitude), tuple(dimensions))
    except (ValueError, PintError):
        return None
