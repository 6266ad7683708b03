"""How little the turning of the Earth matters in the core of a hurricane."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = p["north" if "northern" in taken else "south"]
    stage = "mature" if "mature" in taken else "young"
    size = "wide" if "wide" in taken else "tight"
    wind = "relative to the moving storm" if "relative" in taken else "relative to the ground"
    return (
        f"On the right side of a hurricane an aircraft measures a wind over the ground of {p['young']:g} m/s while the "
        f"storm is young and of {p['mature']:g} m/s when it is mature. The storm itself moves in the direction of that "
        f"wind at {p['motion']:g} m/s. The aircraft is at a radius of {p['tight']:g} km in a tight storm and of "
        f"{p['wide']:g} km in a wide one; storms occur at {p['south']:g}° N and {p['north']:g}° N. Take the {stage}, "
        f"{size} storm at {place:g}° N, use the wind {wind} and take the radius as the length scale."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    radius = x["wide" if "wide" in taken else "tight"]
    wind = x["mature" if "mature" in taken else "young"] - (x["motion"] if "relative" in taken else 0.0)
    return {"Ro": wind / (coriolis * radius), "dz": coriolis * wind * radius / x["g"]}


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
        "northern": Fork("used the northern latitude", "used the southern latitude", "misreading"),
        "mature": Fork("used the wind of the mature storm", "used the wind of the young storm", "misreading"),
        "wide": Fork("used the radius of the wide storm", "used the radius of the tight storm", "misreading"),
        "relative": Fork("took off the motion of the storm", "did not take off the motion of the storm", "reasoning"),
    },
    ask=_ask,
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
            "U": Symbol(
                "the wind over the ground at that stage", lambda x, taken: x["mature" if "mature" in taken else "young"]
            ),
            "c": Symbol("the speed at which the storm moves", lambda x, taken: x["motion"]),
            "r": Symbol("the radius given for that storm", lambda x, taken: x["wide" if "wide" in taken else "tight"]),
            r"\varphi": Symbol(
                "the latitude of that storm", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: rf"\frac{{U{' - c' if 'relative' in taken else ''}}}{{2 \Omega r \sin\varphi}}",
    ),
)
