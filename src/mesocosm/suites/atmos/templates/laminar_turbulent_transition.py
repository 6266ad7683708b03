"""How far along a plate a boundary layer stays laminar."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable

BLASIUS = 4.91
"""Thickness at 99 % of the outer speed, in units of √(ν x / u)."""


def _ask(p: Printed, taken: Taken) -> str:
    water = f"tropical water of kinematic viscosity {p['tropical']:g} mm²/s"
    cold = f"polar water of kinematic viscosity {p['polar']:g} mm²/s"
    surface = "scratched" if "scratched" in taken else "polished"
    way = "against" if "against" in taken else "in the direction of"
    here, there = (water, cold) if "tropical" in taken else (cold, water)
    return (
        f"A thin flat fin is towed edge first at {p['speed']:g} m/s over the ground, {way} a current of "
        f"{p['current']:g} m/s. The boundary layer on it turns turbulent at a Reynolds number, formed with the "
        f"distance from the leading edge, of {p['smooth']:g} where the fin is polished and of {p['rough']:g} where it "
        f"is scratched. This fin is {surface}. It moves in {here}; an earlier test was in {there}. While laminar, "
        f"the layer is {BLASIUS:g} √(νx/u) thick at a distance x from the edge, u being the speed of the water "
        f"relative to the fin."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    viscosity = x["tropical" if "tropical" in taken else "polar"]
    reynolds = x["rough" if "scratched" in taken else "smooth"]
    speed = x["speed"] + (x["current"] if "against" in taken else -x["current"])
    distance = reynolds * viscosity / speed
    return {"x": distance, "d": BLASIUS * math.sqrt(viscosity * distance / speed)}


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
        "tropical": Fork("used the viscosity of tropical water", "used the viscosity of polar water", "misreading"),
        "scratched": Fork("used the limit of the scratched fin", "used the limit of the polished fin", "misreading"),
        "against": Fork(
            "added the current to the towing speed", "subtracted the current from the towing speed", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "x": Part("the distance from the leading edge at which the layer turns turbulent", "cm", 1, 120),
        "d": Part("the thickness of the laminar layer at that place", "mm", 0.1, 5),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "N": Symbol(
                "the Reynolds number at which the layer on that fin turns turbulent",
                lambda x, taken: x["rough" if "scratched" in taken else "smooth"],
            ),
            r"\nu": Symbol(
                "the kinematic viscosity of that water",
                lambda x, taken: x["tropical" if "tropical" in taken else "polar"],
            ),
            "U": Symbol("the towing speed over the ground", lambda x, taken: x["speed"]),
            "C": Symbol("the speed of the current", lambda x, taken: x["current"]),
        },
        write=lambda taken: rf"\frac{{N \nu}}{{U {'+' if 'against' in taken else '-'} C}}",
    ),
)
