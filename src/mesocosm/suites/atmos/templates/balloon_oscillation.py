"""Bobbing of a balloon that keeps its potential temperature in a stable layer."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    change = x["change"] * (1 if "inversion" in taken else -1)
    inertia = 1 + (x["added"] if "added" in taken else 0)
    frequency = math.sqrt(x["g"] / x["temperature"] * (x["g"] / x["cp_dry"] + change) / inertia)
    return {"P": 2 * math.pi / frequency, "w": frequency * x["pull"]}


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 2.7.3",
    background=(
        "A parcel that keeps its potential temperature oscillates with the buoyancy frequency N, where N² is g/T times "
        "the sum of g/cp and the change of temperature with height; more inertia divides N² by its factor."
    ),
    variables={
        "low": Variable("K/km", 1.0, 2.5, 0.1),
        "high": Variable("K/km", 4.8, 6.4, 0.1),
        "temperature": Variable("K", 225, 265, 1),
        "pull": Variable("m", 20, 80, 5),
        "added": Variable("percent", 50, 95, 1),
    },
    constants=("g", "cp_dry"),
    forks={
        "upper": fork("used the temperature change of the [upper|lower] layer", change=("high", "low")),
        "inversion": fork("let the temperature [rise|fall] with height", "calculation"),
        "added": fork("[added|left out] the inertia of the air dragged along", "reasoning"),
    },
    question=(
        "A balloon that expands freely and keeps its potential temperature floats in the [upper:upper|lower] of two "
        "stable layers. With height the temperature [inversion:rises|falls] by {low} K per kilometre in the lower "
        "layer and by {high} K per kilometre in the upper one. At the float level the air is at {temperature} K. The "
        "balloon is pulled down by {pull} m and released. Air that it drags along adds {added} % to its inertia. "
        "[added:Take this into account|Leave this out], and neglect friction."
    ),
    solve=_solve,
    parts={
        "P": Part("the period of the oscillation", "s", 150, 1500),
        "w": Part("the greatest vertical speed of the balloon", "m/s", 0.05, 4),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature of the air at the float level", "temperature"),
            r"\gamma": Symbol("the magnitude of the temperature change with height in that layer", "change"),
            "a": Symbol("the inertia of the air dragged along, as a share of the balloon's own", "added"),
            "g": Symbol("the acceleration of gravity", "g"),
            "c_p": Symbol("the specific heat of air at constant pressure", "cp_dry"),
        },
        latex=r"2 \pi \sqrt{\frac{[added:(1 + a) T|T]}{g (\frac{g}{c_p} [inversion:+|-] \gamma)}}",
    ),
)
