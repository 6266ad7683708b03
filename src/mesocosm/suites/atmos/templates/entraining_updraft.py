"""Slowing of a cloud's updraft by the calm air that it takes in."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    growth = (math.log(2) if "doubling" in taken else 1) / x["length"]
    mass = math.exp(growth * x["height"])
    return {"w": x["speed"] / mass, "m": mass}


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Chapter 9 (entrainment)",
    background=(
        "Calm air taken in at the relative rate λ per metre of height slows an updraft without buoyancy as w = w0 "
        "exp(-λ z), because its momentum is shared by a mass that grows as exp(λ z); a mass that doubles over D has λ "
        "= ln(2)/D."
    ),
    variables={
        "first": Variable("m/s", 6.5, 8, 0.1),
        "second": Variable("m/s", 10.5, 13, 0.1),
        "length": Variable("km", 1.6, 2.2, 0.05),
        "lower": Variable("m", 700, 1000, 50),
        "upper": Variable("m", 1900, 2400, 50),
    },
    constants=(),
    forks={
        "second_day": fork("used the speed of the [second|first] day", speed=("second", "first")),
        "doubling": fork("let the mass [double|grow by the factor e] over that height", "calculation"),
        "upper": fork("went up to the [upper|lower] level", height=("upper", "lower")),
    },
    question=(
        "The updraft of a cumulus passes the cloud base at {first} m/s on a first and at {second} m/s on a second day, "
        "and then takes in calm air from the sides. The rising mass [doubling:doubles|grows by the factor e = 2.718] "
        "over each {length} km of height. The weight of the droplets just offsets the buoyancy of the cloud air. A "
        "lower level lies {lower} m above the base, an upper one {upper} m. Consider the [upper:upper|lower] level on "
        "the [second_day:second|first] day; sharing momentum with the air taken in is the only drag."
    ),
    solve=_solve,
    parts={
        "w": Part("the speed of the updraft there", "m/s", 1, 25),
        "m": Part("the factor by which the rising mass has grown up to there", "", 1.05, 6),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the updraft at the base on that day", "speed"),
            "z": Symbol("the height of that level above the base", "height"),
            "D": Symbol("the height over which the mass grows by the stated factor", "length"),
        },
        latex=r"U [doubling:\exp\left(-\frac{z}{D} \ln 2\right)|\exp\left(-\frac{z}{D}\right)]",
    ),
)
