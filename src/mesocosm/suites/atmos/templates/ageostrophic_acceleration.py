"""Gain of wind speed where the wind crosses the isobars."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    drag = x["drag"] * x["wind"] if "drag" in taken else 0
    across = math.sqrt(x["wind"] ** 2 + x["geostrophic"] ** 2 - 2 * x["wind"] * x["geostrophic"] * math.cos(x["angle"]))
    return {"a": coriolis * x["geostrophic"] * math.sin(x["angle"]) - drag, "Va": across}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 2.4 and 3.1",
    background=(
        "Along the wind only the pressure force and the drag act: the speed changes by f Vg sin(angle) minus the drag, "
        "because the pressure force is f Vg towards low pressure. The ageostrophic wind is the vector V minus Vg."
    ),
    variables={
        "south": Variable("degree", 28, 38, 1),
        "north": Variable("degree", 48, 62, 1),
        "wind": Variable("m/s", 6, 9, 0.5),
        "top": Variable("degree", 17, 22, 1),
        "ground": Variable("degree", 26, 36, 1),
        "morning": Variable("m/s", 12, 15, 0.5),
        "evening": Variable("m/s", 19, 25, 0.5),
        "drag": Variable("1/Ms", 14, 24, 1),
    },
    constants=("earth_rotation",),
    forks={
        "northern": fork("used the latitude of the [northern|southern] mast", latitude=("north", "south")),
        "evening": fork("used the geostrophic wind of the [evening|morning]", geostrophic=("evening", "morning")),
        "ground": fork("used the angle [near the ground|at the top of the mast]", angle=("ground", "top")),
        "drag": fork("[subtracted a drag that was to be neglected|forgot the drag]", "reasoning"),
    },
    question=(
        "Two masts stand at {south}° N and {north}° N. At both the wind blows at {wind} m/s, whatever the height and "
        "the time of day, and crosses the isobars towards low pressure, at an angle of {top}° at the top of the mast "
        "and of {ground}° near the ground. The geostrophic wind is {morning} m/s in the morning and {evening} m/s in "
        "the evening. A drag opposite to the wind, of {drag} × 10⁻⁶ s⁻¹ times its speed, "
        "[drag:acts|is to be neglected]. Consider the air [ground:near the ground at|at the top of] the "
        "[northern:northern|southern] mast in the [evening:evening|morning]."
    ),
    solve=_solve,
    parts={
        "a": Part("the rate at which the moving air gains speed", "m/s**2", 3e-5, 4e-3),
        "Va": Part("the speed of the ageostrophic wind", "m/s", 1, 30),
    },
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind", "wind"),
            "V_g": Symbol("the speed of the geostrophic wind at that time", "geostrophic"),
            r"\alpha": Symbol("the angle between wind and isobars at that height", "angle"),
            r"\varphi": Symbol("the latitude of that mast", "latitude"),
            "k": Symbol("the rate given for the drag", "drag"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
        },
        latex=r"2 \Omega V_g \sin \varphi \sin \alpha[drag: - k U|]",
    ),
)
