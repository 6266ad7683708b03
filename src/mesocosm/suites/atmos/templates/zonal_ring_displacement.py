"""How far a ring of air must move to gain an easterly wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rotation, radius = x["earth_rotation"], x["earth_radius"]
    arm = radius * math.cos(x["latitude"])
    momentum = arm * (rotation * arm + (x["westerly"] if "westerly" in taken else 0))
    end = (x["easterly"] + math.sqrt(x["easterly"] ** 2 + 4 * rotation * momentum)) / (2 * rotation)
    return {"y": radius * (x["latitude"] - math.acos(end / radius)), "z": end / math.cos(x["latitude"]) - radius}


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
        "northern": fork("started from the [northern|southern] circle", latitude=("north", "south")),
        "strong": fork("[went on to the strong|stopped at the weak] easterly", easterly=("strong", "weak")),
        "westerly": fork("let the ring start [with the westerly wind|at rest]", "reasoning"),
    },
    question=(
        "A ring of air lies along a whole circle of latitude, either the southern one at {south}° N or the northern "
        "one at {north}° N. It starts [westerly:with a wind from the west of {westerly} m/s|at rest relative to the "
        "Earth, although the air above moves at {westerly} m/s from the west]. The ring is pushed towards the equator "
        "as a whole and keeps its angular momentum about the Earth's axis, until its wind blows from the east: at "
        "{weak} m/s for a weak and at {strong} m/s for a strong easterly. Take the [northern:northern|southern] ring "
        "and the [strong:strong|weak] easterly, without linearising."
    ),
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
