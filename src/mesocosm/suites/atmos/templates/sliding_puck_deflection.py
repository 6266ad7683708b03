"""Sideways drift of a puck on smooth or rough ice, seen from the turning Earth."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    share = 1 / 3 if "rough" in taken else 1 / 2  # of f X T
    start = x["distance"] / x["time"] * (2 if "rough" in taken else 1)
    return {"d": share * coriolis * x["distance"] * x["time"], "a": coriolis * start}


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
        "northern": fork("used the [northern|southern] latitude", latitude=("north", "south")),
        "far": fork("used the distance of the [far|near] target", distance=("far", "near")),
        "slow": fork("used the time of the [slow|quick] slide", time=("slow", "quick")),
        "rough": fork("let the puck [slow down|keep its speed]", "knowledge"),
    },
    question=(
        "On the level ice of two lakes, at {south}° N and {north}° N, a puck is sent straight towards a near target "
        "{near} m away or a far target {far} m away. A quick slide to either target takes {quick} s, a slow one {slow} "
        "s. Take the [slow:slow|quick] slide to the [far:far|near] target on the lake at [northern:{north}|{south}]° "
        "N. The ice is [rough:rough: friction against its motion slows the puck down evenly, and it comes to rest "
        "just|smooth: the puck keeps its speed until it is] there. Consider how far to the side the turning of the "
        "Earth has carried the puck when it has come as far as the target; this is small against the distance."
    ),
    solve=_solve,
    parts={
        "d": Part("the sideways deflection", "cm", 0.2, 20),
        "a": Part("the Coriolis acceleration at the start", "mm/s**2", 0.05, 10),
    },
    formula=Formula(
        symbols={
            "X": Symbol("the distance of that target", "distance"),
            "T": Symbol("the time that the slide takes", "time"),
            "\\phi": Symbol("the latitude of that lake", "latitude"),
            "\\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
        },
        latex=r"[rough:\frac{2}{3} |]\Omega X T \sin \phi",
    ),
)
