"""The lowest sill that chokes a channel's flow."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    over = x["discharge"] / x["sill"]
    speed = x["discharge"] / (x["width"] * x["depth"])
    critical = (over**2 / x["g"]) ** (1 / 3)
    energy = x["depth"] + speed**2 / (2 * x["g"])
    return {"z": energy - 1.5 * critical, "yc": critical, "Fr": speed / math.sqrt(x["g"] * x["depth"])}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Henderson (1966), Open Channel Flow, Chapter 2",
    background=(
        "Without losses the specific energy y + v²/2g falls by the height of the sill. It cannot fall below 3/2 of the "
        "critical depth (q²/g)^(1/3), with q the discharge per width over the sill: there the sill chokes the flow."
    ),
    variables={
        "width": Variable("m", 6, 8, 0.1),
        "throat": Variable("m", 3.2, 3.7, 0.1),
        "ordinary": Variable("m**3/s", 6.2, 7.6, 0.1),
        "flood": Variable("m**3/s", 10, 11.2, 0.1),
        "shallow": Variable("m", 1.6, 1.9, 0.05),
        "deep": Variable("m", 2.4, 2.8, 0.05),
    },
    constants=("g",),
    forks={
        "flood": fork("used the [flood|ordinary] discharge", discharge=("flood", "ordinary")),
        "deep": fork("used the depth with the gate [half closed|open]", depth=("deep", "shallow")),
        "narrow": fork(
            "[let the channel narrow|kept the full width] over the sill", "reasoning", sill=("throat", "width")
        ),
    },
    question=(
        "A rectangular channel {width} m wide carries an ordinary discharge of {ordinary} m³/s and a flood discharge "
        "of {flood} m³/s. At either discharge the water is {shallow} m deep with the gate downstream open and {deep} m "
        "with the gate half closed. A smooth sill is planned across the bed; one design narrows the channel to "
        "{throat} m over the sill, another keeps its width. Take the [flood:flood|ordinary] discharge with the gate "
        "[deep:half closed|open] and the design that [narrow:narrows the channel|keeps its width]. Neglect losses. The "
        "sill is to be just so high that the flow over it becomes critical while the water ahead of it keeps its depth."
    ),
    solve=_solve,
    parts={
        "z": Part("the height of the sill", "m", 0.1, 3),
        "yc": Part("the critical depth over the sill", "m", 0.2, 2),
        "Fr": Part("the Froude number ahead of the sill", "", 0.02, 0.9),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "Q": Symbol("that discharge", "discharge"),
            "y": Symbol("the depth of the water ahead of the sill at that setting of the gate", "depth"),
            "b_1": Symbol("the width of the channel", "width"),
            "b_2": Symbol("the width over the sill in the narrow design", "throat"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"y + \frac{Q^2}{2 g b_1^2 y^2} - \frac{3}{2} (\frac{Q^2}{g [narrow:b_2|b_1]^2})^{\frac{1}{3}}",
    ),
)
