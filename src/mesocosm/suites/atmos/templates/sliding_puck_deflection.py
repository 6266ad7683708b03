"""Sideways drift of a puck on smooth or rough ice, seen from the turning Earth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = p["north" if "northern" in taken else "south"]
    target = "far" if "far" in taken else "near"
    slide = "slow" if "slow" in taken else "quick"
    ice = (
        "The ice is rough: friction against its motion slows the puck down evenly, and it comes to rest just there."
        if "rough" in taken
        else "The ice is smooth: the puck keeps its speed until it is there."
    )
    return (
        f"On the level ice of two lakes, at {p['south']:g}° N and {p['north']:g}° N, a puck is sent straight towards a "
        f"near target {p['near']:g} m away or a far target {p['far']:g} m away. A quick slide to either target takes "
        f"{p['quick']:g} s, a slow one {p['slow']:g} s. Take the {slide} slide to the {target} target on the lake at "
        f"{place:g}° N. {ice} Consider how far to the side the turning of the Earth has carried the puck when it has "
        "come as far as the target; this is small against the distance."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    distance = x["far" if "far" in taken else "near"]
    time = x["slow" if "slow" in taken else "quick"]
    share = 1 / 3 if "rough" in taken else 1 / 2  # of f X T
    start = distance / time * (2 if "rough" in taken else 1)
    return {"d": share * coriolis * distance * time, "a": coriolis * start}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 1.3.3",
    background=(
        "The Coriolis force turns the direction of motion at the rate f, whatever the speed, and friction acts against "
        "the motion without turning it. After the time t the puck moves at the angle f t to its first direction, and "
        "the drift is f times the integral of v t: f X T / 2 at constant speed, f X T / 3 if the speed falls evenly to "
        "zero."
    ),
    variables={
        "south": Variable("degree", 25, 40, 1),
        "north": Variable("degree", 52, 68, 1),
        "near": Variable("m", 30, 50, 1),
        "far": Variable("m", 65, 100, 1),
        "quick": Variable("s", 5, 8, 0.1),
        "slow": Variable("s", 10, 18, 0.1),
    },
    constants=("earth_rotation",),
    forks={
        "northern": Fork("used the northern latitude", "used the southern latitude", "misreading"),
        "far": Fork("used the distance of the far target", "used the distance of the near target", "misreading"),
        "slow": Fork("used the time of the slow slide", "used the time of the quick slide", "misreading"),
        "rough": Fork("let the puck slow down", "let the puck keep its speed", "knowledge"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "d": Part("the sideways deflection", "cm", 0.2, 20),
        "a": Part("the Coriolis acceleration at the start", "mm/s**2", 0.05, 10),
    },
    formula=Formula(
        symbols={
            "X": Symbol("the distance of that target", lambda x, taken: x["far" if "far" in taken else "near"]),
            "T": Symbol("the time that the slide takes", lambda x, taken: x["slow" if "slow" in taken else "quick"]),
            "\\phi": Symbol(
                "the latitude of that lake", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            "\\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: (r"\frac{2}{3} " if "rough" in taken else "") + r"\Omega X T \sin \phi",
    ),
)
