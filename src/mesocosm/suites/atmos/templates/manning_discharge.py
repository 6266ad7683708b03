"""Discharge of a uniform open channel by Manning's formula."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    bank = x["bank"] if "sloping" in taken else 0.0
    depth = x["depth"]
    top = x["width"] + 2 * bank * depth
    area = (x["width"] + bank * depth) * depth
    wetted = x["width"] + 2 * depth * math.hypot(1, bank) + (top if "ice" in taken else 0.0)
    speed = (area / wetted) ** (2 / 3) * math.sqrt(x["slope"]) / x["roughness"]
    return {"Q": area * speed, "V": speed}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Chow (1959), Open-Channel Hydraulics, Chapters 5 and 6",
    background=(
        "Manning's formula gives the mean speed V = R^(2/3) √S / n, with the hydraulic radius R, the flow's area "
        "divided by its wetted perimeter, and the bed's slope S. A cover of ice belongs to the wetted perimeter; a "
        "free surface does not."
    ),
    variables={
        "width": Variable("m", 3, 8, 0.1),
        "low": Variable("m", 1.0, 1.3, 0.05),
        "high": Variable("m", 1.45, 1.8, 0.05),
        "slope": Variable("m/km", 0.2, 1.5, 0.05),
        "clean": Variable("s/m**(1/3)", 0.020, 0.026, 0.001),
        "weeds": Variable("s/m**(1/3)", 0.045, 0.070, 0.001),
        "bank": Variable("", 1.2, 2.5, 0.1),
    },
    constants=(),
    forks={
        "weedy": fork("used the roughness of [autumn|spring]", roughness=("weeds", "clean")),
        "rainy": fork("used the depth of the [rainy|dry] week", depth=("high", "low")),
        "sloping": fork("let the sides [slope|stand upright]"),
        "ice": fork(
            "[let the surface brake the flow as ice does|left the ice out of the wetted perimeter]", "knowledge"
        ),
    },
    question=(
        "A straight canal has a flat bed {width} m wide that falls by {slope} m per kilometre. The water is {low} m "
        "deep in a dry week and {high} m in a rainy week. Manning's coefficient of bed and sides is {clean} s/m^(1/3) "
        "in spring and {weeds} s/m^(1/3) in autumn. In the reach of interest the sides [sloping:lean outwards by "
        "{bank} m for each metre of height|are upright walls]; the next reach has [sloping:upright walls|sides that "
        "lean outwards by {bank} m per metre of height]. It is a [rainy:rainy|dry] week in [weedy:autumn, when weeds "
        "have grown|spring, when the bed is clean], and [ice:a floating sheet of ice as rough as the bed covers|open "
        "air lies above] the water, which flows uniformly."
    ),
    solve=_solve,
    parts={"Q": Part("the discharge", "m**3/s", 0.3, 80), "V": Part("the mean speed of the water", "m/s", 0.1, 4)},
    collection="extra",
    formula=Formula(
        symbols={
            "b": Symbol("the width of the bed", "width"),
            "h": Symbol("the depth in that week", "depth"),
            "S": Symbol("the fall of the bed per length", "slope"),
            "n": Symbol("Manning's coefficient in that season", "roughness"),
            "m": Symbol("the outward lean of sloping sides per height", "bank"),
        },
        latex=(
            r"\frac{\sqrt{S}}{n} \frac{([sloping:(b + m h)|b] h)^{5/3}}{(b + 2 h[sloping: \sqrt{1 + m^2}|][ice: + "
            "b[sloping: + 2 m h|]|])^{2/3}}"
        ),
    ),
)
