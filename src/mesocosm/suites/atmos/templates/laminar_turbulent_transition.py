"""How far along a plate a boundary layer stays laminar."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork

BLASIUS = 4.91
"""Thickness at 99 % of the outer speed, in units of √(ν x / u)."""


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = x["speed"] + (x["current"] if "against" in taken else -x["current"])
    distance = x["reynolds"] * x["viscosity"] / speed
    return {"x": distance, "d": BLASIUS * math.sqrt(x["viscosity"] * distance / speed)}


template = Template(
    category="physical oceanography",
    kind="knowledge",
    reference="Kundu, Cohen and Dowling (2016), Fluid Mechanics, Chapter 10",
    background=(
        "A boundary layer on a flat plate turns turbulent where u x / ν reaches a critical Reynolds number; u is the "
        "speed relative to the fluid. Up to there its thickness grows as 4.91 √(νx/u)."
    ),
    variables={
        "speed": Variable("m/s", 2.0, 4.0, 0.1),
        "current": Variable("m/s", 0.3, 0.7, 0.05),
        "tropical": Variable("mm**2/s", 0.8, 0.95, 0.01),
        "polar": Variable("mm**2/s", 1.6, 1.85, 0.01),
        "smooth": Variable("", 420000, 560000, 10000),
        "rough": Variable("", 150000, 330000, 10000),
    },
    constants=(),
    forks={
        "tropical": fork("used the viscosity of [tropical|polar] water", viscosity=("tropical", "polar")),
        "scratched": fork("used the limit of the [scratched|polished] fin", reynolds=("rough", "smooth")),
        "against": fork("[added the current to|subtracted the current from] the towing speed", "reasoning"),
    },
    question=(
        "A thin flat fin is towed edge first at {speed} m/s over the ground, [against:against|in the direction of] a "
        "current of {current} m/s. The boundary layer on it turns turbulent at a Reynolds number, formed with the "
        "distance from the leading edge, of {smooth} where the fin is polished and of {rough} where it is scratched. "
        "This fin is [scratched:scratched|polished]. It moves in [tropical:tropical water of kinematic viscosity "
        "{tropical}|polar water of kinematic viscosity {polar}] mm²/s; an earlier test was in [tropical:polar water of "
        "kinematic viscosity {polar}|tropical water of kinematic viscosity {tropical}] mm²/s. While laminar, the layer "
        f"is {BLASIUS} √(νx/u) thick at a distance x from the edge, u being the speed of the water relative to the fin."
    ),
    solve=_solve,
    parts={
        "x": Part("the distance from the leading edge at which the layer turns turbulent", "cm", 1, 120),
        "d": Part("the thickness of the laminar layer at that place", "mm", 0.1, 5),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "N": Symbol("the Reynolds number at which the layer on that fin turns turbulent", "reynolds"),
            r"\nu": Symbol("the kinematic viscosity of that water", "viscosity"),
            "U": Symbol("the towing speed over the ground", "speed"),
            "C": Symbol("the speed of the current", "current"),
        },
        latex=r"\frac{N \nu}{U [against:+|-] C}",
    ),
)
