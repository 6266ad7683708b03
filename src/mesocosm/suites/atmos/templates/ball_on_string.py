"""Angular momentum of a ball on a string that is shortened or let out."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    before = x["radius"]
    after = before + x["shift"] if "out" in taken else before - x["shift"]
    first = math.sqrt(x["load"] * x["g"] / (x["ball"] * before))
    second = first * (before / after) ** 2
    work = x["ball"] * ((after * second) ** 2 - (before * first) ** 2) / 2
    return {"w2": second, "w1": first, "W": work}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 1.3",
    background=(
        "Before, the load's weight M g supplies the centripetal force m ω² r. A pull along the string has no moment "
        "about the hole, so the angular momentum m ω r² stays the same while the radius changes; the work done on the "
        "ball is the change of its kinetic energy."
    ),
    variables={
        "radius": Variable("cm", 52, 70, 1),
        "shift": Variable("cm", 9, 12, 0.5),
        "wood": Variable("gram", 90, 120, 5),
        "brass": Variable("gram", 155, 190, 5),
        "light": Variable("gram", 300, 380, 10),
        "heavy": Variable("gram", 850, 980, 10),
    },
    constants=("g",),
    forks={
        "out": fork("[lengthened|shortened] the radius", "reasoning"),
        "brass": fork("used the mass of the [brass|wooden] ball", ball=("brass", "wood")),
        "heavy": fork("used the mass of the [heavy|light] load", load=("heavy", "light")),
    },
    question=(
        "A ball circles on a smooth table, held by a light string that runs through a hole in the table to a hanging "
        "load; at a radius of {radius} cm ball and load are just in balance. There is a wooden ball of {wood} g and a "
        "brass one of {brass} g, a light load of {light} g and a heavy one of {heavy} g. The load can be moved by "
        "{shift} cm, up or down. With the [brass:brass|wooden] ball and the [heavy:heavy|light] load in balance, a "
        "hand grips the load, slowly [out:raises it|pulls it down] by this distance and holds it there; the string "
        "stays taut."
    ),
    solve=_solve,
    parts={
        "w2": Part("the angular velocity of the ball afterwards", "rad/s", 1, 60),
        "w1": Part("the angular velocity of the ball before", "rad/s", 1, 40),
        "W": Part("the work done on the ball, negative if the ball gives work away", "J", -5, 10),
    },
    formula=Formula(
        symbols={
            "M": Symbol("the mass of that load", "load"),
            "m": Symbol("the mass of that ball", "ball"),
            "r": Symbol("the radius before, in balance", "radius"),
            "s": Symbol("the distance by which the load is moved", "shift"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\sqrt{\frac{M g}{m r}} (\frac{r}{r [out:+|-] s})^2",
    ),
)
