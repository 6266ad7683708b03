"""Radius of the air's own path in a cyclone that moves."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "second" if "second_day" in taken else "first"
    circle = "outer" if "outer" in taken else "inner"
    point = "the second point" if "behind" in taken else "the first point"
    return (
        "A cyclone whose streamlines are concentric circles moves in a straight line without changing its shape, at "
        f"{p['first']:g} m/s on the first day and at {p['second']:g} m/s on the second. Over the ground the wind blows "
        f"everywhere at {p['wind']:g} m/s along the streamlines, of which an inner one has a radius of {p['inner']:g} "
        f"km and an outer one of {p['outer']:g} km. At a first point of either streamline the wind makes an angle of "
        f"{p['ahead']:g}° with the motion of the cyclone, at a second point an angle of {p['behind']:g}°. Consider "
        f"{point} of the {circle} streamline on the {day} day."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    motion = x["second" if "second_day" in taken else "first"]
    radius = x["outer" if "outer" in taken else "inner"]
    angle = x["behind" if "behind" in taken else "ahead"]
    path = radius / (1 - motion * math.cos(angle) / x["wind"])
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
        "second_day": Fork(
            "used the cyclone's speed of the second day", "used the cyclone's speed of the first day", "misreading"
        ),
        "outer": Fork(
            "used the radius of the outer streamline", "used the radius of the inner streamline", "misreading"
        ),
        "behind": Fork("used the angle of the second point", "used the angle of the first point", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "R": Part("the radius of curvature of the air's trajectory", "km", 100, 3000),
        "turn": Part("the rate at which the moving air changes its direction", "degree/hour", 1, 60),
    },
    formula=Formula(
        symbols={
            "C": Symbol(
                "the speed of the cyclone on that day",
                lambda x, taken: x["second" if "second_day" in taken else "first"],
            ),
            "V": Symbol("the speed of the wind over the ground", lambda x, taken: x["wind"]),
            "R": Symbol("the radius of that streamline", lambda x, taken: x["outer" if "outer" in taken else "inner"]),
            r"\gamma": Symbol(
                "the angle between the wind and the cyclone's motion there",
                lambda x, taken: x["behind" if "behind" in taken else "ahead"],
            ),
        },
        write=lambda taken: r"\frac{R}{1 - \frac{C}{V} \cos(\gamma)}",
    ),
)
