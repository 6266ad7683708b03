"""Where a catchment is wet: topographic index and storage deficit."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    slope = math.tan(x["angle"])
    wetter = math.log(x["upslope"] / slope) - math.log(x["area"] / math.tan(x["slope"]))
    return {"D": x["mean"] - x["decay"] * wetter, "w": wetter}


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
        "hollow": fork("used the upslope area of the [hollow|spur]", upslope=("hollow", "spur")),
        "steep": fork("used the slope of the [steep|gentle] side", angle=("steep", "gentle")),
        "autumn": fork("used the mean deficit of the [dry autumn|wet spring]", mean=("dry", "spring")),
    },
    question=(
        "The topographic wetness index is ln(a/tan β), with the area a drained per length of contour and the slope β. "
        "A typical point of a catchment drains {area} m² per metre of contour at a slope of {slope}°. It has the mean "
        "index and the mean storage deficit, {spring} mm in a wet spring and {dry} mm in a dry autumn; the deficit "
        "falls by {decay} mm for each unit of the index. A hollow drains {hollow} m² per metre of contour, a spur "
        "{spur} m²; either has a gentle side of {gentle}° and a steep side of {steep}°. Consider the "
        "[hollow:hollow|spur] on its [steep:steep|gentle] side in the [autumn:dry autumn|wet spring]."
    ),
    solve=_solve,
    parts={
        "D": Part("the local storage deficit", "mm", 10, 300),
        "w": Part("the excess of the local topographic wetness index over the mean index", "", -4, 4),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "S": Symbol("the mean storage deficit in that season", "mean"),
            "m": Symbol("the fall of the deficit for each unit of the index", "decay"),
            "a": Symbol("the area drained per length of contour there", "upslope"),
            "a_0": Symbol("the area drained per length of contour at the typical point", "area"),
            "\\beta": Symbol("the slope of that side", "angle"),
            "\\beta_0": Symbol("the slope at the typical point", "slope"),
        },
        latex=r"S - m \ln \frac{a \tan \beta_0}{a_0 \tan \beta}",
    ),
)
