"""Rain water that ponds and soaks into soil behind a sharp front, after Green and Ampt."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    soil = "sandy" if "sandy" in taken else "silty"
    before = "dry" if "dry" in taken else "moist"
    time = "flood" if "flood" in taken else "shower"
    pond = "the pond" if "pond" in taken else "the film"
    return (
        f"Water covers a flat field for {p['shower']:g} h in a shower and for {p['flood']:g} h in a flood, as a film "
        f"of no depth or as a pond kept {p['pond']:g} cm deep. The saturated hydraulic conductivity is {p['silty']:g} "
        f"cm/h in the silty and {p['sandy']:g} cm/h in the sandy part of the field; in both the suction at the wetting "
        f"front is {p['suction']:g} cm and the volumetric water content behind it {p['porosity']:g}. Before the "
        f"wetting it is {p['moist']:g} in moist and {p['dry']:g} in dry soil. Use Green and Ampt's model for {pond} "
        f"during a whole {time} on {before} soil in the {soil} part."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    conductivity = x["sandy" if "sandy" in taken else "silty"]
    head = x["suction"] + (x["pond"] if "pond" in taken else 0.0)
    room = x["porosity"] - x["dry" if "dry" in taken else "moist"]
    pull, drained = head * room, conductivity * x["flood" if "flood" in taken else "shower"]
    soaked = drained + math.sqrt(2 * pull * drained)
    for _ in range(60):
        soaked -= (soaked - pull * math.log1p(soaked / pull) - drained) * (pull + soaked) / soaked
    return {"F": soaked, "f": conductivity * (1 + pull / soaked), "z": soaked / room}


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
        "sandy": Fork(
            "used the conductivity of the sandy part", "used the conductivity of the silty part", "misreading"
        ),
        "dry": Fork("used the water content of dry soil", "used the water content of moist soil", "misreading"),
        "flood": Fork("used the duration of the flood", "used the duration of the shower", "misreading"),
        "pond": Fork("added the depth of a pond to the suction", "left out the depth of the pond", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "F": Part("the depth of water that soaks in altogether", "cm", 0.5, 20),
        "f": Part("the infiltration rate at the end", "cm/hour", 0.5, 30),
        "z": Part("the depth of the wetting front at the end", "cm", 2, 120),
    },
    collection="further",
)
