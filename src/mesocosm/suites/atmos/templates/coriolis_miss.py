"""Speed at which two sliding stones just miss one another because the Earth turns."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    apart = x["apart"]
    if "gap" in taken:
        apart += x["gap"]
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    speed = coriolis * x["distance"] ** 2 / (4 * apart)
    return {"V": speed, "t": x["distance"] / (2 * speed)}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 1.3 (Coriolis force)",
    background=(
        "A body moving at speed V is accelerated by f V to the right of its motion on the northern hemisphere, with f "
        "= 2 Ω sin(latitude), so after a time t it is f V t²/2 aside. Two bodies meeting head-on move to opposite "
        "sides."
    ),
    variables={
        "distance": Variable("m", 90, 160, 2),
        "south": Variable("degree", 38, 46, 1),
        "north": Variable("degree", 62, 70, 1),
        "small": Variable("cm", 14, 17, 0.5),
        "large": Variable("cm", 29, 34, 0.5),
        "gap": Variable("cm", 3.5, 5, 0.1),
    },
    constants=("earth_rotation",),
    forks={
        "northern": fork("used the latitude of the [northern|southern] lake", latitude=("north", "south")),
        "large": fork("used the diameter of the [large|small] stones", apart=("large", "small")),
        "gap": fork("[added the gap to|left the gap out of] the distance between the centres", "reasoning"),
    },
    question=(
        "Two equal round stones start at the same moment, their centres {distance} m apart, and slide without friction "
        "over a frozen lake, each aimed at where the other starts and with the same speed. The lakes lie at {south}° N "
        "and {north}° N; small stones have a diameter of {small} cm and large ones of {large} cm. A pass is clean when "
        "{gap} cm lie between them. On the [northern:northern|southern] lake two [large:large|small] stones [gap:pass "
        "one another with exactly this gap|just touch as they pass one another], because the Coriolis force turned "
        "both. Deflections are small against the distance."
    ),
    solve=_solve,
    parts={
        "V": Part("the speed of each stone", "m/s", 0.2, 10),
        "t": Part("the time until they pass one another", "s", 5, 400),
    },
    formula=Formula(
        symbols={
            "X": Symbol("the distance between the stones' centres at the start", "distance"),
            "d": Symbol("the diameter of those stones", "apart"),
            "s": Symbol("the gap of a clean pass", "gap"),
            r"\varphi": Symbol("the latitude of that lake", "latitude"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
        },
        latex=r"\frac{\Omega X^2 \sin \varphi}{2 [gap:(d + s)|d]}",
    ),
)
