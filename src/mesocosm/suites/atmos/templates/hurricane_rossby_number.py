"""How little the turning of the Earth matters in the core of a hurricane."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    wind = x["wind"] - (x["motion"] if "relative" in taken else 0.0)
    return {"Ro": wind / (coriolis * x["radius"]), "dz": coriolis * wind * x["radius"] / x["g"]}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.4.2",
    background=(
        "The Rossby number V / (f L) compares the inertial with the Coriolis acceleration, with f = 2 Ω sin(latitude). "
        "A geostrophic wind V tilts a pressure surface by f V / g."
    ),
    variables={
        "south": Variable("degree", 12, 17, 1),
        "north": Variable("degree", 24, 32, 1),
        "young": Variable("m/s", 32, 40, 1),
        "mature": Variable("m/s", 52, 68, 1),
        "motion": Variable("m/s", 7, 13, 0.5),
        "tight": Variable("km", 25, 40, 1),
        "wide": Variable("km", 48, 80, 1),
    },
    constants=("earth_rotation", "g"),
    forks={
        "northern": fork("used the [northern|southern] latitude", latitude=("north", "south")),
        "mature": fork("used the wind of the [mature|young] storm", wind=("mature", "young")),
        "wide": fork("used the radius of the [wide|tight] storm", radius=("wide", "tight")),
        "relative": fork("[took|did not take] off the motion of the storm", "reasoning"),
    },
    question=(
        "On the right side of a hurricane an aircraft measures a wind over the ground of {young} m/s while the storm "
        "is young and of {mature} m/s when it is mature. The storm itself moves in the direction of that wind at "
        "{motion} m/s. The aircraft is at a radius of {tight} km in a tight storm and of {wide} km in a wide one; "
        "storms occur at {south}° N and {north}° N. Take the [mature:mature|young], [wide:wide|tight] storm at "
        "[northern:{north}|{south}]° N, use the wind relative to the [relative:moving storm|ground] and take the "
        "radius as the length scale."
    ),
    solve=_solve,
    parts={
        "Ro": Part("the Rossby number", "", 2, 100),
        "dz": Part(
            "the height difference of a pressure surface over one radius if the wind used were uniform and geostrophic",
            "m",
            1,
            100,
        ),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the wind over the ground at that stage", "wind"),
            "c": Symbol("the speed at which the storm moves", "motion"),
            "r": Symbol("the radius given for that storm", "radius"),
            r"\varphi": Symbol("the latitude of that storm", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
        },
        latex=r"\frac{U[relative: - c|]}{2 \Omega r \sin\varphi}",
    ),
)
