"""The drawdown around a pumped well, after Theis, with or without a barrier."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork

EULER = 0.5772156649015329
TERMS = 60


def _well_function(u: float) -> float:
    """The exponential integral E1 by its series, good for the small numbers of wells."""
    total, term = -EULER - math.log(u), 1.0
    for n in range(1, TERMS):
        term *= -u / n
        total -= term / n
    return total


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    spread = 4 * x["transmissivity"] * x["time"]
    u = x["distance"] ** 2 * x["storage"] / spread
    drawdown = _well_function(u)
    if "barrier" in taken:
        drawdown += _well_function(x["image"] ** 2 * x["storage"] / spread)
    return {"s": x["pumped"] / (4 * math.pi * x["transmissivity"]) * drawdown, "u": u}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Freeze and Cherry (1979), Groundwater, Section 8.3; Theis (1935), Trans. Am. Geophys. Union 16",
    background=(
        "Theis: s = Q/(4πT) W(u) with u = r² S/(4 T t) and W the exponential integral E1. A straight impermeable "
        "boundary acts like a second, equal well at the mirror image."
    ),
    variables={
        "pumped": Variable("L/s", 8.0, 20.0, 0.5),
        "sand": Variable("m**2/day", 200, 260, 5),
        "gravel": Variable("m**2/day", 560, 700, 10),
        "storage": Variable("", 0.0004, 0.0008, 0.0001),
        "near": Variable("m", 40, 60, 1),
        "far": Variable("m", 150, 180, 2),
        "image": Variable("m", 420, 520, 5),
        "first": Variable("day", 0.8, 1.2, 0.1),
        "second": Variable("day", 6.0, 9.0, 0.5),
    },
    constants=(),
    forks={
        "far": fork("used the distance of the [far|near] bore", distance=("far", "near")),
        "gravel": fork("used the transmissivity of [gravel|sand]", transmissivity=("gravel", "sand")),
        "later": fork("used the time of the [second|first] reading", time=("second", "first")),
        "barrier": fork(
            "[added an image well for a harmless fault|left out the image well of the barrier]", "reasoning"
        ),
    },
    question=(
        "A well takes {pumped} L/s from a uniform confined aquifer that was at rest before. Its transmissivity is "
        "{sand} m²/day if it is sand and {gravel} m²/day if it is gravel, its storage coefficient {storage}. The near "
        "bore is {near} m and the far bore {far} m from the well. A straight fault runs past; seen from the near as "
        "from the far bore the mirror image of the well lies {image} m away. The first reading comes {first} d after "
        "pumping began, the second {second} d after. The aquifer is [gravel:gravel|sand] and the fault "
        "[barrier:is impermeable|does not hinder the flow]. Take the [later:second|first] reading in the "
        "[far:far|near] bore."
    ),
    solve=_solve,
    parts={
        "s": Part("the drawdown in that bore", "m", 0.1, 12),
        "u": Part("the argument u of Theis' well function for the well itself", "", 1e-6, 1),
    },
    collection="further",
)
