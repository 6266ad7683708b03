"""How far a ring of air must move to gain an easterly wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "northern" if "northern" in taken else "southern"
    goal = "strong" if "strong" in taken else "weak"
    start = f"starts with a wind from the west of {p['westerly']:g} m/s"
    if "westerly" not in taken:
        start = (
            f"starts at rest relative to the Earth, although the air above moves at {p['westerly']:g} m/s from the west"
        )
    return (
        f"A ring of air lies along a whole circle of latitude, either the southern one at {p['south']:g}° N or the "
        f"northern one at {p['north']:g}° N. It {start}. The ring is pushed towards the equator as a whole and keeps "
        f"its angular momentum about the Earth's axis, until its wind blows from the east: at {p['weak']:g} m/s for a "
        f"weak and at {p['strong']:g} m/s for a strong easterly. Take the {place} ring and the {goal} easterly, "
        f"without linearising."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "south"]
    easterly = x["strong" if "strong" in taken else "weak"]
    rotation, radius = x["earth_rotation"], x["earth_radius"]
    arm = radius * math.cos(latitude)
    momentum = arm * (rotation * arm + (x["westerly"] if "westerly" in taken else 0))
    end = (easterly + math.sqrt(easterly**2 + 4 * rotation * momentum)) / (2 * rotation)
    return {"y": radius * (latitude - math.acos(end / radius)), "z": end / math.cos(latitude) - radius}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 1.3.3",
    background=(
        "A ring at distance d = a cos(latitude) from the axis keeps d (Ω d + u); an easterly wind U has u = -U. This "
        "is a quadratic equation for the new distance d, which gives the new latitude."
    ),
    variables={
        "south": Variable("degree", 16, 22, 1),
        "north": Variable("degree", 31, 42, 1),
        "westerly": Variable("m/s", 3, 7, 0.5),
        "weak": Variable("m/s", 6, 8, 0.5),
        "strong": Variable("m/s", 10.5, 14, 0.5),
    },
    constants=("earth_rotation", "earth_radius"),
    forks={
        "northern": Fork("started from the northern circle", "started from the southern circle", "misreading"),
        "strong": Fork("went on to the strong easterly", "stopped at the weak easterly", "misreading"),
        "westerly": Fork("let the ring start with the westerly wind", "let the ring start at rest", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "y": Part("the distance by which the ring is displaced", "km", 30, 1500),
        "z": Part(
            "the height by which it would have to rise at its own latitude instead, were this possible, to gain the "
            "same easterly",
            "km",
            10,
            400,
        ),
    },
)
