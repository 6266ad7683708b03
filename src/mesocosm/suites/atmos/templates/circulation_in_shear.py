"""Circulation and mean vorticity of a linearly sheared wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "the second day" if "second" in taken else "the first day"
    growth = "increases" if "grows" in taken else "decreases"
    curve = "the largest circle that fits into the square" if "circle" in taken else "the square"
    return (
        f"A square of {p['side']:g} km side has its edges along parallels and meridians; curvature of the Earth is "
        f"neglected. The eastward wind component decreases linearly towards the north, by {p['first']:g} m/s per 1000 "
        f"km on the first day and by {p['second']:g} m/s per 1000 km on the second. The northward component {growth} "
        f"linearly towards the east, by {p['across']:g} m/s per 1000 km on both days. Take {day} and, counting "
        f"anticlockwise as positive, {curve} as the closed curve."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    shear = x["second" if "second" in taken else "first"]
    vorticity = shear + (x["across"] if "grows" in taken else -x["across"])
    area = x["side"] ** 2
    if "circle" in taken:
        area *= math.pi / 4
    return {"C": vorticity * area, "z": vorticity}


def _write(taken: Taken) -> str:
    area = r"\frac{\pi}{4} s^2" if "circle" in taken else "s^2"
    return rf"{area} (A {'+' if 'grows' in taken else '-'} B)"


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
        "second": Fork("used the shear of the second day", "used the shear of the first day", "misreading"),
        "grows": Fork(
            "let the northward wind increase towards the east",
            "let the northward wind decrease towards the east",
            "calculation",
        ),
        "circle": Fork("used the area of the circle", "used the area of the square", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "C": Part("the circulation of the wind around this curve", "m**2/s", 1e6, 1e8),
        "z": Part("the mean relative vorticity inside", "1/s", 5e-6, 2e-4),
    },
    formula=Formula(
        symbols={
            "s": Symbol("the side of the square", lambda x, taken: x["side"]),
            "A": Symbol(
                "the magnitude of the change of the eastward wind per distance to the north on that day",
                lambda x, taken: x["second" if "second" in taken else "first"],
            ),
            "B": Symbol(
                "the magnitude of the change of the northward wind per distance to the east",
                lambda x, taken: x["across"],
            ),
        },
        write=_write,
    ),
)
