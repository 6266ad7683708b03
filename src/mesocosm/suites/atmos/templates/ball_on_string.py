"""Angular momentum of a ball on a string that is shortened or let out."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    ball = "brass" if "brass" in taken else "wooden"
    load = "the heavy load" if "heavy" in taken else "the light load"
    move = "raises it" if "out" in taken else "pulls it down"
    return (
        "A ball circles on a smooth table, held by a light string that runs through a hole in the table to a hanging "
        f"load; at a radius of {p['radius']:g} cm ball and load are just in balance. There is a wooden ball of "
        f"{p['wood']:g} g and a brass one of {p['brass']:g} g, a light load of {p['light']:g} g and a heavy one of "
        f"{p['heavy']:g} g. The load can be moved by {p['shift']:g} cm, up or down. With the {ball} ball and {load} in "
        f"balance, a hand grips the load, slowly {move} by this distance and holds it there; the string stays taut."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    ball = x["brass" if "brass" in taken else "wood"]
    load = x["heavy" if "heavy" in taken else "light"]
    before = x["radius"]
    after = before + x["shift"] if "out" in taken else before - x["shift"]
    first = math.sqrt(load * x["g"] / (ball * before))
    second = first * (before / after) ** 2
    work = ball * ((after * second) ** 2 - (before * first) ** 2) / 2
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
        "out": Fork("lengthened the radius", "shortened the radius", "reasoning"),
        "brass": Fork("used the mass of the brass ball", "used the mass of the wooden ball", "misreading"),
        "heavy": Fork("used the mass of the heavy load", "used the mass of the light load", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w2": Part("the angular velocity of the ball afterwards", "rad/s", 1, 60),
        "w1": Part("the angular velocity of the ball before", "rad/s", 1, 40),
        "W": Part("the work done on the ball, negative if the ball gives work away", "J", -5, 10),
    },
    formula=Formula(
        symbols={
            "M": Symbol("the mass of that load", lambda x, taken: x["heavy" if "heavy" in taken else "light"]),
            "m": Symbol("the mass of that ball", lambda x, taken: x["brass" if "brass" in taken else "wood"]),
            "r": Symbol("the radius before, in balance", lambda x, taken: x["radius"]),
            "s": Symbol("the distance by which the load is moved", lambda x, taken: x["shift"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=lambda taken: rf"\sqrt{{\frac{{M g}}{{m r}}}} (\frac{{r}}{{r {'+' if 'out' in taken else '-'} s}})^2",
    ),
)
