"""Depression of a pressure surface below the winds of a hurricane."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    storm = "western" if "western" in taken else "eastern"
    day = "second" if "second_day" in taken else "first"
    balance = (
        "the centrifugal force alone balances the pressure gradient, without the Coriolis force"
        if "cyclostrophic" in taken
        else "the centrifugal and the Coriolis force together balance the pressure gradient"
    )
    return (
        f"Two hurricanes, an eastern and a western one, are centred at {p['latitude']:g}° N. In both the strongest "
        f"wind, {p['first']:g} m/s on the first day and {p['second']:g} m/s on the second, blows around the centre at "
        f"a distance of {p['core']:g} km. Farther out the wind varies as the distance from the centre to the power of "
        f"−{p['eastern']:g} in the eastern and of −{p['western']:g} in the western hurricane. Consider the {storm} "
        f"hurricane on the {day} day, and a pressure surface between the radius of strongest wind and {p['far']:g} km "
        f"from the centre. The air moves in circles, and {balance}. Where it counts, the Coriolis parameter is that of "
        "the centre."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    wind, core, ratio = x["second" if "second_day" in taken else "first"], x["core"], x["core"] / x["far"]
    power = x["western" if "western" in taken else "eastern"]
    centrifugal = wind**2 * (1 - ratio ** (2 * power)) / (2 * power)
    turning = 0 if "cyclostrophic" in taken else coriolis * wind * core * (1 - ratio ** (power - 1)) / (power - 1)
    equal = core * (wind / (coriolis * core)) ** (1 / (power + 1))
    return {"dz": (centrifugal + turning) / x["g"], "R": equal}


def _write(taken: Taken) -> str:
    ratio = r"\left(\frac{r_1}{r_2}\right)"
    centrifugal = rf"\frac{{V^2}}{{2 n g}} \left(1 - {ratio}^{{2 n}}\right)"
    turning = rf"\frac{{2 \Omega V r_1 \sin\varphi}}{{(n - 1) g}} \left(1 - {ratio}^{{n - 1}}\right)"
    return centrifugal if "cyclostrophic" in taken else f"{centrifugal} + {turning}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.2.5, Chapter 9",
    background=(
        "Gradient balance in a vortex is dΦ/dr = v²/r + f v; integrated over r it gives the difference of geopotential "
        "height Φ/g. Centrifugal and Coriolis force are equal where v/r = f."
    ),
    variables={
        "latitude": Variable("degree", 20, 30, 1),
        "first": Variable("m/s", 34, 40, 1),
        "second": Variable("m/s", 48, 56, 1),
        "core": Variable("km", 50, 70, 1),
        "far": Variable("km", 300, 450, 10),
        "eastern": Variable("", 0.45, 0.55, 0.01),
        "western": Variable("", 0.9, 0.97, 0.01),
    },
    constants=("earth_rotation", "g"),
    forks={
        "western": Fork(
            "used the power of the western hurricane", "used the power of the eastern hurricane", "misreading"
        ),
        "second_day": Fork("used the wind of the second day", "used the wind of the first day", "misreading"),
        "cyclostrophic": Fork("left out the Coriolis force", "added the Coriolis force", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dz": Part("the height difference of the pressure surface between the two radii", "m", 15, 500),
        "R": Part("the radius where the Coriolis force on this wind would equal the centrifugal force", "km", 60, 600),
    },
    formula=Formula(
        symbols={
            "V": Symbol(
                "the strongest wind on that day", lambda x, taken: x["second" if "second_day" in taken else "first"]
            ),
            "n": Symbol(
                "the power of the fall of the wind in that hurricane, without its sign",
                lambda x, taken: x["western" if "western" in taken else "eastern"],
            ),
            "r_1": Symbol("the radius of the strongest wind", lambda x, taken: x["core"]),
            "r_2": Symbol("the outer radius", lambda x, taken: x["far"]),
            r"\varphi": Symbol("the latitude of the centre", lambda x, taken: x["latitude"]),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)
