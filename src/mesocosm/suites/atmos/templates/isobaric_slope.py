"""Slope of a pressure surface from the drift of an aircraft."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    across = x["ground"] * math.sin(x["drift"])
    wind = math.hypot(x["ground"] * math.cos(x["drift"]) - x["air"], across)
    return {"s": coriolis * (across if "heading" in taken else wind) / x["g"], "V": wind}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.1",
    background=(
        "The wind is the velocity over ground less the velocity through the air. On a pressure surface of height Z "
        "the geostrophic wind is V = (g/f) |∇Z|, so the surface slopes by f V/g across the wind, and along any "
        "direction by f/g times the wind component across that direction."
    ),
    variables={
        "air": Variable("m/s", 80, 92, 1),
        "ground": Variable("m/s", 116, 128, 1),
        "first": Variable("degree", 9, 11, 0.5),
        "second": Variable("degree", 17, 22, 0.5),
        "south": Variable("degree", 27, 34, 1),
        "north": Variable("degree", 57, 66, 1),
    },
    constants=("earth_rotation", "g"),
    forks={
        "northern": fork("used the latitude of the [northern|southern] airfield", latitude=("north", "south")),
        "second": fork("used the drift of the [second|first] flight", drift=("second", "first")),
        "heading": fork("gave the [slope along the heading|steepest slope]", "reasoning"),
    },
    question=(
        "An aircraft flies at constant pressure with an airspeed of {air} m/s. On the first flight it drifts {first}° "
        "to the right of its heading, on the second {second}°; its speed over ground is {ground} m/s on both. Two "
        "airfields lie at {south}° N and {north}° N. The wind, which makes up the difference between the velocities "
        "through the air and over ground, is geostrophic. Take the [second:second|first] flight near the "
        "[northern:northern|southern] airfield, and consider the slope of the pressure surface [heading:along the "
        "aircraft's heading|in its steepest direction], as a positive number."
    ),
    solve=_solve,
    parts={"s": Part("that slope of the pressure surface", "m/km", 0.03, 2), "V": Part("the wind speed", "m/s", 5, 80)},
    formula=Formula(
        symbols={
            "U_1": Symbol("the airspeed", "air"),
            "U_2": Symbol("the speed over ground", "ground"),
            r"\delta": Symbol("the angle of drift on that flight", "drift"),
            r"\varphi": Symbol("the latitude of that airfield", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{2 \Omega \sin\varphi}{g} [heading:U_2 \sin\delta|\sqrt{U_1^2 + U_2^2 - 2 U_1 U_2 \cos\delta}]",
    ),
)
