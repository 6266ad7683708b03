"""Radius of the air's own path in a cyclone that moves."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    path = x["radius"] / (1 - x["motion"] * math.cos(x["angle"]) / x["wind"])
    return {"R": path, "turn": x["wind"] / path}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 3.3",
    background=(
        "In a pattern that moves at speed c, 1/Rt = (1/Rs) (1 - c cos(γ) / V), with Rt the radius of the trajectory, "
        "Rs that of the streamline and γ the angle between the wind V and the motion of the pattern."
    ),
    variables={
        "first": Variable("m/s", 4, 7, 0.5),
        "second": Variable("m/s", 11, 14, 0.5),
        "wind": Variable("m/s", 20, 28, 1),
        "inner": Variable("km", 300, 420, 10),
        "outer": Variable("km", 550, 800, 10),
        "ahead": Variable("degree", 20, 55, 5),
        "behind": Variable("degree", 115, 160, 5),
    },
    constants=(),
    forks={
        "second_day": fork("used the cyclone's speed of the [second|first] day", motion=("second", "first")),
        "outer": fork("used the radius of the [outer|inner] streamline", radius=("outer", "inner")),
        "behind": fork("used the angle of the [second|first] point", angle=("behind", "ahead")),
    },
    question=(
        "A cyclone whose streamlines are concentric circles moves in a straight line without changing its shape, at "
        "{first} m/s on the first day and at {second} m/s on the second. Over the ground the wind blows everywhere at "
        "{wind} m/s along the streamlines, of which an inner one has a radius of {inner} km and an outer one of "
        "{outer} km. At a first point of either streamline the wind makes an angle of {ahead}° with the motion of the "
        "cyclone, at a second point an angle of {behind}°. Consider the [behind:second|first] point of the "
        "[outer:outer|inner] streamline on the [second_day:second|first] day."
    ),
    solve=_solve,
    parts={
        "R": Part("the radius of curvature of the air's trajectory", "km", 100, 3000),
        "turn": Part("the rate at which the moving air changes its direction", "degree/hour", 1, 60),
    },
    formula=Formula(
        symbols={
            "C": Symbol("the speed of the cyclone on that day", "motion"),
            "V": Symbol("the speed of the wind over the ground", "wind"),
            "R": Symbol("the radius of that streamline", "radius"),
            r"\gamma": Symbol("the angle between the wind and the cyclone's motion there", "angle"),
        },
        latex=r"\frac{R}{1 - \frac{C}{V} \cos(\gamma)}",
    ),
)
