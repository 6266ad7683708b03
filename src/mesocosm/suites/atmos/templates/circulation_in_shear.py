"""Circulation and mean vorticity of a linearly sheared wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    vorticity = x["shear"] + (x["across"] if "grows" in taken else -x["across"])
    area = x["side"] ** 2
    if "circle" in taken:
        area *= math.pi / 4
    return {"C": vorticity * area, "z": vorticity}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 4.1 and 4.2",
    background=(
        "By Stokes' theorem the circulation around a closed curve is the vorticity inside times the area, and the "
        "vorticity is ζ = ∂v/∂x - ∂u/∂y, with u the eastward and v the northward wind."
    ),
    variables={
        "side": Variable("km", 400, 900, 20),
        "first": Variable("m/s/Mm", 26, 34, 1),
        "second": Variable("m/s/Mm", 58, 70, 1),
        "across": Variable("m/s/Mm", 8, 12, 0.5),
    },
    constants=(),
    forks={
        "second": fork("used the shear of the [second|first] day", shear=("second", "first")),
        "grows": fork("let the northward wind [increase|decrease] towards the east", "calculation"),
        "circle": fork("used the area of the [circle|square]"),
    },
    question=(
        "A square of {side} km side has its edges along parallels and meridians; curvature of the Earth is neglected. "
        "The eastward wind component decreases linearly towards the north, by {first} m/s per 1000 km on the first day "
        "and by {second} m/s per 1000 km on the second. The northward component [grows:increases|decreases] linearly "
        "towards the east, by {across} m/s per 1000 km on both days. Take the [second:second|first] day and, counting "
        "anticlockwise as positive, the [circle:largest circle that fits into the square|square] as the closed curve."
    ),
    solve=_solve,
    parts={
        "C": Part("the circulation of the wind around this curve", "m**2/s", 1e6, 1e8),
        "z": Part("the mean relative vorticity inside", "1/s", 5e-6, 2e-4),
    },
    formula=Formula(
        symbols={
            "s": Symbol("the side of the square", "side"),
            "A": Symbol(
                "the magnitude of the change of the eastward wind per distance to the north on that day", "shear"
            ),
            "B": Symbol("the magnitude of the change of the northward wind per distance to the east", "across"),
        },
        latex=r"[circle:\frac{\pi}{4} s^2|s^2] (A [grows:+|-] B)",
    ),
)
