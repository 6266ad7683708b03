"""Where a catchment is wet: topographic index and storage deficit."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "hollow" if "hollow" in taken else "spur"
    state = "dry autumn" if "autumn" in taken else "wet spring"
    bank = "on its steep side" if "steep" in taken else "on its gentle side"
    return (
        "The topographic wetness index is ln(a/tan β), with the area a drained per length of contour and the slope β. "
        f"A typical point of a catchment drains {p['area']:g} m² per metre of contour at a slope of {p['slope']:g}°. "
        f"It has the mean index and the mean storage deficit, {p['spring']:g} mm in a wet spring and {p['dry']:g} mm "
        f"in a dry autumn; the deficit falls by {p['decay']:g} mm for each unit of the index. A hollow drains "
        f"{p['hollow']:g} m² per metre of contour, a spur {p['spur']:g} m²; either has a gentle side of "
        f"{p['gentle']:g}° and a steep side of {p['steep']:g}°. Consider the {place} {bank} in the {state}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    area = x["hollow" if "hollow" in taken else "spur"]
    slope = math.tan(x["steep" if "steep" in taken else "gentle"])
    mean = x["dry" if "autumn" in taken else "spring"]
    wetter = math.log(area / slope) - math.log(x["area"] / math.tan(x["slope"]))
    return {"D": mean - x["decay"] * wetter, "w": wetter}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Beven (2012), Rainfall-Runoff Modelling: The Primer, Section 6.3",
    background=(
        "The topographic wetness index is ln(a/tan β), with a the upslope area per length of contour and β the slope. "
        "In TOPMODEL the local storage deficit is the mean deficit minus m times the excess of the local index over "
        "its mean."
    ),
    variables={
        "area": Variable("m", 70, 90, 5),
        "slope": Variable("degree", 8, 9.5, 0.5),
        "spring": Variable("mm", 90, 110, 1),
        "dry": Variable("mm", 180, 210, 1),
        "decay": Variable("mm", 18, 24, 1),
        "hollow": Variable("m", 350, 500, 10),
        "spur": Variable("m", 12, 20, 1),
        "gentle": Variable("degree", 4, 5.5, 0.5),
        "steep": Variable("degree", 16, 20, 0.5),
    },
    constants=(),
    forks={
        "hollow": Fork("used the upslope area of the hollow", "used the upslope area of the spur", "misreading"),
        "steep": Fork("used the slope of the steep side", "used the slope of the gentle side", "misreading"),
        "autumn": Fork(
            "used the mean deficit of the dry autumn", "used the mean deficit of the wet spring", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "D": Part("the local storage deficit", "mm", 10, 300),
        "w": Part("the excess of the local topographic wetness index over the mean index", "", -4, 4),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "S": Symbol(
                "the mean storage deficit in that season", lambda x, taken: x["dry" if "autumn" in taken else "spring"]
            ),
            "m": Symbol("the fall of the deficit for each unit of the index", lambda x, taken: x["decay"]),
            "a": Symbol(
                "the area drained per length of contour there",
                lambda x, taken: x["hollow" if "hollow" in taken else "spur"],
            ),
            "a_0": Symbol("the area drained per length of contour at the typical point", lambda x, taken: x["area"]),
            "\\beta": Symbol("the slope of that side", lambda x, taken: x["steep" if "steep" in taken else "gentle"]),
            "\\beta_0": Symbol("the slope at the typical point", lambda x, taken: x["slope"]),
        },
        write=lambda taken: r"S - m \ln \frac{a \tan \beta_0}{a_0 \tan \beta}",
    ),
)
