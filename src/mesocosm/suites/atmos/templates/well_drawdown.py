"""The drawdown around a pumped well, after Theis, with or without a barrier."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable

EULER = 0.5772156649015329
TERMS = 60


def _ask(p: Printed, taken: Taken) -> str:
    bore = "far" if "far" in taken else "near"
    sand = "gravel" if "gravel" in taken else "sand"
    when = "second" if "later" in taken else "first"
    fault = "is impermeable" if "barrier" in taken else "does not hinder the flow"
    return (
        f"A well takes {p['pumped']:g} L/s from a uniform confined aquifer that was at rest before. Its transmissivity "
        f"is {p['sand']:g} m²/day if it is sand and {p['gravel']:g} m²/day if it is gravel, its storage coefficient "
        f"{p['storage']:g}. The near bore is {p['near']:g} m and the far bore {p['far']:g} m from the well. A straight "
        f"fault runs past; seen from the near as from the far bore the mirror image of the well lies {p['image']:g} m "
        f"away. The first reading comes {p['first']:g} d after pumping began, the second {p['second']:g} d after. The "
        f"aquifer is {sand} and the fault {fault}. Take the {when} reading in the {bore} bore."
    )


def _well_function(u: float) -> float:
    """The exponential integral E1 by its series, good for the small numbers of wells."""
    total, term = -EULER - math.log(u), 1.0
    for n in range(1, TERMS):
        term *= -u / n
        total -= term / n
    return total


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    transmissivity = x["gravel" if "gravel" in taken else "sand"]
    spread = 4 * transmissivity * x["second" if "later" in taken else "first"]
    u = x["far" if "far" in taken else "near"] ** 2 * x["storage"] / spread
    drawdown = _well_function(u)
    if "barrier" in taken:
        drawdown += _well_function(x["image"] ** 2 * x["storage"] / spread)
    return {"s": x["pumped"] / (4 * math.pi * transmissivity) * drawdown, "u": u}


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
        "far": Fork("used the distance of the far bore", "used the distance of the near bore", "misreading"),
        "gravel": Fork("used the transmissivity of gravel", "used the transmissivity of sand", "misreading"),
        "later": Fork("used the time of the second reading", "used the time of the first reading", "misreading"),
        "barrier": Fork(
            "added an image well for a harmless fault", "left out the image well of the barrier", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "s": Part("the drawdown in that bore", "m", 0.1, 12),
        "u": Part("the argument u of Theis' well function for the well itself", "", 1e-6, 1),
    },
    collection="further",
)
