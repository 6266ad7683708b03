"""Depression of a pressure surface below the winds of a hurricane."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    wind, core, ratio = x["wind"], x["core"], x["core"] / x["far"]
    power = x["power"]
    centrifugal = wind**2 * (1 - ratio ** (2 * power)) / (2 * power)
    turning = 0 if "cyclostrophic" in taken else coriolis * wind * core * (1 - ratio ** (power - 1)) / (power - 1)
    equal = core * (wind / (coriolis * core)) ** (1 / (power + 1))
    return {"dz": (centrifugal + turning) / x["g"], "R": equal}


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
        "western": fork("used the power of the [western|eastern] hurricane", power=("western", "eastern")),
        "second_day": fork("used the wind of the [second|first] day", wind=("second", "first")),
        "cyclostrophic": fork("[left out|added] the Coriolis force", "reasoning"),
    },
    question=(
        "Two hurricanes, an eastern and a western one, are centred at {latitude}° N. In both the strongest wind, "
        "{first} m/s on the first day and {second} m/s on the second, blows around the centre at a distance of {core} "
        "km. Farther out the wind varies as the distance from the centre to the power of −{eastern} in the eastern and "
        "of −{western} in the western hurricane. Consider the [western:western|eastern] hurricane on the "
        "[second_day:second|first] day, and a pressure surface between the radius of strongest wind and {far} km from "
        "the centre. The air moves in circles, and the centrifugal [cyclostrophic:force alone balances the pressure "
        "gradient, without the Coriolis force|and the Coriolis force together balance the pressure gradient]. Where it "
        "counts, the Coriolis parameter is that of the centre."
    ),
    solve=_solve,
    parts={
        "dz": Part("the height difference of the pressure surface between the two radii", "m", 15, 500),
        "R": Part("the radius where the Coriolis force on this wind would equal the centrifugal force", "km", 60, 600),
    },
    formula=Formula(
        symbols={
            "V": Symbol("the strongest wind on that day", "wind"),
            "n": Symbol("the power of the fall of the wind in that hurricane, without its sign", "power"),
            "r_1": Symbol("the radius of the strongest wind", "core"),
            "r_2": Symbol("the outer radius", "far"),
            r"\varphi": Symbol("the latitude of the centre", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"\frac{V^2}{2 n g} \left(1 - \left(\frac{r_1}{r_2}\right)^{2 n}\right)[cyclostrophic:| + \frac{2 \Omega V "
            r"r_1 \sin\varphi}{(n - 1) g} \left(1 - \left(\frac{r_1}{r_2}\right)^{n - 1}\right)]"
        ),
    ),
)
