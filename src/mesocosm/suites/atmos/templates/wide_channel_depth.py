"""Depth of a wide river by Manning's formula."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    flow = x["discharge"] / x["width"]
    depth = (x["roughness"] * flow / math.sqrt(x["slope"])) ** 0.6
    return {"y": depth, "V": flow / depth}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Dingman (2009), Fluvial Hydraulics, Chapter 6",
    background=(
        "In a wide channel Manning's formula is V = y^(2/3) √S / n. With the discharge per width q = V y the depth is "
        "(n q/√S)^(3/5)."
    ),
    variables={
        "mean": Variable("m**3/s", 60, 100, 1),
        "flood": Variable("m**3/s", 200, 330, 5),
        "gorge": Variable("m", 40, 60, 1),
        "delta": Variable("m", 75, 110, 1),
        "winding": Variable("m/km", 0.2, 0.5, 0.02),
        "straight": Variable("m/km", 0.7, 1.2, 0.02),
        "bare": Variable("s/m**(1/3)", 0.026, 0.034, 0.001),
        "plants": Variable("s/m**(1/3)", 0.036, 0.055, 0.001),
    },
    constants=(),
    forks={
        "overgrown": fork("used the roughness of the [overgrown|bare] bed", roughness=("plants", "bare")),
        "straightened": fork("used the slope of the [straightened|winding] river", slope=("straight", "winding")),
        "flood": fork("used the [flood|mean] discharge", discharge=("flood", "mean")),
        "delta": fork("used the width of the [delta|gorge] reach", width=("delta", "gorge")),
    },
    question=(
        "A river carries a mean discharge of {mean} m³/s and {flood} m³/s in flood. Its bed is so wide that the "
        "hydraulic radius may be set equal to the depth. The gorge reach is {gorge} m wide, the delta reach {delta} m; "
        "the bed of both falls by {winding} m per kilometre of river while it winds and by {straight} m per kilometre "
        "once it is straightened. Manning's coefficient is {bare} s/m^(1/3) where the bed is bare and {plants} "
        "s/m^(1/3) where it is grown over. Consider uniform flow at [flood:flood|mean] discharge in the "
        "[delta:delta|gorge] reach, whose bed is [overgrown:grown over|bare], with the river "
        "[straightened:straightened|winding]."
    ),
    solve=_solve,
    parts={"y": Part("the depth of the water", "m", 0.3, 10), "V": Part("the mean speed of the water", "m/s", 0.2, 5)},
    collection="extra",
    formula=Formula(
        symbols={
            "n": Symbol("Manning's coefficient of that bed", "roughness"),
            "Q": Symbol("the discharge at that time", "discharge"),
            "B": Symbol("the width of that reach", "width"),
            "S": Symbol("the fall of the bed per distance in that state", "slope"),
        },
        latex=r"(\frac{n Q}{B \sqrt{S}})^{\frac{3}{5}}",
    ),
)
