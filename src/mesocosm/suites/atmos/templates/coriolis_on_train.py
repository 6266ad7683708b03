"""Coriolis force on an eastbound train, sideways and upwards."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    turning = 2 * x["earth_rotation"] * x["mass"] * x["speed"]
    upward = turning * math.cos(x["latitude"])
    force = upward if "upward" in taken else turning * math.sin(x["latitude"])
    return {
        "F": force,
        "w": force / (x["mass"] * x["g"]),
        "E": upward + x["mass"] * x["speed"] ** 2 / x["earth_radius"],
    }


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 1.3",
    background=(
        "The Coriolis force is -2 m Ω × V. On a body that moves east with speed u it is 2 m Ω u, of which the sine of "
        "the latitude acts horizontally, to the south on the northern hemisphere, and the cosine upwards. The "
        "curvature of the path adds m u²/a upwards (Eötvös effect)."
    ),
    variables={
        "south": Variable("degree", 30, 40, 1),
        "north": Variable("degree", 60, 68, 1),
        "freight": Variable("tonne", 1150, 1400, 10),
        "express": Variable("tonne", 780, 950, 10),
        "slow": Variable("km/hour", 80, 95, 1),
        "fast": Variable("km/hour", 104, 115, 1),
    },
    constants=("earth_rotation", "earth_radius", "g"),
    forks={
        "northern": fork("used the latitude of the [northern|southern] line", latitude=("north", "south")),
        "express": fork("used the mass of the [express|freight train]", mass=("express", "freight")),
        "upward": fork("gave the [upward|horizontal] component", "knowledge"),
        "sunday": fork("used the speed of [Sundays|weekdays]", speed=("fast", "slow")),
    },
    question=(
        "Trains run due east on two level lines, at {south}° N and {north}° N. A freight train has a mass of {freight} "
        "tonnes, an express of {express} tonnes; all go at the same speed, {slow} km/h on weekdays and {fast} km/h on "
        "Sundays. Consider the [express:express|freight train] on the [northern:northern|southern] line on a "
        "[sunday:Sunday|weekday], and the [upward:upward|horizontal] component of the Coriolis force on the whole "
        "train."
    ),
    solve=_solve,
    parts={
        "F": Part("that component of the Coriolis force", "N", 300, 10000),
        "w": Part("the ratio of that component to the weight of the train", "", 1e-5, 2e-3),
        "E": Part("the total loss of load on the track through the eastward motion (Eötvös effect)", "N", 300, 12000),
    },
    formula=Formula(
        symbols={
            "m": Symbol("the mass of that train", "mass"),
            "V": Symbol("the speed on that day", "speed"),
            r"\varphi": Symbol("the latitude of that line", "latitude"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
        },
        latex=r"2 \Omega m V \[upward:cos|sin] \varphi",
    ),
)
