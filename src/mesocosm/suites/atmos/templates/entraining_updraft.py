"""Slowing of a cloud's updraft by the calm air that it takes in."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "second" if "second_day" in taken else "first"
    level = "upper" if "upper" in taken else "lower"
    growth = "doubles" if "doubling" in taken else "grows by the factor e = 2.718"
    return (
        f"The updraft of a cumulus passes the cloud base at {p['first']:g} m/s on a first and at {p['second']:g} m/s "
        f"on a second day, and then takes in calm air from the sides. The rising mass {growth} over each "
        f"{p['length']:g} km of height. The weight of the droplets just offsets the buoyancy of the cloud air. A lower "
        f"level lies {p['lower']:g} m above the base, an upper one {p['upper']:g} m. Consider the {level} level on the "
        f"{day} day; sharing momentum with the air taken in is the only drag."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    growth = (math.log(2) if "doubling" in taken else 1) / x["length"]
    height = x["upper" if "upper" in taken else "lower"]
    mass = math.exp(growth * height)
    return {"w": x["second" if "second_day" in taken else "first"] / mass, "m": mass}


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
        "second_day": Fork("used the speed of the second day", "used the speed of the first day", "misreading"),
        "doubling": Fork(
            "let the mass double over that height", "let the mass grow by the factor e over that height", "calculation"
        ),
        "upper": Fork("went up to the upper level", "went up to the lower level", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the speed of the updraft there", "m/s", 1, 25),
        "m": Part("the factor by which the rising mass has grown up to there", "", 1.05, 6),
    },
    formula=Formula(
        symbols={
            "U": Symbol(
                "the speed of the updraft at the base on that day",
                lambda x, taken: x["second" if "second_day" in taken else "first"],
            ),
            "z": Symbol(
                "the height of that level above the base", lambda x, taken: x["upper" if "upper" in taken else "lower"]
            ),
            "D": Symbol("the height over which the mass grows by the stated factor", lambda x, taken: x["length"]),
        },
        write=lambda taken: (
            r"U \exp\left(-\frac{z}{D} \ln 2\right)" if "doubling" in taken else r"U \exp\left(-\frac{z}{D}\right)"
        ),
    ),
)
