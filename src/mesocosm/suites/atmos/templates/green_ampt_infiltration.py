"""Rain water that ponds and soaks into soil behind a sharp front, after Green and Ampt."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    head = x["suction"] + (x["pond"] if "pond" in taken else 0.0)
    room = x["porosity"] - x["water"]
    pull, drained = head * room, x["conductivity"] * x["duration"]
    soaked = drained + math.sqrt(2 * pull * drained)
    for _ in range(60):
        soaked -= (soaked - pull * math.log1p(soaked / pull) - drained) * (pull + soaked) / soaked
    return {"F": soaked, "f": x["conductivity"] * (1 + pull / soaked), "z": soaked / room}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Chow, Maidment and Mays (1988), Applied Hydrology, Section 4.3; Green and Ampt (1911)",
    background=(
        "Green and Ampt: with the head ψ (suction plus ponded depth) and the free pore space Δθ, the soaked depth F "
        "solves F − ψΔθ ln(1 + F/(ψΔθ)) = K t and the rate is K (1 + ψΔθ/F); the front lies at F/Δθ."
    ),
    variables={
        "shower": Variable("hour", 0.5, 0.7, 0.05),
        "flood": Variable("hour", 1.6, 2.2, 0.1),
        "pond": Variable("cm", 8, 12, 0.5),
        "silty": Variable("cm/hour", 0.6, 0.75, 0.01),
        "sandy": Variable("cm/hour", 1.8, 2.4, 0.05),
        "suction": Variable("cm", 11.0, 15.0, 0.5),
        "porosity": Variable("", 0.42, 0.46, 0.01),
        "moist": Variable("", 0.28, 0.31, 0.01),
        "dry": Variable("", 0.06, 0.1, 0.01),
    },
    constants=(),
    forks={
        "sandy": fork("used the conductivity of the [sandy|silty] part", conductivity=("sandy", "silty")),
        "dry": fork("used the water content of [dry|moist] soil", water=("dry", "moist")),
        "flood": fork("used the duration of the [flood|shower]", duration=("flood", "shower")),
        "pond": fork("[added the depth of a pond to the suction|left out the depth of the pond]", "reasoning"),
    },
    question=(
        "Water covers a flat field for {shower} h in a shower and for {flood} h in a flood, as a film of no depth or "
        "as a pond kept {pond} cm deep. The saturated hydraulic conductivity is {silty} cm/h in the silty and {sandy} "
        "cm/h in the sandy part of the field; in both the suction at the wetting front is {suction} cm and the "
        "volumetric water content behind it {porosity}. Before the wetting it is {moist} in moist and {dry} in dry "
        "soil. Use Green and Ampt's model for the [pond:pond|film] during a whole [flood:flood|shower] on "
        "[dry:dry|moist] soil in the [sandy:sandy|silty] part."
    ),
    solve=_solve,
    parts={
        "F": Part("the depth of water that soaks in altogether", "cm", 0.5, 20),
        "f": Part("the infiltration rate at the end", "cm/hour", 0.5, 30),
        "z": Part("the depth of the wetting front at the end", "cm", 2, 120),
    },
    collection="further",
)
